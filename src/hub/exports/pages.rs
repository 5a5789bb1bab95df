//! The payments of one export, page by page, for as long as this hub is to make it.

use std::time::Duration;

use tokio::time::Instant;

use crate::state::HubState;
use paydesk_index::payment_columns::{PaymentKey, StoredPayment};
use paydesk_team::{DueExport, TeamConnection, TeamError, TeamPaymentQuery, TeamProfileId};

/// So long nobody else begins the same.
pub const LEASE: Duration = Duration::from_secs(60);

/// Payments of one page.
pub const PAGE: u32 = 1_000;
/// When the lease is made longer.
const RENEW_AFTER: Duration = Duration::from_secs(20);

/// Reads the payments of one export page by page, as long as this hub holds its lease.
pub struct ExportPages<'a> {
    connection: &'a TeamConnection,
    profile: TeamProfileId,
    state: &'a HubState,
    query: &'a TeamPaymentQuery,
    due: &'a DueExport,
    attempt: i32,
    before: Option<PaymentKey>,
    is_over: bool,
    renewed: Instant,
}

/// What comes next.
pub enum NextPage {
    /// The newest first; it may be empty.
    Payments(Vec<StoredPayment>),
    End,
    /// Another hub makes it now.
    Taken,
}

impl<'a> ExportPages<'a> {
    pub fn new(
        (connection, profile, state): (&'a TeamConnection, TeamProfileId, &'a HubState),
        query: &'a TeamPaymentQuery,
        (due, attempt): (&'a DueExport, i32),
    ) -> Self {
        let (before, is_over, renewed) = (None, false, Instant::now());
        Self { connection, profile, state, query, due, attempt, before, is_over, renewed }
    }

    /// The next page.
    pub async fn next(&mut self) -> Result<NextPage, TeamError> {
        if self.is_over {
            return Ok(NextPage::End);
        }
        if !self.hold().await? {
            return Ok(NextPage::Taken);
        }
        let found = self.connection.search_payments(self.profile, self.query, self.before.as_ref(), PAGE).await?;
        self.is_over = found.next.is_none();
        self.before = found.next;
        Ok(NextPage::Payments(found.payments))
    }

    /// Makes the lease longer when it is time; whether this hub still makes the export.
    pub async fn hold(&mut self) -> Result<bool, TeamError> {
        if !self.state.is_leading() {
            return Ok(false);
        }
        if self.renewed.elapsed() >= RENEW_AFTER {
            if !self.connection.renew_export(self.profile, self.due, self.attempt, LEASE).await? {
                return Ok(false);
            }
            self.renewed = Instant::now();
        }
        Ok(true)
    }
}
