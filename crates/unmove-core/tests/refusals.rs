//! What is refused, and with which words.

mod explicit;

use std::ops::ControlFlow;

use explicit::{Explicit, Play};
use unmove_core::{
    Fault, Game, Move, Options, Payoff, Phase, Player, Progress, Silent, SolveError, solve,
};

/// Counts up without end, or so it seems.
struct Counter {
    measure: fn(u64) -> Option<u64>,
    limit: u64,
}

impl Game for Counter {
    type Position = u64;

    fn starts(&self) -> Result<Vec<u64>, Fault> {
        Ok(vec![0])
    }

    fn moves(&self, position: &u64, moves: &mut Vec<Move<u64>>) -> Result<(), Fault> {
        if *position < self.limit {
            moves.push(Move::to(position + 1));
        }
        Ok(())
    }

    fn measure(&self, position: &u64) -> Result<Option<u64>, Fault> {
        Ok((self.measure)(*position))
    }
}

fn refusal(game: &Explicit) -> SolveError<u32> {
    game.try_solved().expect_err("this must be refused")
}

#[test]
fn a_measure_that_rises_is_refused_with_the_move() {
    let game = Counter {
        measure: |at| Some(if at == 3 { 9 } else { 10 - at }),
        limit: 9,
    };
    let error = solve(&game, &Options::default(), &Silent).expect_err("the measure rises");
    let SolveError::MeasureNotLowered {
        from,
        to,
        before,
        after,
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!((from, to, before, after), (2, 3, 8, Some(9)));
}

#[test]
fn more_memory_than_allowed_is_refused_with_the_numbers() {
    let game = Counter {
        measure: |_| None,
        limit: u64::MAX,
    };
    let options = Options {
        memory: 1 << 20,
        ..Options::default()
    };
    let error = solve(&game, &options, &Silent).expect_err("there is no end");
    let SolveError::Memory {
        limit,
        needed,
        positions,
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!(limit, 1 << 20);
    assert!(needed > limit);
    assert!(positions > 1000);
}

#[test]
fn work_stops_when_asked_to() {
    struct Impatient;
    impl Progress for Impatient {
        fn report(&self, phase: Phase, done: u64, total: Option<u64>) -> ControlFlow<()> {
            assert_eq!((phase, total), (Phase::Explore, None));
            if done > 20_000 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
    }
    let game = Counter {
        measure: |_| None,
        limit: u64::MAX,
    };
    let error = solve(&game, &Options::default(), &Impatient).expect_err("there is no end");
    assert!(matches!(error, SolveError::Stopped));
}

#[test]
fn a_score_with_a_cycle_is_refused_with_the_cycle() {
    let mut game = Explicit::impartial(&[&[1], &[2, 3], &[0], &[]]);
    game.scored = true;
    let error = refusal(&game);
    assert_eq!(
        error.to_string(),
        "a score needs a game without cycles, and this one has a cycle of 3 moves"
    );
    let SolveError::Cycle { mut positions, .. } = error else {
        panic!("{error}");
    };
    positions.sort_unstable();
    assert_eq!(positions, [0, 1, 2]);
}

#[test]
fn a_turn_that_does_not_pass_is_refused() {
    let mut game = Explicit::impartial(&[&[1], &[]]);
    game.players = true;
    let error = refusal(&game);
    assert!(matches!(
        error,
        SolveError::TurnNotPassed { from: 0, to: 1 }
    ));
    game.rows[0].plays[0].again = true;
    game.solved();
}

#[test]
fn a_game_that_splits_and_goes_round_is_refused() {
    let mut game = Explicit::impartial(&[&[1], &[]]);
    game.rows[0].plays[0].to = vec![0, 1];
    assert!(matches!(refusal(&game), SolveError::Cycle { .. }));
}

#[test]
fn a_game_that_splits_needs_ends_that_all_pay_the_same() {
    let mut game = Explicit::impartial(&[&[], &[], &[]]);
    game.rows[1].stuck = 1;
    game.rows[2].plays = vec![Play {
        to: vec![0, 1],
        again: false,
        gain: 0,
    }];
    assert!(matches!(refusal(&game), SolveError::NotApplicable { .. }));
}

#[test]
fn a_game_that_splits_must_be_impartial() {
    let mut game = Explicit::impartial(&[&[], &[]]);
    game.players = true;
    game.rows[1].player = Player::Second;
    game.rows[1].plays = vec![Play {
        to: vec![0, 0],
        again: false,
        gain: 0,
    }];
    assert!(matches!(refusal(&game), SolveError::NotApplicable { .. }));
}

#[test]
fn a_payoff_without_a_negative_is_refused() {
    let mut game = Explicit::impartial(&[&[]]);
    game.rows[0].stuck = i32::MIN;
    assert!(matches!(refusal(&game), SolveError::Overflow { .. }));
}

#[test]
fn endless_play_of_an_impartial_game_has_to_be_a_draw() {
    let mut game = Explicit::impartial(&[&[]]);
    game.endless = 1;
    assert!(matches!(refusal(&game), SolveError::NotApplicable { .. }));
}

#[test]
fn a_game_without_a_start_is_refused() {
    assert!(matches!(refusal(&Explicit::default()), SolveError::NoStart));
}

#[test]
fn a_fault_of_the_rules_names_the_position() {
    let game = Explicit::impartial(&[&[1], &[]]);
    let options = Options {
        roots: Some(vec![0, 7]),
        ..Options::default()
    };
    let broken = Broken(game);
    let error = solve(&broken, &options, &Silent).expect_err("7 is no position");
    let SolveError::Fault { at, source } = error else {
        panic!("{error}");
    };
    assert_eq!(at, Some(7));
    assert_eq!(source.to_string(), "no such position");
}

/// A game whose ends never fail, so that its moves do.
struct Broken(Explicit);

impl Game for Broken {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        self.0.starts()
    }

    fn moves(&self, position: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        self.0.moves(position, moves)
    }
}

#[test]
fn grundy_values_are_refused_with_the_reason() {
    let mut game = Explicit::impartial(&[&[], &[0]]);
    assert_eq!(game.solved().why_no_grundy(), None);
    game.rows[0].stuck = Payoff::WIN.0;
    assert_eq!(
        game.solved().why_no_grundy(),
        Some("whoever cannot move wins (misère play)")
    );
    game.rows[0].stuck = Payoff::LOSS.0;
    game.rows[1].plays[0].again = true;
    assert_eq!(
        game.solved().why_no_grundy(),
        Some("after some moves the same player moves again")
    );
}
