//! The payments of a team's database, in a session with it.
//!
//! Whole copies and searches have a connection of their own, opened when it is needed and closed when it is not: however
//! long they take, no claim waits for them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio::time::Instant;

use crate::messages::MessageSender;
use paydesk_core::Message;
use paydesk_core::effect::TeamPaymentsRequest;
use paydesk_core::failure::TeamFailure;
use paydesk_core::features::history::{TeamPaymentsReport, TeamPaymentsState};
use paydesk_core::features::team::TeamReport;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::SecretText;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{TeamAddress, TeamConnection, TeamError, TeamLimits, TeamProfileId};

use super::failure::failure;

/// Between two looks at how the payments stand: what changes in a flood is read together.
const PACE: Duration = Duration::from_millis(300);
/// A connection that nobody used for so long is closed.
const IDLE: Duration = Duration::from_secs(20);
/// Requests that wait; the core has one copy, one search and one count under way at most.
const WAITING_MAX: usize = 16;
/// Changes that are read at once: the window takes them in between two frames.
const CHANGES_MAX: u32 = 1_000;
/// Payments that one page of a search has at most.
const FOUND_MAX: u32 = 200;

/// Where they are read from.
pub(super) struct PaymentsSource {
    pub address: TeamAddress,
    pub password: Option<SecretText>,
    pub limits: TeamLimits,
    /// The connection of the session, for what takes no time.
    pub connection: Arc<TeamConnection>,
    pub profile: TeamProfileId,
    /// The profile on this machine.
    pub own: ProfileId,
    pub sender: MessageSender,
}

/// Reads the payments of one profile until it is dropped.
pub(super) struct TeamPayments {
    requests: mpsc::Sender<PaymentsCommand>,
    task: AbortHandle,
}

enum PaymentsCommand {
    /// How they stand is looked at.
    Look,
    Read(TeamPaymentsRequest),
}

impl TeamPayments {
    /// `changes` has the number of the last change of payments, as far as it was heard of.
    pub fn start(source: PaymentsSource, changes: watch::Receiver<i64>) -> Self {
        let (requests, waiting) = mpsc::channel(WAITING_MAX);
        let reader = PaymentsReader { source, own_connection: None, reported: None, has_failed: false };
        let task = tokio::spawn(reader.run(waiting, changes)).abort_handle();
        Self { requests, task }
    }

    /// They may stand otherwise.
    pub fn look(&self) {
        // One that waits already is as good.
        let _ = self.requests.try_send(PaymentsCommand::Look);
    }

    /// Whether the request was taken.
    pub fn read(&self, request: TeamPaymentsRequest) -> bool {
        self.requests.try_send(PaymentsCommand::Read(request)).is_ok()
    }
}

impl Drop for TeamPayments {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct PaymentsReader {
    source: PaymentsSource,
    own_connection: Option<TeamConnection>,
    reported: Option<TeamPaymentsState>,
    /// How they stand could not be read the last time.
    has_failed: bool,
}

impl PaymentsReader {
    async fn run(mut self, mut commands: mpsc::Receiver<PaymentsCommand>, mut changes: watch::Receiver<i64>) {
        let mut look_at = Some(Instant::now());
        loop {
            let look = async {
                match look_at {
                    Some(at) => tokio::time::sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                command = commands.recv() => match command {
                    Some(PaymentsCommand::Look) => look_at = look_at.or(Some(Instant::now() + PACE)),
                    Some(PaymentsCommand::Read(request)) => self.answer(request).await,
                    None => return,
                },
                // Without a feed the session ends soon.
                Ok(()) = changes.changed() => look_at = look_at.or(Some(Instant::now() + PACE)),
                () = look => {
                    look_at = None;
                    self.look().await;
                }
                () = tokio::time::sleep(IDLE), if self.own_connection.is_some() => self.own_connection = None,
            }
        }
    }

    /// Reports how they stand, where that is news. What cannot be read is said once, and looked at again with the next
    /// change; a lost connection ends the session.
    async fn look(&mut self) {
        match self.state().await {
            Ok(state) if self.reported.as_ref() != Some(&state) => {
                (self.reported, self.has_failed) = (Some(state.clone()), false);
                self.report(TeamPaymentsReport::State(state)).await;
            }
            Ok(_) => self.has_failed = false,
            Err(error) => {
                if !std::mem::replace(&mut self.has_failed, true) {
                    self.reported = None;
                    self.report(TeamPaymentsReport::Failed { nth: None, problem: failure(error).into() }).await;
                }
            }
        }
    }

    async fn state(&self) -> Result<TeamPaymentsState, TeamError> {
        let state = self.source.connection.payment_state(self.source.profile).await?;
        Ok(TeamPaymentsState {
            profile: self.source.profile.to_string(),
            total: state.total,
            is_whole: state.is_whole,
            changed: state.changed,
            kept_since: state.kept_since,
            read_ago_s: state.synced_ago.map(|ago| ago.as_secs()),
        })
    }

    async fn answer(&mut self, request: TeamPaymentsRequest) {
        let nth = request.question();
        let report = match self.read(request).await {
            Ok(report) => report,
            Err(error) => {
                tracing::warn!(%error, "the team's payments cannot be read at the moment");
                // It may be of no use any more.
                self.own_connection = None;
                TeamPaymentsReport::Failed { nth, problem: failure(error).into() }
            }
        };
        self.report(report).await;
    }

    async fn read(&mut self, request: TeamPaymentsRequest) -> Result<TeamPaymentsReport, TeamError> {
        let profile = self.source.profile;
        match request {
            TeamPaymentsRequest::State => {
                let state = self.state().await?;
                self.reported = Some(state.clone());
                Ok(TeamPaymentsReport::State(state))
            }
            TeamPaymentsRequest::Changes { after } => {
                let page = self.source.connection.payments_after(profile, after, CHANGES_MAX).await?;
                Ok(TeamPaymentsReport::Changed { payments: page.payments, upto: page.changed, is_more: page.is_more })
            }
            TeamPaymentsRequest::Copy { before, count } => {
                let mut payments: Vec<StoredPayment> = Vec::with_capacity(count as usize);
                let own = self.own_connection().await?;
                own.copy_payments(profile, before.as_ref(), count.into(), |payment| payments.push(payment)).await?;
                let is_last = payments.len() < count as usize;
                Ok(TeamPaymentsReport::Copied { payments, is_last })
            }
            TeamPaymentsRequest::Search { nth, query, before } => {
                let found = self.own_connection().await?;
                let found = found.search_payments(profile, &query, before.as_ref(), FOUND_MAX).await?;
                Ok(TeamPaymentsReport::Found { nth, payments: found.payments, next: found.next })
            }
            TeamPaymentsRequest::Count { nth, query } => {
                let facets = self.own_connection().await?.payment_facets(profile, &query).await?;
                Ok(TeamPaymentsReport::Counted { nth, facets: facets.map(Box::new) })
            }
        }
    }

    async fn own_connection(&mut self) -> Result<&TeamConnection, TeamError> {
        let PaymentsSource { address, password, limits, .. } = &self.source;
        let connection = match self.own_connection.take() {
            Some(connection) => connection,
            None => TeamConnection::open(address, password.as_ref(), *limits).await?,
        };
        Ok(self.own_connection.insert(connection))
    }

    async fn report(&self, report: TeamPaymentsReport) {
        let report = TeamReport::Payments(report);
        self.source.sender.send(Message::Team { profile_id: self.source.own.clone(), report }).await;
    }
}

/// What is answered where nobody can be asked.
pub(super) fn not_read(profile_id: &ProfileId, nth: Option<u64>) -> Message {
    let problem = TeamFailure::NotConnected.into();
    let report = TeamReport::Payments(TeamPaymentsReport::Failed { nth, problem });
    Message::Team { profile_id: profile_id.clone(), report }
}
