//! Code for positions that stand for others: the numbers of all images of a position under the declared symmetries, by tables that
//! have a row for each symmetry.

use super::code::{Code, I64, Made, Shared};
use super::tables::Key;
use crate::machine::numbering::{Digit, Way};
use crate::machine::symmetry::Element;
use crate::program::Kind;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::Variable;

/// So many words may all rows have.
const MOST_WORDS: usize = 1 << 20;

/// A map of values: which one, and where in each row it begins.
struct Map {
    board: usize,
    nowhere: bool,
    cells: Vec<u32>,
    word: usize,
}

/// What stands in the rows.
#[derive(Default)]
pub(super) struct Images {
    /// Words of a row; its first is the identity's.
    width: usize,
    rows: Vec<i64>,
    /// Images, the identity's among them.
    pub(super) count: usize,
    /// By register: where a row says from which byte of the frame an image takes its value, if not from the same register.
    sources: Vec<Option<usize>>,
    /// By register: where a row has the ranks by value, `NOWHERE` first.
    ranks: Vec<Option<usize>>,
    /// By part that is a set: where a row has the images of each cell as sets.
    sets: Vec<Option<usize>>,
    /// By part: whether it is the same for all images.
    fixed: Vec<bool>,
}

impl Images {
    /// Plans the rows; `None` where numbers are left to a function of ours.
    pub(super) fn new(shared: &Shared<'_>) -> Option<Self> {
        let (program, numbering) = (shared.program, shared.numbering);
        if shared.ready.group.is_trivial() || !shared.terms.sorted {
            return None;
        }
        let elements = shared.ready.group.elements();
        let count = elements.len() + 1;
        let mut images = Self {
            count,
            sources: vec![None; program.state as usize],
            ranks: vec![None; program.state as usize],
            ..Self::default()
        };
        let mut maps: Vec<Map> = Vec::new();
        let mut columns: Vec<Vec<i64>> = vec![Vec::new(); count];
        for part in &numbering.parts {
            let digits = match &part.way {
                Way::Digit(digit) => std::slice::from_ref(digit),
                Way::Multiset { digits, .. } | Way::Automaton { digits, .. } => digits.as_slice(),
                Way::Set {
                    register,
                    words,
                    ranks,
                    most,
                    ..
                } => {
                    if u64::from(*most) * ranks.len() as u64 > super::ranks::MOST_TERMS {
                        return None;
                    }
                    let kind = program.variables.iter().find_map(|variable| {
                        (variable.register == *register).then_some(&variable.kind)
                    });
                    let Some(Kind::Set { board, .. }) = kind else {
                        return None;
                    };
                    images.sets.push(Some(columns[0].len()));
                    images.fixed.push(false);
                    for (number, row) in columns.iter_mut().enumerate() {
                        let element = number.checked_sub(1).map(|number| &elements[number]);
                        for cell in 0..ranks.len() as u32 {
                            let to = element.map_or(cell, |element| element.cell(*board, cell));
                            for word in 0..*words {
                                let bit = if to / 64 == word { 1 << (to % 64) } else { 0 };
                                row.push(bit);
                            }
                        }
                    }
                    continue;
                }
            };
            images.sets.push(None);
            let mut fixed = true;
            for digit in digits {
                fixed &= images.digit(digit, elements, &mut columns, &mut maps);
            }
            images.fixed.push(fixed);
        }
        images.width = columns[0].len();
        if images.width.checked_mul(count)? > MOST_WORDS {
            return None;
        }
        images.rows = columns.concat();
        Some(images)
    }

    /// Plans for a digit; whether it is the same for all images.
    fn digit(
        &mut self,
        digit: &Digit,
        elements: &[Element],
        columns: &mut [Vec<i64>],
        maps: &mut Vec<Map>,
    ) -> bool {
        let register = digit.register();
        let from = |row: usize| match row.checked_sub(1) {
            Some(number) => elements[number].source(register),
            None => (register, None),
        };
        let mut fixed = true;
        if (1..columns.len()).any(|row| from(row).0 != register) {
            fixed = false;
            self.sources[register as usize] = Some(columns[0].len());
            for (number, row) in columns.iter_mut().enumerate() {
                row.push(i64::from(from(number).0) * 8);
            }
        }
        let Digit::Cell {
            nowhere,
            cells,
            ranks,
            ..
        } = digit
        else {
            return fixed;
        };
        let board = (1..columns.len()).find_map(|row| from(row).1).unwrap_or(0);
        let known = maps
            .iter()
            .find(|map| map.board == board && map.nowhere == *nowhere && map.cells == *cells);
        let word = if let Some(map) = known {
            map.word
        } else {
            let word = columns[0].len();
            for (number, row) in columns.iter_mut().enumerate() {
                let element = number.checked_sub(1).map(|number| &elements[number]);
                row.push(0);
                for cell in 0..ranks.len() as u32 {
                    let to = element.map_or(cell, |element| element.cell(board, cell));
                    let rank = ranks.get(to as usize).copied().unwrap_or(0);
                    row.push(i64::from(rank) + i64::from(*nowhere));
                }
            }
            maps.push(Map {
                board,
                nowhere: *nowhere,
                cells: cells.clone(),
                word,
            });
            word
        };
        self.ranks[register as usize] = Some(word);
        false
    }
}

impl Code<'_, '_> {
    /// `least(registers, bound)`: the least number among the images of a state, or the first one found below a bound; -1 if none
    /// has a number.
    pub(super) fn least(&mut self, images: &Images, parameters: &[Value]) -> Made {
        let &[frame, bound] = parameters else {
            return Ok(());
        };
        let none = self.int(-1);
        let best = self.variable(none);
        self.each_image(images, frame, &mut |code, number| {
            let before = code.get(best);
            let after = code.build.ins().umin(before, number);
            code.put(best, after);
            let (below, on) = (code.block(), code.block());
            let less = code.compare(IntCC::UnsignedLessThan, number, bound);
            code.split(less, below, on);
            code.enter(below);
            code.build.ins().return_(&[number]);
            code.enter(on);
            Ok(())
        })?;
        let best = self.get(best);
        self.build.ins().return_(&[best]);
        Ok(())
    }

    /// `stands(registers, number)`: of how many images of a state that has this number it is the number; 0 if another image has
    /// a lower one, which stands for all of them.
    pub(super) fn stands(&mut self, images: &Images, parameters: &[Value]) -> Made {
        let &[frame, number] = parameters else {
            return Ok(());
        };
        let zero = self.int(0);
        let same = self.variable(zero);
        self.each_image(images, frame, &mut |code, image| {
            let (below, on) = (code.block(), code.block());
            let less = code.compare(IntCC::UnsignedLessThan, image, number);
            code.split(less, below, on);
            code.enter(below);
            let none = code.int(0);
            code.build.ins().return_(&[none]);
            code.enter(on);
            let equal = code.compare(IntCC::Equal, image, number);
            let equal = code.number(equal);
            let before = code.get(same);
            let after = code.build.ins().iadd(before, equal);
            code.put(same, after);
            Ok(())
        })?;
        let same = self.get(same);
        self.build.ins().return_(&[same]);
        Ok(())
    }

    /// Goes through the numbers of all images of the state in a frame, its own first.
    pub(super) fn each_image(
        &mut self,
        images: &Images,
        frame: Value,
        then: &mut dyn FnMut(&mut Self, Value) -> Made,
    ) -> Made {
        let shared = self.shared;
        let rows = self.tables.numbers(Key::Images, || images.rows.clone());
        let first = self.int(rows);
        let end = self.int(rows + (images.width * images.count * 8) as i64);
        let never = self.block();
        let mut fixed = self.int(0);
        for (place, part) in shared.numbering.parts.iter().enumerate() {
            if images.fixed[place] {
                let term = self.image_term(images, place, &part.way, (frame, first), never)?;
                fixed = self.build.ins().iadd(fixed, term);
            }
        }
        let row = self.variable(first);
        let (head, next) = (self.block(), self.block());
        self.jump(head);
        self.build.switch_to_block(head);
        let here = self.get(row);
        let mut number = fixed;
        for (place, part) in shared.numbering.parts.iter().enumerate() {
            if !images.fixed[place] {
                let term = self.image_term(images, place, &part.way, (frame, here), next)?;
                number = self.build.ins().iadd(number, term);
            }
        }
        then(self, number)?;
        self.jump(next);
        self.enter(next);
        let on = self.build.ins().iadd_imm_s(here, images.width as i64 * 8);
        self.put(row, on);
        let over = self.block();
        let last = self.compare(IntCC::Equal, on, end);
        self.split(last, over, head);
        self.build.seal_block(head);
        let on = never_after(self, never, over);
        self.enter(on);
        Ok(())
    }

    /// What a part adds to the number of an image; goes elsewhere if it has none.
    fn image_term(
        &mut self,
        images: &Images,
        place: usize,
        way: &Way,
        (frame, row): (Value, Value),
        refused: Block,
    ) -> Made<Value> {
        let part = &self.shared.numbering.parts[place];
        let stride = part.stride as i64;
        match way {
            Way::Digit(digit) => {
                let rank = self.image_rank(images, digit, frame, row);
                Ok(self.build.ins().imul_imm_u(rank, stride))
            }
            Way::Multiset { digits, choose } => {
                let ranks = digits
                    .iter()
                    .map(|digit| self.image_rank(images, digit, frame, row))
                    .collect();
                let counts = digits.iter().map(Digit::count).collect::<Vec<_>>();
                Ok(self.chosen(place, choose, &counts, ranks, part.stride))
            }
            Way::Automaton {
                digits,
                offsets,
                next,
            } => {
                let ranks: Vec<Value> = digits
                    .iter()
                    .map(|digit| self.image_rank(images, digit, frame, row))
                    .collect();
                let rank = self.read_by(offsets, next, &ranks, refused);
                Ok(self.build.ins().imul_imm_u(rank, stride))
            }
            Way::Set {
                register,
                words,
                least,
                most,
                ..
            } => {
                let set: super::sets::Words = (*register..*register + *words)
                    .map(|register| self.load(frame, register as usize))
                    .collect();
                let zero = self.int(0);
                let image: Vec<Variable> = set.iter().map(|_| self.variable(zero)).collect();
                let table = images.sets[place].unwrap_or(0);
                self.each_cell(&set, &mut |code, cell, _| {
                    let index = code.build.ins().imul_imm_u(cell, image.len() as i64);
                    let entry = code.at(row, index);
                    for (word, &variable) in image.iter().enumerate() {
                        let bits = code.read_only(entry, table + word);
                        let before = code.get(variable);
                        let after = code.build.ins().bor(before, bits);
                        code.put(variable, after);
                    }
                    Ok(())
                })?;
                let image: super::sets::Words =
                    image.iter().map(|&variable| self.get(variable)).collect();
                self.set_term(place, part, &image, *least, *most)
            }
        }
    }

    /// The rank of a digit of an image.
    fn image_rank(&mut self, images: &Images, digit: &Digit, frame: Value, row: Value) -> Value {
        let register = digit.register() as usize;
        let value = match images.sources[register] {
            Some(word) => {
                let offset = self.read_only(row, word);
                let from = self.build.ins().iadd(frame, offset);
                self.load(from, 0)
            }
            None => self.load(frame, register),
        };
        match (digit, images.ranks[register]) {
            (Digit::Number { least, .. }, _) => {
                self.build.ins().iadd_imm_s(value, least.wrapping_neg())
            }
            (Digit::Cell { .. }, word) => {
                let entry = self.at(row, value);
                self.read_only(entry, word.unwrap_or(0) + 1)
            }
        }
    }

    pub(super) fn read_only(&mut self, address: Value, word: usize) -> Value {
        let flags = MemFlagsData::trusted().with_readonly();
        self.build.ins().load(I64, flags, address, word as i32 * 8)
    }

    /// What a multiset of ranks adds to the number.
    fn chosen(
        &mut self,
        place: usize,
        choose: &[u64],
        counts: &[u64],
        mut ranks: Vec<Value>,
        stride: u64,
    ) -> Value {
        let many = ranks.len();
        for next in 1..many {
            for at in (1..=next).rev() {
                let (one, other) = (ranks[at - 1], ranks[at]);
                ranks[at - 1] = self.build.ins().umax(one, other);
                ranks[at] = self.build.ins().umin(one, other);
            }
        }
        let mut sum = self.int(0);
        for (number, &rank) in ranks.iter().enumerate() {
            let left = many - number;
            let table = self.tables.numbers(Key::Chosen(place, number), || {
                (0..counts[number] as usize)
                    .map(|rank| choose[(rank + left - 1) * (many + 1) + left])
                    .map(|ways| ways.wrapping_mul(stride) as i64)
                    .collect()
            });
            let term = self.entry(table, rank, 0);
            sum = self.build.ins().iadd(sum, term);
        }
        sum
    }
}

/// Where it goes on: also from where parts are refused that no image changes.
fn never_after(code: &mut Code<'_, '_>, never: Block, over: Block) -> Block {
    code.build.switch_to_block(never);
    code.build.seal_block(never);
    code.jump(over);
    over
}
