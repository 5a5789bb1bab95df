//! Payments as columns in memory, the language in which they are searched for, the views that are saved, and the rows of
//! their exports. Pure: no clock, no network, no window, no storage.
#![warn(clippy::wildcard_enum_match_arm)]

pub mod note_index;
pub mod payment_columns;
pub mod payment_export;
pub mod payment_query;
pub mod payment_view;
pub mod team_payment_query;
