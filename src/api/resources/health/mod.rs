//! Whether a key is accepted and the service answers.

pub mod calls;
