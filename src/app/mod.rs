//! The core: actions and messages in, effects and state out. Pure.
//!
//! No window, no runtime, no network, no clock: [`State::now`] is set by the window once a frame, random numbers
//! comes from a seed. "Was it sent once? Did it happen? What is shown meanwhile?" is answered here.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod action;
mod answers;
mod apply_event;
mod bulk;
pub mod client_secrets;
pub mod closing;
pub mod command;
pub mod commands;
mod confirm;
pub mod connection_test;
pub mod context;
pub mod crash_report;
pub mod dialog;
pub mod effect;
mod evidence_documents;
pub mod failed_jobs;
pub mod failure;
pub mod feature_request;
pub mod features;
pub mod form_input;
mod form_outcomes;
pub mod glossary;
mod home;
mod keep_records;
mod log_calls;
pub mod lookup;
pub mod managed;
pub mod message;
mod notes;
mod notifications;
mod open_record;
pub mod opened_records;
mod operate;
mod operation_results;
pub mod operations;
pub mod outbox;
pub mod pages;
pub mod panels;
mod payment_marks;
pub mod presenter;
pub mod problem;
pub mod profiles;
pub mod read;
pub mod reads;
pub mod records;
mod redraw;
pub mod remote;
mod review_queue;
pub mod review_status;
pub mod rng;
pub mod route;
mod serve;
mod service;
pub mod service_link;
pub mod service_traits;
pub mod settings;
mod settings_changed;
pub mod state;
mod switch_profile;
pub mod text;
pub mod update;
pub mod waiting;
pub mod workspace;
pub mod workspaces;
pub mod zone;

pub use action::Action;
pub use context::{Context, WorkspaceView};
pub use effect::Effect;
pub use feature_request::FeatureRequest;
pub use message::Message;
pub use outbox::Outbox;
pub use state::State;
