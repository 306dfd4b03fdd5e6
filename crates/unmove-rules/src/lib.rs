//! rules
#![allow(missing_docs)]
pub mod program;
