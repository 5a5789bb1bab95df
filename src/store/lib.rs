//! What Paydesk keeps on disk: the journal of operations and the settings, on one thread of their own.
//!
//! The journal is precious: only ever added to, hash-chained, durable before anything is sent; what can be read of it
//! is exported whatever state it is in. The settings are convenience: damaged ones are set aside and Paydesk starts
//! with defaults. Keys are never kept here (see `vault`), and nothing here decides what to write: entries come
//! from the core.

mod bulk_runs;
pub mod dirs;
pub mod disk;
pub mod exports;
pub mod history;
pub mod journal;
pub mod managed;
pub mod records;
pub mod report;
pub mod settings;
pub mod table_exporter;
pub mod table_file;
pub mod webhook_events;
pub mod worker;

mod evidence_pdf;
mod files;
mod jobs;
mod json_file;
mod lock_waits;
mod sharing;
mod team_events;

/// Directory of exports, beside the journal.
const EXPORTS: &str = "exports";

pub use dirs::{DataDirs, InstanceLock};
pub use files::StoreFiles;
pub use history::HistoryStore;
pub use journal::Journal;
pub use paydesk_core::failure::DataDirsError;
pub use table_exporter::TableExporter;
pub use team_events::{TeamDeliveries, TeamEventsJob, TeamEventsPlace};
pub use webhook_events::DeliveryStored;
pub use worker::{MessageSink, Store, WebhookEventStore};
