//! Sums of games with players, and what can be reached.

mod explicit;

use explicit::Explicit;
use unmove_core::{
    Fault, Game, Limits, Move, Options, Outcome, Payoff, Player, Silent, Sum, reach, solve,
};

/// Cutcake: the first player cuts a rectangle across its width, the second across its height, at
/// whole numbers. Whoever cannot cut loses.
struct Cutcake;

/// Width, height, and whether the second player moves.
type Cake = (u32, u32, bool);

impl Game for Cutcake {
    type Position = Cake;

    fn starts(&self) -> Result<Vec<Cake>, Fault> {
        Ok(vec![(1, 1, false)])
    }

    fn moves(
        &self,
        &(width, height, second): &Cake,
        moves: &mut Vec<Move<Cake>>,
    ) -> Result<(), Fault> {
        let next = !second;
        if second {
            let cuts = 1..height;
            moves.extend(
                cuts.map(|cut| Move::to_sum(vec![(width, cut, next), (width, height - cut, next)])),
            );
        } else {
            let cuts = 1..width;
            moves.extend(
                cuts.map(|cut| {
                    Move::to_sum(vec![(cut, height, next), (width - cut, height, next)])
                }),
            );
        }
        Ok(())
    }

    fn to_move(&self, &(_, _, second): &Cake) -> Option<Player> {
        Some(if second {
            Player::Second
        } else {
            Player::First
        })
    }

    fn facing(&self, &(width, height, _): &Cake, player: Player) -> Option<Cake> {
        Some((width, height, player == Player::Second))
    }
}

/// The value of a cake in moves that the first player is ahead (Winning Ways, chapter 2).
fn ahead(width: u32, height: u32) -> i64 {
    if width.ilog2() >= height.ilog2() {
        i64::from(width >> height.ilog2()) - 1
    } else {
        1 - i64::from(height >> width.ilog2())
    }
}

#[test]
fn a_sum_of_cakes_is_won_by_whoever_is_ahead() {
    let cakes = [(4, 1), (1, 3), (2, 5), (3, 3), (5, 2), (1, 1), (2, 4)];
    for a in cakes {
        for b in cakes {
            let cake = |(width, height)| (width, height, false);
            let sum = Sum::new(Cutcake, vec![vec![cake(a), cake(b)]], Payoff::LOSS);
            let solution = solve(&sum, &Options::default(), &Silent).expect("a small sum");
            // The first player moves first: being level is not enough.
            let expected = if ahead(a.0, a.1) + ahead(b.0, b.1) > 0 {
                Outcome::Win
            } else {
                Outcome::Loss
            };
            assert_eq!(
                solution.outcome(solution.start()),
                expected,
                "{a:?} + {b:?}"
            );
        }
    }
}

#[test]
fn a_component_that_ends_otherwise_than_the_sum_is_refused() {
    let mut game = Explicit::impartial(&[&[], &[0]]);
    game.rows[0].ended = Some(1);
    let sum = Sum::new(&game, vec![vec![1, 1]], Payoff::LOSS);
    let error = solve(&sum, &Options::default(), &Silent).expect_err("0 pays a win");
    assert!(error.to_string().contains("decides a whole game"));
    game.rows[0].ended = Some(-1);
    let sum = Sum::new(&game, vec![vec![1, 1]], Payoff::LOSS);
    let solution = solve(&sum, &Options::default(), &Silent).expect("0 pays a loss");
    assert_eq!(solution.outcome(solution.start()), Outcome::Loss);
}

#[test]
fn a_sum_of_a_game_with_players_needs_to_hand_positions_over() {
    let mut game = Explicit::impartial(&[&[], &[0]]);
    game.players = true;
    game.rows[0].player = Player::Second;
    let sum = Sum::new(&game, vec![vec![1, 1]], Payoff::LOSS);
    let error = solve(&sum, &Options::default(), &Silent).expect_err("there is no facing");
    assert!(error.to_string().contains("not defined"));
}

#[test]
fn the_distance_of_a_position_is_the_least_number_of_moves() {
    let game = Explicit::impartial(&[&[1, 2], &[2], &[3], &[0], &[0]]);
    let limits = Limits { memory: 1 << 20 };
    let reached = reach(&game, vec![0], &limits, &Silent).expect("a small game");
    assert_eq!(reached.len(), 4);
    let distances: Vec<(u32, u32)> = reached.iter().map(|(&at, far)| (at, far)).collect();
    assert_eq!(distances, [(0, 0), (1, 1), (2, 1), (3, 2)]);
    assert_eq!(reached.distance(&4), None);
}
