//! The core: actions and messages in, effects and state out. Pure.
//!
//! No window, no runtime, no network, no clock: [`State::now`] is set by the window once a frame, random numbers
//! come from a seed. "Was it sent once? Did it happen? What is shown meanwhile?" is answered here.
//!
//! # How features work together
//!
//! A feature is a struct in [`features`] that changes nothing but itself. While it handles something it reads the workspace
//! through [`Context`], and has three ways out:
//! - effects into [`Outbox`], and reads under its name ([`ReadOwner`](reads::ReadOwner)): the answer comes back to it alone,
//! - a [`FeatureFact`]: what is known now. `state::deliver` takes each fact to all features, in one declared order; those that
//!   build on it match it in their `on_fact`,
//! - a [`FeatureRequest`]: what one other part can do and is asked for, such as sending what a person confirmed.
//!
//! After every action, message and tick [`FeatureFact::Settled`] has what is counted over several features counted again.
//!
//! # The way of a capture
//!
//! ```text
//! Action::Confirm          state::update ─► state::confirm ─► features::payments::actions: OperationPlan
//! FeatureRequest::Submit   state::operate ─► operations::lifecycle: prepared      ─► StoreJob::WriteJournal
//! Message::JournalWritten  state::operate ─► operations::sending: checked, started ─► StoreJob::WriteJournal
//! Message::JournalWritten  state::operate ─► operations::sending: sent            ─► ApiEffect::SendOperation
//! Message::OperationAnswered  state::operate ─► operations::answered ─► rules: ended
//! FeatureFact::OperationEnded  state::deliver ─► payments: read again · bulk, disputes, refunds, requests, forms
//!                              ─► StoreJob::WriteJournal: the last entry
//! Message::ReadAnswered    state::answers ─► records, history, payments: what the service now says
//! ```
#![warn(clippy::wildcard_enum_match_arm)]

pub mod action;
pub mod browser_texts;
pub mod client_secrets;
pub mod command;
pub mod connection_test;
pub mod context;
pub mod crash_report;
pub mod dialog;
pub mod effect;
pub mod failure;
pub mod features;
pub mod form_input;
pub mod managed;
pub mod manual;
pub mod message;
pub mod outbox;
pub mod pages;
pub mod panels;
pub mod payment_reading;
pub mod presenter;
pub mod profiles;
pub mod reads;
pub mod records;
pub mod remote;
pub mod route;
pub mod scheduled_exports;
pub mod service_link;
pub mod service_traits;
pub mod settings;
mod sharing;
pub mod state;
pub mod text;
pub mod workspace;

pub use action::Action;
pub use context::fact::FeatureFact;
pub use context::request::FeatureRequest;
pub use context::{Context, WorkspaceView};
pub use effect::Effect;
pub use message::Message;
pub use outbox::Outbox;
pub use paydesk_domain::problem;
pub use paydesk_operations::{self as operations, read, rng};
pub use state::State;
