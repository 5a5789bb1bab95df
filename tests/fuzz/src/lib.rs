//! The pure layers of Paydesk, compiled for the fuzzer without the window, the sandbox and the stores: they build in a
//! fraction of the time.
#![allow(dead_code)]

#[path = "../../../src/api/mod.rs"]
pub mod api;
#[path = "../../../src/app/mod.rs"]
pub mod app;
#[path = "../../../src/domain/mod.rs"]
pub mod domain;
