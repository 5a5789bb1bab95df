//! What a desk shares with its team: given to it once it is stored, taken in without being given back, and made one
//! where both changed.

use std::collections::BTreeMap;

use paydesk_core::effect::{SharedKeep, SharingRequest, StoreJob, TeamEffect};
use paydesk_core::features::disputes::{DisputesAction, DraftDocument, EvidenceDraft, EvidenceDraftAction};
use paydesk_core::features::notes::NotesAction;
use paydesk_core::features::sharing::{SharingReport, StoredSharing};
use paydesk_core::features::team::{ItemAnswer, TeamAction, TeamReport};
use paydesk_core::features::views::ViewsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::note::{NoteSubject, ObjectTag};
use paydesk_domain::open_item::OpenItem;
use paydesk_domain::shared::{SharedBody, SharedChange, SharedKey, SharedOutcome, SharedWrite};
use paydesk_domain::team::{AwayRule, TeamRole};
use paydesk_index::payment_view::PaymentView;
use paydesk_test_core::desk::{Desk, pay_1, problem};
use paydesk_test_core::notes::write;
use paydesk_test_core::team::{joined, report, session};
use serde_json::{Value, json};

fn shares(desk: &mut Desk, report_: SharingReport) {
    report(desk, TeamReport::Sharing(report_));
}

/// What was asked of the session since this was looked at last.
fn asked(desk: &mut Desk) -> Vec<SharingRequest> {
    let requests = desk.team.drain(..).filter_map(|effect| match effect {
        TeamEffect::Sharing { request, .. } => Some(request),
        _ => None,
    });
    requests.collect()
}

/// What was given to the database since then; nothing where nothing was.
fn given(desk: &mut Desk) -> Vec<SharedWrite> {
    let given = asked(desk).into_iter().filter_map(|request| match request {
        SharingRequest::Share(writes) => Some(writes),
        SharingRequest::Follow { .. } | SharingRequest::Acknowledge => None,
    });
    given.flatten().collect()
}

/// The jobs of the store since then.
fn stored(desk: &mut Desk) -> Vec<StoreJob> {
    desk.other.drain(..).filter_map(|effect| if let Effect::Store(job) = effect { Some(job) } else { None }).collect()
}

fn kept(jobs: &[StoreJob]) -> Vec<&SharedKeep> {
    jobs.iter().filter_map(|job| if let StoreJob::KeepShared(keep) = job { Some(&**keep) } else { None }).collect()
}

/// Everything on disk is read; this was stored of sharing.
fn opened(desk: &mut Desk, stored: Option<StoredSharing>) {
    desk.event(Message::NotesOpened { annotations: Vec::new(), problem: None });
    desk.event(Message::DocumentsOpened { documents: Vec::new(), problem: None });
    let profile_id = desk.state.profiles.current.clone();
    let stored = stored.map(|stored| BTreeMap::from([(profile_id, stored)])).unwrap_or_default();
    desk.event(Message::SharingOpened { stored, problem: None });
}

fn follows(desk: &mut Desk, role: TeamRole, after: i64, last: i64) {
    report(desk, session(role));
    assert!(asked(desk).contains(&SharingRequest::Follow { after }));
    shares(desk, SharingReport::Following { last });
}

/// A desk that has taken in everything of its team, and has nothing that waits.
fn settled() -> Desk {
    let mut desk = joined(AwayRule::Alone);
    opened(&mut desk, Some(StoredSharing { seen: 5, waiting: Vec::new() }));
    follows(&mut desk, TeamRole::Operator, 5, 5);
    accept_all(&mut desk, 0);
    stored(&mut desk);
    assert!(desk.state.workspace.sharing.is_settled());
    desk
}

/// The database takes all that is given to it, as changes after this one.
fn accept_all(desk: &mut Desk, mut change: i64) {
    loop {
        let outcomes: Vec<_> = given(desk)
            .into_iter()
            .map(|write| {
                change += 1;
                (write.key, SharedOutcome::Accepted { change })
            })
            .collect();
        if outcomes.is_empty() {
            return;
        }
        shares(desk, SharingReport::Answered(outcomes));
    }
}

fn subject() -> NoteSubject {
    NoteSubject::payment(&pay_1())
}

fn texts(desk: &Desk) -> Vec<String> {
    desk.state.workspace.notes.index().notes_of(&subject()).map(|note| note.text.clone()).collect()
}

fn note(id: &str, text: &str) -> Value {
    json!({"what": "note", "profile_id": "own", "id": id, "text": text, "by": "bob", "at": "2026-11-20T10:00:00Z",
        "subject": {"kind": "payment", "id": "pay_1", "payment_id": "pay_1"}})
}

fn refund(id: &str, status: &str, reported_at: &str) -> Value {
    json!({"profile_id": "own", "family": "refund", "id": id, "payment_id": "pay_1", "made_at": "2026-11-20T10:00:00Z",
        "told_at": reported_at, "told": {"refund_id": id, "payment_id": "pay_1", "amount": 100, "currency": "EUR",
        "status": status}})
}

fn change(kind: &str, id: &str, content: Value, change: i64) -> SharedChange {
    let (key, by) = (SharedKey::new(kind, id), "bob".to_owned());
    SharedChange { key, body: SharedBody::of(content.into()), by, change }
}

fn changed(desk: &mut Desk, changes: Vec<SharedChange>) {
    let upto = changes.last().unwrap().change;
    shares(desk, SharingReport::Changed { changes, upto });
}

#[test]
fn a_note_is_given_to_the_team_without_the_name_that_this_desk_has_for_the_profile() {
    let mut desk = settled();
    write(&mut desk, &subject(), "Called, he waits");
    let jobs = stored(&mut desk);
    let StoreJob::KeepShared(keep) = &jobs[0] else { panic!("what waits comes first: {jobs:?}") };
    assert!(matches!(&keep.waiting[..], [(key, None)] if key.kind == "note"));
    assert!(matches!(&jobs[1], StoreJob::SaveNote { .. }));
    let writes = given(&mut desk);
    let [SharedWrite { key, body, seen: 5 }] = &writes[..] else { panic!("{writes:?}") };
    assert_eq!(
        (body.content["text"].as_str(), body.content["profile_id"].as_str()),
        (Some("Called, he waits"), Some("own"))
    );
    shares(&mut desk, SharingReport::Answered(vec![(key.clone(), SharedOutcome::Accepted { change: 6 })]));
    assert_eq!(kept(&stored(&mut desk))[0].accepted, std::slice::from_ref(key));
    assert!(given(&mut desk).is_empty() && desk.state.workspace.sharing.waiting() == 0);
    // The feed brings it back.
    changed(&mut desk, vec![SharedChange { key: key.clone(), body: body.clone(), by: "anna".to_owned(), change: 6 }]);
    assert_eq!((texts(&desk).len(), given(&mut desk).len()), (1, 0));
}

#[test]
fn what_a_colleague_changed_is_here_at_once_is_stored_and_is_not_given_back() {
    let mut desk = settled();
    let template = json!({"of": "template", "name": "Sent", "field": "uncategorized_text", "text": "It was sent"});
    let handling = json!({"of": "handling", "profile_id": "own", "dispute_id": "dsp_1", "assignee": "kim"});
    let view = json!({"name": "Mine", "query": "status:failed", "sort": {"key": "amount", "descending": true}});
    changed(
        &mut desk,
        vec![
            change("record", "refund/ref_1", refund("ref_1", "succeeded", "2026-11-20T10:00:00Z"), 6),
            change("note", "note/n_1", note("n_1", "From bob"), 7),
            change("document", "template/all/Sent", template, 8),
            change("document", "handling/one/dsp_1", handling, 9),
            change("view", "Mine", view, 10),
            change("of a later version", "x", json!({}), 11),
        ],
    );
    let workspace = &desk.state.workspace;
    assert!(workspace.records.find(ResourceKind::Refund, "ref_1").is_some_and(|known| known.refund().is_some()));
    assert_eq!(texts(&desk), ["From bob"]);
    assert!(desk.state.evidence.templates(&workspace.profile_id).iter().any(|template| template.name == "Sent"));
    assert_eq!(workspace.disputes.handling.assignees().into_iter().collect::<Vec<_>>(), ["kim"]);
    assert!(desk.state.settings.views(&workspace.profile_id).iter().any(|view| view.name == "Mine"));
    let profile_id = workspace.profile_id.clone();
    let jobs = stored(&mut desk);
    let [keep] = &kept(&jobs)[..] else { panic!("{jobs:?}") };
    assert_eq!((keep.records.len(), keep.annotations.len(), keep.documents.len(), keep.seen), (1, 1, 2, Some(11)));
    assert_eq!(keep.records[0].profile_id, profile_id);
    assert!(keep.waiting.is_empty() && given(&mut desk).is_empty(), "nothing goes back");
    desk.event(Message::SharedKept { profile_id, is_change: true, problem: None });
    assert_eq!(asked(&mut desk), [SharingRequest::Acknowledge]);
}

#[test]
fn the_first_time_everything_that_is_here_is_shared_after_everything_of_the_team_is_taken_in() {
    let mut desk = joined(AwayRule::Alone);
    write(&mut desk, &subject(), "Before");
    opened(&mut desk, None);
    let record = serde_json::from_value(refund("ref_1", "pending", "2026-11-20T10:00:00Z"));
    let mut record: paydesk_core::records::Record = record.unwrap();
    record.profile_id = desk.state.profiles.current.clone();
    stored(&mut desk);
    desk.event(Message::RecordsOpened { records: vec![record], problem: None });
    follows(&mut desk, TeamRole::Operator, 0, 3);
    assert!(given(&mut desk).is_empty(), "the team has changes that are not here");
    changed(&mut desk, vec![change("note", "note/n_1", note("n_1", "From bob"), 3)]);
    let kinds: Vec<String> = given(&mut desk).into_iter().map(|write| write.key.kind).collect();
    assert!(kinds.contains(&"note".to_owned()) && kinds.contains(&"view".to_owned()), "{kinds:?}");
    assert_eq!(texts(&desk).len(), 2);
}

#[test]
fn what_was_given_and_not_answered_is_given_again_when_the_database_is_back() {
    let mut desk = settled();
    write(&mut desk, &subject(), "One");
    let first = given(&mut desk);
    shares(&mut desk, SharingReport::NotAnswered);
    report(&mut desk, TeamReport::Away { problem: problem("No answer") });
    write(&mut desk, &subject(), "Two");
    assert!(given(&mut desk).is_empty());
    follows(&mut desk, TeamRole::Operator, 5, 6);
    assert!(given(&mut desk).is_empty(), "first what came meanwhile is taken in");
    // It was written all the same.
    let own = SharedChange { key: first[0].key.clone(), body: first[0].body.clone(), by: "anna".to_owned(), change: 6 };
    changed(&mut desk, vec![own]);
    let again = given(&mut desk);
    assert_eq!((again.len(), again[0].body.content["text"].as_str()), (1, Some("Two")));
}

#[test]
fn what_waited_when_the_program_ended_is_given_at_the_next_start() {
    let mut desk = joined(AwayRule::Alone);
    let key = SharedKey::new("view", "Disputed");
    let base = json!({"name": "Disputed", "query": "disputed:no", "sort": {"key": "created", "descending": true}});
    opened(&mut desk, Some(StoredSharing { seen: 5, waiting: vec![(key.clone(), Some(base.into()))] }));
    follows(&mut desk, TeamRole::Operator, 5, 5);
    let writes = given(&mut desk);
    assert_eq!((writes.len(), &writes[0].key, writes[0].seen), (1, &key, 5));
    assert_eq!(writes[0].body.content["query"], "disputed:yes");
}

#[test]
fn a_reader_shares_nothing_and_sees_everything() {
    let mut desk = joined(AwayRule::Alone);
    opened(&mut desk, Some(StoredSharing { seen: 5, waiting: Vec::new() }));
    follows(&mut desk, TeamRole::Reader, 5, 5);
    write(&mut desk, &subject(), "Mine");
    changed(&mut desk, vec![change("note", "note/n_1", note("n_1", "From bob"), 6)]);
    assert_eq!((texts(&desk).len(), given(&mut desk).len()), (2, 0));
    assert!(desk.toasts().is_empty(), "{:?}", desk.toasts());
}

#[test]
fn a_note_that_a_colleague_deleted_while_it_was_changed_here_stays_deleted() {
    let mut desk = settled();
    changed(&mut desk, vec![change("note", "note/n_1", note("n_1", "One"), 6)]);
    let mut deleted = note("n_1", "");
    deleted["deleted_at"] = json!("2026-11-20T11:00:00Z");
    write(&mut desk, &subject(), "Two");
    let writes = given(&mut desk);
    let conflict = change("note", &writes[0].key.id, deleted, 7);
    let mut conflict = SharedChange { key: writes[0].key.clone(), ..conflict };
    let mut content = Value::clone(&conflict.body.content);
    content["id"] = json!(writes[0].key.id.trim_start_matches("note/"));
    conflict.body.content = content.into();
    shares(&mut desk, SharingReport::Answered(vec![(writes[0].key.clone(), SharedOutcome::Conflict(conflict))]));
    assert!(given(&mut desk).is_empty(), "what the team has is what is here");
    let index = desk.state.workspace.notes.index();
    assert_eq!(index.notes_of(&subject()).filter(|note| !note.is_deleted()).count(), 1);
}

fn draft(text: &str) -> EvidenceDraft {
    let mut draft =
        EvidenceDraft::new(&"own".into(), DisputeId::new("dsp_1"), paydesk_test_core::service::start_time());
    draft.edit(EvidenceField::CustomerName, text.to_owned());
    draft
}

fn document(draft: &EvidenceDraft) -> Value {
    let mut content = serde_json::to_value(DraftDocument::Draft(draft.clone())).unwrap();
    content.as_object_mut().unwrap().remove("last_read");
    content
}

fn type_text(desk: &mut Desk, text: &str) {
    let action = paydesk_core::features::disputes::EvidenceDraftAction::Edit {
        dispute_id: DisputeId::new("dsp_1"),
        field: EvidenceField::CustomerName,
        text: text.to_owned(),
    };
    desk.act(Action::Disputes(paydesk_core::features::disputes::DisputesAction::Draft(action)));
}

#[test]
fn of_a_field_of_evidence_that_two_changed_both_texts_stay_and_the_person_is_told() {
    const CASE: &str = "case/one/dsp_1";
    let mut desk = settled();
    changed(&mut desk, vec![change("document", CASE, document(&draft("Ad")), 6)]);
    // Typed, and not yet given to the store.
    type_text(&mut desk, "Ada");
    let jobs = stored(&mut desk);
    assert!(!jobs.iter().any(|job| matches!(job, StoreJob::SaveDocument { .. })), "{jobs:?}");
    changed(&mut desk, vec![change("document", CASE, document(&draft("Adam")), 7)]);
    let draft = desk.state.workspace.drafts.draft(&DisputeId::new("dsp_1")).unwrap();
    assert_eq!(draft.text(EvidenceField::CustomerName), "Ada");
    assert_eq!((draft.set_aside[0].text.as_str(), draft.set_aside[0].by.as_str()), ("Adam", "bob"));
    assert!(desk.toasts()[0].contains("bob") && desk.toasts()[0].contains("dsp_1"), "{:?}", desk.toasts());
    let writes = given(&mut desk);
    assert_eq!((writes.len(), writes[0].seen), (1, 7));
    assert_eq!(writes[0].body.content["set_aside"][0]["text"], "Adam");
    // Another field at the other desk: both stay without a word.
    let mut theirs = desk.state.workspace.drafts.draft(&DisputeId::new("dsp_1")).unwrap().clone();
    shares(&mut desk, SharingReport::Answered(vec![(writes[0].key.clone(), SharedOutcome::Accepted { change: 8 })]));
    theirs.profile_id = "own".into();
    theirs.edit(EvidenceField::UncategorizedText, "More".to_owned());
    type_text(&mut desk, "Ada L.");
    let told = desk.toasts().len();
    changed(&mut desk, vec![change("document", CASE, document(&theirs), 9)]);
    let draft = desk.state.workspace.drafts.draft(&DisputeId::new("dsp_1")).unwrap();
    let texts = [EvidenceField::CustomerName, EvidenceField::UncategorizedText].map(|field| draft.text(field));
    assert_eq!((texts, desk.toasts().len()), (["Ada L.", "More"], told));
}

#[test]
fn a_view_that_two_changed_is_kept_twice_and_one_that_was_deleted_goes_everywhere() {
    let mut desk = settled();
    let profile_id = desk.state.workspace.profile_id.clone();
    let names = |desk: &Desk| -> Vec<String> {
        desk.state.settings.views(&profile_id).iter().map(|view: &PaymentView| view.name.clone()).collect()
    };
    desk.act(Action::Views(ViewsAction::Delete("Disputed".to_owned())));
    let writes = given(&mut desk);
    assert!(writes.len() == 1 && writes[0].body.is_deleted && writes[0].key.id == "Disputed", "{writes:?}");
    shares(&mut desk, SharingReport::Answered(vec![(writes[0].key.clone(), SharedOutcome::Accepted { change: 6 })]));
    let gone = SharedChange {
        body: SharedBody { is_deleted: true, content: json!({"name": "Large payments"}).into() },
        ..change("view", "Large payments", json!({}), 7)
    };
    changed(&mut desk, vec![gone]);
    assert_eq!(names(&desk), ["Recent declines"]);
    assert!(given(&mut desk).is_empty());
    desk.act(Action::Views(ViewsAction::Rename { from: "Recent declines".to_owned(), to: "Declines".to_owned() }));
    let writes = given(&mut desk);
    let theirs = json!({"name": "Declines", "query": "status:failed", "sort": {"key": "amount", "descending": true}});
    let conflict = change("view", "Declines", theirs, 9);
    let outcome = |write: &SharedWrite| match write.key.id.as_str() {
        "Declines" => SharedOutcome::Conflict(conflict.clone()),
        _ => SharedOutcome::Accepted { change: 8 },
    };
    shares(
        &mut desk,
        SharingReport::Answered(writes.iter().map(|write| (write.key.clone(), outcome(write))).collect()),
    );
    assert_eq!(names(&desk), ["Declines", "Declines (2)"]);
    let writes = given(&mut desk);
    assert!(writes.len() == 1 && writes[0].key.id == "Declines (2)", "{writes:?}");
}

#[test]
fn what_the_service_reported_last_is_known_whoever_read_it() {
    let mut desk = settled();
    changed(&mut desk, vec![change("record", "refund/ref_1", refund("ref_1", "pending", "2026-11-20T10:00:00Z"), 6)]);
    let status = |desk: &Desk| {
        let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
        known.record.reported.as_ref().unwrap()["status"].clone()
    };
    // This desk reads that it succeeded; a colleague has an older answer, which the database took first.
    let mut record = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap().record.clone();
    record.reported = Some(refund("ref_1", "succeeded", "2026-11-20T10:00:00Z")["told"].clone().into());
    record.reported_at = "2026-11-20T11:00:00Z".parse().unwrap();
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.state.workspace.records = Default::default();
    desk.event(Message::RecordsOpened { records: vec![record], problem: None });
    changed(&mut desk, vec![change("record", "refund/ref_1", refund("ref_1", "succeeded", "2026-11-20T12:00:00Z"), 7)]);
    assert_eq!(status(&desk), "succeeded");
}

#[test]
fn a_database_that_was_restored_gets_everything_again() {
    let mut desk = joined(AwayRule::Alone);
    opened(&mut desk, Some(StoredSharing { seen: 50, waiting: Vec::new() }));
    follows(&mut desk, TeamRole::Operator, 50, 3);
    assert!(asked(&mut desk).contains(&SharingRequest::Follow { after: 0 }));
    shares(&mut desk, SharingReport::Following { last: 3 });
    changed(&mut desk, vec![change("note", "note/n_1", note("n_1", "From bob"), 3)]);
    assert!(given(&mut desk).iter().any(|write| write.key.id == "Disputed"));
}

#[test]
fn another_team_gets_everything_and_knows_nothing_of_the_one_before() {
    let mut desk = settled();
    desk.act(Action::Team(TeamAction::Leave));
    assert!(stored(&mut desk).iter().any(|job| matches!(job, StoreJob::ForgetSharing { .. })));
    write(&mut desk, &subject(), "Alone");
    assert!(kept(&stored(&mut desk)).is_empty(), "nothing waits without a team");
}

#[test]
fn of_many_a_hundred_are_given_at_once() {
    let mut desk = settled();
    for number in 0..250 {
        let action =
            NotesAction::Write(NoteSubject::new(ResourceKind::Customer, format!("cus_{number}")), "x".to_owned());
        desk.act(Action::Notes(action));
    }
    let first = given(&mut desk);
    assert_eq!(first.len(), 1, "the first leaves at once, the others while it is on its way");
    shares(&mut desk, SharingReport::Answered(vec![(first[0].key.clone(), SharedOutcome::Accepted { change: 6 })]));
    assert_eq!(given(&mut desk).len(), 100);
}

#[test]
fn a_tag_that_a_colleague_removed_is_gone_whatever_the_clocks_say() {
    let mut desk = settled();
    let tag = |is_removed: bool, at: &str| {
        let mut tag = json!({"what": "tag", "profile_id": "own", "word": "vip", "by": "bob", "at": at,
            "subject": {"kind": "payment", "id": "pay_1", "payment_id": "pay_1"}});
        if is_removed {
            tag["is_removed"] = json!(true);
        }
        tag
    };
    let words =
        |desk: &Desk| -> Vec<ObjectTag> { desk.state.workspace.notes.index().tags_of(&subject()).cloned().collect() };
    changed(&mut desk, vec![change("note", "tag/payment/pay_1/vip", tag(false, "2026-11-20T10:00:00Z"), 6)]);
    assert_eq!(words(&desk).len(), 1);
    // By a clock that is hours behind.
    changed(&mut desk, vec![change("note", "tag/payment/pay_1/vip", tag(true, "2026-11-20T07:00:00Z"), 7)]);
    assert_eq!(words(&desk).len(), 0);
}

#[test]
fn of_evidence_that_a_colleague_took_over_theirs_stays_and_what_was_typed_here_is_kept_beside_it() {
    let mut desk = settled();
    let (id, field) = (DisputeId::new("dsp_1"), EvidenceField::CustomerName);
    desk.act(Action::Disputes(DisputesAction::Open(Some(id.clone()))));
    let item = OpenItem::draft(&id);
    report(&mut desk, TeamReport::ItemAnswered { item: item.clone(), answer: ItemAnswer::Ours });
    let (dispute_id, text) = (id.clone(), "typed last".to_owned());
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit { dispute_id, field, text })));
    let bob = paydesk_test_core::open_items::bob();
    report(&mut desk, TeamReport::ItemAnswered { item, answer: ItemAnswer::Held(bob) });
    let writes = given(&mut desk);
    let [SharedWrite { key, body, .. }] = &writes[..] else { panic!("{writes:?}") };
    let mut theirs: Value = Value::clone(&body.content);
    theirs["fields"]["customer_name"]["text"] = json!("of bob");
    let body = SharedBody::of(theirs.into());
    let change = SharedChange { key: key.clone(), body, by: "bob".to_owned(), change: 9 };
    shares(&mut desk, SharingReport::Answered(vec![(key.clone(), SharedOutcome::Conflict(change))]));
    let draft = desk.state.workspace.drafts.draft(&id).unwrap();
    let aside: Vec<(&str, &str)> = draft.set_aside.iter().map(|aside| (&*aside.text, &*aside.by)).collect();
    assert_eq!((draft.text(field), &aside[..]), ("of bob", &[("typed last", "anna")][..]));
}
