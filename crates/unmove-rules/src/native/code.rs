//! One function in the making: registers as variables of the code generator or in memory, and short words for instructions.

use super::intervals::Intervals;
use super::tables::Tables;
use crate::machine::numbering::Numbering;
use crate::machine::ready::Ready;
use crate::program::{Program, Register, Shape};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, InstBuilder, MemFlagsData, Signature, StackSlot, StackSlotData,
    StackSlotKind, Type, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};

pub(super) const I64: Type = types::I64;
pub(super) const I8: Type = types::I8;

/// Why a program cannot be compiled, as a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub(crate) String);

/// What generating code comes to.
pub(super) type Made<T = ()> = Result<T, Unsupported>;

/// Where a register lives.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// In a variable of the code generator.
    Variable(Variable),
    /// In the frame, at its own place.
    Frame,
}

/// What all functions of a program share.
pub(super) struct Shared<'p> {
    pub(super) ready: &'p Ready,
    pub(super) program: &'p Program,
    pub(super) numbering: &'p Numbering,
    pub(super) intervals: Intervals<'p>,
    pub(super) terms: super::ranks::Terms,
    pub(super) call: CallConv,
    /// Whether loops count their steps.
    pub(super) counted: bool,
    pub(super) registers: usize,
}

/// One function in the making.
pub(super) struct Code<'c, 'p> {
    pub(super) shared: &'c Shared<'p>,
    pub(super) tables: &'c mut Tables,
    pub(super) build: FunctionBuilder<'c>,
    places: Vec<Place>,
    /// The state's registers in memory, each at its own place.
    pub(super) frame: StackSlot,
    /// Where everything goes that fails: the interpreter must look at it, unless what fails is only tried.
    pub(super) ask: Block,
    /// Where everything ends that the interpreter must look at.
    pub(super) give_up: Block,
    fuel: Option<Variable>,
    /// What the move in hand has done to the number.
    pub(super) touched: super::ranks::Touched,
    pub(super) play: super::effects::Play,
}

impl<'c, 'p> Code<'c, 'p> {
    /// Begins a function: its first block, its parameters and its registers.
    pub(super) fn new(
        shared: &'c Shared<'p>,
        tables: &'c mut Tables,
        mut build: FunctionBuilder<'c>,
    ) -> (Self, Vec<Value>) {
        let entry = build.create_block();
        build.append_block_params_for_function_params(entry);
        build.switch_to_block(entry);
        build.seal_block(entry);
        let parameters = build.block_params(entry).to_vec();
        let ask = build.create_block();
        build.set_cold_block(ask);
        let mut places: Vec<Place> = (0..shared.registers)
            .map(|_| Place::Variable(build.declare_var(I64)))
            .collect();
        for variable in &shared.program.variables {
            if variable.shape != Shape::Single {
                let range =
                    variable.register as usize..(variable.register + variable.width) as usize;
                places[range].fill(Place::Frame);
            }
        }
        let frame = slot(&mut build, shared.program.state as usize);
        let zero = build.ins().iconst(I64, 0);
        for place in &places {
            if let Place::Variable(variable) = place {
                build.def_var(*variable, zero);
            }
        }
        let fuel = shared.counted.then(|| {
            let fuel = build.declare_var(I64);
            let most = build.ins().iconst(I64, crate::machine::MOST_STEPS as i64);
            build.def_var(fuel, most);
            fuel
        });
        let play = super::effects::Play::new(&mut build);
        let touched = super::ranks::Touched::new(&mut build);
        let code = Self {
            shared,
            tables,
            build,
            places,
            frame,
            ask,
            give_up: ask,
            fuel,
            touched,
            play,
        };
        (code, parameters)
    }

    /// Ends the function: where it gives up, it returns a status, or what a variable holds.
    pub(super) fn finish(
        mut self,
        status: i64,
        given: Option<Variable>,
        config: cranelift_codegen::isa::TargetFrontendConfig,
    ) {
        self.build.switch_to_block(self.give_up);
        self.build.seal_block(self.give_up);
        let status = match given {
            Some(variable) => self.get(variable),
            None => self.int(status),
        };
        self.build.ins().return_(&[status]);
        self.build.finalize(config);
    }

    /// Begins to count steps anew.
    pub(super) fn refuel(&mut self) {
        if let Some(fuel) = self.fuel {
            let most = self.int(crate::machine::MOST_STEPS as i64);
            self.put(fuel, most);
        }
    }

    pub(super) fn int(&mut self, value: i64) -> Value {
        self.build.ins().iconst(I64, value)
    }

    /// A new variable of the code generator with a first value.
    pub(super) fn variable(&mut self, first: Value) -> Variable {
        let kind = self.build.func.dfg.value_type(first);
        let variable = self.build.declare_var(kind);
        self.build.def_var(variable, first);
        variable
    }

    pub(super) fn get(&mut self, variable: Variable) -> Value {
        self.build.use_var(variable)
    }

    pub(super) fn put(&mut self, variable: Variable, value: Value) {
        self.build.def_var(variable, value);
    }

    /// The value of a register.
    pub(super) fn read(&mut self, register: Register) -> Value {
        match self.places[register as usize] {
            Place::Variable(variable) => self.build.use_var(variable),
            Place::Frame => self.load_slot(self.frame, register as usize),
        }
    }

    /// Sets a register.
    pub(super) fn write(&mut self, register: Register, value: Value) {
        match self.places[register as usize] {
            Place::Variable(variable) => self.build.def_var(variable, value),
            Place::Frame => self.store_slot(self.frame, register as usize, value),
        }
    }

    pub(super) fn lives_in_frame(&self, register: Register) -> bool {
        matches!(self.places[register as usize], Place::Frame)
    }

    /// Writes the state's registers that are variables to the frame, for those who read it there.
    pub(super) fn spill(&mut self) -> Value {
        for register in 0..self.shared.program.state {
            if !self.lives_in_frame(register) {
                let value = self.read(register);
                self.store_slot(self.frame, register as usize, value);
            }
        }
        self.slot_address(self.frame)
    }

    /// Reads the state's registers back from the frame.
    pub(super) fn unspill(&mut self) {
        for register in 0..self.shared.program.state {
            if !self.lives_in_frame(register) {
                let value = self.load_slot(self.frame, register as usize);
                self.write(register, value);
            }
        }
    }

    /// Memory of the function's own.
    pub(super) fn slot(&mut self, words: usize) -> StackSlot {
        slot(&mut self.build, words)
    }

    pub(super) fn slot_address(&mut self, slot: StackSlot) -> Value {
        self.build.ins().stack_addr(I64, slot, 0)
    }

    pub(super) fn load_slot(&mut self, slot: StackSlot, word: usize) -> Value {
        let address = self.slot_address(slot);
        self.load(address, word)
    }

    pub(super) fn store_slot(&mut self, slot: StackSlot, word: usize, value: Value) {
        let address = self.slot_address(slot);
        self.store(address, word, value);
    }

    pub(super) fn load(&mut self, address: Value, word: usize) -> Value {
        let flags = MemFlagsData::trusted();
        self.build.ins().load(I64, flags, address, word as i32 * 8)
    }

    pub(super) fn store(&mut self, address: Value, word: usize, value: Value) {
        let flags = MemFlagsData::trusted();
        self.build
            .ins()
            .store(flags, value, address, word as i32 * 8);
    }

    /// The address of a word of a table, or of memory.
    pub(super) fn at(&mut self, base: Value, index: Value) -> Value {
        let offset = self.build.ins().ishl_imm_u(index, 3);
        self.build.ins().iadd(base, offset)
    }

    /// An entry of a constant table of numbers; `skipped` entries stand before the one of index 0.
    pub(super) fn entry(&mut self, table: i64, index: Value, skipped: usize) -> Value {
        let base = self.int(table);
        let address = self.at(base, index);
        let flags = MemFlagsData::trusted().with_can_move().with_readonly();
        self.build
            .ins()
            .load(I64, flags, address, skipped as i32 * 8)
    }

    /// A truth value of a constant table of bytes; `skipped` entries stand before the one of index 0.
    pub(super) fn byte(&mut self, table: i64, index: Value, skipped: usize) -> Value {
        let base = self.int(table);
        let address = self.build.ins().iadd(base, index);
        let flags = MemFlagsData::trusted().with_can_move().with_readonly();
        self.build.ins().load(I8, flags, address, skipped as i32)
    }

    pub(super) fn compare(&mut self, op: IntCC, left: Value, right: Value) -> Value {
        self.build.ins().icmp(op, left, right)
    }

    pub(super) fn compare_int(&mut self, op: IntCC, left: Value, right: i64) -> Value {
        self.build.ins().icmp_imm_s(op, left, right)
    }

    /// A truth value as a number.
    pub(super) fn number(&mut self, truth: Value) -> Value {
        self.build.ins().uextend(I64, truth)
    }

    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.build.ins().select(condition, yes, no)
    }

    pub(super) fn block(&mut self) -> Block {
        self.build.create_block()
    }

    /// Goes on in a block that nothing else will lead to.
    pub(super) fn enter(&mut self, block: Block) {
        self.build.switch_to_block(block);
        self.build.seal_block(block);
    }

    pub(super) fn jump(&mut self, block: Block) {
        self.build.ins().jump(block, &[]);
    }

    pub(super) fn jump_with(&mut self, block: Block, value: Value) {
        self.build.ins().jump(block, &[BlockArg::Value(value)]);
    }

    pub(super) fn split(&mut self, condition: Value, yes: Block, no: Block) {
        self.build.ins().brif(condition, yes, &[], no, &[]);
    }

    /// Lets the interpreter look at it if a condition holds, and goes on.
    pub(super) fn ask_if(&mut self, condition: Value) {
        let on = self.block();
        let ask = self.ask;
        self.split(condition, ask, on);
        self.enter(on);
    }

    /// Lets the interpreter look at it.
    pub(super) fn ask(&mut self) {
        let ask = self.ask;
        self.jump(ask);
        let nowhere = self.block();
        self.enter(nowhere);
    }

    /// Counts a step, where steps are counted.
    pub(super) fn step(&mut self) {
        if let Some(fuel) = self.fuel {
            let left = self.get(fuel);
            let left = self.build.ins().iadd_imm_s(left, -1);
            self.put(fuel, left);
            let over = self.compare_int(IntCC::SignedLessThan, left, 0);
            let on = self.block();
            let give_up = self.give_up;
            self.split(over, give_up, on);
            self.enter(on);
        }
    }

    /// Calls a function of our own; all its parameters and its result are words.
    pub(super) fn call(&mut self, function: *const u8, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(self.shared.call);
        signature
            .params
            .extend(arguments.iter().map(|_| AbiParam::new(I64)));
        signature.returns.push(AbiParam::new(I64));
        let signature = self.build.import_signature(signature);
        let address = self.int(function as i64);
        let call = self
            .build
            .ins()
            .call_indirect(signature, address, arguments);
        self.build.inst_results(call)[0]
    }
}

fn slot(build: &mut FunctionBuilder<'_>, words: usize) -> StackSlot {
    let bytes = words.max(1) as u32 * 8;
    build.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3))
}
