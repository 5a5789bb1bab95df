//! What a service counts itself, to be compared with what is known here.

pub mod calls;
pub mod reference;
