//! Each classic against the generic solver on its rules file, or against the naive way; moves that are
//! given must win there, too.

mod boards;
mod figures;
mod generic;
mod heaps;
mod numbers;
