//! API keys: authentication, and making a key.

pub mod calls;
pub mod reference;
pub mod wire;
