//! What runs the rules.

/// What runs the rules while a game is solved. The values are the same whichever it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The interpreter: slow, and the reference.
    Interpreter,
    /// Machine code made from the rules; the interpreter where it cannot be made.
    #[default]
    Native,
}
