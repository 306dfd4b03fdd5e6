//! Small games with known answers.

mod explicit;

use explicit::Explicit;
use unmove_core::{
    Fault, Game, Loopy, Move, Nimber, Options, Outcome, Payoff, Remoteness, Silent, Solution, solve,
};

/// A pile from which 1, 3 or 4 stones may be taken.
struct Pile {
    stones: u32,
}

impl Game for Pile {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        Ok(vec![self.stones])
    }

    fn moves(&self, stones: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        let takes = [1, 3, 4].into_iter();
        moves.extend(takes.filter_map(|k| stones.checked_sub(k)).map(Move::to));
        Ok(())
    }

    fn measure(&self, stones: &u32) -> Result<Option<u64>, Fault> {
        Ok(Some(u64::from(*stones)))
    }
}

/// Knock one pin or two neighbours out of a row, which splits it.
struct Kayles {
    pins: u32,
    misere: bool,
}

impl Game for Kayles {
    type Position = u32;

    fn starts(&self) -> Result<Vec<u32>, Fault> {
        Ok((0..=self.pins).rev().collect())
    }

    fn moves(&self, pins: &u32, moves: &mut Vec<Move<u32>>) -> Result<(), Fault> {
        for knocked in 1..=2.min(*pins) {
            let left = pins - knocked;
            moves.extend((0..=left).map(|at| Move::to_sum(vec![at, left - at])));
        }
        Ok(())
    }

    fn stuck(&self, _: &u32) -> Result<Payoff, Fault> {
        Ok(if self.misere {
            Payoff::WIN
        } else {
            Payoff::LOSS
        })
    }
}

fn solved<G: Game>(game: &G) -> Solution<G::Position>
where
    G::Position: std::fmt::Debug,
{
    match solve(game, &Options::default(), &Silent) {
        Ok(solution) => solution,
        Err(error) => panic!("{error}"),
    }
}

fn losing(solution: &Solution<u32>, sizes: std::ops::RangeInclusive<u32>) -> Vec<u32> {
    let loses = |size: &u32| {
        let at = solution.index_of(size);
        at.is_some_and(|at| solution.outcome(at) == Outcome::Loss)
    };
    sizes.filter(loses).collect()
}

#[test]
fn taking_1_3_or_4_loses_at_0_and_2_modulo_7() {
    let solution = solved(&Pile { stones: 30 });
    let known = [0, 2, 7, 9, 14, 16, 21, 23, 28, 30];
    assert_eq!(losing(&solution, 0..=30), known);
    let values = (0..=10).map(|n| solution.index_of(&n).and_then(|at| solution.grundy(at)));
    let known = [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1].map(|n| Some(Loopy::Nimber(Nimber(n))));
    assert!(values.eq(known));
    assert!(
        solution
            .plan()
            .sentences
            .iter()
            .any(|s| s.starts_with("No cycles"))
    );
}

#[test]
fn kayles_has_its_known_grundy_values() {
    let solution = solved(&Kayles {
        pins: 60,
        misere: false,
    });
    let known = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4,
    ];
    for (pins, nimber) in known.into_iter().enumerate() {
        let at = solution
            .index_of(&(pins as u32))
            .expect("every row is a start");
        assert_eq!(solution.grundy(at), Some(Loopy::Nimber(Nimber(nimber))));
    }
}

#[test]
fn misere_kayles_loses_with_1_4_9_12_and_20_pins() {
    let game = Kayles {
        pins: 22,
        misere: true,
    };
    let solution = solved(&game);
    assert_eq!(losing(&solution, 1..=22), [1, 4, 9, 12, 20]);
    let best = solution.best(&game, &2).expect("2 pins are solved");
    let best = best.expect("2 pins can be knocked");
    assert_eq!(best.value.payoff, Payoff::WIN);
    assert_eq!(best.value.remoteness, Some(Remoteness(1)));
}

#[test]
fn loopy_values_are_those_of_the_literature() {
    for (successors, labels, outcomes) in [
        (&[&[0][..]][..], "∞{}", "D"),
        (&[&[0, 1], &[]], "∞{0} 0", "N P"),
        (&[&[1], &[0]], "∞{} ∞{}", "D D"),
        (&[&[1, 2], &[0], &[]], "1 0 0", "N P P"),
        (&[&[1, 2], &[0, 2], &[]], "∞{0} ∞{0} 0", "N N P"),
        (&[&[0, 1], &[2], &[]], "∞{1} 1 0", "D N P"),
        (&[&[1, 2], &[0, 3], &[3], &[]], "0 1 1 0", "P N N P"),
    ] {
        let game = Explicit::impartial(successors);
        let solution = game.solved();
        let indices: Vec<_> = solution.indices().collect();
        let found = indices.iter().filter_map(|&at| solution.grundy(at));
        let found: Vec<String> = found.map(|value| value.to_string()).collect();
        assert_eq!(found.join(" "), labels);
        let found = indices.iter().map(|&at| match solution.outcome(at) {
            Outcome::Win => "N",
            Outcome::Loss => "P",
            Outcome::Draw => "D",
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), outcomes);
    }
}
