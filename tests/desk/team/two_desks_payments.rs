//! Payments of a team at real desks: copied from the database, followed, and searched there where they are older than what
//! is stored on the computer.

use chrono::{TimeDelta, Utc};
use paydesk_core::features::history::{HistoryAction, HistoryPhase};
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{NewSyncPlace, TeamConnection, TeamLimits};
use paydesk_test_desk::RuntimeHarness;

use super::harness::password_of;
use super::payments::sample;
use super::two_desks::Office;

/// A hub that has read these payments of the office.
struct ReadingHub {
    connection: TeamConnection,
    epoch: i64,
}

impl ReadingHub {
    fn join(office: &mut Office) -> Self {
        office.add_member("hub", TeamRole::Hub);
        let (address, profile) = (office.team.server.address("hub"), office.profile.unwrap());
        let password = password_of("hub");
        office.service.threads.block_on(async {
            let opened = TeamConnection::open(&address, Some(&password), TeamLimits::default()).await;
            let connection = opened.unwrap();
            let epoch = connection.begin_payment_sync(profile).await.unwrap().epoch;
            Self { connection, epoch }
        })
    }

    fn put(&self, office: &Office, payments: &[StoredPayment]) {
        let at = NewSyncPlace { place: serde_json::json!({}), is_whole: true, as_of: Some(Utc::now()) };
        office.service.threads.block_on(async {
            for part in payments.chunks(500) {
                self.connection.put_payments(office.profile.unwrap(), self.epoch, part, &at).await.unwrap();
            }
        });
    }
}

/// So many payments, the newest first, so far from one to the next.
fn payments_every(step: TimeDelta, count: usize) -> Vec<StoredPayment> {
    let mut payments = sample::payments(count, 11);
    for (number, payment) in payments.iter_mut().enumerate() {
        payment.row.payment_id = PaymentId::new(format!("pay_nth{number:05}"));
        payment.row.created = Some(Utc::now() - step * number as i32);
    }
    payments
}

fn known(state: &State) -> usize {
    match state.workspace.history.phase() {
        HistoryPhase::Open => state.workspace.history.columns().len(),
        _ => 0,
    }
}

fn status_of(state: &State, id: &str) -> Option<PaymentStatus> {
    let columns = state.workspace.history.columns();
    columns.payment(columns.find(&PaymentId::new(id))?).map(|payment| payment.row.status)
}

fn copied(desk: &mut RuntimeHarness, count: usize) {
    desk.until("all payments of the team are here", |state| known(state) >= count);
}

#[test]
fn two_desks_have_what_the_hub_has_read_and_see_what_changes_and_a_desk_that_was_closed_catches_up() {
    let Some(mut office) = Office::open("payments at two desks") else { return };
    let hub = ReadingHub::join(&mut office);
    let mut payments = payments_every(TimeDelta::minutes(1), 12_000);
    hub.put(&office, &payments);
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Stop);
    copied(&mut anna, 12_000);
    copied(&mut bob, 12_000);
    let history = &anna.state.workspace.history;
    let stored = |payment: &StoredPayment| {
        let columns = history.columns();
        columns.find(&payment.row.payment_id).and_then(|row| columns.payment(row)).unwrap()
    };
    for payment in payments.iter().step_by(97) {
        let here = stored(payment);
        let seen = StoredPayment { seen_at: here.seen_at, detailed_at: here.detailed_at, ..payment.clone() };
        assert_eq!((&here.row.status, &here.texts, here.last4), (&seen.row.status, &seen.texts, seen.last4));
    }

    payments[5].row.status = PaymentStatus::PartiallyCaptured;
    hub.put(&office, &payments[5..6]);
    let is_changed = |state: &State| status_of(state, "pay_nth00005") == Some(PaymentStatus::PartiallyCaptured);
    anna.until("the change is here", is_changed);
    bob.until("the change is here", is_changed);

    payments[6].row.status = PaymentStatus::PartiallyCaptured;
    hub.put(&office, &payments[6..7]);
    let mut bob = office.reopen(bob, 1, "bob", AwayRule::Stop);
    bob.until("what changed meanwhile is here", |state| {
        known(state) >= 12_000 && status_of(state, "pay_nth00006") == Some(PaymentStatus::PartiallyCaptured)
    });
    anna.close();
    bob.close();
}

#[test]
fn payments_that_are_older_than_what_is_kept_here_are_found_in_the_database() {
    let Some(mut office) = Office::open("older payments at a desk") else { return };
    let hub = ReadingHub::join(&mut office);
    let payments = payments_every(TimeDelta::hours(1), 2_000);
    hub.put(&office, &payments);
    let mut desk = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    copied(&mut desk, 2_000);
    desk.act(Action::History(HistoryAction::Keep(Some(30))));
    desk.until("30 days are kept", |state| (715..=900).contains(&known(state)));
    assert_eq!(status_of(&desk.state, "pay_nth01500"), None);
    desk.act(Action::History(HistoryAction::Search("pay_nth015".to_owned())));
    desk.until("older ones are found", |state| state.workspace.history.search().len() == 100);
    let history = &desk.state.workspace.history;
    assert!(history.is_older(&history.found(0).unwrap()));
    desk.close();
}
