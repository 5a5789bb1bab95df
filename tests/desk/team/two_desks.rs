//! Two desks of one team on one service: one operation at a time, and each says who works on what.
//!
//! The judge reads the sandbox's ledger and the database, not the desks.

use paydesk_api::call::Method;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::features::approvals::{ApprovalStatus, ApprovalsAction};
use paydesk_core::features::team::{TeamAction, TeamInput, TeamLink};
use paydesk_core::operations::{Outcome, Phase};
use paydesk_core::profiles::ProfileInput;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::secret::SecretText;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_sandbox::SandboxConfig;
use paydesk_team::{ApprovalStage, ApprovalVerdict, RuleLimit, TeamConnection, TeamProfileId};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::{RuntimeHarness, Service};
use serde_json::json;
use tempfile::TempDir;

use super::harness::{ServerOptions, Team, password_of};

/// What the team calls the profile of the service.
pub const PROFILE: &str = "Office";

/// A service, the database of a team, and what the desks keep.
pub struct Office {
    pub service: Service,
    pub team: Team,
    pub dirs: Vec<TempDir>,
    /// The profile that is of this service.
    pub profile: Option<TeamProfileId>,
}

impl Office {
    pub fn open(test: &str) -> Option<Self> {
        Self::open_with(test, &ServerOptions::default())
    }

    /// The same with another service.
    pub fn open_of(test: &str, config: SandboxConfig) -> Option<Self> {
        let service = Service::with(config);
        let team = service.threads.block_on(Team::start(test))?;
        Some(Self { service, team, dirs: Vec::new(), profile: None })
    }

    pub fn open_with(test: &str, options: &ServerOptions) -> Option<Self> {
        let service = Service::start();
        let team = service.threads.block_on(Team::start_with(test, options))?;
        Some(Self { service, team, dirs: Vec::new(), profile: None })
    }

    /// The desk of a person, who has just joined the team.
    pub fn desk(&mut self, person: &str, role: TeamRole, when_away: AwayRule) -> RuntimeHarness {
        let address = self.team.server.url(person);
        self.desk_at(person, role, when_away, address)
    }

    /// The same with another way to the server.
    pub fn desk_at(&mut self, person: &str, role: TeamRole, when_away: AwayRule, address: String) -> RuntimeHarness {
        self.add_member(person, role);
        let dir = tempfile::tempdir().unwrap();
        let mut desk = RuntimeHarness::new(&self.service, dir.path());
        self.dirs.push(dir);
        desk.until("the journal is open", |state| state.read_only_reason().is_none());
        self.add_service(&mut desk, None);
        join(&mut desk, person, when_away, address);
        desk
    }

    /// Adds the service as a profile, or gives its key to the one that there is.
    fn add_service(&self, desk: &mut RuntimeHarness, id: Option<ProfileId>) {
        let credentials = &self.service.running.credentials;
        let (merchant_id, business_profile_id) = (credentials.merchant_id.clone(), credentials.profile_id.clone());
        let (name, base_url) = ("Shop".to_owned(), self.service.running.base_url.clone());
        let input = ProfileInput { id, name, base_url, merchant_id, business_profile_id, ..ProfileInput::default() };
        let key = Some(SecretText::new(credentials.api_key.as_str()));
        desk.act(Action::SaveProfile { input: Box::new(input), key });
        let is_ready = |state: &State| state.workspace.profile.as_ref().is_some_and(|profile| !profile.embedded);
        desk.until("the profile is ready", is_ready);
    }

    /// Another run of the desk of this number; secrets are entered again, as after a restart without a keyring.
    pub fn reopen(&self, desk: RuntimeHarness, number: usize, person: &str, when_away: AwayRule) -> RuntimeHarness {
        let saved = desk.state.profiles.saved.clone();
        desk.close();
        let mut desk = RuntimeHarness::new(&self.service, self.dirs[number].path());
        desk.until("the journal is open", |state| state.read_only_reason().is_none());
        let id = saved[0].id.clone();
        desk.state.profiles.saved = saved;
        desk.act(Action::SwitchProfile(id.clone()));
        self.add_service(&mut desk, Some(id));
        join(&mut desk, person, when_away, self.team.server.url(person));
        desk
    }

    /// A person becomes a member of the profile of this service; the profile is added by the first.
    pub fn add_member(&mut self, person: &str, role: TeamRole) {
        let base_url = &self.service.running.base_url;
        let profile = self.service.threads.block_on(async {
            self.team.join(person, role).await;
            let owner = self.team.owner().await;
            let profile = owner.add_profile(PROFILE, Environment::Sandbox, base_url).await.unwrap();
            owner.set_member(profile, person, role).await.unwrap();
            profile
        });
        self.profile = Some(profile);
    }

    /// The desk of a person joins the team.
    pub fn join(&self, desk: &mut RuntimeHarness, person: &str, when_away: AwayRule) {
        join(desk, person, when_away, self.team.server.url(person));
    }

    /// What the ledger has of captures of a payment.
    pub fn captures(&self, payment_id: &PaymentId) -> usize {
        self.service.ledger("capture", payment_id).len()
    }

    /// Does something at the database as who owns it.
    pub fn as_owner<T>(&self, act: impl AsyncFnOnce(&TeamConnection, TeamProfileId) -> T) -> T {
        let profile = self.profile.unwrap();
        self.service.threads.block_on(async { act(&self.team.owner().await, profile).await })
    }

    /// How many operations have a claim that is open.
    fn open_claims(&self) -> usize {
        self.as_owner(async |owner, profile| owner.open_claims(profile).await.unwrap().len())
    }
}

fn join(desk: &mut RuntimeHarness, person: &str, when_away: AwayRule, address: String) {
    let input = TeamInput { address, profile: PROFILE.to_owned(), ca_file: String::new(), when_away };
    desk.act(Action::Team(TeamAction::Join { input, password: Some(password_of(person)) }));
    desk.until("the team is joined", |state| matches!(state.workspace.team.link(), TeamLink::Connected(_)));
}

fn last_outcome(state: &State) -> Option<&Outcome> {
    match &state.workspace.operations.ended().next()?.phase {
        Phase::Ended(outcome) => Some(outcome),
        _ => None,
    }
}

#[test]
fn a_colleague_is_told_who_captures_a_payment_and_may_go_on_once_that_is_settled() {
    let Some(mut office) = Office::open("two desks on one payment") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Stop);
    let id = office.service.authorized();
    let (of_anna, of_bob) = (anna.open_payment(&id), bob.open_payment(&id));
    let whole = of_anna.capturable_minor();
    // Longer than bob needs to try the same.
    office.service.ask(
        Method::Post,
        "/_sandbox/faults",
        Some(json!({"method": "POST", "path": format!("/payments/{id}/capture"), "kind": "delay", "count": 1, "delay_ms": 4_000})),
    );
    anna.capture(&of_anna, whole);
    anna.until("anna's request is on its way", |state| {
        state.workspace.operations.open().iter().any(|operation| matches!(operation.phase, Phase::Sending { .. }))
    });
    let payment_id = id.clone();
    bob.until("bob sees who works on it", move |state| {
        state.workspace.team.holder_of_payment(&payment_id).is_some_and(|holder| holder.person == "anna")
    });
    bob.capture(&of_bob, whole);
    bob.until("bob is told", |state| last_outcome(state).is_some());
    assert!(matches!(last_outcome(&bob.state), Some(Outcome::NotSent { why }) if why.contains("anna")));
    anna.until(
        "anna's capture is done",
        |state| matches!(last_outcome(state), Some(Outcome::Done { status, .. }) if status == "succeeded"),
    );
    step_until("the payment is free", || {
        anna.step();
        bob.step();
        bob.state.workspace.team.holder_of_payment(&id).is_none().then_some(())
    });
    assert_eq!((office.captures(&id), office.open_claims()), (1, 0));
    assert_eq!(bob.open_payment(&id).status, PaymentStatus::Succeeded);
}

#[test]
fn two_who_capture_the_same_payments_at_the_same_moment_capture_each_once() {
    let Some(mut office) = Office::open("two desks at the same moment") else { return };
    let mut desks = ["anna", "bob"].map(|person| office.desk(person, TeamRole::Operator, AwayRule::Stop));
    for _ in 0..5 {
        let id = office.service.authorized();
        let payments = [0, 1].map(|desk| desks[desk].open_payment(&id));
        for (desk, payment) in desks.iter_mut().zip(&payments) {
            desk.capture(payment, payment.capturable_minor());
        }
        for desk in &mut desks {
            desk.until("it is over", |state| state.workspace.operations.open().is_empty());
        }
        assert_eq!(office.captures(&id), 1, "{id}");
    }
}

#[test]
fn what_a_rule_covers_is_sent_once_after_another_person_approved_it() {
    let Some(mut office) = Office::open("four eyes") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Approver, AwayRule::Stop);
    let id = office.service.authorized();
    let payment = anna.open_payment(&id);
    let above = RuleLimit::Amount(payment.amount.with_minor(1));
    office.as_owner(async |owner, profile| owner.set_rule(profile, "capture_payment", &above).await.unwrap());
    for desk in [&mut anna, &mut bob] {
        desk.until("the rule is known", |state| state.workspace.approvals.rules().len() == 1);
    }
    anna.capture(&payment, payment.capturable_minor());
    assert!(matches!(anna.state.workspace.dialog, Some(Dialog::RequestApproval(_))));
    anna.act(Action::Confirm(Confirmation::RequestApproval("Shipped today".to_owned())));
    let status = |state: &State| state.workspace.approvals.listed().next().map(|approval| approval.status());
    bob.until("bob reads the request", |state| status(state) == Some(ApprovalStatus::Requested));
    let approval = bob.state.workspace.approvals.listed().next().unwrap().id();
    let (verdict, note) = (ApprovalVerdict::Approved, "Checked".to_owned());
    bob.act(Action::Approvals(ApprovalsAction::Decide { id: approval, verdict, note }));
    anna.until("anna reads the approval", |state| status(state) == Some(ApprovalStatus::Approved));
    bob.until("so does bob", |state| status(state) == Some(ApprovalStatus::Approved));
    assert_eq!(office.captures(&id), 0, "approving sends nothing");
    // Both at once.
    anna.act(Action::Approvals(ApprovalsAction::Send(approval)));
    bob.act(Action::Approvals(ApprovalsAction::Send(approval)));
    for desk in [&mut anna, &mut bob] {
        desk.until("it is over", |state| state.workspace.operations.open().is_empty() && last_outcome(state).is_some());
        desk.until("the approval is used up", |state| state.workspace.approvals.listed().len() == 0);
    }
    assert_eq!(office.captures(&id), 1);
    step_until("the payment is free", || {
        anna.step();
        bob.step();
        (office.open_claims() == 0).then_some(())
    });
    let used = office.as_owner(async |owner, profile| owner.approval(profile, approval).await.unwrap().unwrap());
    assert!(matches!(used.stage, ApprovalStage::Used { .. }), "{used:?}");
}

#[test]
fn a_database_that_is_killed_stops_one_desk_lets_the_other_go_on_alone_and_both_are_back_with_it() {
    let Some(mut office) = Office::open("a database that is killed") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Alone);
    let id = office.service.authorized();
    let payment = bob.open_payment(&id);
    office.team.server.kill();
    anna.until("anna's profile is read-only", |state| {
        state.read_only_reason().is_some_and(|reason| reason.contains("database"))
    });
    bob.capture(&payment, payment.capturable_minor());
    bob.until("bob's capture is done", |state| matches!(last_outcome(state), Some(Outcome::Done { .. })));
    assert_eq!(office.captures(&id), 1);
    office.team.server.start_again();
    for desk in [&mut anna, &mut bob] {
        desk.until("it is connected again", |state| matches!(state.workspace.team.link(), TeamLink::Connected(_)));
        assert_eq!(desk.state.read_only_reason(), None);
    }
    assert_eq!(office.open_claims(), 0);
}

#[test]
fn a_profile_that_the_team_has_for_another_service_is_not_connected() {
    let Some(mut office) = Office::open("a profile of another service") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    // The one that the harness adds is of another address.
    let address = office.team.server.url("anna");
    let input = TeamInput { address, profile: "Shop".to_owned(), ca_file: String::new(), when_away: AwayRule::Alone };
    anna.act(Action::Team(TeamAction::Join { input, password: None }));
    anna.until("the desk says why", |state| {
        matches!(state.workspace.team.link(), TeamLink::Away { problem, .. } if problem.what.contains("another service"))
    });
}
