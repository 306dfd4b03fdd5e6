//! An order of the positions in which every move leads backwards, or a cycle.

use crate::graph::{Graph, Index, NOWHERE, TARGET};
use crate::progress::{Phase, Progress, Steps, Stopped};

/// An order in which every successor comes before its predecessors.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// The order of the numbers turned round: every edge leads to a greater number.
    Falling(u32),
    /// Index after index.
    Listed(Vec<u32>),
}

impl Order {
    pub(crate) fn iter(&self) -> impl Iterator<Item = Index> {
        let (len, list) = match self {
            Self::Falling(len) => (*len, [].as_slice()),
            Self::Listed(list) => (0, list.as_slice()),
        };
        let falling = (0..len).rev();
        falling.chain(list.iter().copied()).map(Index)
    }

    /// A number for every position that falls along every move.
    pub(crate) fn rank(&self) -> Rank {
        match self {
            Self::Falling(_) => Rank::Numbering,
            Self::Listed(list) => {
                let mut ranks = vec![0; list.len()];
                for (place, &at) in list.iter().enumerate() {
                    ranks[at as usize] = place as u32;
                }
                Rank::Listed(ranks)
            }
        }
    }
}

/// A number for every position that falls along every move: the certificate that play ends.
#[derive(Clone, Debug)]
pub enum Rank {
    /// The position's own number, which rises along every move, turned round.
    Numbering,
    /// The position's own number, which falls along every move.
    Number,
    /// A number each.
    Listed(Vec<u32>),
}

impl Rank {
    /// The rank of a position.
    pub fn of(&self, at: Index) -> u32 {
        match self {
            Self::Numbering => u32::MAX - at.0,
            Self::Number => at.0,
            Self::Listed(ranks) => ranks.get(at.at()).copied().unwrap_or(u32::MAX),
        }
    }
}

/// What looking for an order has come to.
pub(crate) enum Ordered {
    Acyclic(Order),
    /// A cycle of positions; from the last an edge leads to the first.
    Cyclic(Vec<Index>),
}

const NEW: u8 = 0;
const OPEN: u8 = 1;
const DONE: u8 = 2;

/// Orders the graph by depth-first search; the components of a sum are successors like any other.
pub(crate) fn order<P>(graph: &Graph<P>, progress: &dyn Progress) -> Result<Ordered, Stopped> {
    if graph.traits.rising {
        return Ok(Ordered::Acyclic(Order::Falling(graph.len() as u32)));
    }
    let mut steps = Steps::new(progress, Phase::Order, Some(graph.len() as u64));
    let mut state = vec![NEW; graph.len()];
    let mut list = Vec::with_capacity(graph.len());
    let mut path: Vec<(Index, u32)> = Vec::new();
    for start in graph.indices() {
        if state[start.at()] != NEW {
            continue;
        }
        state[start.at()] = OPEN;
        path.push((start, 0));
        while let Some((at, edge)) = path.last_mut() {
            let Some(&tagged) = graph.tagged(*at).get(*edge as usize) else {
                state[at.at()] = DONE;
                list.push(at.0);
                path.pop();
                steps.step()?;
                continue;
            };
            *edge += 1;
            let to = Index(tagged & TARGET);
            if to.0 == NOWHERE || state[to.at()] == DONE {
                continue;
            }
            if state[to.at()] == OPEN {
                drop((state, path));
                return Ok(Ordered::Cyclic(shortest_cycle(graph, to)));
            }
            state[to.at()] = OPEN;
            path.push((to, 0));
        }
    }
    Ok(Ordered::Acyclic(Order::Listed(list)))
}

/// The shortest cycle through a position that lies on one.
fn shortest_cycle<P>(graph: &Graph<P>, start: Index) -> Vec<Index> {
    const UNSEEN: u32 = u32::MAX;
    let mut parent = vec![UNSEEN; graph.len()];
    let mut queue = vec![start.0];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for edge in graph.successors(Index(at)) {
            if edge.to == start {
                return path_back(&parent, Index(at), start);
            }
            if parent[edge.to.at()] == UNSEEN {
                parent[edge.to.at()] = at;
                queue.push(edge.to.0);
            }
        }
    }
    vec![start]
}

/// From `start` along the search to `last`.
fn path_back(parent: &[u32], last: Index, start: Index) -> Vec<Index> {
    let mut path = vec![last];
    let mut at = last;
    while at != start {
        at = Index(parent[at.at()]);
        path.push(at);
    }
    path.reverse();
    path
}
