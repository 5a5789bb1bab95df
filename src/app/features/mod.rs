//! One file (or folder) per feature: its part of the state, and what happens to it.

pub mod connection;
pub mod dialogs;
pub mod export;
pub mod payments;
pub mod preferences;
pub mod profiles;
pub mod toasts;
