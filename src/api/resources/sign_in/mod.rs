//! Signing a person in to the dashboard of a service, which opens what an API key may not read.

pub mod calls;
pub mod reference;
