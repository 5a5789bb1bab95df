//! The cache of every payment, one of each profile: SQLite for what comes in, and beside it a file of all columns that
//! is read whole.
//!
//! It can be read from the service again at any time. So a damaged or an older one is deleted, and nothing waits for the
//! disk. It holds personal data: only this user can read it, and all of a profile can be deleted.

mod columns_file;
mod database;
mod masking;
mod row;
mod worker;

pub use database::HistoryDatabase;
pub use worker::{HistoryStore, open_history, read_history};
