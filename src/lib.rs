//! Paydesk: a native desktop dashboard for people who work with payments.
//!
//! State changes in one place, and everything outside is asked for as plain data:
//!
//! ```text
//! user ──► ui draws &State, pushes Actions ──► State::on_action ─┐
//!                                                                ├─► Vec<Effect> ──► Runtime::execute (tokio, never blocks)
//! Runtime ──► Message over a bounded channel ──► State::on_message ──┘reports back with a Message and wakes the window
//! ```
//!
//! Read the modules in this order; each may use only those above it (a test holds them to that):
//!
//! 1. [`domain`]: the nouns of the business and the rules desk and sandbox share. Pure.
//! 2. [`api`]: the HTTP API as data, what one attempt proves, and the one file that uses the network client.
//! 3. [`app`]: the core. Actions and messages in, effects and state out. Pure: no clock, no window, no runtime.
//! 4. [`ui`]: draws `&State` and pushes actions.
//! 5. [`store`], [`vault`] and [`clipboard`]: what is kept on disk, in the keyring of the system, and for a moment on its
//!    clipboard.
//! 6. [`runtime`]: executes effects.
//! 7. [`sandbox`]: the payment service itself, for newcomers, tests and integrators.
//! 8. [`single_instance`]: one desk on a data directory; a second start brings the first to the front.
//! 9. [`desktop`]: the window's loop, the only place that knows all of the above.
//!
//! Beside them stand [`hardening`]: what the process does at its very start to keep its memory to itself, and
//! [`private_files`]: files that only this user can read.

/// Of the whole process: frames and events allocate much and often, and across threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod api;
pub mod app;
pub mod clipboard;
pub mod desktop;
pub mod domain;
pub mod hardening;
pub mod private_files;
pub mod runtime;
pub mod sandbox;
pub mod single_instance;
pub mod start;
pub mod store;
pub mod ui;
pub mod vault;
