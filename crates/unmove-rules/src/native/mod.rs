//! Rules as machine code: what the interpreter does at a position, done by code made for these rules alone.
//!
//! Compiled code never says why something failed: it returns [`entry::status::ASK`], and the interpreter is asked about the same
//! position. So it may also give up wherever it likes.
#![expect(
    unsafe_code,
    reason = "the code generator hands out addresses: of functions, which are called here, and of memory, which they read and write"
)]

mod automaton;
mod back;
mod code;
mod domains;
mod effects;
mod entry;
mod expression;
mod helpers;
mod images;
mod intervals;
mod later;
mod range;
mod ranks;
mod sets;
mod settle;
mod steps;
mod tables;
#[cfg(test)]
mod tests;

pub(crate) use code::Unsupported;

use crate::machine::numbering::Numbering;
use crate::machine::ready::Ready;
use crate::machine::unmoves::Unmoves;
use crate::program::{Expr, MoveRule, Start};
use code::{Code, Made, Shared};
use cranelift_codegen::ir::{AbiParam, Signature, Value};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use entry::status;
use images::Images;
use intervals::Intervals;
use later::Later;
use range::Sums;
use ranks::Terms;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tables::Tables;
use unmove_core::game::Payoff;
use unmove_core::numbered::{Codec, Link, Row, Standing, Tally, Told};

type RowFunction = unsafe extern "C" fn(u64, *mut u64, u64, u64) -> i64;
type SourcesFunction = unsafe extern "C" fn(u64, *mut u64, u64) -> i64;
type OpenFunction = unsafe extern "C" fn(u64, u64, u64, *mut u8, *mut Sums) -> i64;
type SettleFunction = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, *mut u8) -> i64;
type GrundyFunction = unsafe extern "C" fn(u64, u64, u64, u64, *const u8, *mut u32) -> i64;
type RootFunction = unsafe extern "C" fn(u64) -> i64;

/// The machine code of a program.
pub(crate) struct Native {
    row: RowFunction,
    sources: Option<SourcesFunction>,
    root: Option<RootFunction>,
    /// Not where positions stand for others: these are counted one by one.
    open: Option<OpenFunction>,
    /// For cells of one byte, of two and of four; once somebody has asked.
    settle: [OnceLock<Option<Later>>; 3],
    /// Grundy values; once somebody has asked.
    grundy: OnceLock<Option<Later>>,
    /// Whether its code tells how many positions each stands for.
    counts_images: bool,
    repeats: bool,
    size: u64,
    scored: bool,
    /// The code; taken when it is freed.
    module: Option<JITModule>,
    /// What the code reads: its addresses are in the code.
    read: (Arc<Ready>, Box<Numbering>, Tables),
    /// As [`Terms::least`](ranks::Terms).
    least: Option<i64>,
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Native");
        fields.field("sources", &self.sources.is_some());
        fields.finish_non_exhaustive()
    }
}

// SAFETY: after it is made, code and tables are only read; functions write to memory of their callers alone, and keep nothing.
unsafe impl Sync for Native {}
// SAFETY: nothing in it belongs to a thread.
unsafe impl Send for Native {}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the functions are called through `self` alone, which is no more.
            unsafe { module.free_memory() };
        }
    }
}

/// Compiled code for one thread.
pub(crate) struct Runner<'n> {
    native: &'n Native,
    buffer: Vec<u64>,
}

impl Native {
    /// Compiles a program; the reason in words where it cannot be done, or the host is none that code is made for. Without
    /// unmoves there is no code that finds where moves come from.
    pub(crate) fn compile(
        ready: &Arc<Ready>,
        numbering: &Numbering,
        unmoves: Option<&Unmoves>,
    ) -> Made<Self> {
        let ready = Arc::clone(ready);
        let numbering = Box::new(numbering.clone());
        let mut maker = Maker::new(&ready, &numbering, unmoves)?;
        let images = Images::new(&maker.shared);
        if let Some(images) = &images {
            let least = maker.function(2, |code, parameters| code.least(images, parameters))?;
            let stands = maker.function(2, |code, parameters| code.stands(images, parameters))?;
            // Others call them by their addresses.
            maker.module.finalize_definitions().map_err(failed)?;
            let address = |function| maker.module.get_finalized_function(function) as i64;
            let (least, stands) = (address(least), address(stands));
            maker.shared.terms.least = Some(least);
            maker.shared.terms.stands = Some((stands, images.count as i64));
        }
        let row = maker.function(4, |code, parameters| {
            let &[number, orbit, capacity, known] = parameters else {
                return Ok(());
            };
            code.row(number, (orbit, capacity), known)
        })?;
        let sources = match unmoves {
            Some(unmoves) => Some(maker.function(3, |code, parameters| {
                code.sources(&unmoves.rules, parameters[0], parameters[1], parameters[2])
            })?),
            None => None,
        };
        let root = match &ready.program.start {
            Start::All(Some(condition)) if images.is_some() || ready.group.is_trivial() => {
                Some(maker.function(1, |code, parameters| {
                    code.root(images.as_ref(), parameters[0], condition)
                })?)
            }
            _ => None,
        };
        let open = if maker.shared.terms.whole {
            None
        } else {
            Some(maker.function(5, |code, parameters| {
                let &[from, count, repeats, cells, sums] = parameters else {
                    return Ok(());
                };
                code.open(from, count, repeats, cells, sums)
            })?)
        };
        maker.module.finalize_definitions().map_err(failed)?;
        let least = maker.shared.terms.least;
        let Maker { module, tables, .. } = maker;
        let address = |function| module.get_finalized_function(function);
        // SAFETY: the function was made with this signature.
        let open =
            unsafe { open.map(|of| std::mem::transmute::<*const u8, OpenFunction>(address(of))) };
        // SAFETY: as above.
        let (row, sources, root) = unsafe {
            (
                std::mem::transmute::<*const u8, RowFunction>(address(row)),
                sources.map(|of| std::mem::transmute::<*const u8, SourcesFunction>(address(of))),
                root.map(|root| std::mem::transmute::<*const u8, RootFunction>(address(root))),
            )
        };
        Ok(Self {
            row,
            sources,
            root,
            open,
            settle: [const { OnceLock::new() }; 3],
            counts_images: images.is_some(),
            grundy: OnceLock::new(),
            repeats: unmoves.is_some_and(|unmoves| unmoves.repeats),
            size: numbering.size,
            scored: ready.program.scored,
            module: Some(module),
            least,
            read: (ready, numbering, tables),
        })
    }

    /// Somebody to run the code.
    pub(crate) fn runner(&self) -> Runner<'_> {
        Runner {
            native: self,
            buffer: vec![0; 64],
        }
    }
}

impl Runner<'_> {
    /// Whether the rules' condition for starts holds at a number, or at one that it stands for; `None` where the interpreter
    /// must be asked.
    pub(crate) fn is_root(&mut self, at: u64) -> Option<bool> {
        let root = self.native.root.filter(|_| at < self.native.size)?;
        // SAFETY: the function takes any number below the numbering's size and writes nothing.
        let found = unsafe { root(at) };
        let kind = found & ((1 << status::BITS) - 1);
        (kind == status::OPEN).then_some(found >> status::BITS != 0)
    }

    /// How many different images a position has; `None` where the interpreter must be asked.
    pub(crate) fn orbit(&mut self, at: u64) -> Option<u64> {
        if !self.native.counts_images || at >= self.native.size {
            return None;
        }
        let found = self.call(at, 0);
        let kind = found & ((1 << status::BITS) - 1);
        (kind != status::NOTHING && kind != status::ASK).then_some(self.buffer[0])
    }

    /// As [`Worker::open_range`](unmove_core::Worker::open_range).
    pub(crate) fn open_range(
        &mut self,
        range: Range<u64>,
        cells: &mut [u8],
        tally: &mut Tally,
    ) -> bool {
        let native = self.native;
        let count = range.end.saturating_sub(range.start);
        let Some(open) = native.open else {
            return false;
        };
        if range.end > native.size || (cells.len() as u64) < count {
            return false;
        }
        let mut sums = Sums::default();
        // SAFETY: all numbers stand for positions, and there is a cell for each.
        unsafe {
            open(
                range.start,
                count,
                u64::from(native.repeats),
                cells.as_mut_ptr(),
                &raw mut sums,
            );
        }
        let payoffs = (sums.terminals > 0)
            .then_some((Payoff(sums.least as i32), Payoff(sums.greatest as i32)));
        tally.add(&Tally {
            positions: sums.positions,
            classes: sums.positions,
            moves: sums.moves,
            edges: sums.edges,
            terminals: sums.terminals,
            payoffs,
            most: sums.most as u32,
            falling: sums.falling != 0,
            rising: sums.rising != 0,
            again: sums.again != 0,
            gains: sums.gains != 0,
        });
        true
    }

    /// As [`Worker::settle_range`](unmove_core::Worker::settle_range).
    pub(crate) fn settle_range(
        &mut self,
        range: Range<u64>,
        falling: bool,
        codec: Codec,
        cells: &mut [u8],
        width: usize,
    ) -> u64 {
        let native = self.native;
        let count = range.end.saturating_sub(range.start);
        let room = (cells.len() / width.max(1)) as u64;
        if range.end > native.size || room < native.size || count == 0 {
            return 0;
        }
        let Some(settle) = native.settle(width) else {
            return 0;
        };
        let apart = u64::from(codec.told == Told::Apart);
        let flip = u64::from(codec.told != Told::LossesEven);
        let most = u64::from(codec.most);
        // SAFETY: there is a cell for each number, and moves lead to numbers.
        let done = unsafe {
            settle(
                range.start,
                count,
                u64::from(falling),
                most,
                apart,
                flip,
                cells.as_mut_ptr(),
            )
        };
        done as u64
    }

    /// As [`Worker::grundy_range`](unmove_core::Worker::grundy_range).
    pub(crate) fn grundy_range(
        &mut self,
        range: Range<u64>,
        falling: bool,
        most: u32,
        cells: &[u8],
        values: &mut [u32],
    ) -> u64 {
        let native = self.native;
        let count = range.end.saturating_sub(range.start);
        let room = cells.len().min(values.len()) as u64;
        if range.end > native.size || room < native.size || count == 0 {
            return 0;
        }
        let Some(grundy) = native.grundy() else {
            return 0;
        };
        // SAFETY: there is a cell and a value for each number, and moves lead to numbers.
        let done = unsafe {
            grundy(
                range.start,
                count,
                u64::from(falling),
                u64::from(most),
                cells.as_ptr(),
                values.as_mut_ptr(),
            )
        };
        done as u64
    }
}

impl Runner<'_> {
    /// What a number stands for, and its moves; `None` where the interpreter must be asked.
    pub(crate) fn row(&mut self, number: u64, row: &mut Row) -> Option<Standing> {
        let standing = self.ask(number, row, 0);
        if self.native.counts_images && standing.is_some_and(|found| found != Standing::Nothing) {
            row.orbit = Some(self.buffer[0]);
        }
        standing
    }

    /// The same of a number that is known to stand for a position, but not how many positions it stands for.
    pub(crate) fn moves(&mut self, number: u64, row: &mut Row) -> Option<Standing> {
        self.ask(number, row, 1)
    }

    fn call(&mut self, number: u64, known: u64) -> i64 {
        let words = if self.native.scored { 2 } else { 1 };
        let capacity = (self.buffer.len() - 1) / words;
        // SAFETY: the buffer has room for a word and so many moves.
        unsafe { (self.native.row)(number, self.buffer.as_mut_ptr(), capacity as u64, known) }
    }

    fn ask(&mut self, number: u64, row: &mut Row, known: u64) -> Option<Standing> {
        row.clear();
        loop {
            let found = self.call(number, known);
            let payload = found >> status::BITS;
            return match found & ((1 << status::BITS) - 1) {
                status::NOTHING => Some(Standing::Nothing),
                status::ENDED => Some(Standing::Ended(Payoff(payload as i32))),
                status::OPEN => {
                    let moves = &self.buffer[1..];
                    if self.native.scored {
                        for played in moves[..payload as usize * 2].chunks_exact(2) {
                            row.links.push(Link::from_bits(played[0]));
                            row.gains.push(played[1] as i32);
                        }
                    } else {
                        let moves = moves[..payload as usize].iter();
                        row.links.extend(moves.map(|&bits| Link::from_bits(bits)));
                    }
                    Some(Standing::Open)
                }
                status::SMALL => {
                    let larger = self.buffer.len() * 2;
                    self.buffer.resize(larger, 0);
                    continue;
                }
                _ => None,
            };
        }
    }
}

impl Runner<'_> {
    /// From where a move leads here; `None` where the interpreter must be asked.
    pub(crate) fn sources(&mut self, number: u64, sources: &mut Vec<Link>) -> Option<()> {
        sources.clear();
        let function = self.native.sources?;
        loop {
            let capacity = self.buffer.len() as u64;
            // SAFETY: the buffer has room for so many links.
            let found = unsafe { function(number, self.buffer.as_mut_ptr(), capacity) };
            match found & ((1 << status::BITS) - 1) {
                status::OPEN => {
                    let count = (found >> status::BITS) as usize;
                    let bits = self.buffer[..count].iter();
                    sources.extend(bits.map(|&bits| Link::from_bits(bits)));
                    return Some(());
                }
                status::SMALL => {
                    let larger = self.buffer.len() * 2;
                    self.buffer.resize(larger, 0);
                }
                _ => return None,
            }
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Unsupported {
    Unsupported(format!("the code generator says: {error}"))
}

/// Makes functions.
struct Maker<'p> {
    module: JITModule,
    shared: Shared<'p>,
    tables: Tables,
    context: FunctionBuilderContext,
}

impl<'p> Maker<'p> {
    fn new(ready: &'p Ready, numbering: &'p Numbering, unmoves: Option<&Unmoves>) -> Made<Self> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            ("opt_level", "speed"),
            (
                "enable_verifier",
                if cfg!(debug_assertions) {
                    "true"
                } else {
                    "false"
                },
            ),
        ] {
            flags.set(name, value).map_err(failed)?;
        }
        let isa = cranelift_native::builder()
            .map_err(|reason| Unsupported(format!("no code is made for this machine: {reason}")))?
            .finish(settings::Flags::new(flags))
            .map_err(failed)?;
        if usize::BITS != 64 {
            return Err(Unsupported(
                "this machine's addresses have no 64 bits".to_owned(),
            ));
        }
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let program = &ready.program;
        let beyond = unmoves.map_or(0, |unmoves| unmoves.registers);
        let registers = program.registers.max(program.state).max(beyond) as usize;
        let back: Vec<(&MoveRule, &[Expr])> = unmoves
            .iter()
            .flat_map(|unmoves| &unmoves.rules)
            .map(|unmove| (&unmove.reverse, unmove.confirm.as_slice()))
            .collect();
        let intervals = Intervals::new(program, &back, registers);
        let counted = steps::at_most(program, &intervals, &back) > crate::machine::MOST_STEPS;
        let shared = Shared {
            ready,
            program,
            numbering,
            intervals,
            terms: Terms::new(ready, numbering),
            call: module.target_config().default_call_conv,
            counted,
            registers,
        };
        Ok(Self {
            module,
            shared,
            tables: Tables::default(),
            context: FunctionBuilderContext::new(),
        })
    }

    /// Makes the function that settles cells of so many bytes.
    fn settle(&mut self, width: usize) -> Made<FuncId> {
        self.function_giving(7, |code, parameters| code.settle(parameters, width))
    }

    /// Makes the function that works out Grundy values.
    fn grundy(&mut self) -> Made<FuncId> {
        self.function_giving(6, |code, parameters| {
            let &[from, count, falling, most, cells, values] = parameters else {
                return Ok(None);
            };
            let numbers = settle::Numbers {
                from,
                count,
                falling,
            };
            let cells = settle::Cells {
                at: cells,
                most,
                width: 1,
            };
            code.grundy(numbers, cells, values).map(Some)
        })
    }

    /// Makes a function of so many words that returns one.
    fn function(
        &mut self,
        words: usize,
        body: impl FnOnce(&mut Code<'_, 'p>, &[Value]) -> Made,
    ) -> Made<FuncId> {
        self.function_giving(words, |code, parameters| {
            body(code, parameters).map(|()| None)
        })
    }

    /// The same; where it gives up, it returns what the variable holds that its body names.
    fn function_giving(
        &mut self,
        words: usize,
        body: impl FnOnce(&mut Code<'_, 'p>, &[Value]) -> Made<Option<Variable>>,
    ) -> Made<FuncId> {
        let mut signature = Signature::new(self.shared.call);
        let word = AbiParam::new(code::I64);
        signature.params.extend(std::iter::repeat_n(word, words));
        signature.returns.push(word);
        let mut context = self.module.make_context();
        context.func.signature = signature.clone();
        let build = FunctionBuilder::new(&mut context.func, &mut self.context);
        let (mut code, parameters) = Code::new(&self.shared, &mut self.tables, build);
        // A function left in the middle leaves its builder's memory in no state to be used again: all ends here.
        let given = body(&mut code, &parameters)?;
        code.finish(status::ASK, given, self.module.target_config());
        let function = self
            .module
            .declare_anonymous_function(&signature)
            .map_err(failed)?;
        self.module
            .define_function(function, &mut context)
            .map_err(failed)?;
        Ok(function)
    }
}
