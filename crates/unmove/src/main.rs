//! command line
fn main() {}
