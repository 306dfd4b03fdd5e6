//! The verifier catches every kind of wrong value. The tables are right but for one entry.

mod explicit;

use explicit::{Explicit, Shape, games};
use proptest::prelude::*;
use unmove_core::graph::Index;
use unmove_core::verify::{Claim, LoopyClaim, NimberClaim, OutcomeClaim, ScoreClaim, walk};
use unmove_core::{Flaw, Nimber, Payoff, Remoteness, Score, Silent, Solution, SolveError, Value};

/// What the verifier finds in these values of the game.
fn flaws(game: &Explicit, solution: &Solution<u32>, claim: impl Claim) -> Vec<Flaw> {
    match walk(
        game,
        solution.explored().expect("explored"),
        &[Box::new(claim)],
        &Silent,
    ) {
        Ok(_) => Vec::new(),
        Err(SolveError::Flawed { flaws }) => flaws,
        Err(error) => panic!("{error}"),
    }
}

/// The flaws of the solution with the value of one position replaced.
fn with_value(game: &Explicit, at: u32, payoff: i32, plies: Option<u32>) -> Vec<Flaw> {
    let solution = game.solved();
    let mut outcomes = solution.outcomes().expect("the game has outcomes").clone();
    let value = Value {
        payoff: Payoff(payoff),
        remoteness: plies.map(Remoteness),
    };
    assert_ne!(outcomes.get(Index(at)), value, "this is no fault");
    outcomes.set(Index(at), value);
    flaws(game, &solution, OutcomeClaim::new(&outcomes))
}

/// A win in 3, then a loss in 2, a win in 1 and a loss at once.
fn chain() -> Explicit {
    Explicit::impartial(&[&[], &[0], &[1], &[2]])
}

/// 0 and 1 go round and round; from 1 a move to 2, which is won by moving to 3, the end.
fn ring() -> Explicit {
    Explicit::impartial(&[&[1], &[0, 2], &[3], &[]])
}

#[test]
fn a_wrong_outcome_is_caught() {
    assert!(!with_value(&chain(), 3, -1, Some(3)).is_empty());
    assert!(!with_value(&chain(), 2, 1, Some(2)).is_empty());
    assert!(!with_value(&chain(), 0, 1, Some(0)).is_empty());
}

#[test]
fn a_remoteness_off_by_one_is_caught() {
    for (payoff, plies) in [(1, 2), (1, 4)] {
        assert!(!with_value(&chain(), 3, payoff, Some(plies)).is_empty());
    }
    for (payoff, plies) in [(-1, 1), (-1, 3)] {
        assert!(!with_value(&chain(), 2, payoff, Some(plies)).is_empty());
    }
    assert!(!with_value(&chain(), 0, -1, Some(1)).is_empty());
}

#[test]
fn a_draw_that_is_a_win_is_caught() {
    assert!(!with_value(&chain(), 3, 0, None).is_empty());
    assert!(!with_value(&chain(), 2, 0, None).is_empty());
    assert!(!with_value(&ring(), 2, 0, None).is_empty());
}

#[test]
fn a_win_that_is_a_draw_is_caught() {
    assert!(!with_value(&ring(), 0, 1, Some(2)).is_empty());
    assert!(!with_value(&ring(), 1, -1, Some(2)).is_empty());
}

#[test]
fn draws_that_prop_each_other_up_are_caught_where_one_can_be_won() {
    // 0 and 1 go round; from 1 there is a win by ending the game at 2.
    let game = Explicit::impartial(&[&[1], &[0, 2], &[]]);
    let solution = game.solved();
    let mut outcomes = solution.outcomes().expect("the game has outcomes").clone();
    let draw = Value {
        payoff: Payoff::DRAW,
        remoteness: None,
    };
    outcomes.set(Index(0), draw);
    outcomes.set(Index(1), draw);
    let found = flaws(&game, &solution, OutcomeClaim::new(&outcomes));
    assert_eq!(found[0].at(), Index(1));
    assert_eq!(
        found[0].to_string(),
        "position 1: claimed draw (payoff 0), found win (payoff 1) in 1"
    );
}

#[test]
fn wins_that_prop_each_other_up_in_a_circle_are_caught() {
    // Endless play between 0 and 1, claimed to be won and lost.
    let game = Explicit::impartial(&[&[1], &[0]]);
    let solution = game.solved();
    let mut outcomes = solution.outcomes().expect("the game has outcomes").clone();
    for plies in 0..5 {
        let value = |payoff, plies| Value {
            payoff: Payoff(payoff),
            remoteness: Some(Remoteness(plies)),
        };
        outcomes.set(Index(0), value(1, plies + 1));
        outcomes.set(Index(1), value(-1, plies));
        assert!(!flaws(&game, &solution, OutcomeClaim::new(&outcomes)).is_empty());
    }
}

#[test]
fn an_endless_loss_called_a_draw_is_caught() {
    let mut game = Explicit::impartial(&[&[1], &[0]]);
    game.players = true;
    game.endless = -1;
    game.rows[1].player = unmove_core::Player::Second;
    assert_eq!(game.solved().value(Index(0)).payoff, Payoff::LOSS);
    assert!(!with_value(&game, 0, 0, None).is_empty());
    assert!(!with_value(&game, 0, -1, Some(1)).is_empty());
}

#[test]
fn a_grundy_value_that_misses_the_mex_is_caught() {
    let game = Explicit::impartial(&[&[], &[0], &[0, 1]]);
    let solution = game.solved();
    for wrong in [0, 1, 3] {
        let mut nimbers = solution.nimbers().expect("there are no cycles").clone();
        nimbers.set(Index(2), Nimber(wrong));
        let found = flaws(&game, &solution, NimberClaim::new(&nimbers));
        assert_eq!(found[0].at(), Index(2));
    }
}

#[test]
fn a_score_off_by_one_is_caught() {
    let mut game = chain();
    game.scored = true;
    game.rows[3].plays[0].gain = 2;
    let solution = game.solved();
    for at in 0..4 {
        for off in [-1, 1] {
            let mut scores = solution.scores().expect("the game has scores").clone();
            let Score(right) = scores.get(Index(at));
            scores.set(Index(at), Score(right + off));
            assert!(!flaws(&game, &solution, ScoreClaim::new(&scores)).is_empty());
        }
    }
}

#[test]
fn a_finite_loopy_value_called_infinite_is_caught_and_the_reverse() {
    let game = Explicit::impartial(&[&[1, 2], &[0], &[]]);
    let solution = game.solved();
    let right = solution.loopies().expect("there is a cycle");
    let mut wrong = right.clone();
    wrong.set(Index(1), None, 0);
    assert!(!flaws(&game, &solution, LoopyClaim::new(&wrong)).is_empty());

    let game = Explicit::impartial(&[&[1], &[0]]);
    let solution = game.solved();
    let mut wrong = solution.loopies().expect("there is a cycle").clone();
    for stages in [(0, 1), (1, 0), (1, 1)] {
        wrong.set(Index(0), Some(Nimber(0)), stages.0);
        wrong.set(Index(1), Some(Nimber(1)), stages.1);
        assert!(!flaws(&game, &solution, LoopyClaim::new(&wrong)).is_empty());
    }
}

#[test]
fn a_move_that_was_left_out_is_caught() {
    let game = chain();
    let solution = game.solved();
    let outcomes = solution.outcomes().expect("the game has outcomes");
    let mut more = game.clone();
    // A loss in 2 becomes a win at once.
    more.rows[2].plays.push(explicit::Play::to(0));
    let found = flaws(&more, &solution, OutcomeClaim::new(outcomes));
    assert_eq!(found[0].at(), Index(2));
    // A move to where nothing was solved.
    more.rows.push(more.rows[0].clone());
    more.rows[2].plays[1] = explicit::Play::to(4);
    assert!(!flaws(&more, &solution, OutcomeClaim::new(outcomes)).is_empty());
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2000,
        max_global_rejects: 100_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

const MANY: &[i32] = &[-1, 2, 0, 1, -2];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_other_value_is_caught(
        game in games(Shape {
            cycles: true,
            players: true,
            payoffs: MANY,
            endless: MANY,
            ..Shape::default()
        }),
        at in any::<u32>(),
        payoff in -3..4,
        plies in prop::option::of(0..9u32),
    ) {
        let solution = game.solved();
        let at = Index(at % game.len());
        let value = Value { payoff: Payoff(payoff), remoteness: plies.map(Remoteness) };
        prop_assume!(solution.value(at) != value);
        let mut outcomes = solution.outcomes().expect("the game has outcomes").clone();
        outcomes.set(at, value);
        prop_assert!(!flaws(&game, &solution, OutcomeClaim::new(&outcomes)).is_empty());
    }

    #[test]
    fn any_other_table_of_outcomes_is_caught(
        game in games(Shape { cycles: true, payoffs: &[-1], ..Shape::default() }),
        table in prop::collection::vec((-1..2i32, prop::option::of(0..4u32)), 12),
    ) {
        let solution = game.solved();
        let mut outcomes = solution.outcomes().expect("the game has outcomes").clone();
        let right = outcomes.clone();
        for (at, (payoff, plies)) in solution.indices().zip(table) {
            let remoteness = plies.map(Remoteness);
            outcomes.set(at, Value { payoff: Payoff(payoff), remoteness });
        }
        prop_assume!(outcomes != right);
        prop_assert!(!flaws(&game, &solution, OutcomeClaim::new(&outcomes)).is_empty());
    }

    #[test]
    fn any_other_loopy_value_is_caught(
        game in games(Shape { cycles: true, payoffs: &[-1], ..Shape::default() }),
        at in any::<u32>(),
        label in prop::option::of(0..4u32),
        stage in 0..6u32,
    ) {
        let solution = game.solved();
        // Without a cycle the values are plain nimbers.
        let Some(loopies) = solution.loopies() else {
            return Ok(());
        };
        let at = Index(at % game.len());
        prop_assume!(loopies.label(at) != label.map(Nimber));
        let mut wrong = loopies.clone();
        wrong.set(at, label.map(Nimber), stage);
        prop_assert!(!flaws(&game, &solution, LoopyClaim::new(&wrong)).is_empty());
    }

    #[test]
    fn any_other_grundy_value_is_caught(
        game in games(Shape { splits: true, payoffs: &[-1], ..Shape::default() }),
        at in any::<u32>(),
        nimber in 0..5u32,
    ) {
        let solution = game.solved();
        let at = Index(at % game.len());
        let mut nimbers = solution.nimbers().expect("there are no cycles").clone();
        prop_assume!(nimbers.get(at) != Nimber(nimber));
        nimbers.set(at, Nimber(nimber));
        prop_assert!(!flaws(&game, &solution, NimberClaim::new(&nimbers)).is_empty());
    }
}
