//! What one desk of a team stores, the others see: with real desks, a real database and the real sandbox.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use paydesk_api::input::CreateRefundInput;
use paydesk_api::resources::payouts::calls::{CreatePayout, CreatePayoutInput};
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::features::api_keys::ApiKeysAction;
use paydesk_core::features::disputes::{
    DisputesAction, DraftSaveState, EvidenceDraftAction, EvidencePolicyAction, HandlingAction, Template, TemplateAction,
};
use paydesk_core::features::notes::NotesAction;
use paydesk_core::features::team::TeamLink;
use paydesk_core::operations::{OperationPlan, Precondition, ResourceKind, Submission};
use paydesk_core::records::Record;
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{DisputeId, OperationId, PaymentId, RefundId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::note::NoteSubject;
use paydesk_domain::secret::SecretText;
use paydesk_domain::shared::{SharedBody, SharedKey, SharedWrite};
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_team::DeskId;
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::RuntimeHarness;
use serde_json::{Value, json};

use super::harness::{ServerOptions, free_port, password_of};
use super::relay::Relay;
use super::two_desks::Office;
use crate::one_time_secrets;

fn dispute() -> DisputeId {
    DisputeId::new("dsp_shared")
}

fn subject() -> NoteSubject {
    NoteSubject::payment(&PaymentId::new("pay_shared"))
}

fn notes(state: &State) -> Vec<String> {
    state.workspace.notes.index().notes_of(&subject()).map(|note| note.text.clone()).collect()
}

fn write_note(desk: &mut RuntimeHarness, text: &str) {
    desk.act(Action::Notes(NotesAction::Write(subject(), text.to_owned())));
}

fn type_evidence(desk: &mut RuntimeHarness, field: EvidenceField, text: &str) {
    let (dispute_id, text) = (dispute(), text.to_owned());
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field, text })));
}

fn evidence(state: &State, field: EvidenceField) -> String {
    state.workspace.drafts.draft(&dispute()).map(|draft| draft.text(field).to_owned()).unwrap_or_default()
}

fn submit(desk: &mut RuntimeHarness, id: &str, plan: OperationPlan) {
    let submission = Submission { id: OperationId::new(id), plan, precondition: Precondition::Nothing };
    desk.act(Action::Submit(Box::new(submission)));
    desk.until("it is over", |state| state.workspace.operations.open().is_empty());
}

fn make_payout(desk: &mut RuntimeHarness, reference: &str) {
    let input = CreatePayoutInput::new(Money::new(12_500, Currency::iso4217("EUR")), reference);
    submit(desk, reference, OperationPlan::of(&CreatePayout::new(OperationId::new(reference), input).unwrap()));
}

/// Gives back a part of a payment; the id of the refund.
fn refund(desk: &mut RuntimeHarness, office: &Office) -> RefundId {
    let payment_id = office.service.authorized();
    let payment = desk.open_payment(&payment_id);
    desk.capture(&payment, payment.capturable_minor());
    desk.until("it is captured", |state| state.workspace.operations.open().is_empty());
    let (payment, id) = (desk.open_payment(&payment_id), RefundId::new("ref_shared_1"));
    let input = CreateRefundInput::new(payment_id, id.clone(), payment.amount.with_minor(100));
    submit(desk, "op_refund", OperationPlan::of(&CreateRefund::new(OperationId::new("op_refund"), input).unwrap()));
    id
}

fn settled(state: &State) -> bool {
    state.workspace.sharing.is_settled()
}

/// Turns the loops of both until it holds, and says how long that took.
fn both_until(what: &str, desks: [&mut RuntimeHarness; 2], predicate: impl Fn(&State, &State) -> bool) -> Duration {
    let began = Instant::now();
    let [one, other] = desks;
    step_until(what, || {
        one.step();
        other.step();
        predicate(&one.state, &other.state).then_some(())
    });
    began.elapsed()
}

#[test]
fn what_one_desk_stores_the_other_sees_also_after_the_server_was_killed_and_a_new_desk_finds_all() {
    let Some(mut office) = Office::open("what desks share") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Alone);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Alone);
    let id = refund(&mut anna, &office);
    bob.until("bob sees the refund", |state| {
        let known = state.workspace.records.find(ResourceKind::Refund, id.as_str());
        known.is_some_and(|known| known.refund().is_some())
    });
    make_payout(&mut anna, "payout_1");
    bob.until("bob sees the payout", |state| state.workspace.records.of(ResourceKind::Payout).len() == 1);
    write_note(&mut anna, "First");
    let took = both_until("bob sees the note", [&mut anna, &mut bob], |_, bob| notes(bob) == ["First"]);
    println!("a note is at the other desk after {took:?}");
    type_evidence(&mut anna, EvidenceField::CustomerName, "Ada");
    let is_there = |_: &State, bob: &State| evidence(bob, EvidenceField::CustomerName) == "Ada";
    let took = both_until("bob sees the draft", [&mut anna, &mut bob], is_there);
    println!("a draft is at the other desk after {took:?}, of which it waits half a second for more to be typed");

    office.team.server.kill();
    let is_away = |state: &State| matches!(state.workspace.team.link(), TeamLink::Away { .. });
    both_until("both are away", [&mut anna, &mut bob], |anna, bob| is_away(anna) && is_away(bob));
    write_note(&mut anna, "Second");
    write_note(&mut bob, "Third");
    type_evidence(&mut bob, EvidenceField::UncategorizedText, "More");
    make_payout(&mut anna, "payout_2");
    office.team.server.start_again();
    both_until("both have all", [&mut anna, &mut bob], |anna, bob| {
        let has_all = |state: &State| {
            notes(state).len() == 3
                && state.workspace.records.of(ResourceKind::Payout).len() == 2
                && evidence(state, EvidenceField::UncategorizedText) == "More"
                && evidence(state, EvidenceField::CustomerName) == "Ada"
                && settled(state)
        };
        has_all(anna) && has_all(bob)
    });
    let mut cleo = office.desk("cleo", TeamRole::Reader, AwayRule::Alone);
    cleo.until("a new desk finds all", |state| {
        notes(state).len() == 3
            && state.workspace.records.of(ResourceKind::Payout).len() == 2
            && state.workspace.records.find(ResourceKind::Refund, id.as_str()).is_some()
            && evidence(state, EvidenceField::CustomerName) == "Ada"
    });
    assert!(cleo.state.toasts.shown().is_empty() && cleo.state.problems.is_empty());
    [anna, bob, cleo].into_iter().for_each(RuntimeHarness::close);
}

#[test]
fn what_was_stored_while_the_database_was_away_is_shared_by_the_next_run_and_nothing_is_read_twice() {
    let Some(mut office) = Office::open("another run of a desk") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Alone);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Alone);
    write_note(&mut anna, "First");
    both_until("bob sees it", [&mut anna, &mut bob], |anna, bob| notes(bob).len() == 1 && settled(anna));
    office.team.server.kill();
    anna.until("anna is alone", |state| matches!(state.workspace.team.link(), TeamLink::Away { .. }));
    write_note(&mut anna, "Second");
    type_evidence(&mut anna, EvidenceField::CustomerName, "Ada");
    anna.until("the draft is written", |state| {
        let entry = state.workspace.drafts.entry(&dispute()).unwrap();
        matches!(entry.saved(), DraftSaveState::At(_))
    });
    office.team.server.start_again();
    write_note(&mut bob, "Third");
    bob.until("bob is back", settled);
    let mut anna = office.reopen(anna, 0, "anna", AwayRule::Alone);
    both_until("both have all", [&mut anna, &mut bob], |anna, bob| {
        let has_all = |state: &State| notes(state).len() == 3 && evidence(state, EvidenceField::CustomerName) == "Ada";
        has_all(anna) && has_all(bob) && settled(anna) && settled(bob)
    });
    assert!(bob.state.toasts.shown().is_empty(), "nothing contradicts: {:?}", bob.state.toasts.shown());
    [anna, bob].into_iter().for_each(RuntimeHarness::close);
}

/// Everything that is in the database, as text.
fn everything(office: &Office) -> String {
    office.service.threads.block_on(async {
        let superuser = office.team.server.superuser().await;
        let sql = "SELECT relname::text FROM pg_class WHERE relnamespace = 'paydesk'::regnamespace AND relkind = 'r'";
        let mut text = String::new();
        for table in superuser.query(sql, &[]).await.unwrap() {
            let sql = format!("SELECT to_jsonb(t)::text FROM paydesk.{} AS t", table.get::<_, String>(0));
            for row in superuser.query(&sql, &[]).await.unwrap() {
                text.push_str(row.get(0));
            }
        }
        text
    })
}

#[test]
fn no_key_and_no_secret_reaches_the_database() {
    let Some(mut office) = Office::open("secrets and a team") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let admin_key = office.service.running.credentials.admin_key.clone();
    anna.act(Action::ApiKeys(ApiKeysAction::KeepAdminKey(SecretText::new(admin_key.as_str()))));
    let told = one_time_secrets::session(&mut anna, &office.service);
    let credentials = office.service.running.credentials.clone();
    write_note(&mut anna, &format!("The key is {}", credentials.api_key));
    make_payout(&mut anna, "payout_1");
    anna.until("all is shared", settled);
    let everything = everything(&office);
    assert!(everything.contains("canary") && everything.contains("payout_1"), "what is no secret is there");
    let password = password_of("anna");
    for secret in [
        told.api_key.as_str(),
        told.client_secret.as_str(),
        credentials.api_key.as_str(),
        credentials.admin_key.as_str(),
        credentials.webhook_secret.as_str(),
        password.expose(),
    ] {
        assert!(!everything.contains(secret), "a secret is in the database: {secret}");
    }
    anna.close();
}

/// What a desk has of what is shared, the same at every desk.
fn content(state: &State) -> Value {
    let workspace = &state.workspace;
    let mut notes: Vec<Value> =
        workspace.notes.index().annotations().map(|annotation| serde_json::to_value(annotation).unwrap()).collect();
    notes.iter_mut().for_each(|note| note["profile_id"] = json!("own"));
    let draft = workspace.drafts.draft(&dispute()).map(|draft| {
        let mut draft = serde_json::to_value(draft).unwrap();
        draft["profile_id"] = json!("own");
        draft.as_object_mut().unwrap().remove("last_read");
        draft
    });
    let templates = serde_json::to_value(state.evidence.templates(&workspace.profile_id)).unwrap();
    let assignees: Vec<&str> = workspace.disputes.handling.assignees().into_iter().collect();
    let payouts = workspace.records.of(ResourceKind::Payout);
    let records: BTreeMap<&str, &Value> =
        payouts.filter_map(|known| Some((known.record.id.as_str(), known.record.reported.as_deref()?))).collect();
    json!({"notes": notes, "draft": draft, "templates": templates, "assignees": assignees,
        "days": state.evidence.days_for("fraudulent"), "records": records})
}

/// Changes the same things as the other desk does.
fn change_everything(desk: &mut RuntimeHarness, who: &str, round: usize) {
    write_note(desk, &format!("{who} {round}"));
    desk.act(Action::Notes(NotesAction::AddTag(subject(), format!("tag-{round}"))));
    if round % 2 == 1 {
        desk.act(Action::Notes(NotesAction::RemoveTag(subject(), format!("tag-{}", round - 1))));
    }
    type_evidence(desk, EvidenceField::CustomerName, &format!("{who} {round}"));
    let own = if who == "anna" { EvidenceField::ProductDescription } else { EvidenceField::RefundPolicyDisclosure };
    type_evidence(desk, own, &format!("{who} {round}"));
    let template = Template {
        name: format!("Template {}", round % 2),
        text: format!("{who} {round}"),
        ..Template::empty(EvidenceField::UncategorizedText)
    };
    let is_there =
        desk.state.evidence.templates(&desk.state.workspace.profile_id).iter().any(|known| known.name == template.name);
    let was = Some(template.name.clone()).filter(|_| is_there);
    let template = Box::new(template);
    desk.act(Action::Disputes(DisputesAction::Template(TemplateAction::SaveTemplate { was, template })));
    let to = Some(format!("{who} {round}"));
    desk.act(Action::Disputes(DisputesAction::Handling(HandlingAction::Assign { disputes: vec![dispute()], to })));
    let days = 3 + round as i64 + if who == "anna" { 0 } else { 10 };
    desk.act(Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::SetRule("fraudulent", days))));
}

#[test]
fn desks_that_changed_the_same_while_they_were_cut_off_come_to_the_same() {
    let port = free_port();
    let options = ServerOptions { port: Some(port), ..ServerOptions::default() };
    let Some(mut office) = Office::open_with("desks that were cut off", &options) else { return };
    let relays = [(); 2].map(|()| office.service.threads.block_on(Relay::to(port)));
    let mut desks = ["anna", "bob"].into_iter().zip(&relays).map(|(person, relay)| {
        let address = format!("postgresql://{person}@127.0.0.1:{}/postgres", relay.port);
        office.desk_at(person, TeamRole::Operator, AwayRule::Alone, address)
    });
    let (mut anna, mut bob) = (desks.next().unwrap(), desks.next().unwrap());
    drop(desks);
    let is_away = |state: &State| matches!(state.workspace.team.link(), TeamLink::Away { .. });
    for round in 0..4 {
        let cut = [round != 1, round != 2];
        relays.iter().zip(cut).filter(|(_, cut)| *cut).for_each(|(relay, _)| relay.cut());
        both_until("who is cut off knows it", [&mut anna, &mut bob], |anna, bob| {
            (is_away(anna) || !cut[0]) && (is_away(bob) || !cut[1])
        });
        change_everything(&mut anna, "anna", round);
        make_payout(&mut anna, &format!("payout_{round}"));
        change_everything(&mut bob, "bob", round);
        relays.iter().for_each(Relay::heal);
        let took = both_until("both have the same", [&mut anna, &mut bob], |anna, bob| {
            !is_away(anna) && !is_away(bob) && settled(anna) && settled(bob) && content(anna) == content(bob)
        });
        println!("round {round}: the same after {took:?}");
    }
    let content = content(&anna.state);
    assert_eq!(content["notes"].as_array().unwrap().iter().filter(|note| note["what"] == "note").count(), 8);
    let text = content.to_string();
    assert!(text.contains("anna 3") && text.contains("bob 3"), "{text}");
    [anna, bob].into_iter().for_each(RuntimeHarness::close);
}

#[test]
fn many_records_of_a_team_are_taken_in_a_few_at_a_time() {
    const COUNT: usize = 2_000;
    let Some(mut office) = Office::open("many records of a team") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Alone);
    let profile = office.profile.unwrap();
    let began = Instant::now();
    office.service.threads.block_on(async {
        let (connection, desk) = (office.team.connect("anna").await.unwrap(), DeskId::random());
        connection.see_desk(profile, desk, "test", "0").await.unwrap();
        let all: Vec<SharedWrite> = (0..COUNT).map(many).collect();
        for some in all.chunks(500) {
            connection.share_records(profile, desk, some).await.unwrap();
        }
    });
    println!("{COUNT} records were written in {:?}", began.elapsed());
    let (began, mut longest) = (Instant::now(), Duration::ZERO);
    step_until("all are known", || {
        let step = Instant::now();
        anna.step();
        longest = longest.max(step.elapsed());
        (anna.state.workspace.records.of(ResourceKind::Refund).len() == COUNT && settled(&anna.state)).then_some(())
    });
    println!("{COUNT} records were taken in within {:?}, {longest:?} in one turn at most", began.elapsed());
    anna.close();
}

fn many(number: usize) -> SharedWrite {
    let id = format!("ref_{number}");
    let content = json!({"profile_id": "own", "family": "refund", "id": id, "payment_id": "pay_1",
        "made_at": "2026-11-20T10:00:00Z", "told_at": "2026-11-20T10:00:00Z", "told": {"refund_id": id,
        "payment_id": "pay_1", "amount": 100, "currency": "EUR", "status": "succeeded", "reason": "returned by the customer"}});
    serde_json::from_value::<Record>(content.clone()).unwrap();
    let key = SharedKey::new("record", format!("refund/ref_{number}"));
    SharedWrite { key, body: SharedBody::of(content.into()), seen: 0 }
}
