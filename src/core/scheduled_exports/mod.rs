//! Exports of payments that a hub makes by itself: [which ones, and when](mod@file), and [what they need](content) of what the
//! team shares.

mod content;
mod file;

pub use content::{asks_for_notes, shared_note, shared_view};
pub use file::{ExportTimes, ScheduleFault, ScheduledExport, ScheduledRows, parse_exports};
