//! One pass over a graph without cycles: payoff and remoteness.

use crate::game::Payoff;
use crate::graph::{Graph, Index, Step};
use crate::order::Order;
use crate::outcomes::Outcomes;
use crate::preference::{compare, rank};
use crate::progress::{Phase, Progress, Steps, Stopped};
use crate::value::{Remoteness, Value};

/// Solves a graph without cycles and without sums.
pub(crate) fn backward<P>(
    graph: &Graph<P>,
    order: &Order,
    progress: &dyn Progress,
) -> Result<Outcomes, Stopped> {
    let mut steps = Steps::new(progress, Phase::Solve, Some(graph.len() as u64));
    let mut values = Outcomes::drawn(graph.len());
    for at in order.iter() {
        steps.step()?;
        let value = value_at(graph, &values, at);
        values.set(at, value);
    }
    steps.report()?;
    Ok(values)
}

fn value_at<P>(graph: &Graph<P>, values: &Outcomes, at: Index) -> Value {
    let endless = graph.endless_at(at);
    if let Some(payoff) = graph.terminal(at) {
        return ended(payoff, endless);
    }
    let options = graph.moves(at).filter_map(|step| {
        let to = step.components().next()?;
        Some(after(&step, values.get(to), endless))
    });
    let best = options.max_by(|&a, &b| compare(a, b, endless));
    best.unwrap_or(Value {
        payoff: endless,
        remoteness: None,
    })
}

/// The value of a terminal.
pub(crate) fn ended(payoff: Payoff, endless: Payoff) -> Value {
    Value {
        payoff,
        remoteness: (rank(payoff, endless) != 0).then_some(Remoteness(0)),
    }
}

/// What a move is worth to the mover, given the value of the position after it.
fn after(step: &Step<'_>, value: Value, endless: Payoff) -> Value {
    let payoff = if step.again {
        value.payoff
    } else {
        value.payoff.reversed()
    };
    let settled = rank(payoff, endless) != 0;
    let remoteness = value.remoteness.filter(|_| settled);
    Value {
        payoff,
        remoteness: remoteness.map(|r| Remoteness(r.0.saturating_add(1))),
    }
}
