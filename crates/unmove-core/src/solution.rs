//! A solved game.

use std::hash::Hash;

use rustc_hash::FxHashSet;

use crate::counts::Counts;
use crate::error::SolveError;
use crate::game::{Game, Move, Payoff, Player, Successor};
use crate::graph::{Graph, Index};
use crate::ground::Ground;
use crate::grundy::Nimbers;
use crate::loopy::Loopies;
use crate::outcomes::Outcomes;
use crate::plan::Plan;
use crate::preference::{compare, endless_for};
use crate::score::{Scores, total};
use crate::sum::SumPosition;
use crate::value::{Loopy, Outcome, Score, Value};
use crate::verify::Checked;

/// Values for every position that the start can reach.
#[derive(Clone, Debug)]
pub struct Solution<P> {
    pub(crate) ground: Ground<P>,
    pub(crate) plan: Plan,
    pub(crate) values: Values,
    pub(crate) grundy: Grundy,
    pub(crate) counts: Counts,
    pub(crate) verified: Option<Checked>,
}

/// What says who wins.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// Payoff and remoteness of each position.
    Outcomes(Outcomes),
    /// Scores.
    Scores(Scores),
    /// The Grundy values: no more is known of a game that splits.
    Grundy,
    /// Payoff and remoteness of each sum that can come up, and of each position alone.
    Sums(Box<Sums>),
}

/// The solved sums of a game that splits.
#[derive(Clone, Debug)]
pub(crate) struct Sums {
    pub(crate) graph: Graph<SumPosition<Index>>,
    pub(crate) outcomes: Outcomes,
    /// The sum of each position alone.
    pub(crate) alone: Vec<Index>,
}

/// Grundy values, or why there are none.
#[derive(Clone, Debug)]
pub(crate) enum Grundy {
    Nimbers(Nimbers),
    Loopies(Loopies),
    None(String),
}

/// A legal move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<P> {
    /// The place of the move among those that the game gives, from 0.
    pub number: usize,
    /// The move.
    pub play: Move<P>,
    /// What the move leads to, seen by the player who makes it. The remoteness counts the plies
    /// that are left after the move.
    pub value: Value,
    /// The Grundy value of what the move leads to, where there is one.
    pub grundy: Option<Loopy>,
    /// The mover's total with this move, its gain included, where the game has scores.
    pub score: Option<Score>,
    /// 0 for the best moves, 1 for the next best; equally good moves share a rank.
    pub rank: usize,
}

impl<P> Solution<P> {
    /// How many positions, or sums of positions, there are to verify.
    pub(crate) fn size(&self) -> usize {
        match &self.values {
            Values::Sums(sums) => sums.graph.len(),
            _ => self.ground.len(),
        }
    }

    /// The positions and moves, where they were numbered as they were reached; `None` where the game numbers
    /// them by a rule and no moves are stored.
    pub fn explored(&self) -> Option<&Graph<P>> {
        match &self.ground {
            Ground::Explored(graph) => Some(graph),
            Ground::Numbered(_) => None,
        }
    }

    /// The numbers of all positions, rising.
    pub fn indices(&self) -> impl Iterator<Item = Index> + use<'_, P> {
        self.ground.indices()
    }

    /// The positions that the game was solved from, the usual start first; of the whole space none is named.
    pub fn roots(&self) -> &[Index] {
        self.ground.roots()
    }

    /// What the game pays the player to move if it has ended here.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn terminal(&self, at: Index) -> Option<Payoff> {
        self.ground.terminal(at)
    }

    /// How many legal moves a position has.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn count_moves(&self, at: Index) -> u64 {
        self.ground.count_moves(at)
    }

    /// How many positions this one stands for.
    pub fn orbit(&self, at: Index) -> u64 {
        self.ground.orbit(at)
    }

    /// Whether values are scores.
    pub fn is_scored(&self) -> bool {
        self.ground.is_scored()
    }

    /// What was found and chosen before solving.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The first of the positions that the game starts from.
    pub fn start(&self) -> Index {
        self.ground.roots().first().copied().unwrap_or(Index(0))
    }

    /// Numbers of positions, wins, losses, draws and so on.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What the verifier has checked; `None` if it did not run.
    pub fn verified(&self) -> Option<Checked> {
        self.verified
    }

    /// What best play pays the player to move, and how long it takes. Of a game of scores: the
    /// sign of the score, without a remoteness. Of a game that splits into sums and is solved by
    /// its Grundy values: win or loss, without a remoteness.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn value(&self, at: Index) -> Value {
        match &self.values {
            Values::Outcomes(outcomes) => outcomes.get(at),
            Values::Scores(scores) => sign(scores.get(at)),
            Values::Sums(sums) => sums.outcomes.get(sums.alone[at.at()]),
            Values::Grundy => self
                .grundy(at)
                .map_or_else(unknown, |grundy| of_grundy(&grundy)),
        }
    }

    /// Who wins from a position, seen by the player to move.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn outcome(&self, at: Index) -> Outcome {
        self.value(at).outcome()
    }

    /// The Grundy value of a position; `None` where they do not apply or were not asked for.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn grundy(&self, at: Index) -> Option<Loopy> {
        match &self.grundy {
            Grundy::Nimbers(nimbers) => Some(Loopy::Nimber(nimbers.get(at))),
            Grundy::Loopies(loopies) => Some(loopies.get(self.explored()?, at)),
            Grundy::None(_) => None,
        }
    }

    /// The table of payoffs and remoteness, where that is what was solved.
    pub fn outcomes(&self) -> Option<&Outcomes> {
        match &self.values {
            Values::Outcomes(outcomes) => Some(outcomes),
            _ => None,
        }
    }

    /// The table of scores, in a game of scores.
    pub fn scores(&self) -> Option<&Scores> {
        match &self.values {
            Values::Scores(scores) => Some(scores),
            _ => None,
        }
    }

    /// The table of Grundy values, in a game without cycles.
    pub fn nimbers(&self) -> Option<&Nimbers> {
        match &self.grundy {
            Grundy::Nimbers(nimbers) => Some(nimbers),
            _ => None,
        }
    }

    /// The table of loopy values, in a game with cycles.
    pub fn loopies(&self) -> Option<&Loopies> {
        match &self.grundy {
            Grundy::Loopies(loopies) => Some(loopies),
            _ => None,
        }
    }

    /// Why there are no Grundy values, in words; `None` if there are.
    pub fn why_no_grundy(&self) -> Option<&str> {
        match &self.grundy {
            Grundy::None(reason) => Some(reason),
            Grundy::Nimbers(_) | Grundy::Loopies(_) => None,
        }
    }

    /// The score of a position, in a game of scores.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn score(&self, at: Index) -> Option<Score> {
        Some(self.scores()?.get(at))
    }
}

impl<P: Clone + Eq + Hash> Solution<P> {
    /// The position of that number.
    ///
    /// # Panics
    /// If there is no position of that number.
    pub fn position(&self, at: Index) -> P {
        self.ground.position(at)
    }

    /// The number of a position, if it was reached.
    pub fn index_of(&self, position: &P) -> Option<Index> {
        self.ground.index_of(position)
    }

    /// Every legal move of a position in the game's own order, with what it leads to. None at a
    /// terminal. The game may be one whose positions [`Game::folded`] leads to those solved.
    pub fn moves<G>(&self, game: &G, at: &P) -> Result<Vec<Judged<P>>, SolveError<P>>
    where
        G: Game<Position = P> + ?Sized,
    {
        let fault = |source| SolveError::fault(at.clone(), source);
        self.known(&game.folded(at.clone()))?;
        if game.end(at).map_err(fault)?.is_some() {
            return Ok(Vec::new());
        }
        let mut plays = Vec::new();
        game.moves(at, &mut plays).map_err(fault)?;
        let numbered = plays.into_iter().enumerate();
        let judged = numbered.map(|(number, play)| self.judge(game, number, play));
        let mut judged = judged.collect::<Result<Vec<_>, _>>()?;
        self.rank(game.to_move(at), &mut judged);
        Ok(judged)
    }

    /// The best move, the first of them if there are several; `None` at a terminal.
    pub fn best<G>(&self, game: &G, at: &P) -> Result<Option<Judged<P>>, SolveError<P>>
    where
        G: Game<Position = P> + ?Sized,
    {
        let moves = self.moves(game, at)?;
        Ok(moves.into_iter().find(|judged| judged.rank == 0))
    }

    /// A line of best play: best moves one after the other, to the end of the game, to a position
    /// met before, to a move that splits the game (included), or to `limit` moves.
    pub fn line<G>(&self, game: &G, at: &P, limit: usize) -> Result<Vec<Judged<P>>, SolveError<P>>
    where
        G: Game<Position = P> + ?Sized,
    {
        let mut line: Vec<Judged<P>> = Vec::new();
        let mut met = FxHashSet::from_iter([self.known(&game.folded(at.clone()))?]);
        let mut here = at.clone();
        while line.len() < limit {
            let Some(best) = self.best(game, &here)? else {
                break;
            };
            let next = match &best.play.to {
                Successor::One(next) => Some(next.clone()),
                Successor::Sum(_) => None,
            };
            line.push(best);
            let Some(next) = next else {
                break;
            };
            let index = self.known(&game.folded(next.clone()))?;
            if !met.insert(index) {
                break;
            }
            here = next;
        }
        Ok(line)
    }

    fn known(&self, position: &P) -> Result<Index, SolveError<P>> {
        self.index_of(position).ok_or_else(|| SolveError::Unknown {
            position: position.clone(),
        })
    }

    fn judge<G>(&self, game: &G, number: usize, play: Move<P>) -> Result<Judged<P>, SolveError<P>>
    where
        G: Game<Position = P> + ?Sized,
    {
        let number_of = |position: &P| self.known(&game.folded(position.clone()));
        let components = match &play.to {
            Successor::One(one) => vec![number_of(one)?],
            Successor::Sum(several) => several.iter().map(number_of).collect::<Result<_, _>>()?,
        };
        let grundy = self.sum_grundy(&components);
        let score = match (&self.values, &components[..]) {
            (Values::Scores(scores), &[to]) => {
                Some(Score(total(play.gain, play.again, scores.get(to).0)))
            }
            _ => None,
        };
        let value = if let Some(score) = score {
            sign(score)
        } else {
            let value = self.sum_value(components, grundy.as_ref());
            if play.again { value } else { value.reversed() }
        };
        Ok(Judged {
            number,
            play,
            value,
            grundy,
            score,
            rank: 0,
        })
    }

    fn sum_grundy(&self, components: &[Index]) -> Option<Loopy> {
        let zero = match self.grundy {
            Grundy::None(_) => return None,
            _ => Loopy::Nimber(crate::value::Nimber(0)),
        };
        let mut values = components.iter().map(|&at| self.grundy(at));
        values.try_fold(zero, |sum, value| Some(sum.plus(&value?)))
    }

    /// The value of a sum of components, for the player to move in it.
    fn sum_value(&self, components: Vec<Index>, grundy: Option<&Loopy>) -> Value {
        match (&self.values, &components[..]) {
            (Values::Sums(sums), _) => self
                .explored()
                .map_or_else(unknown, |graph| sums.value(graph, components)),
            (_, &[only]) => self.value(only),
            _ => grundy.map_or_else(unknown, of_grundy),
        }
    }

    fn rank(&self, mover: Option<Player>, judged: &mut [Judged<P>]) {
        let endless = endless_for(self.ground.endless(), mover);
        let order = |a: &Judged<P>, b: &Judged<P>| {
            let scores = b.score.cmp(&a.score);
            scores.then_with(|| compare(b.value, a.value, endless))
        };
        let mut sorted: Vec<usize> = (0..judged.len()).collect();
        sorted.sort_by(|&a, &b| order(&judged[a], &judged[b]));
        let mut rank = 0;
        for (place, &which) in sorted.iter().enumerate() {
            let before = place.checked_sub(1).map(|before| sorted[before]);
            if before.is_some_and(|before| order(&judged[before], &judged[which]).is_ne()) {
                rank += 1;
            }
            judged[which].rank = rank;
        }
    }
}

impl Sums {
    /// The value of a sum of components.
    pub(crate) fn value<P>(&self, graph: &Graph<P>, mut components: Vec<Index>) -> Value {
        components.retain(|&at| graph.terminal(at).is_none());
        components.sort_unstable();
        let index = self.graph.index_of(&SumPosition::impartial(components));
        index.map_or_else(unknown, |index| self.outcomes.get(index))
    }
}

/// A win, loss or draw of unknown length.
fn of_grundy(grundy: &Loopy) -> Value {
    let payoff = match grundy.outcome() {
        Outcome::Win => Payoff::WIN,
        Outcome::Loss => Payoff::LOSS,
        Outcome::Draw => Payoff::DRAW,
    };
    Value {
        payoff,
        remoteness: None,
    }
}

/// The sign of a score.
pub(crate) fn sign(score: Score) -> Value {
    Value {
        payoff: Payoff(score.0.signum() as i32),
        remoteness: None,
    }
}

/// Stands in where a solution, by its construction, always has a value.
fn unknown() -> Value {
    Value {
        payoff: Payoff::DRAW,
        remoteness: None,
    }
}
