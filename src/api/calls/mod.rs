//! What calls share: the fields of a body, and parts of requests that several resources send.
//!
//! The calls themselves stand with their [resources](super::resources), one struct per endpoint: its inputs as types, its
//! request, and how its answer is read.

pub mod fields;
pub mod shapes;
