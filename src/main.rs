//! Arguments, logging, start; nothing else.

fn main() {}
