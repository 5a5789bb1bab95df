//! Disputes are assigned, snoozed, and not contested; many at once, and in Paydesk alone.

use chrono::{SecondsFormat, TimeDelta};
use paydesk_core::effect::TableJob;
use paydesk_core::features::disputes::{
    AssigneeFilter, DisputeHandling, DisputeLocalFilter, DisputesAction, DraftDocument, HandlingAction, HandlingFilter,
    InboxAction,
};
use paydesk_core::features::notes::NotesAction;
use paydesk_core::features::table_exports::{ExportList, ExportRows, TableExportAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::export::ExportFormat;
use paydesk_domain::ids::DisputeId;
use paydesk_domain::note::NoteSubject;
use paydesk_test_core::desk::{Desk, profile};
use paydesk_test_core::disputes::{dispute, dsp, inbox, kept, mixed};
use paydesk_test_core::evidence::{confirm, filled, send};
use paydesk_test_core::service::Pay;
use serde_json::{Value, json};

use super::disputes::shown;
use super::table_exports::{done, file, report, start};

fn handle(desk: &mut Desk, action: HandlingAction) {
    desk.act(Action::Disputes(DisputesAction::Handling(action)));
}

fn narrow(desk: &mut Desk, filter: DisputeLocalFilter) -> Vec<String> {
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(filter))));
    let ids = shown(desk);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::ClearFilters)));
    ids
}

fn with(handling: HandlingFilter) -> DisputeLocalFilter {
    DisputeLocalFilter { handling: Some(handling), ..DisputeLocalFilter::default() }
}

fn ids(ids: &[&str]) -> Vec<DisputeId> {
    ids.iter().map(|id| dsp(id)).collect()
}

fn saved(desk: &Desk) -> Vec<DisputeHandling> {
    let documents = kept(desk).into_iter().filter_map(|(_, document)| match document {
        DraftDocument::Handling(handling) => Some(handling),
        _ => None,
    });
    documents.collect()
}

#[test]
fn many_disputes_are_assigned_at_once_kept_and_found_by_who_works_on_them() {
    let mut desk = inbox(mixed());
    let sent = desk.sent.len();
    handle(&mut desk, HandlingAction::Assign { disputes: ids(&["dsp_1", "dsp_4"]), to: Some(" Grace ".into()) });
    assert_eq!(saved(&desk).len(), 2);
    let of = |assignee| DisputeLocalFilter { assignee: Some(assignee), ..DisputeLocalFilter::default() };
    assert_eq!(narrow(&mut desk, of(AssigneeFilter::Person("Grace".into()))), ["dsp_4", "dsp_1"]);
    assert_eq!(narrow(&mut desk, of(AssigneeFilter::Nobody)).len(), 4);
    handle(&mut desk, HandlingAction::Assign { disputes: ids(&["dsp_1"]), to: None });
    assert_eq!(narrow(&mut desk, of(AssigneeFilter::Person("Grace".into()))), ["dsp_4"]);
    assert_eq!(desk.sent.len(), sent, "the service hears nothing of it");

    let documents = saved(&desk).into_iter().map(DraftDocument::Handling).collect();
    let mut restarted = inbox(mixed());
    restarted.event(Message::DocumentsOpened { documents, problem: None });
    assert_eq!(restarted.state.workspace.disputes.find(&dsp("dsp_4")).unwrap().assignee_text, "Grace");
}

#[test]
fn a_snoozed_dispute_is_back_by_itself_at_its_time() {
    let mut desk = inbox(mixed());
    let until = desk.state.now + TimeDelta::days(2);
    handle(&mut desk, HandlingAction::Snooze { disputes: ids(&["dsp_1"]), until });
    assert!(!shown(&desk).contains(&"dsp_1".to_owned()));
    assert_eq!(desk.state.workspace.disputes.hidden_snoozed(desk.state.now), 1);
    assert_eq!(narrow(&mut desk, with(HandlingFilter::Snoozed)), ["dsp_1"]);
    let search = DisputeLocalFilter { search: "dsp_1".into(), ..DisputeLocalFilter::default() };
    assert_eq!(narrow(&mut desk, search), ["dsp_1"], "a search finds what is snoozed");
    assert!(desk.state.next_due().is_some_and(|due| due <= until), "the window wakes for it");
    desk.tick_at(until - TimeDelta::seconds(1));
    assert!(!shown(&desk).contains(&"dsp_1".to_owned()));
    desk.tick_at(until);
    assert!(shown(&desk).contains(&"dsp_1".to_owned()));
    assert_eq!(narrow(&mut desk, with(HandlingFilter::Snoozed)), Vec::<String>::new());
}

#[test]
fn a_snoozed_dispute_is_back_a_day_before_its_evidence_is_due_and_one_that_is_due_is_not_snoozed() {
    let mut desk = inbox(mixed());
    let until = desk.state.now + TimeDelta::days(7);
    // Due in two days, and overdue.
    handle(&mut desk, HandlingAction::Snooze { disputes: ids(&["dsp_4", "dsp_5"]), until });
    let back = desk.state.workspace.disputes.find(&dsp("dsp_4")).unwrap();
    assert_eq!(back.snoozed_until, back.due().map(|due| due - TimeDelta::hours(24)));
    assert!(shown(&desk).contains(&"dsp_5".to_owned()) && !shown(&desk).contains(&"dsp_4".to_owned()));
    let said = desk.toasts().join("\n");
    assert!(said.contains("return a day before evidence is due"), "{said}");
    assert!(said.contains("1 not snoozed"), "{said}");
    let back = back.snoozed_until.unwrap();
    desk.tick_at(back);
    assert!(shown(&desk).contains(&"dsp_4".to_owned()));
}

#[test]
fn a_dispute_that_the_bank_has_is_not_snoozed_beyond_the_time_until_which_more_can_be_submitted() {
    let mut disputes = mixed();
    disputes.push(dispute("dsp_7", "challenged", "fraudulent", 24));
    let mut desk = inbox(disputes);
    let until = desk.state.now + TimeDelta::days(60);
    handle(&mut desk, HandlingAction::Snooze { disputes: ids(&["dsp_7"]), until });
    let row = desk.state.workspace.disputes.find(&dsp("dsp_7")).unwrap();
    let deadline = row.deadline.unwrap().at;
    assert_eq!((row.due(), row.snoozed_until), (None, Some(deadline - TimeDelta::hours(24))));
}

#[test]
fn what_is_not_contested_leaves_the_due_counts_until_it_is_contested_again() {
    let mut desk = inbox(mixed());
    let counts = |desk: &Desk| desk.state.workspace.disputes.count.to_answer;
    assert_eq!(counts(&desk), Some(3));
    let disputes = ids(&["dsp_4"]);
    handle(&mut desk, HandlingAction::SetContested { disputes: disputes.clone(), contested: false });
    assert_eq!(counts(&desk), Some(2));
    let row = desk.state.workspace.disputes.find(&dsp("dsp_4")).unwrap();
    assert_eq!((row.due(), row.not_contested.as_ref().map(|decision| &*decision.by)), (None, Some("kim")));
    assert_eq!(narrow(&mut desk, with(HandlingFilter::NotContested)), ["dsp_4"]);
    assert!(!narrow(&mut desk, with(HandlingFilter::Contested)).contains(&"dsp_4".to_owned()));
    handle(&mut desk, HandlingAction::SetContested { disputes, contested: true });
    assert_eq!(counts(&desk), Some(3));
}

#[test]
fn of_many_only_those_that_may_need_evidence_are_left_uncontested_and_the_others_are_counted() {
    let mut desk = inbox(mixed());
    let all = ids(&["dsp_1", "dsp_2", "dsp_3", "dsp_4", "dsp_5", "dsp_6"]);
    handle(&mut desk, HandlingAction::SetContested { disputes: all.clone(), contested: false });
    assert_eq!(narrow(&mut desk, with(HandlingFilter::NotContested)), ["dsp_1", "dsp_4", "dsp_5"]);
    let said = desk.toasts().join("\n");
    assert!(said.contains("3 disputes are marked as not contested. 3 skipped"), "{said}");
    handle(&mut desk, HandlingAction::SetContested { disputes: all, contested: true });
    assert_eq!(desk.state.workspace.disputes.count.to_answer, Some(3));
}

#[test]
fn an_export_says_when_evidence_was_submitted_from_here() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    confirm(&mut desk);
    let list = ExportList::SelectedDisputes(ids(&["dsp_1"]));
    let rows = exported_as(&mut desk, &list, ExportFormat::Jsonl);
    let row: Value = serde_json::from_str(rows.trim()).unwrap();
    assert_eq!(row["evidence_submitted_at"], json!("2026-11-21T10:00:00.000Z"));
}

#[test]
fn notes_and_tags_are_shown_in_the_list_and_found() {
    let mut desk = inbox(mixed());
    let subject = NoteSubject::new(ResourceKind::Dispute, "dsp_1");
    desk.act(Action::Notes(NotesAction::Write(subject, "Waits for the carrier\nSecond line".into())));
    assert_eq!(desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().note_text, "Waits for the carrier");
    assert_eq!(narrow(&mut desk, with(HandlingFilter::WithNote)), ["dsp_1"]);
    desk.act(Action::Notes(NotesAction::AddTag(NoteSubject::new(ResourceKind::Dispute, "dsp_4"), "VIP".into())));
    assert_eq!(narrow(&mut desk, with(HandlingFilter::WithNote)), ["dsp_4", "dsp_1"], "a tag is one too");
    let tagged = DisputeLocalFilter { search: "#vip".into(), ..DisputeLocalFilter::default() };
    assert_eq!(narrow(&mut desk, tagged), ["dsp_4"]);
    let search = DisputeLocalFilter { search: "carrier".into(), ..DisputeLocalFilter::default() };
    assert_eq!(narrow(&mut desk, search), ["dsp_1"]);
}

#[test]
fn the_selected_disputes_alone_are_exported() {
    let mut desk = inbox(mixed());
    let list = ExportList::SelectedDisputes(ids(&["dsp_4", "dsp_1"]));
    desk.act(Action::TableExport(TableExportAction::Start(list, ExportFormat::Csv)));
    let exported = desk.tables.drain(..).find_map(|job| match job {
        TableJob::Write(export) => Some(export.rows),
        TableJob::Cancel { .. } => None,
    });
    let Some(ExportRows::Disputes(rows)) = exported else { panic!("no disputes are exported") };
    let ids: Vec<&str> = rows.iter().map(|row| row.dispute.dispute_id.as_str()).collect();
    assert_eq!(ids, ["dsp_4", "dsp_1"]);
}

/// What a file of these disputes contains.
fn exported_as(desk: &mut Desk, list: &ExportList, format: ExportFormat) -> String {
    let export = start(desk, list.clone()).expect("it is written at once");
    report(desk, export.number, done(1));
    file(&export, format)
}

#[test]
fn an_export_has_who_works_on_a_dispute_its_note_until_when_it_is_snoozed_and_what_is_not_contested() {
    let mut desk = inbox(mixed());
    let until = desk.state.now + TimeDelta::days(2);
    handle(&mut desk, HandlingAction::Assign { disputes: ids(&["dsp_1"]), to: Some("Grace".into()) });
    handle(&mut desk, HandlingAction::Snooze { disputes: ids(&["dsp_1"]), until });
    handle(&mut desk, HandlingAction::SetContested { disputes: ids(&["dsp_4"]), contested: false });
    let subject = NoteSubject::new(ResourceKind::Dispute, "dsp_1");
    desk.act(Action::Notes(NotesAction::Write(subject.clone(), "Waits for the carrier\nSecond line".into())));
    desk.act(Action::Notes(NotesAction::AddTag(subject, "vip".into())));
    let list = ExportList::SelectedDisputes(ids(&["dsp_1", "dsp_4", "dsp_5"]));
    let rows = exported_as(&mut desk, &list, ExportFormat::Jsonl);
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |row: &Value| ["assignee", "note", "tags", "snoozed_until", "wont_contest"].map(|name| row[name].clone());
    let until_text = until.to_rfc3339_opts(SecondsFormat::Millis, true);
    let note = "Waits for the carrier\nSecond line";
    assert_eq!(of(&rows[0]), [json!("Grace"), json!(note), json!("vip"), json!(until_text), Value::Null]);
    assert_eq!(of(&rows[1]), [Value::Null, Value::Null, Value::Null, Value::Null, json!(true)]);
    assert_eq!(of(&rows[2]), [const { Value::Null }; 5], "empty where nothing is set");
    let due = ["deadline", "deadline_is_estimate"].map(|name| rows[0][name].clone());
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let deadline = row.deadline.unwrap().at.to_rfc3339_opts(SecondsFormat::Millis, true);
    assert_eq!(due, [json!(deadline), json!(true)], "as the list has it");
    let csv = exported_as(&mut desk, &list, ExportFormat::Csv);
    assert!(csv.contains(&format!(",Grace,\"{note}\",vip,{until_text},")), "{csv}");
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].contains(",assignee,note,tags,snoozed_until,wont_contest,deadline,"), "{csv}");
    assert!(lines.iter().any(|line| line.contains(",,,,,true,")), "{csv}");
    desk.tick_at(until);
    let csv = exported_as(&mut desk, &list, ExportFormat::Csv);
    assert!(csv.contains(",vip,,,") && !csv.contains(&format!(",vip,{until_text}")), "it is back: {csv}");
}

#[test]
fn the_count_leaves_out_what_is_not_contested_also_after_a_restart_and_before_the_inbox_is_opened() {
    let mut desk = inbox(mixed());
    let disputes = ids(&["dsp_4"]);
    handle(&mut desk, HandlingAction::SetContested { disputes, contested: false });
    let documents = saved(&desk).into_iter().map(DraftDocument::Handling).collect();
    let mut restarted = Desk::started(vec![Pay::captured("pay_1", 4_510)]);
    restarted.service.disputes = mixed();
    restarted.event(Message::DocumentsOpened { documents, problem: None });
    restarted.event(Message::JournalOpened { entries: Vec::new() });
    restarted.event(Message::ServiceReady { profile: profile(), key_place: None });
    restarted.serve();
    assert_eq!(restarted.state.workspace.disputes.count.to_answer, Some(2));
}
