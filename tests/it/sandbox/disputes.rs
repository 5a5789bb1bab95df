//! Disputes.
