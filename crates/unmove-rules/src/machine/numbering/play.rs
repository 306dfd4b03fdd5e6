//! Random play: what positions look like and where moves lead, for guesses at a better numbering.

use super::super::layout::Position;
use super::super::machine::{first_ending, played};
use super::super::ready::Ready;
use super::super::scratch;
use super::Numbering;
use crate::program::{Expr, Start};
use rustc_hash::FxHashMap;
use unmove_core::game::{Move, Successor};

/// Positions whose moves are looked at.
const MOST_EXPANDED: usize = 3000;
/// Positions met, more or less.
const MOST_STATES: usize = 40_000;
/// Moves played in all.
const MOST_PLAYED: usize = 20_000;
/// Moves played from one start.
const LONGEST: usize = 300;
/// Steps of the interpreter in all.
const MOST_STEPS: u64 = 20_000_000;
/// Positions drawn from a space where the game may start anywhere.
const DRAWN: usize = 300;

/// Positions met, and moves between them.
#[derive(Default)]
pub(super) struct Play {
    /// The state's registers, not folded.
    pub(super) states: Vec<Vec<i64>>,
    /// Moves, from where to where.
    pub(super) moves: Vec<(usize, usize)>,
}

/// A fixed sequence of numbers that look random (Steele, Lea and Flood's `SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }
}

struct Player<'r> {
    ready: &'r Ready,
    play: Play,
    numbers: FxHashMap<Position, usize>,
    /// By state: where its moves lead, once that is known.
    next: Vec<Option<Vec<usize>>>,
    expanded: usize,
    steps: u64,
}

impl<'r> Player<'r> {
    fn new(ready: &'r Ready) -> Self {
        Self {
            ready,
            play: Play::default(),
            numbers: FxHashMap::default(),
            next: Vec::new(),
            expanded: 0,
            steps: 0,
        }
    }

    fn meet(&mut self, position: Position) -> usize {
        let Self {
            ready,
            play,
            numbers,
            next,
            ..
        } = self;
        *numbers.entry(position).or_insert_with_key(|position| {
            let mut registers = ready.layout.template().to_vec();
            ready.layout.unpack(position, &mut registers);
            play.states.push(registers);
            next.push(None);
            next.len() - 1
        })
    }

    fn tired(&self) -> bool {
        self.expanded >= MOST_EXPANDED || self.steps >= MOST_STEPS || self.next.len() >= MOST_STATES
    }

    /// Where the moves of a state lead; nowhere from where the game has ended or something fails.
    fn expand(&mut self, state: usize) {
        if self.next[state].is_some() || self.tired() {
            return;
        }
        self.expanded += 1;
        let ready = self.ready;
        let mut moves: Vec<Move<Position>> = Vec::new();
        let mut steps = 0;
        let found = scratch::on(ready, &self.play.states[state], |run| {
            run.folds = false;
            if first_ending(run, false)?.is_none() {
                played(run, &mut moves)?;
            }
            steps = run.steps;
            Ok::<(), super::super::error::RunError>(())
        });
        // What failed may have taken long.
        self.steps += if found.is_ok() { steps } else { 10_000 };
        let mut next = Vec::new();
        for played in moves {
            if let Successor::One(position) = played.to {
                let to = self.meet(position);
                self.play.moves.push((state, to));
                next.push(to);
            }
        }
        self.next[state] = Some(next);
    }
}

/// Plays from the declared starts; nothing if there are none.
pub(super) fn from_starts(ready: &Ready) -> Play {
    let mut player = Player::new(ready);
    let Start::Positions(starts) = &ready.program.start else {
        return player.play;
    };
    let starts: Vec<usize> = starts
        .iter()
        .map(|start| player.meet(ready.sorted(&mut start.clone())))
        .collect();
    let mut dice = Dice(1);
    let (mut played, mut game) = (0, 0);
    while played < MOST_PLAYED && !player.tired() && !starts.is_empty() {
        let mut at = starts[game % starts.len()];
        game += 1;
        for _ in 0..LONGEST {
            player.expand(at);
            played += 1;
            let next = player.next[at].as_deref().unwrap_or_default();
            if next.is_empty() {
                break;
            }
            at = next[dice.below(next.len() as u64) as usize];
        }
    }
    player.play
}

/// Draws positions where the game may start, and looks at their moves.
pub(super) fn from_anywhere(ready: &Ready, numbering: &Numbering) -> Play {
    let mut player = Player::new(ready);
    let condition: Option<&Expr> = match &ready.program.start {
        Start::All(condition) => condition.as_ref(),
        Start::Positions(_) => None,
    };
    let mut dice = Dice(2);
    let mut registers = ready.layout.template().to_vec();
    for _ in 0..DRAWN {
        if player.tired() {
            break;
        }
        numbering.unrank(dice.below(numbering.size), &mut registers);
        let fits = condition.is_none_or(|condition| {
            scratch::on(ready, &registers, |run| run.holds(condition)).unwrap_or(false)
        });
        if fits {
            let state = player.meet(ready.layout.pack(&registers));
            player.expand(state);
        }
    }
    player.play
}
