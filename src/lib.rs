//! Paydesk: a native desktop dashboard for people who work with payments.
pub mod domain;
