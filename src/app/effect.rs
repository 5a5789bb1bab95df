//! What the core wants done outside. Plain data; effects of one batch run concurrently.

use crate::api::call::Request;
use crate::domain::ids::OperationId;

use super::operations::journal::JournalEntry;
use super::reads::{Read, Ticket};
use super::settings::Settings;

/// See the module.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Start the service of the profile (for the embedded sandbox: listen), answered by `ServiceReady` or `ServiceFailed`.
    StartService,
    /// Open the journal, answered by `JournalOpened`.
    OpenJournal,
    /// Read something, answered by `ReadAnswered`.
    Read { ticket: Ticket, read: Read },
    /// Nobody waits for this read any more: let go of its connection. Not answered.
    GiveUpRead { ticket: Ticket },
    /// Send an operation once, answered by `OperationAnswered`. The journal holds `sending(attempt)` already.
    SendOperation { operation_id: OperationId, attempt: u32, request: Request },
    /// Write one entry durably, answered by `JournalWritten` or `JournalRefused`.
    WriteJournal(JournalEntry),
    /// Keep the settings, answered only when it fails.
    SaveSettings(Settings),
}
