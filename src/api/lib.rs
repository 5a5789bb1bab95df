//! The HTTP API as data: what can be asked, how answers are read, and what one attempt proves.
//!
//! [`endpoints`] declares every endpoint once; [`resources`] has the calls and the JSON of each resource. What the
//! service documents is restated in [`mod@reference`] and with each resource.
//!
//! Everything here is pure but [`client`], the only file that uses the network.
//! It decides nothing about when to call: that is the core's business.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

pub mod call;
pub mod calls;
pub mod client;
pub mod encoding;
pub mod endpoints;
pub mod error;
mod error_text;
pub mod exchange;
pub mod freshness;
pub mod http;
pub mod input;
pub mod json;
pub mod key_access;
pub mod operation;
pub mod outcome;
pub mod proof;
pub mod rate_limit;
pub mod record_reads;
pub mod reference;
pub mod refusal_codes;
pub mod request;
pub mod resources;
pub mod wire;
