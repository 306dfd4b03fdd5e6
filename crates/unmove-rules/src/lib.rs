//! rules
#![allow(missing_docs)]
pub mod machine;
pub mod program;
