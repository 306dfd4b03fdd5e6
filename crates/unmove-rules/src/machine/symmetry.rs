//! The group that the declared symmetries generate, and what it does to positions.

use super::allowed::{cells_of, live};
use super::error::{RunError, RunErrorKind};
use super::layout::Layout;
use crate::program::{Kind, Program, Shape, Symmetry};
use std::collections::HashSet;

/// As many symmetries as a group may have.
const MOST_ELEMENTS: usize = 1_000;

/// All products of the declared symmetries, the identity left out.
#[derive(Debug)]
pub(crate) struct Group {
    elements: Vec<Element>,
}

/// One symmetry.
#[derive(Debug)]
pub(crate) struct Element {
    /// The declared symmetries it is made of, for people.
    pub(crate) name: String,
    /// The number of the first declared symmetry in it.
    pub(crate) generator: usize,
    /// Registers of numbers: from where, to where.
    moved: Vec<(u32, u32)>,
    /// Registers of cells: from where, to where, on which board.
    cells: Vec<(u32, u32, usize)>,
    /// Sets: the first register, how many, and on which board.
    sets: Vec<(u32, u32, usize)>,
    /// For each board where each cell goes.
    map: Vec<Vec<u32>>,
}

/// Where all cells of all boards go.
type Permutation = Vec<Vec<u32>>;

fn generator(program: &Program, symmetry: &Symmetry) -> Result<Permutation, RunError> {
    let mut map = Permutation::with_capacity(program.boards.len());
    for (number, board) in program.boards.iter().enumerate() {
        let cells = match symmetry.cells.get(number) {
            Some(Some(cells)) => cells.clone(),
            _ => (0..board.len() as u32).collect(),
        };
        let mut sorted = cells.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..board.len() as u32) {
            let symmetry_name = symmetry.name.clone();
            return Err(RunError::new(
                RunErrorKind::NoPermutation {
                    symmetry: symmetry_name,
                },
                symmetry.at,
            ));
        }
        map.push(cells);
    }
    Ok(map)
}

/// First `one`, then `next`.
fn product(one: &Permutation, next: &Permutation) -> Permutation {
    one.iter()
        .zip(next)
        .map(|(one, next)| one.iter().map(|&cell| next[cell as usize]).collect())
        .collect()
}

impl Group {
    /// The group of a program; fails if it is too large or does not keep the ranges of the variables.
    pub(crate) fn new(program: &Program) -> Result<Self, RunError> {
        let mut generators = Vec::new();
        for symmetry in &program.symmetries {
            let map = generator(program, symmetry)?;
            keeps_ranges(program, symmetry, &map)?;
            generators.push(map);
        }
        let identity: Permutation = program
            .boards
            .iter()
            .map(|board| (0..board.len() as u32).collect())
            .collect();
        let mut seen = HashSet::from([identity.clone()]);
        let mut elements = Vec::new();
        let mut open: Vec<(Permutation, Vec<usize>)> = vec![(identity, Vec::new())];
        let mut next = 0;
        while next < open.len() {
            let (map, word) = open[next].clone();
            next += 1;
            for (number, generator) in generators.iter().enumerate() {
                let image = product(&map, generator);
                if !seen.insert(image.clone()) {
                    continue;
                }
                if seen.len() > MOST_ELEMENTS {
                    return Err(RunError::new(
                        RunErrorKind::TooManySymmetries(MOST_ELEMENTS),
                        program.symmetries[number].at,
                    ));
                }
                let mut word = word.clone();
                word.push(number);
                elements.push(Element::new(program, image.clone(), &word));
                open.push((image, word));
            }
        }
        Ok(Self { elements })
    }

    /// All symmetries but the identity.
    pub(crate) fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Whether there is nothing but the identity.
    pub(crate) fn is_trivial(&self) -> bool {
        self.elements.is_empty()
    }

    /// How many different positions the group makes of this one.
    pub(crate) fn orbit(&self, layout: &Layout, registers: &[i64]) -> u64 {
        if self.is_trivial() {
            return 1;
        }
        let mut images = HashSet::from([layout.pack(registers)]);
        let mut image = registers.to_vec();
        for element in &self.elements {
            element.image(registers, &mut image);
            layout.sort(&mut image);
            images.insert(layout.pack(&image));
        }
        images.len() as u64
    }
}

/// Fails unless a symmetry maps the cells of every variable onto themselves.
fn keeps_ranges(program: &Program, symmetry: &Symmetry, map: &Permutation) -> Result<(), RunError> {
    let keeps = |board: usize, cells: &[u32]| {
        let mut image: Vec<u32> = cells
            .iter()
            .map(|&cell| map[board][cell as usize])
            .collect();
        image.sort_unstable();
        image == cells
    };
    for variable in &program.variables {
        let indices = match &variable.shape {
            Shape::Cells { board, cells } => keeps(*board, cells),
            _ => true,
        };
        let values = match &variable.kind {
            Kind::Cell { board, cells, .. } | Kind::Set { board, cells, .. } => {
                keeps(*board, cells)
            }
            _ => true,
        };
        if !(indices && values) {
            return Err(RunError::new(
                RunErrorKind::SymmetryOfSpace {
                    symmetry: symmetry.name.clone(),
                    variable: variable.name.clone(),
                },
                symmetry.at,
            ));
        }
    }
    Ok(())
}

#[cfg(feature = "native")]
impl Element {
    /// From which register the image's register takes its value, and on which board that is a cell, if it is one.
    pub(crate) fn source(&self, register: u32) -> (u32, Option<usize>) {
        let cell = self.cells.iter().find(|(_, to, _)| *to == register);
        if let Some(&(from, _, board)) = cell {
            return (from, Some(board));
        }
        let moved = self.moved.iter().find(|(_, to)| *to == register);
        (moved.map_or(register, |(from, _)| *from), None)
    }

    /// Where a cell goes.
    pub(crate) fn cell(&self, board: usize, cell: u32) -> u32 {
        self.map[board][cell as usize]
    }
}

impl Element {
    fn new(program: &Program, map: Permutation, word: &[usize]) -> Self {
        let mut names: Vec<&str> = word
            .iter()
            .map(|&number| program.symmetries[number].name.as_str())
            .collect();
        names.dedup();
        let mut element = Self {
            name: names.join(", then "),
            generator: word.first().copied().unwrap_or(0),
            moved: Vec::new(),
            cells: Vec::new(),
            sets: Vec::new(),
            map,
        };
        for variable in &program.variables {
            let target = |register: u32| match &variable.shape {
                Shape::Cells { board, .. } => {
                    let cell = (register - variable.register) as usize;
                    variable.register + element.map[*board][cell]
                }
                _ => register,
            };
            let live = live(variable);
            match &variable.kind {
                Kind::Set { board, .. } => {
                    element
                        .sets
                        .push((variable.register, variable.width, *board));
                }
                Kind::Cell { board, .. } => {
                    let moved: Vec<_> = live
                        .into_iter()
                        .map(|register| (register, target(register), *board))
                        .collect();
                    element.cells.extend(moved);
                }
                _ => {
                    let moved: Vec<_> = live
                        .into_iter()
                        .map(|register| (register, target(register)))
                        .filter(|(from, to)| from != to)
                        .collect();
                    element.moved.extend(moved);
                }
            }
        }
        element
    }

    /// Writes the image of the state's registers; `image` must be as long and hold a position of the same program.
    pub(crate) fn image(&self, registers: &[i64], image: &mut [i64]) {
        image.copy_from_slice(registers);
        for &(from, to) in &self.moved {
            image[to as usize] = registers[from as usize];
        }
        for &(from, to, board) in &self.cells {
            let cell = registers[from as usize];
            image[to as usize] = match usize::try_from(cell) {
                Ok(cell) => i64::from(self.map[board][cell]),
                Err(_) => cell,
            };
        }
        for &(first, width, board) in &self.sets {
            let range = first as usize..(first + width) as usize;
            image[range.clone()].fill(0);
            for (word, &bits) in registers[range].iter().enumerate() {
                for bit in cells_of(&[bits as u64]) {
                    let cell = self.map[board][word * 64 + bit as usize];
                    image[(first + cell / 64) as usize] |= 1 << (cell % 64);
                }
            }
        }
    }
}
