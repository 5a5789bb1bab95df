//! One profile's session with its team's database: connects, stays connected, asks for claims one after the other, and
//! follows what colleagues do.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use uuid::Uuid;

use crate::keys::ProfileKeys;
use crate::messages::MessageSender;
use paydesk_api::operation::Target;
use paydesk_core::Message;
use paydesk_core::effect::{
    ApprovalCommand, JournalCopyRequest, OpenItemClaim, OperationClaim, SharingRequest, TeamPaymentsRequest,
};
use paydesk_core::failure::TeamFailure;
use paydesk_core::features::sharing::SharingReport;
use paydesk_core::features::team::{ClaimAnswer, OpenClaim, TeamReport, TeamSession};
use paydesk_core::operations::journal::JournalStepName;
use paydesk_domain::ids::OperationId;
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::secret::SecretText;
use paydesk_domain::team::{TeamMembership, TeamRole};
use paydesk_platform::program::VERSION;
use paydesk_store::WebhookEventStore;
use paydesk_team::{
    ApprovalId, ApprovalItem, ChangeFeed, ClaimOutcome, ClaimRequest, DeskId, FeedEvent, FeedSource, FeedTimes,
    RECONNECT_FIRST, RECONNECT_LONGEST, SharedOperation, TeamAddress, TeamClaim, TeamConnection, TeamError, TeamLimits,
    TeamProfile, TeamProfileId,
};

use super::allowance::{TeamAllowance, TokenSource};
use super::approvals;
use super::events::TeamEvents;
use super::failure::failure;
use super::journal_copy::JournalCopySession;
use super::open_items::{ItemsAt, OpenItemsSession, RENEW_EVERY, holder_of};
use super::payments::{PaymentsSource, TeamPayments, not_read};
use super::people::people;
use super::sharing::SharingSession;

/// How long a claim holds before something is sent under it. A desk that waits longer, for the rate limit say, asks
/// again just before it sends.
const LEASE: Duration = Duration::from_secs(120);
/// Between words that this desk is there.
const SEEN_EVERY: Duration = Duration::from_secs(30);
/// Desks that were seen within so many seconds share the rate limit while the database is away.
const SHARING_SECONDS: u32 = 120;
/// Before it is connected to again where somebody has to do something first: a wrong password that is tried too often locks a person out.
const RETRY_REFUSED: Duration = Duration::from_secs(120);

/// What a session is asked to do.
pub(super) enum SessionCommand {
    Claim { step: JournalStepName, claim: Box<OperationClaim> },
    Release { operation_id: OperationId, ending: JournalStepName },
    Approval(ApprovalCommand),
    ApprovalItems(ApprovalId),
    RunTotals,
    OpenItems(Vec<OpenItemClaim>),
    TakeOver(OpenItem),
    Sharing(SharingRequest),
    Journal(JournalCopyRequest),
    Payments(TeamPaymentsRequest),
}

/// One profile's session with its team's database.
pub(super) struct Session {
    /// As it is on this desk.
    own: Profile,
    membership: TeamMembership,
    parts: SessionParts,
}

/// What a session works with.
pub(super) struct SessionParts {
    pub keys: ProfileKeys,
    pub store: WebhookEventStore,
    pub allowance: TeamAllowance,
    pub sender: MessageSender,
}

/// A connection that is there.
struct Connected {
    connection: Arc<TeamConnection>,
    profile: TeamProfile,
    desk: DeskId,
    feed: ChangeFeed,
    events: TeamEvents,
    /// What colleagues have open, as it was reported last.
    claims: Vec<OpenClaim>,
    items: OpenItemsSession,
    sharing: SharingSession,
    journal: JournalCopySession,
    payments: TeamPayments,
}

/// Why it does not go on.
enum SessionEnd {
    /// Nobody asks any more.
    Closed,
    Lost(TeamFailure),
}

impl Session {
    pub fn new(own: Profile, membership: TeamMembership, parts: SessionParts) -> Self {
        Self { own, membership, parts }
    }

    /// Ends once nobody can ask any more.
    pub async fn run(self, mut commands: mpsc::Receiver<SessionCommand>) {
        let mut wait = RECONNECT_FIRST;
        loop {
            let failure = match self.open().await {
                Ok(connected) => match self.serve(connected, &mut commands).await {
                    SessionEnd::Closed => return,
                    SessionEnd::Lost(failure) => {
                        wait = RECONNECT_FIRST;
                        failure
                    }
                },
                Err(failure) => failure,
            };
            self.parts.allowance.away(&self.own.id);
            self.report(TeamReport::Away { problem: failure.clone().into() }).await;
            let pause = if failure.is_passing() { wait } else { RETRY_REFUSED };
            if self.refuse_until(Instant::now() + pause, &failure, &mut commands).await.is_err() {
                return;
            }
            wait = (wait * 2).min(RECONNECT_LONGEST);
        }
    }

    async fn open(&self) -> Result<Connected, TeamFailure> {
        let address = TeamAddress::parse_with(&self.membership.address, self.membership.ca_file.as_deref());
        let address = address.map_err(|error| TeamFailure::Address(error.to_string()))?;
        let desk = DeskId(Uuid::parse_str(&self.membership.desk_id).unwrap_or_default());
        let password = self.password().await?;
        let limits = TeamLimits::default();
        let connection = TeamConnection::open(&address, password.as_ref(), limits).await.map_err(failure)?;
        let profile = self.find_profile(&connection).await?;
        let work = async {
            connection.see_desk(profile.id, desk, &machine(), VERSION).await?;
            connection.last_change(profile.id).await
        };
        let after = work.await.map_err(failure)?;
        let connection = Arc::new(connection);
        let payments = PaymentsSource {
            address: address.clone(),
            password: password.clone(),
            limits,
            connection: connection.clone(),
            profile: profile.id,
            own: self.own.id.clone(),
            sender: self.parts.sender.clone(),
        };
        let source = FeedSource { address, password, limits, times: FeedTimes::default(), profile: profile.id, after };
        let feed = ChangeFeed::start(source);
        let payments = TeamPayments::start(payments, feed.payments());
        let events = TeamEvents::start(connection.clone(), profile.id, self.own.id.clone(), self.parts.store.clone());
        let sharing = SharingSession::new(after);
        let (claims, items, journal) = (Vec::new(), OpenItemsSession::default(), JournalCopySession::default());
        let mut connected =
            Connected { connection, profile, desk, feed, events, claims, items, sharing, journal, payments };
        self.report_connected(&mut connected).await.map_err(failure)?;
        Ok(connected)
    }

    /// The profile of the team that this one is: of its name, for the same environment and service.
    async fn find_profile(&self, connection: &TeamConnection) -> Result<TeamProfile, TeamFailure> {
        let name = &self.membership.profile;
        let profiles = connection.profiles().await.map_err(failure)?;
        let found = profiles.into_iter().find(|profile| profile.name == *name);
        let profile = found.ok_or_else(|| TeamFailure::NoProfile(name.clone()))?;
        let (in_team, here) = (profile.environment, self.own.environment);
        if in_team != here {
            return Err(TeamFailure::OtherEnvironment { profile: profile.name, in_team, here });
        }
        // What is claimed in the team must be the same object.
        if profile.service_address != self.own.base_url {
            return Err(TeamFailure::OtherService { profile: profile.name, in_team: profile.service_address });
        }
        Ok(profile)
    }

    async fn report_connected(&self, connected: &mut Connected) -> Result<(), TeamError> {
        let Connected { connection, profile, desk, .. } = connected;
        let latency = connection.latency().await?;
        let members = connection.members(profile.id).await?;
        let role = members.iter().find(|member| member.user == connection.user()).map(|member| member.role);
        let open = connection.open_claims(profile.id).await?;
        self.share_limit(connection, profile.id).await?;
        // What is open beside operations is reported again by the core.
        let own = open.iter().filter(|claim| claim.desk == *desk && OpenItemKind::of(&claim.family).is_none());
        let session = TeamSession {
            person: connection.user().to_owned(),
            role: role.unwrap_or(TeamRole::Reader),
            latency_ms: u64::try_from(latency.as_millis()).unwrap_or(u64::MAX),
        };
        let own_claims = own.map(|claim| OperationId::new(&*claim.operation_id)).collect();
        self.report(TeamReport::Connected { session, own_claims }).await;
        self.report_claims(&open, connected).await;
        self.report(approvals::report(&connected.connection, connected.profile.id).await?).await;
        self.report_people(connected).await
    }

    /// Says that this desk is there, and who else is.
    async fn see(&self, connected: &Connected) -> Result<(), TeamError> {
        let Connected { connection, profile, desk, .. } = connected;
        connection.see_desk(profile.id, *desk, &machine(), VERSION).await?;
        connected.payments.look();
        self.report_people(connected).await
    }

    async fn report_people(&self, connected: &Connected) -> Result<(), TeamError> {
        let people = people(&connected.connection, connected.profile.id).await?;
        self.report(TeamReport::People(people)).await;
        Ok(())
    }

    /// From now on requests take tokens of the team's database.
    async fn share_limit(&self, connection: &Arc<TeamConnection>, profile: TeamProfileId) -> Result<(), TeamError> {
        let desks = connection.desks(profile, SHARING_SECONDS).await?.len();
        let source = TokenSource { connection: connection.clone(), profile };
        self.parts.allowance.connected(&self.own.id, source, desks);
        Ok(())
    }

    async fn report_claims(&self, open: &[TeamClaim], connected: &mut Connected) {
        let others = open.iter().filter(|claim| claim.desk != connected.desk);
        let claims: Vec<OpenClaim> = others.filter_map(open_claim).collect();
        if claims != connected.claims {
            connected.claims.clone_from(&claims);
            self.report(TeamReport::Claims(claims)).await;
        }
        if let Some(report) = connected.items.others(connected.desk, open) {
            self.report(report).await;
        }
    }

    async fn serve(&self, mut connected: Connected, commands: &mut mpsc::Receiver<SessionCommand>) -> SessionEnd {
        let mut seen = tokio::time::interval(SEEN_EVERY);
        let mut renew = tokio::time::interval(RENEW_EVERY);
        seen.tick().await;
        renew.tick().await;
        loop {
            let result = tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.execute(&mut connected, command).await,
                    None => {
                        let Connected { connection, profile, desk, items, .. } = &mut connected;
                        items.leave(ItemsAt { connection, profile: profile.id, desk: *desk }).await;
                        return SessionEnd::Closed;
                    }
                },
                () = std::future::ready(()), if connected.sharing.has_more() => self.read_on(&mut connected).await,
                event = connected.feed.next() => self.follow(&mut connected, event).await,
                _ = renew.tick(), if !connected.items.is_empty() => self.renew_items(&mut connected).await,
                _ = seen.tick() => match self.see(&connected).await {
                    Ok(()) => self.share_limit(&connected.connection, connected.profile.id).await,
                    Err(error) => Err(error),
                },
            };
            if let Err(error) = result {
                return SessionEnd::Lost(failure(error));
            }
        }
    }

    /// An error means that the connection is of no use any more; a refusal is an answer.
    async fn execute(&self, connected: &mut Connected, command: SessionCommand) -> Result<(), TeamError> {
        match command {
            SessionCommand::Claim { step, claim } => self.claim(connected, step, &claim).await,
            SessionCommand::Release { operation_id, ending } => release(connected, &operation_id, ending).await,
            SessionCommand::Approval(command) => {
                let result = approvals::execute(&connected.connection, connected.profile.id, &command).await;
                let answer = result.clone().map_err(failure);
                self.parts.sender.send(approval_answered(&self.own.id, command.id(), answer)).await;
                match result {
                    Ok(()) | Err(TeamError::Refused(_)) => Ok(()),
                    Err(error) => Err(error),
                }
            }
            SessionCommand::ApprovalItems(id) => self.approval_items(connected, id).await,
            SessionCommand::RunTotals => {
                let totals = connected.connection.run_totals(connected.profile.id).await?;
                self.report(TeamReport::RunTotals(totals)).await;
                Ok(())
            }
            SessionCommand::OpenItems(items) => {
                let Connected { connection, profile, desk, items: session, .. } = connected;
                let reports = session.set(ItemsAt { connection, profile: profile.id, desk: *desk }, items).await?;
                self.report_all(reports).await;
                Ok(())
            }
            SessionCommand::TakeOver(item) => {
                let Connected { connection, profile, desk, items, .. } = connected;
                let report = items.take_over(ItemsAt { connection, profile: profile.id, desk: *desk }, item).await?;
                self.report_all(report).await;
                Ok(())
            }
            SessionCommand::Sharing(request) => {
                let Connected { connection, profile, desk, sharing, .. } = connected;
                let (report, result) = match sharing.execute(request, (connection, profile.id, *desk)).await {
                    Ok(report) => (report, Ok(())),
                    Err((report, error)) => (report, Err(error)),
                };
                self.report_shared(report).await;
                result
            }
            SessionCommand::Journal(request) => {
                let Connected { connection, profile, desk, journal, .. } = connected;
                let (report, result) = journal.execute(request, (connection, profile.id, *desk)).await;
                if let Some(report) = report {
                    self.report(TeamReport::Journal(report)).await;
                }
                result
            }
            SessionCommand::Payments(request) => {
                let nth = request.question();
                if !connected.payments.read(request) {
                    self.parts.sender.send(not_read(&self.own.id, nth)).await;
                }
                Ok(())
            }
        }
    }

    async fn claim(
        &self,
        connected: &Connected,
        step: JournalStepName,
        claim: &OperationClaim,
    ) -> Result<(), TeamError> {
        let (answer, lost) = match claimed(connected, step, claim).await {
            Ok(answer) => (answer, None),
            Err(TeamError::Refused(refusal)) => (ClaimAnswer::Refused(refusal.to_string()), None),
            Err(error) => (ClaimAnswer::Away(failure(error.clone()).into()), Some(error)),
        };
        let operation_id = claim.operation_id.clone();
        self.parts.sender.send(claim_answered(&self.own.id, operation_id, step, answer)).await;
        lost.map_or(Ok(()), Err)
    }

    async fn approval_items(&self, connected: &Connected, id: ApprovalId) -> Result<(), TeamError> {
        let result = connected.connection.approval_items(connected.profile.id, id).await;
        self.parts.sender.send(approval_items(&self.own.id, id, result.clone().map_err(failure))).await;
        match result {
            Ok(_) | Err(TeamError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// What is open here holds for longer, and what colleagues had open whose desks are gone is free.
    async fn renew_items(&self, connected: &mut Connected) -> Result<(), TeamError> {
        let Connected { connection, profile, desk, items, .. } = connected;
        let reports = items.renew(ItemsAt { connection, profile: profile.id, desk: *desk }).await?;
        let open = connection.open_claims(profile.id).await?;
        let others = items.others(*desk, &open);
        self.report_all(reports.into_iter().chain(others)).await;
        Ok(())
    }

    async fn report_all(&self, reports: impl IntoIterator<Item = TeamReport>) {
        for report in reports {
            self.report(report).await;
        }
    }

    /// Brings more of what was changed before.
    async fn read_on(&self, connected: &mut Connected) -> Result<(), TeamError> {
        let Connected { connection, profile, sharing, .. } = connected;
        let reports = sharing.read_on(connection, profile.id).await?;
        self.report_shared(reports).await;
        Ok(())
    }

    async fn report_shared(&self, reports: impl IntoIterator<Item = SharingReport>) {
        for report in reports {
            self.report(TeamReport::Sharing(report)).await;
        }
    }

    async fn follow(&self, connected: &mut Connected, event: Option<FeedEvent>) -> Result<(), TeamError> {
        connected.events.look();
        match event {
            Some(FeedEvent::Changed(changes)) => {
                let has_claims = !changes.claims.is_empty();
                let touches_approvals = changes.touches_approvals();
                let reports = connected.sharing.follow(changes);
                self.report_shared(reports).await;
                if has_claims {
                    let open = connected.connection.open_claims(connected.profile.id).await?;
                    self.report_claims(&open, connected).await;
                    let Connected { connection, profile, desk, items, .. } = connected;
                    let at = ItemsAt { connection, profile: profile.id, desk: *desk };
                    let reports = items.follow(at, &open).await?;
                    self.report_all(reports).await;
                }
                if touches_approvals {
                    self.report(approvals::report(&connected.connection, connected.profile.id).await?).await;
                }
                Ok(())
            }
            Some(FeedEvent::Connected { .. }) => Ok(()),
            Some(FeedEvent::Disconnected(error)) => Err(error),
            None => Err(TeamError::ConnectionLost("the change feed ended".to_owned())),
        }
    }

    /// Answers every claim until then with why there is no database. What is released is released by the next
    /// connection. An error once nobody asks any more.
    async fn refuse_until(
        &self,
        until: Instant,
        failure: &TeamFailure,
        commands: &mut mpsc::Receiver<SessionCommand>,
    ) -> Result<(), ()> {
        loop {
            match tokio::time::timeout_at(until, commands.recv()).await {
                Ok(Some(SessionCommand::Claim { step, claim })) => {
                    let answer = ClaimAnswer::Away(failure.clone().into());
                    self.parts.sender.send(claim_answered(&self.own.id, claim.operation_id, step, answer)).await;
                }
                Ok(Some(SessionCommand::Approval(command))) => {
                    let answer = approval_answered(&self.own.id, command.id(), Err(failure.clone()));
                    self.parts.sender.send(answer).await;
                }
                Ok(Some(SessionCommand::ApprovalItems(id))) => {
                    self.parts.sender.send(approval_items(&self.own.id, id, Err(failure.clone()))).await;
                }
                Ok(Some(SessionCommand::Sharing(SharingRequest::Share(_)))) => {
                    self.report_shared(Some(SharingReport::NotAnswered)).await;
                }
                Ok(Some(SessionCommand::Payments(request))) => {
                    self.parts.sender.send(not_read(&self.own.id, request.question())).await;
                }
                Ok(Some(
                    SessionCommand::Release { .. }
                    | SessionCommand::RunTotals
                    | SessionCommand::OpenItems(_)
                    | SessionCommand::TakeOver(_)
                    | SessionCommand::Sharing(_)
                    | SessionCommand::Journal(_),
                )) => {}
                Ok(None) => return Err(()),
                Err(_) => return Ok(()),
            }
        }
    }

    /// From the keyring, which may take its time.
    async fn password(&self) -> Result<Option<SecretText>, TeamFailure> {
        let (keys, profile_id) = (self.parts.keys.clone(), self.own.id.clone());
        let loaded = tokio::task::spawn_blocking(move || keys.team_password(&profile_id)).await;
        match loaded {
            Ok(Ok(password)) => Ok(password),
            Ok(Err(error)) => Err(TeamFailure::Keyring(error)),
            Err(_) => Err(TeamFailure::NotConnected),
        }
    }

    async fn report(&self, report: TeamReport) {
        self.parts.sender.send(Message::Team { profile_id: self.own.id.clone(), report }).await;
    }
}

/// Asks for the target; before something is sent also that the claim never ends by time.
async fn claimed(
    connected: &Connected,
    step: JournalStepName,
    claim: &OperationClaim,
) -> Result<ClaimAnswer, TeamError> {
    let Connected { connection, profile, desk, .. } = connected;
    let request = ClaimRequest {
        family: family(&claim.target),
        resource: claim.target.resource.clone(),
        operation_id: claim.operation_id.to_string(),
        description: claim.description.clone(),
        lease: LEASE,
        operation: Some(shared_operation(claim)),
        run: claim.run.clone(),
        account: claim.account,
    };
    match connection.claim(profile.id, *desk, &request).await? {
        ClaimOutcome::Granted(fence) => {
            if step == JournalStepName::Sending {
                connection.begin_sending(profile.id, fence).await?;
            }
            Ok(ClaimAnswer::Granted)
        }
        ClaimOutcome::NeedsApproval => Ok(ClaimAnswer::NeedsApproval),
        ClaimOutcome::Held(holder) => Ok(ClaimAnswer::Held(holder_of(&holder))),
        ClaimOutcome::Ended(_) => {
            Ok(ClaimAnswer::Refused("a colleague took it over and resolved it: check the outcome first".to_owned()))
        }
    }
}

/// The answer to a claim, whatever became of it.
pub(super) fn claim_answered(
    profile_id: &ProfileId,
    operation_id: OperationId,
    step: JournalStepName,
    answer: ClaimAnswer,
) -> Message {
    let report = TeamReport::ClaimAnswered { operation_id, step, answer };
    Message::Team { profile_id: profile_id.clone(), report }
}

/// The answer to what was asked about an approval.
pub(super) fn approval_answered(profile_id: &ProfileId, id: ApprovalId, result: Result<(), TeamFailure>) -> Message {
    let result = result.map_err(Into::into);
    Message::Team { profile_id: profile_id.clone(), report: TeamReport::ApprovalAnswered { id, result } }
}

/// The items of a bulk run that approval was asked for.
pub(super) fn approval_items(
    profile_id: &ProfileId,
    id: ApprovalId,
    result: Result<Vec<ApprovalItem>, TeamFailure>,
) -> Message {
    let result = result.map_err(Into::into);
    Message::Team { profile_id: profile_id.clone(), report: TeamReport::ApprovalItems { id, result } }
}

/// What became of something that is shared.
pub(super) fn shared(profile_id: &ProfileId, report: SharingReport) -> Message {
    Message::Team { profile_id: profile_id.clone(), report: TeamReport::Sharing(report) }
}

/// Ends the claim of an operation, where it has one.
async fn release(connected: &Connected, operation_id: &OperationId, ending: JournalStepName) -> Result<(), TeamError> {
    let Connected { connection, profile, .. } = connected;
    let open = connection.open_claims(profile.id).await?;
    let Some(claim) = open.iter().find(|claim| claim.operation_id == operation_id.as_str()) else { return Ok(()) };
    match connection.release_claim(profile.id, claim.fence, ending.into()).await {
        Err(TeamError::Refused(refusal)) => {
            tracing::warn!(%refusal, "a claim was not released");
            Ok(())
        }
        result => result,
    }
}

/// What rules of approval look at.
fn shared_operation(claim: &OperationClaim) -> SharedOperation {
    SharedOperation {
        name: <&str>::from(claim.endpoint).to_owned(),
        amount: claim.money.clone(),
        count: Some(i64::from(claim.count)),
    }
}

/// As the journal names it.
fn family(target: &Target) -> String {
    <&str>::from(target.kind).to_owned()
}

fn open_claim(claim: &TeamClaim) -> Option<OpenClaim> {
    let kind: ResourceKind = claim.family.parse().ok()?;
    Some(OpenClaim { target: Target::new(kind, &*claim.resource), holder: holder_of(claim) })
}

/// The name of this machine, as colleagues read it.
fn machine() -> String {
    let name = std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).unwrap_or_default();
    name.chars().take(100).collect()
}
