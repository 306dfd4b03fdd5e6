//! Thousands of small random games: every solver against a plain one, and the verifier against
//! every kind of fault.

mod explicit;
mod naive;

use std::collections::HashMap;

use explicit::{Explicit, Shape, games};
use proptest::prelude::*;
use unmove_core::graph::Index;
use unmove_core::{
    Explored, Limits, Loopy, Nimber, Outcome, Payoff, Score, Silent, Solution, Sum, Value, solve,
    solve_space,
};

const LOSS: &[i32] = &[-1];
const THREE: &[i32] = &[-1, 0, 1];
const MANY: &[i32] = &[-1, 2, -3, 0, 1, 3, -2];

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn plain(value: Value) -> naive::Plain {
    (value.payoff.0, value.remoteness.map(|r| r.0))
}

/// Every position is a start, in order, so that numbers are positions.
fn values(solution: &Solution<u32>) -> Vec<naive::Plain> {
    let indices = solution.indices();
    indices.map(|at| plain(solution.value(at))).collect()
}

fn holds(game: &Explicit) {
    let solution = game.solved();
    assert_eq!(values(&solution), naive::outcomes(game));
    let checked = solution.verified().expect("verified always");
    assert_eq!(checked.positions, u64::from(game.len()));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn impartial_games_without_cycles(game in games(Shape { payoffs: LOSS, ..Shape::default() })) {
        holds(&game);
        let solution = game.solved();
        for at in solution.indices() {
            let nimber = naive::grundy(&game, at.0);
            prop_assert_eq!(solution.grundy(at), Some(Loopy::Nimber(Nimber(nimber))));
            prop_assert_eq!(solution.outcome(at) == Outcome::Loss, nimber == 0);
        }
    }

    #[test]
    fn games_with_players_and_three_payoffs_without_cycles(
        game in games(Shape { players: true, payoffs: THREE, ..Shape::default() })
    ) {
        holds(&game);
    }

    #[test]
    fn many_payoffs_and_any_endless_payoff_without_cycles(
        game in games(Shape { players: true, payoffs: MANY, endless: MANY, ..Shape::default() })
    ) {
        holds(&game);
    }

    #[test]
    fn impartial_games_with_cycles(
        game in games(Shape { cycles: true, payoffs: LOSS, ..Shape::default() })
    ) {
        holds(&game);
    }

    #[test]
    fn impartial_games_with_cycles_and_moves_in_a_row(
        game in games(Shape { cycles: true, again: true, payoffs: MANY, ..Shape::default() })
    ) {
        holds(&game);
    }

    #[test]
    fn games_with_players_and_cycles(
        game in games(Shape { cycles: true, players: true, payoffs: THREE, ..Shape::default() })
    ) {
        holds(&game);
    }

    #[test]
    fn many_payoffs_and_any_endless_payoff_with_cycles(
        game in games(Shape {
            cycles: true,
            players: true,
            payoffs: MANY,
            endless: MANY,
            ..Shape::default()
        })
    ) {
        holds(&game);
    }

    #[test]
    fn a_game_that_takes_its_moves_back_has_the_same_values(
        game in games(Shape {
            cycles: true,
            players: true,
            payoffs: MANY,
            endless: MANY,
            ..Shape::default()
        })
    ) {
        let limits = Limits { memory: 1 << 20 };
        let outcomes = solve_space(&game, &limits, &Silent).expect("small enough");
        let derived = (0..game.len()).map(|at| plain(outcomes.get(Index(2 * at + 1))));
        prop_assert_eq!(derived.collect::<Vec<_>>(), naive::outcomes(&game));
    }

    #[test]
    fn loopy_values_are_those_of_fraenkels_procedure(
        game in games(Shape { cycles: true, payoffs: LOSS, ..Shape::default() })
    ) {
        let solution = game.solved();
        let labels = naive::loopy(&game);
        for (at, label) in solution.indices().zip(&labels) {
            let found = solution.grundy(at).expect("loopy values apply");
            match (&found, label) {
                (Loopy::Nimber(nimber), Some(label)) => prop_assert_eq!(nimber.0, *label),
                (Loopy::Infinite(set), None) => {
                    let plays = game.plays(at.0).iter();
                    let mut known: Vec<u32> =
                        plays.filter_map(|play| labels[play.to[0] as usize]).collect();
                    known.sort_unstable();
                    known.dedup();
                    prop_assert_eq!(set, &known);
                }
                _ => prop_assert!(false, "{} is not {:?}", found, label),
            }
            prop_assert_eq!(found.outcome(), solution.outcome(at));
        }
    }

    #[test]
    fn loopy_values_say_who_wins_a_sum(
        game in games(Shape { cycles: true, payoffs: LOSS, ..Shape::default() }),
        a in any::<u32>(),
        b in any::<u32>(),
    ) {
        let solution = game.solved();
        let (a, b) = (Index(a % game.len()), Index(b % game.len()));
        let explored = Explored(solution.explored().expect("explored"));
        let sum = Sum::new(explored, vec![vec![a, b]], Payoff::LOSS);
        let product = solve(&sum, &unmove_core::Options::default(), &Silent).expect("a small sum");
        let (a, b) = (solution.grundy(a), solution.grundy(b));
        let value = a.zip(b).map(|(a, b)| a.plus(&b)).expect("loopy values apply");
        prop_assert_eq!(value.outcome(), product.outcome(product.start()));
    }

    #[test]
    fn games_that_split_have_the_grundy_values_of_the_definition(
        game in games(Shape { splits: true, payoffs: LOSS, ..Shape::default() })
    ) {
        let solution = game.solved();
        let mut memo = HashMap::new();
        for at in solution.indices() {
            let nimber = Nimber(naive::grundy(&game, at.0));
            prop_assert_eq!(solution.grundy(at), Some(Loopy::Nimber(nimber)));
            let (payoff, _) = naive::sum(&game, -1, vec![at.0], &mut memo);
            prop_assert_eq!(solution.value(at).payoff.0, payoff);
        }
    }

    #[test]
    fn misere_games_that_split_are_solved_over_their_sums(
        game in games(Shape { splits: true, again: true, payoffs: &[1], ..Shape::default() })
    ) {
        let solution = game.solved();
        let mut memo = HashMap::new();
        for at in solution.indices() {
            let expected = naive::sum(&game, 1, vec![at.0], &mut memo);
            prop_assert_eq!(plain(solution.value(at)), expected);
            for judged in solution.moves(&game, &at.0).expect("the position is solved") {
                let to = game.plays(at.0)[judged.number].to.clone();
                let (payoff, plies) = naive::sum(&game, 1, to, &mut memo);
                let payoff = if judged.play.again { payoff } else { -payoff };
                prop_assert_eq!(plain(judged.value), (payoff, plies));
            }
        }
    }

    #[test]
    fn scores_are_the_best_totals(
        game in games(Shape {
            players: true,
            scored: true,
            payoffs: MANY,
            ..Shape::default()
        })
    ) {
        let solution = game.solved();
        for at in solution.indices() {
            let score = naive::score(&game, at.0);
            prop_assert_eq!(solution.score(at), Some(Score(score)));
            let best = solution.best(&game, &at.0).expect("the position is solved");
            if let Some(best) = best {
                prop_assert_eq!(best.score, Some(Score(score)));
            }
        }
    }

    #[test]
    fn the_best_move_keeps_the_value(
        game in games(Shape {
            cycles: true,
            players: true,
            payoffs: MANY,
            endless: MANY,
            ..Shape::default()
        })
    ) {
        let solution = game.solved();
        for at in solution.indices() {
            let value = solution.value(at);
            let Some(best) = solution.best(&game, &at.0).expect("the position is solved") else {
                continue;
            };
            prop_assert_eq!(best.value.payoff, value.payoff);
            let plies = best.value.remoteness.map(|r| r.0 + 1);
            prop_assert_eq!(plies, value.remoteness.map(|r| r.0));
            let line = solution.line(&game, &at.0, 100).expect("the position is solved");
            if let Some(remoteness) = value.remoteness {
                prop_assert_eq!(line.len(), remoteness.0 as usize);
            }
        }
    }
}
