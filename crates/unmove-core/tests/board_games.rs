//! Board games with players, cycles and symmetries, and their known counts.

use unmove_core::{
    Counts, Fault, Game, Move, Options, Payoff, Player, Remoteness, Silent, Verify, solve,
};

/// Tic-tac-toe. A cell is 0, 1 (crosses, who begin) or 2.
struct TicTacToe {
    misere: bool,
    /// Keep one board of those that are turned or mirrored into each other.
    folded: bool,
}

type Board = [u8; 9];

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// A quarter turn and a mirror image, as the cells that the cells are taken from.
const TURN: [usize; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
const MIRROR: [usize; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

fn images(board: Board) -> Vec<Board> {
    let mut images = Vec::new();
    let mut image = board;
    for _ in 0..4 {
        image = TURN.map(|from| image[from]);
        images.push(image);
        images.push(MIRROR.map(|from| image[from]));
    }
    images.sort_unstable();
    images.dedup();
    images
}

impl TicTacToe {
    fn kept(&self, board: Board) -> Board {
        if self.folded { images(board)[0] } else { board }
    }
}

impl Game for TicTacToe {
    type Position = Board;

    fn starts(&self) -> Result<Vec<Board>, Fault> {
        Ok(vec![[0; 9]])
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Move<Board>>) -> Result<(), Fault> {
        let mark = match self.to_move(board) {
            Some(Player::Second) => 2,
            _ => 1,
        };
        for cell in (0..9).filter(|&cell| board[cell] == 0) {
            let mut after = *board;
            after[cell] = mark;
            moves.push(Move::to(self.kept(after)));
        }
        Ok(())
    }

    fn end(&self, board: &Board) -> Result<Option<Payoff>, Fault> {
        let full = |line: &[usize; 3]| {
            let first = board[line[0]];
            first != 0 && line.iter().all(|&cell| board[cell] == first)
        };
        let last_wins = LINES.iter().any(full);
        Ok(match (last_wins, self.misere) {
            (true, false) => Some(Payoff::LOSS),
            (true, true) => Some(Payoff::WIN),
            (false, _) => (!board.contains(&0)).then_some(Payoff::DRAW),
        })
    }

    fn to_move(&self, board: &Board) -> Option<Player> {
        let marks = board.iter().filter(|&&cell| cell != 0).count();
        Some(if marks % 2 == 0 {
            Player::First
        } else {
            Player::Second
        })
    }

    fn measure(&self, board: &Board) -> Result<Option<u64>, Fault> {
        let empty = board.iter().map(|&cell| u64::from(cell == 0));
        Ok(Some(empty.sum()))
    }

    fn orbit(&self, board: &Board) -> u64 {
        if self.folded {
            images(*board).len() as u64
        } else {
            1
        }
    }
}

fn counts<G: Game>(game: &G) -> Counts
where
    G::Position: std::fmt::Debug,
{
    let options = Options {
        verify: Verify::Always,
        ..Options::default()
    };
    match solve(game, &options, &Silent) {
        Ok(solution) => *solution.counts(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn tic_tac_toe_has_its_known_counts() {
    let known = Counts {
        positions: 5478,
        wins: 2836,
        losses: 1574,
        draws: 1068,
        terminals: 958,
        moves: 16_167,
        classes: 5478,
        deepest: Some(Remoteness(5)),
    };
    let (misere, folded) = (false, false);
    let plain = counts(&TicTacToe { misere, folded });
    assert_eq!(plain, known);
    let folded = counts(&TicTacToe {
        misere,
        folded: true,
    });
    assert_eq!(
        folded,
        Counts {
            classes: 765,
            ..plain
        }
    );
}

#[test]
fn misere_tic_tac_toe_has_its_known_counts() {
    let found = counts(&TicTacToe {
        misere: true,
        folded: false,
    });
    assert_eq!((found.wins, found.losses, found.draws), (3054, 1444, 980));
}

/// Mu torere: eight points in a ring and the centre, four pieces each. A step to the empty point,
/// along the ring or by the centre; into the centre only from beside an enemy. Whoever cannot move
/// loses.
struct MuTorere;

/// Ring and centre (0 empty, 1 first, 2 second), and who moves (1 or 2).
type Torere = ([u8; 9], u8);

impl Game for MuTorere {
    type Position = Torere;

    fn starts(&self) -> Result<Vec<Torere>, Fault> {
        Ok(vec![([1, 1, 1, 1, 2, 2, 2, 2, 0], 1)])
    }

    fn moves(&self, (board, mover): &Torere, moves: &mut Vec<Move<Torere>>) -> Result<(), Fault> {
        let empty = board.iter().position(|&point| point == 0).unwrap_or(8);
        let beside = |at: usize| [(at + 1) % 8, (at + 7) % 8];
        let enemy = 3 - mover;
        let sources: Vec<usize> = if empty == 8 {
            let near = |&at: &usize| beside(at).iter().any(|&next| board[next] == enemy);
            (0..8).filter(near).collect()
        } else {
            let [one, other] = beside(empty);
            vec![one, other, 8]
        };
        for from in sources.into_iter().filter(|&from| board[from] == *mover) {
            let mut after = *board;
            after.swap(from, empty);
            moves.push(Move::to((after, enemy)));
        }
        Ok(())
    }

    fn to_move(&self, (_, mover): &Torere) -> Option<Player> {
        Some(if *mover == 1 {
            Player::First
        } else {
            Player::Second
        })
    }
}

#[test]
fn mu_torere_has_its_known_counts() {
    let found = counts(&MuTorere);
    let known = Counts {
        positions: 1180,
        wins: 208,
        losses: 128,
        draws: 844,
        terminals: 80,
        moves: 1920,
        classes: 1180,
        deepest: Some(Remoteness(5)),
    };
    assert_eq!(found, known);
}
