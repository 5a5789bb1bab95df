//! One writer of evidence at a time, over two desks, a real database and its clock.

use paydesk_core::dialog::Confirmation;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction};
use paydesk_core::features::team::TeamAction;
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::RuntimeHarness;

use super::two_desks::Office;

const FIELD: EvidenceField = EvidenceField::CustomerName;

fn dispute() -> DisputeId {
    DisputeId::new("dsp_shared")
}

fn open(desk: &mut RuntimeHarness) {
    desk.act(Action::Disputes(DisputesAction::Open(Some(dispute()))));
}

fn write(desk: &mut RuntimeHarness, text: &str) {
    let (dispute_id, text) = (dispute(), text.to_owned());
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field: FIELD, text })));
}

fn text(state: &State) -> String {
    state.workspace.drafts.draft(&dispute()).map(|draft| draft.text(FIELD).to_owned()).unwrap_or_default()
}

fn holder(state: &State) -> Option<String> {
    let holder = state.workspace.team.items.holder_here(OpenItemKind::Draft, dispute().as_str());
    holder.map(|colleague| colleague.person.clone())
}

fn both(anna: &mut RuntimeHarness, bob: &mut RuntimeHarness, what: &str, holds: impl Fn(&State, &State) -> bool) {
    step_until(what, || {
        anna.step();
        bob.step();
        holds(&anna.state, &bob.state).then_some(())
    });
}

#[test]
fn evidence_is_written_by_one_of_two_people_taken_over_and_free_once_it_is_closed() {
    let Some(mut office) = Office::open("one writer of evidence") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Stop);
    open(&mut anna);
    write(&mut anna, "by anna");
    both(&mut anna, &mut bob, "bob sees where it is open and what is there", |_, bob| {
        let items = &bob.workspace.team.items;
        !items.colleagues_at(OpenItemKind::Draft, dispute().as_str()).is_empty() && text(bob) == "by anna"
    });
    open(&mut bob);
    both(&mut anna, &mut bob, "bob only reads it", |_, bob| holder(bob).as_deref() == Some("anna"));
    write(&mut bob, "by bob");
    assert_eq!(text(&bob.state), "by anna");
    bob.act(Action::Team(TeamAction::AskTakeOver(OpenItem::draft(&dispute()))));
    bob.act(Action::Confirm(Confirmation::TakeOver));
    both(&mut anna, &mut bob, "bob has it and anna only reads it", |anna, bob| {
        holder(bob).is_none() && holder(anna).as_deref() == Some("bob")
    });
    write(&mut anna, "by anna again");
    assert_eq!(text(&anna.state), "by anna");
    write(&mut bob, "by bob");
    both(&mut anna, &mut bob, "anna sees bob's text and that hers is kept", |anna, _| {
        let aside = anna.workspace.drafts.draft(&dispute()).map(|draft| draft.set_aside.clone()).unwrap_or_default();
        text(anna) == "by bob" && aside.iter().any(|aside| aside.text == "by anna" && aside.by == "anna")
    });
    bob.act(Action::Disputes(DisputesAction::Open(None)));
    both(&mut anna, &mut bob, "anna has it again", |anna, _| holder(anna).is_none());
    write(&mut anna, "by anna at last");
    assert_eq!(text(&anna.state), "by anna at last");
    bob.close();
    anna.act(Action::Disputes(DisputesAction::Open(None)));
    anna.until("nothing is claimed", |_| {
        office.as_owner(async |owner, profile| owner.open_claims(profile).await.unwrap().is_empty())
    });
}

/// Who else has the dispute open.
fn colleagues(state: &State) -> Vec<String> {
    let colleagues = state.workspace.team.items.colleagues_at(OpenItemKind::Draft, dispute().as_str());
    let mut names: Vec<String> = colleagues.into_iter().map(|colleague| colleague.person.clone()).collect();
    names.sort();
    names
}

#[test]
fn all_who_have_one_dispute_open_see_each_other_and_its_list_names_them() {
    let Some(mut office) = Office::open("who has a dispute open") else { return };
    let mut desks = ["anna", "bob", "cleo", "dora"].map(|name| office.desk(name, TeamRole::Operator, AwayRule::Stop));
    let until = |desks: &mut [RuntimeHarness; 4], what: &str, expected: [&[&str]; 4]| {
        step_until(what, || {
            desks.iter_mut().for_each(RuntimeHarness::step);
            let is_known = |(desk, expected): (&RuntimeHarness, &[&str])| colleagues(&desk.state) == expected;
            desks.iter().zip(expected).all(is_known).then_some(())
        });
    };
    open(&mut desks[0]);
    until(&mut desks, "anna has it open", [&[], &["anna"], &["anna"], &["anna"]]);
    open(&mut desks[1]);
    open(&mut desks[2]);
    let all: &[&str] = &["anna", "bob", "cleo"];
    until(&mut desks, "three have it open", [&["bob", "cleo"], &["anna", "cleo"], &["anna", "bob"], all]);
    // Who reads it gets it when the writer closes it.
    desks[0].act(Action::Disputes(DisputesAction::Open(None)));
    until(&mut desks, "two have it open", [&["bob", "cleo"], &["cleo"], &["bob"], &["bob", "cleo"]]);
    desks[1].act(Action::Disputes(DisputesAction::Open(None)));
    desks[2].act(Action::Disputes(DisputesAction::Open(None)));
    until(&mut desks, "nobody has it open", [&[], &[], &[], &[]]);
    desks[0].until("nothing is claimed", |_| {
        office.as_owner(async |owner, profile| owner.open_claims(profile).await.unwrap().is_empty())
    });
}

#[test]
fn what_a_desk_had_open_that_is_gone_is_free_within_a_minute() {
    let Some(mut office) = Office::open("a writer that is gone") else { return };
    let mut anna = office.desk("anna", TeamRole::Operator, AwayRule::Stop);
    let mut bob = office.desk("bob", TeamRole::Operator, AwayRule::Stop);
    open(&mut anna);
    both(&mut anna, &mut bob, "bob sees that anna has it open", |_, bob| colleagues(bob) == ["anna"]);
    open(&mut bob);
    both(&mut anna, &mut bob, "bob only reads it", |_, bob| holder(bob).as_deref() == Some("anna"));
    // As if it were a minute later: nothing renews it any more.
    let gone = "UPDATE paydesk.claim SET lease_until = clock_timestamp() - interval '1 s' WHERE user_name = 'anna'";
    let superuser = office.service.threads.block_on(office.team.server.superuser());
    drop(anna);
    office.service.threads.block_on(superuser.batch_execute(gone)).unwrap();
    bob.until("bob has it", |state| holder(state).is_none());
}
