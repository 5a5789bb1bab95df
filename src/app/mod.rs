//! The core: actions and events in, effects and state out. Pure.
//!
//! No window, no runtime, no network, no clock: [`State::now`] is set by the window once a frame, chance
//! comes from a seed. "Was it sent once? Did it happen? What is shown meanwhile?" is answered here.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod action;
mod answers;
pub mod chance;
pub mod command;
pub mod effect;
pub mod event;
pub mod features;
pub mod lookup;
mod operate;
pub mod operations;
pub mod outbox;
pub mod problem;
pub mod profiles;
pub mod read;
pub mod reads;
pub mod records;
pub mod remote;
pub mod route;
pub mod settings;
pub mod state;
pub mod typed;
pub mod update;
pub mod zone;

pub use action::Action;
pub use effect::Effect;
pub use event::Event;
pub use outbox::Outbox;
pub use state::State;
