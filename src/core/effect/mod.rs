//! What the core wants done outside: plain data, one enum for each executor of the runtime.
//!
//! The effects of a batch are started in their order and then run at the same time: which of them ends first is not
//! known. What has to wait for the end of another is asked for when the event of that one arrives. Two orders hold all
//! the same: the jobs of the store are done one after the other, and a read goes to the service of the last
//! [`ApiEffect::Connect`] before it.

mod api;
mod export;
pub mod failed_jobs;
mod history;
mod journal_copy;
mod secrets;
mod sharing;
mod store;
mod system;
mod team;
mod team_payments;

pub use api::{ApiEffect, ProfileTestEffect, ServiceChoice, SignInEffect, SignInStep};
pub use export::{TableExport, TableJob};
pub use history::HistoryJob;
pub use journal_copy::JournalCopyRequest;
pub use secrets::SecretsEffect;
pub use sharing::{SharedKeep, SharingRequest};
pub use store::{ExportContent, ExportFile, ExportSheet, StoreJob, StoreJobKind};
pub use system::SystemEffect;
pub use team::{ApprovalCommand, OpenItemClaim, OperationClaim, TeamEffect};
pub use team_payments::TeamPaymentsRequest;

/// One effect, for the executor that its variant names.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Talks to the service.
    Api(ApiEffect),
    /// Works on the files of Paydesk.
    Store(StoreJob),
    /// Works on the cache of every payment.
    History(HistoryJob),
    /// Writes tables that a person wants as files.
    Table(TableJob),
    /// Works on the keyring.
    Secrets(SecretsEffect),
    /// Uses what the desktop and this machine offer.
    System(SystemEffect),
    /// Works with the database of a team.
    Team(TeamEffect),
}

impl From<ApiEffect> for Effect {
    fn from(effect: ApiEffect) -> Self {
        Self::Api(effect)
    }
}

impl From<StoreJob> for Effect {
    fn from(job: StoreJob) -> Self {
        Self::Store(job)
    }
}

impl From<HistoryJob> for Effect {
    fn from(job: HistoryJob) -> Self {
        Self::History(job)
    }
}

impl From<TableJob> for Effect {
    fn from(job: TableJob) -> Self {
        Self::Table(job)
    }
}

impl From<SecretsEffect> for Effect {
    fn from(effect: SecretsEffect) -> Self {
        Self::Secrets(effect)
    }
}

impl From<SystemEffect> for Effect {
    fn from(effect: SystemEffect) -> Self {
        Self::System(effect)
    }
}

impl From<TeamEffect> for Effect {
    fn from(effect: TeamEffect) -> Self {
        Self::Team(effect)
    }
}
