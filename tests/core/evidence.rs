//! Evidence leaves: as a difference, once, with what the service says kept; whatever it says, the draft stays.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::disputes::evidence_draft::FileNote;
use paydesk_core::features::disputes::{
    DisputesAction, DraftDocument, EvidenceDraft, EvidenceDraftAction, EvidenceFileAction, EvidenceUpload, FilePlace,
    FindingKind, Product, SubmissionAction, TemplateAction, UploadedFile, review_findings,
};
use paydesk_core::operations::Outcome;
use paydesk_core::operations::wording::overtaken_text;
use paydesk_core::presenter::refusal_advice;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_views::{draft_of, findings_of, hindrance_of, removed_templates, results_of, templates};
use paydesk_test_core::disputes::{dispute, dsp, edit, inbox, kept, mixed, open};
use paydesk_test_core::evidence::{act, confirm, filled, lost_and_decided, send};
use paydesk_test_core::service::{answered, refused};
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

fn body(desk: &Desk) -> Value {
    desk.sent.last().unwrap().request.body.clone().unwrap()
}

fn case(desk: &Desk) -> EvidenceDraft {
    draft_of(&desk.state, &dsp("dsp_1"))
}

#[test]
fn only_touched_fields_leave_and_what_was_sent_is_kept_byte_for_byte() {
    let mut desk = filled(&[
        (EvidenceField::CustomerName, "Ada “Countess” Lovelace"),
        (EvidenceField::UncategorizedText, "She has it."),
    ]);
    send(&mut desk);
    let expected = json!({"dispute_id": "dsp_1", "customer_name": "Ada “Countess” Lovelace",
        "uncategorized_text": "She has it."});
    assert_eq!(body(&desk), expected);
    confirm(&mut desk);
    let version = &case(&desk).versions[0];
    assert_eq!(version.body, desk.sent[0].request.wire_body().to_string());
    assert_eq!(version.operator, "kim");
    assert_eq!(version.at, "2026-11-21T10:00:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap());
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!(row.dispute.status, DisputeStatus::Challenged, "read again");
    assert_eq!((row.counts.changed, row.counts.sent), (0, 2));
    assert!(hindrance_of(&desk.state, row).unwrap().contains("Nothing has changed"));
}

#[test]
fn the_version_is_on_its_way_to_the_disk_before_the_journal_calls_the_submission_done() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    let sent = desk.sends.remove(0);
    let result = answered(200, json!({"dispute_id": "dsp_1", "status": "submitted"}));
    let event = Message::OperationAnswered { operation_id: sent.operation_id, attempt: sent.attempt, result };
    let effects: Vec<String> = desk.state.on_message(event).iter().map(|effect| format!("{effect:?}")).collect();
    let place = |name: &str| effects.iter().position(|effect| effect.contains(name)).unwrap();
    assert!(place("SaveDocument") < place("WriteJournal"), "{effects:?}");
}

#[test]
fn a_second_submission_sends_the_difference_and_a_clear_is_explicit() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::Receipt, "file_1")]);
    send(&mut desk);
    confirm(&mut desk);
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    edit(&mut desk, EvidenceField::Receipt, "");
    send(&mut desk);
    assert_eq!(body(&desk), json!({"dispute_id": "dsp_1", "customer_name": "Ada King"}), "emptied is not cleared");
    confirm(&mut desk);
    act(
        &mut desk,
        DisputesAction::Draft(EvidenceDraftAction::SetClear {
            dispute_id: dsp("dsp_1"),
            field: EvidenceField::Receipt,
            clear: true,
        }),
    );
    let changes = desk.state.workspace.drafts.changes_to_send(&dsp("dsp_1"));
    assert_eq!((changes[0].before.as_deref(), changes[0].after.as_str()), (Some("file_1"), ""));
    send(&mut desk);
    assert_eq!(body(&desk), json!({"dispute_id": "dsp_1", "receipt": ""}));
    confirm(&mut desk);
    assert_eq!(case(&desk).versions.len(), 3);
    assert_eq!(case(&desk).at_service(EvidenceField::Receipt), None);
}

#[test]
fn all_26_fields_leave_in_the_order_of_the_specification() {
    let mut desk = filled(&[]);
    for field in EvidenceField::iter().rev() {
        edit(&mut desk, field, &format!("of {}", field.as_str()));
    }
    send(&mut desk);
    let body = desk.sent[0].request.wire_body().to_string();
    let places: Vec<usize> =
        EvidenceField::iter().map(|field| body.find(&format!("\"{}\":", field.as_str())).unwrap()).collect();
    assert!(places.is_sorted(), "{body}");
}

#[test]
fn a_double_click_is_one_submission_and_none_starts_while_one_is_under_way() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Submit));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Submit));
    assert_eq!(desk.state.workspace.operations.open().len(), 1);
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    assert_eq!(desk.state.workspace.disputes.review, None, "one at a time");
    desk.write();
    desk.serve();
    desk.write_all();
    confirm(&mut desk);
    desk.assert_sent_times(1);
    assert_eq!(case(&desk).pending(EvidenceField::CustomerName), Some("Ada King"), "typed meanwhile, not sent");
}

#[test]
fn a_lost_answer_keeps_the_draft_and_says_unknown_until_it_is_resolved() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.assert_says_unknown();
    assert_eq!((case(&desk).versions.len(), case(&desk).pending(EvidenceField::CustomerName)), (0, Some("Ada")));
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert!(hindrance_of(&desk.state, row).unwrap().contains("is being submitted"));
}

#[test]
fn evidence_whose_answer_was_lost_is_not_denied_when_the_dispute_was_decided_since() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.service.disputes[0]["status"] = json!("lost");
    desk.pass(200);
    let Outcome::Overtaken(reason) = desk.outcome() else { panic!("{:?}", desk.outcome()) };
    assert!(
        overtaken_text(reason).ends_with("is now decided: lost. It is unknown whether this evidence was considered.")
    );
}

#[test]
fn what_was_sent_stays_listed_with_its_bytes_when_the_dispute_is_decided_before_its_outcome_is_known() {
    let desk = lost_and_decided();
    let case = case(&desk);
    assert_eq!(case.unconfirmed.len(), 1);
    assert_eq!(case.unconfirmed[0].body, desk.sent[0].request.wire_body().to_string());
    assert_eq!(case.versions.len(), 0, "nothing shows that it took effect");
    assert_eq!(case.never_sent(), [], "it was sent");
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!((row.counts.changed, row.counts.unconfirmed), (0, 1));
    assert_eq!(row.progress_text, "0 of 4, outcome unknown");
    let ended = desk.state.ended_operations().next().unwrap();
    assert_eq!(ended.word(), "Sent, outcome unknown");
}

#[test]
fn what_leaves_is_on_its_way_to_the_disk_before_it_leaves_and_survives_a_restart() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    let documents: Vec<DraftDocument> = kept(&desk).pop().into_iter().map(|(_, document)| document).collect();
    let documents = serde_json::from_str(&serde_json::to_string(&documents).unwrap()).unwrap();
    let sent = desk.sent[0].request.wire_body().to_string();
    let mut desk = inbox(mixed());
    desk.event(Message::DocumentsOpened { documents, problem: None });
    assert_eq!(case(&desk).unconfirmed[0].body, sent);
}

#[test]
fn what_was_sent_is_a_version_once_it_is_confirmed_and_nothing_once_it_is_refused() {
    let mut desk = filled(&[(EvidenceField::Receipt, "file_9")]);
    send(&mut desk);
    assert_eq!(case(&desk).unconfirmed.len(), 1);
    desk.reply(refused(400, "IR_04", "There is no file file_9"));
    desk.write_all();
    desk.serve();
    assert_eq!((case(&desk).unconfirmed.len(), case(&desk).never_sent().len()), (0, 1));
    send(&mut desk);
    confirm(&mut desk);
    assert_eq!((case(&desk).unconfirmed.len(), case(&desk).versions.len()), (0, 1));
}

#[test]
fn what_a_person_closed_without_proof_stays_listed_as_sent() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.pass(200);
    let id = desk.operation().id.clone();
    desk.act(Action::AskCloseUnknown(id));
    desk.pass(2);
    desk.act(Action::Confirm(Confirmation::CloseUnknown));
    assert_eq!(desk.outcome(), &Outcome::ClosedByPerson);
    assert_eq!((case(&desk).unconfirmed.len(), case(&desk).versions.len()), (1, 0));
    desk.write_all();
    desk.serve();
    send(&mut desk);
    confirm(&mut desk);
    assert_eq!((case(&desk).unconfirmed.len(), case(&desk).versions.len()), (1, 1), "whatever happened since");
}

#[test]
fn a_deadline_that_has_passed_is_called_an_estimate_only_where_it_is_one() {
    for (reported, estimated) in [(json!(null), true), (json!("2026-11-10T10:00:00Z"), false)] {
        let mut late = dispute("dsp_1", "dispute_opened", "fraudulent", 15 * 24);
        late["evidence_deadline"] = reported;
        let mut desk = inbox(vec![late]);
        open(&mut desk, "dsp_1");
        let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
        let findings = findings_of(&desk.state, row, &case(&desk));
        let finding = findings.iter().find(|finding| finding.kind == FindingKind::Late).expect("it is late");
        assert!(finding.text.starts_with("The deadline was ") && finding.text.contains("Nov"), "{}", finding.text);
        assert_eq!(finding.text.contains("(est.)"), estimated, "{}", finding.text);
    }
}

#[test]
fn each_refusal_keeps_the_draft_and_says_which() {
    for (status, code, message, field, advice) in [
        (400, "IR_04", "the evidence deadline of dispute dsp_1 was 2026-11-20", None, "accepts no more evidence"),
        (404, "IR_05", "dispute dsp_1 not found", None, "has no such dispute"),
        (
            400,
            "IR_04",
            "receipt must be the id of an uploaded file, not \"file_9\"",
            Some(EvidenceField::Receipt),
            "file ID",
        ),
        (400, "IR_04", "There is no file file_9", Some(EvidenceField::Receipt), "file ID"),
    ] {
        let mut desk = filled(&[(EvidenceField::Receipt, "file_9"), (EvidenceField::CustomerName, "Ada")]);
        send(&mut desk);
        desk.reply(refused(status, code, message));
        desk.write_all();
        desk.serve();
        assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{message}");
        let toast = desk.toasts().pop().unwrap();
        assert!(toast.contains("Open the dispute to see why.") && !toast.contains(message), "said once: {toast}");
        let refusal = case(&desk).refusal.unwrap();
        assert_eq!((refusal.message.as_str(), refusal.field.clone()), (message, field.map(Into::into)));
        assert!(refusal_advice(&refusal).contains(advice), "{message}: {}", refusal_advice(&refusal));
        assert_eq!((case(&desk).changes().len(), case(&desk).versions.len()), (2, 0));
        send(&mut desk);
        confirm(&mut desk);
        assert_eq!(case(&desk).refusal, None, "the next try, under another id, was taken");
    }
}

#[test]
fn a_dispute_that_changed_meanwhile_is_not_sent_to_and_the_reason_stays_at_the_draft() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    desk.service.disputes[0]["status"] = json!("lost");
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Submit));
    desk.write();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(0);
    assert!(case(&desk).refusal.unwrap().message.contains("has since changed"));
    desk.serve();
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!(row.dispute.status, DisputeStatus::Lost);
    assert!(hindrance_of(&desk.state, row).unwrap().contains("lost"));
}

#[test]
fn card_numbers_are_masked_before_anything_leaves_and_in_the_draft_too() {
    let mut desk = filled(&[(EvidenceField::UncategorizedText, "Paid with 4242 4242 4242 4242.")]);
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let findings = findings_of(&desk.state, row, &case(&desk));
    assert!(findings.iter().any(|finding| finding.kind == FindingKind::CardNumber));
    send(&mut desk);
    let texts = format!("{:?}{:?}{:?}", desk.sent, desk.disk, kept(&desk).pop());
    assert!(!texts.contains("4242 4242 4242"), "{texts}");
    assert_eq!(body(&desk)["uncategorized_text"], "Paid with •••• •••• •••• 4242.");
    confirm(&mut desk);
    assert!(case(&desk).changes().is_empty());
}

#[test]
fn what_should_be_looked_at_first_is_found() {
    let mut desk = filled(&[
        (EvidenceField::ShippingDate, "2026-12-24"),
        (EvidenceField::ServiceDate, "24.11.2026"),
        (EvidenceField::Receipt, "a file"),
    ]);
    let kinds = |desk: &Desk| {
        let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
        let findings = findings_of(&desk.state, row, &case(desk));
        findings.into_iter().map(|finding| (finding.kind, finding.field())).collect::<Vec<_>>()
    };
    let found = kinds(&desk);
    for expected in [
        (FindingKind::Dates, Some(EvidenceField::ShippingDate)),
        (FindingKind::Dates, Some(EvidenceField::ServiceDate)),
        (FindingKind::FileId, Some(EvidenceField::Receipt)),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
    assert!(found.iter().any(|(kind, _)| *kind == FindingKind::Missing));
    edit(&mut desk, EvidenceField::ShippingDate, "2026-11-17");
    assert!(!kinds(&desk).contains(&(FindingKind::Dates, Some(EvidenceField::ShippingDate))));
    edit(&mut desk, EvidenceField::ShippingDate, "2026-11-16");
    assert!(kinds(&desk).contains(&(FindingKind::Dates, Some(EvidenceField::ShippingDate))), "before it was paid");
}

#[test]
fn a_version_survives_a_restart_and_the_next_difference_is_against_it() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    confirm(&mut desk);
    let documents: Vec<DraftDocument> = kept(&desk).pop().into_iter().map(|(_, document)| document).collect();
    let json = serde_json::to_string(&documents).unwrap();
    let documents: Vec<DraftDocument> = serde_json::from_str(&json).unwrap();
    let mut desk = inbox(mixed());
    desk.event(Message::DocumentsOpened { documents, problem: None });
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    assert_eq!(desk.state.workspace.drafts.changes_to_send(&dsp("dsp_1"))[0].before.as_deref(), Some("Ada"));
}

#[test]
fn the_id_of_a_file_that_was_not_uploaded_from_here_is_worth_a_look_and_blocks_nothing() {
    let mut desk = filled(&[(EvidenceField::Receipt, "file_7")]);
    let row = |desk: &Desk| desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().clone();
    let unknown = |desk: &Desk| {
        let findings = findings_of(&desk.state, &row(desk), &case(desk));
        let unknown = findings.into_iter().filter(|finding| finding.kind == FindingKind::UnknownFile);
        unknown.map(|finding| (finding.field(), finding.text)).collect::<Vec<_>>()
    };
    let text = "Not uploaded from this computer: check the ID".to_owned();
    assert_eq!(unknown(&desk), [(Some(EvidenceField::Receipt), text)]);
    assert_eq!(hindrance_of(&desk.state, &row(&desk)), None);
    assert!(case(&desk).is_filled(EvidenceField::Receipt));
    edit(&mut desk, EvidenceField::Receipt, "my receipt.pdf");
    assert_eq!(unknown(&desk), [], "what is no id at all is an error of its own");
}

#[test]
fn a_template_is_filled_in_and_a_text_of_ours_becomes_one_for_other_disputes() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada Lovelace")]);
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dsp("dsp_1"), "No refund was due".into())));
    let text = case(&desk).text(EvidenceField::RefundRefusalExplanation).to_owned();
    assert!(text.starts_with("Ada Lovelace asked for a refund of payment pay_1 for 45.10 EUR"), "{text}");
    edit(&mut desk, EvidenceField::UncategorizedText, "Ada Lovelace paid 45.10 EUR as pay_1.");
    let name = "Paid".to_owned();
    let dispute_id = dsp("dsp_1");
    act(
        &mut desk,
        DisputesAction::Template(TemplateAction::KeepTemplate {
            dispute_id,
            field: EvidenceField::UncategorizedText,
            name,
        }),
    );
    let template = templates(&desk.state).into_iter().find(|template| template.name == "Paid").unwrap();
    assert_eq!(template.text, "{customer_name} paid {amount} as {payment_id}.");
    assert!(kept(&desk).iter().any(|(_, document)| *document == DraftDocument::Template(template.clone())));
    act(&mut desk, DisputesAction::Open(None));
    open(&mut desk, "dsp_4");
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dsp("dsp_4"), "Paid".into())));
    let text = draft_of(&desk.state, &dsp("dsp_4")).text(EvidenceField::UncategorizedText).to_owned();
    assert_eq!(text, "{customer_name} paid 45.10 EUR as pay_4.", "nobody knows the name there");
    let row = desk.state.workspace.disputes.find(&dsp("dsp_4")).unwrap();
    let findings = findings_of(&desk.state, row, &draft_of(&desk.state, &dsp("dsp_4")));
    assert!(findings.iter().any(|finding| finding.kind == FindingKind::Placeholder));
    act(&mut desk, DisputesAction::Template(TemplateAction::RemoveTemplate("Paid".into())));
    let there = |desk: &Desk, name: &str| templates(&desk.state).iter().any(|template| template.name == name);
    assert!(!there(&desk, "Paid"));
    act(&mut desk, DisputesAction::Template(TemplateAction::RemoveTemplate("No refund was due".into())));
    assert!(!there(&desk, "No refund was due"), "also one we began with");
    let removed: Vec<String> = removed_templates(&desk.state).into_iter().map(|template| template.name).collect();
    assert_eq!(removed, ["No refund was due", "Paid"]);
    removed
        .into_iter()
        .for_each(|name| act(&mut desk, DisputesAction::Template(TemplateAction::PutTemplateBack(name))));
    assert!(there(&desk, "Paid") && there(&desk, "No refund was due") && removed_templates(&desk.state).is_empty());
    let Some((_, DraftDocument::Template(kept))) = kept(&desk).pop() else { panic!("it is kept") };
    assert_eq!((kept.name.as_str(), kept.removed), ("Paid", false));
}

#[test]
fn the_letter_tells_what_is_filled_in_and_nothing_else() {
    let mut desk = filled(&[
        (EvidenceField::CustomerName, "Ada Lovelace"),
        (EvidenceField::ShippingDate, "2026-11-18"),
        (EvidenceField::ShippingCarrier, "DHL"),
        (EvidenceField::Receipt, "file_1"),
    ]);
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::DraftStatement(dsp("dsp_1"))));
    let letter = case(&desk).text(EvidenceField::UncategorizedText).to_owned();
    for part in [
        "dispute dsp_1 of payment pay_1 for 45.10 EUR, paid on 2026-11-17",
        "“fraudulent”",
        "Ada Lovelace",
        "The order was shipped on 2026-11-18 with DHL.",
        "We attach: receipt.",
    ] {
        assert!(letter.contains(part), "{part}: {letter}");
    }
    for absent in ["cancellation", "refund", "{", "file_1"] {
        assert!(!letter.contains(absent), "{absent}: {letter}");
    }
    let paid = json!({"payment_id": "pay_1", "status": "succeeded", "amount": 9_020, "currency": "EUR",
        "amount_received": 9_020, "amount_capturable": 0, "created": "2026-11-17T14:02:11Z"});
    let mut partial = inbox(mixed());
    act(&mut partial, DisputesAction::Open(Some(dsp("dsp_1"))));
    partial.answer_payment(answered(200, paid));
    act(&mut partial, DisputesAction::Draft(EvidenceDraftAction::DraftStatement(dsp("dsp_1"))));
    let part = "dispute dsp_1 for 45.10 EUR of payment pay_1 for 90.20 EUR, paid on 2026-11-17";
    let of_part = case(&partial).text(EvidenceField::UncategorizedText).to_owned();
    assert!(of_part.contains(part), "a part is disputed: {of_part}");
    edit(&mut desk, EvidenceField::UncategorizedText, &format!("{letter}\n\nKind regards."));
    assert!(case(&desk).text(EvidenceField::UncategorizedText).ends_with("Kind regards."), "it can be edited");
}

fn draft_statement(desk: &mut Desk) -> String {
    act(desk, DisputesAction::Draft(EvidenceDraftAction::DraftStatement(dsp("dsp_1"))));
    case(desk).text(EvidenceField::UncategorizedText).to_owned()
}

fn statement_findings(desk: &Desk) -> Vec<String> {
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let findings = findings_of(&desk.state, row, &case(desk));
    let of_statement = findings.into_iter().filter(|finding| finding.kind == FindingKind::OutdatedStatement);
    of_statement.map(|finding| finding.text).collect()
}

#[test]
fn a_drafted_statement_that_contradicts_a_corrected_field_is_found_and_brought_up_to_date() {
    let mut desk = filled(&[(EvidenceField::ShippingDate, "2026-11-18"), (EvidenceField::ShippingCarrier, "DHL")]);
    let drafted = draft_statement(&mut desk);
    assert_eq!(statement_findings(&desk), Vec::<String>::new());
    edit(&mut desk, EvidenceField::UncategorizedText, &format!("{drafted}\n\nKind regards."));
    edit(&mut desk, EvidenceField::ShippingDate, "2026-11-19");
    assert!(statement_findings(&desk)[0].contains("update it"));
    let updated = draft_statement(&mut desk);
    assert!(updated.contains("shipped on 2026-11-19") && !updated.contains("2026-11-18"), "{updated}");
    assert!(updated.ends_with("\n\nKind regards."), "what a person wrote stays: {updated}");
    assert_eq!(statement_findings(&desk), Vec::<String>::new());
}

#[test]
fn a_statement_that_only_lacks_what_was_filled_in_since_contradicts_nothing() {
    let mut desk = filled(&[(EvidenceField::ShippingDate, "2026-11-18")]);
    draft_statement(&mut desk);
    edit(&mut desk, EvidenceField::ShippingCarrier, "DHL");
    let findings = statement_findings(&desk);
    assert!(findings[0].contains("update it") && !findings[0].contains("contradict"), "{findings:?}");
}

#[test]
fn a_statement_with_no_answer_yet_announces_none() {
    let mut desk = filled(&[]);
    let drafted = draft_statement(&mut desk);
    assert!(!drafted.contains("we respond as follows"), "{drafted}");
    edit(&mut desk, EvidenceField::ShippingDate, "2026-11-18");
    let updated = draft_statement(&mut desk);
    assert!(updated.contains("we respond as follows.\n\nThe order was shipped on 2026-11-18."), "{updated}");
}

#[test]
fn a_statement_that_a_person_rewrote_is_found_where_it_says_what_a_field_no_longer_says() {
    let mut desk = filled(&[(EvidenceField::ShippingDate, "2026-11-18")]);
    draft_statement(&mut desk);
    edit(&mut desk, EvidenceField::UncategorizedText, "We sent it on 2026-11-18.");
    edit(&mut desk, EvidenceField::ShippingDate, "2026-11-19");
    assert!(statement_findings(&desk)[0].contains("correct it"));
    edit(&mut desk, EvidenceField::UncategorizedText, "We sent it on 2026-11-19.");
    assert_eq!(statement_findings(&desk), Vec::<String>::new());
}

#[test]
fn a_statement_drafted_twice_is_there_once_also_after_a_field_changed() {
    let mut desk = filled(&[(EvidenceField::ShippingDate, "2026-11-18")]);
    let first = draft_statement(&mut desk);
    assert_eq!(draft_statement(&mut desk), first);
    edit(&mut desk, EvidenceField::ShippingDate, "2026-11-19");
    edit(&mut desk, EvidenceField::CustomerName, "Ada Lovelace");
    let second = draft_statement(&mut desk);
    assert_eq!(second.matches("We ask that dispute").count(), 1, "{second}");
    assert_eq!(second.matches("The order was shipped").count(), 1, "{second}");
    assert!(second.contains("The customer is Ada Lovelace."));
}

#[test]
fn after_the_result_each_field_is_counted_in_won_and_lost_cases_of_the_reason() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::Receipt, "file_1")]);
    send(&mut desk);
    confirm(&mut desk);
    assert_eq!(results_of(&desk.state, "fraudulent").fields, [], "not decided yet");
    desk.service.disputes[0]["status"] = json!("won");
    act(&mut desk, DisputesAction::RefreshOpen);
    desk.serve();
    let results = results_of(&desk.state, "Fraud");
    assert_eq!((results.won, results.lost), (1, 0));
    let fields: Vec<_> = results.fields.iter().map(|presence| (presence.field, presence.won)).collect();
    assert_eq!(fields, [(EvidenceField::CustomerName, 1), (EvidenceField::Receipt, 1)]);
    assert_eq!(results_of(&desk.state, "duplicate").won, 0);
}

#[test]
fn an_uploaded_file_stands_in_its_field_with_what_is_known_of_it_and_a_failed_one_says_why() {
    let mut desk = filled(&[]);
    let upload = |path: &str| {
        DisputesAction::File(EvidenceFileAction::Upload {
            dispute_id: dsp("dsp_1"),
            field: EvidenceField::Receipt,
            path: path.into(),
        })
    };
    act(&mut desk, upload("/tmp/receipt.pdf"));
    act(&mut desk, upload("/tmp/receipt.pdf"));
    let places = desk.other.iter().filter_map(|effect| match effect {
        Effect::Api(ApiEffect::UploadFile { place, .. }) => Some(place.clone()),
        _ => None,
    });
    let places: Vec<_> = places.collect();
    assert_eq!(places.len(), 1, "one at a time");
    let failed = Err(paydesk_test_core::desk::problem("“receipt.pdf” was not uploaded: it is empty"));
    desk.event(Message::FileUploaded { place: places[0].clone(), result: failed });
    assert!(
        matches!(&desk.state.workspace.disputes.upload, Some(EvidenceUpload::Failed(place, _)) if *place == places[0])
    );
    act(&mut desk, upload("/tmp/receipt.pdf"));
    let note = FileNote { name: "receipt.pdf".into(), bytes: 9, sha256: "ba78".into(), pages: Some(2) };
    let result = Ok(UploadedFile { file_id: "file_7".into(), note: note.clone() });
    desk.event(Message::FileUploaded { place: places[0].clone(), result });
    assert_eq!((case(&desk).text(EvidenceField::Receipt), case(&desk).files.get("file_7")), ("file_7", Some(&note)));
    assert_eq!(desk.state.workspace.disputes.upload, None);
    assert!(!kept(&desk).is_empty(), "written at once");
}

#[test]
fn after_a_lost_answer_the_same_body_leaves_again_by_a_click_and_is_one_version_beside_what_was_typed_since() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    let first = body(&desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    assert_eq!(desk.state.workspace.disputes.review, None, "what was sent is not known yet");
    desk.pass(60);
    assert!(!desk.operation().may_be_sent_again(desk.now), "a late arrival may still come");
    desk.pass(80);
    desk.assert_sent_times(1);
    desk.send_again();
    desk.serve();
    desk.write_all();
    assert_eq!(body(&desk), first, "the same, not what was typed since");
    confirm(&mut desk);
    desk.assert_sent_times(2);
    let case = case(&desk);
    assert_eq!((case.versions.len(), case.pending(EvidenceField::CustomerName)), (1, Some("Ada King")));
    assert_eq!(case.changes()[0].before.as_deref(), Some("Ada"));
}

fn findings(desk: &Desk) -> Vec<(FindingKind, Option<EvidenceField>, String)> {
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let findings = findings_of(&desk.state, row, &case(desk));
    findings.into_iter().map(|finding| (finding.kind, finding.field(), finding.text)).collect()
}

#[test]
fn what_is_wrong_in_a_field_does_not_count_as_filled_and_the_last_look_names_it_with_what_to_do() {
    let mut desk =
        filled(&[(EvidenceField::ServiceDate, "24/11/2026"), (EvidenceField::CustomerPurchaseIp, "203.0.113.700")]);
    act(&mut desk, DisputesAction::Draft(EvidenceDraftAction::SetProduct(dsp("dsp_1"), Some(Product::Intangible))));
    let counts = |desk: &Desk| desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().counts;
    assert_eq!((counts(&desk).met, counts(&desk).filled, counts(&desk).faulty, counts(&desk).changed), (0, 0, 2, 2));
    for expected in [
        (
            FindingKind::Dates,
            Some(EvidenceField::ServiceDate),
            "“24/11/2026” is not a date with the year first. Write it as 2026-11-24.".to_owned(),
        ),
        (
            FindingKind::Malformed,
            Some(EvidenceField::CustomerPurchaseIp),
            "“203.0.113.700” is not an IP address. Enter one address, such as 203.0.113.7 or 2001:db8::7.".to_owned(),
        ),
    ] {
        assert!(findings(&desk).contains(&expected), "{:?}", findings(&desk));
    }
    edit(&mut desk, EvidenceField::ServiceDate, "2026-11-17");
    edit(&mut desk, EvidenceField::CustomerPurchaseIp, "203.0.113.7");
    assert_eq!((counts(&desk).met, counts(&desk).filled, counts(&desk).faulty), (2, 2, 0));
    let wrong = |(kind, _, _): &(FindingKind, _, _)| matches!(kind, FindingKind::Dates | FindingKind::Malformed);
    assert!(!findings(&desk).iter().any(wrong), "{:?}", findings(&desk));
}

#[test]
fn what_the_service_refused_stays_said_until_that_field_is_changed() {
    let mut desk = filled(&[(EvidenceField::Receipt, "file_9"), (EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    desk.reply(refused(400, "IR_04", "There is no file file_9"));
    desk.write_all();
    desk.serve();
    let refused = |desk: &Desk| {
        findings(desk)
            .iter()
            .any(|(kind, field, _)| *kind == FindingKind::Refused && *field == Some(EvidenceField::Receipt))
    };
    assert!(refused(&desk) && !case(&desk).is_filled(EvidenceField::Receipt));
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    assert!(refused(&desk), "another field");
    let place = FilePlace {
        profile_id: desk.state.profiles.current.clone(),
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::Receipt,
    };
    let note = FileNote { name: "receipt.pdf".into(), bytes: 9, sha256: "ba78".into(), pages: None };
    desk.event(Message::FileUploaded { place, result: Ok(UploadedFile { file_id: "file_10".into(), note }) });
    assert!(!refused(&desk) && case(&desk).is_filled(EvidenceField::Receipt), "what was said is of another file");
    let refusal = case(&desk).refusal.unwrap();
    assert!(refusal_advice(&refusal).contains("changed since"), "{}", refusal_advice(&refusal));
}

#[test]
fn what_was_said_of_a_failed_upload_goes_with_what_replaces_it() {
    let place = |desk: &Desk, field| FilePlace {
        profile_id: desk.state.profiles.current.clone(),
        dispute_id: dsp("dsp_1"),
        field,
    };
    let failed = || {
        let mut desk = filled(&[]);
        let path = "/tmp/empty.pdf".to_owned();
        act(
            &mut desk,
            DisputesAction::File(EvidenceFileAction::Upload {
                dispute_id: dsp("dsp_1"),
                field: EvidenceField::Receipt,
                path,
            }),
        );
        let result = Err(paydesk_test_core::desk::problem("“empty.pdf” was not uploaded: it is empty"));
        desk.event(Message::FileUploaded { place: place(&desk, EvidenceField::Receipt), result });
        assert!(matches!(desk.state.workspace.disputes.upload, Some(EvidenceUpload::Failed(..))));
        desk
    };
    let mut desk = failed();
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    assert!(matches!(desk.state.workspace.disputes.upload, Some(EvidenceUpload::Failed(..))), "of another field");
    edit(&mut desk, EvidenceField::Receipt, "file_7");
    assert_eq!(desk.state.workspace.disputes.upload, None, "an id was pasted");
    let mut desk = failed();
    act(&mut desk, DisputesAction::Open(None));
    assert_eq!(desk.state.workspace.disputes.upload, None, "it was left");
    let mut desk = failed();
    let note = FileNote { name: "receipt.pdf".into(), bytes: 9, sha256: "ba78".into(), pages: None };
    let result = Ok(UploadedFile { file_id: "file_7".into(), note });
    desk.event(Message::FileUploaded { place: place(&desk, EvidenceField::Receipt), result });
    assert_eq!(desk.state.workspace.disputes.upload, None, "a file is there");
}

#[test]
fn nothing_is_changed_in_the_file_on_a_decided_dispute() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    send(&mut desk);
    confirm(&mut desk);
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    desk.service.disputes[0]["status"] = json!("lost");
    act(&mut desk, DisputesAction::RefreshOpen);
    desk.serve();
    let before = case(&desk);
    let dispute_id = dsp("dsp_1");
    edit(&mut desk, EvidenceField::Receipt, "file_1");
    for action in [
        DisputesAction::Draft(EvidenceDraftAction::SetClear {
            dispute_id: dispute_id.clone(),
            field: EvidenceField::CustomerName,
            clear: true,
        }),
        DisputesAction::Draft(EvidenceDraftAction::Insert {
            dispute_id: dispute_id.clone(),
            field: EvidenceField::CustomerName,
            text: "Kim".into(),
        }),
        DisputesAction::Draft(EvidenceDraftAction::UseTemplate(dispute_id.clone(), "No refund was due".into())),
        DisputesAction::Draft(EvidenceDraftAction::DraftStatement(dispute_id.clone())),
        DisputesAction::Draft(EvidenceDraftAction::SetProduct(dispute_id.clone(), Some(Product::Physical))),
        DisputesAction::Draft(EvidenceDraftAction::SetDeadline(dispute_id.clone(), Some(desk.now))),
        DisputesAction::File(EvidenceFileAction::Upload {
            dispute_id: dispute_id.clone(),
            field: EvidenceField::Receipt,
            path: "/tmp/receipt.pdf".into(),
        }),
        DisputesAction::File(EvidenceFileAction::ChooseFile {
            dispute_id: dispute_id.clone(),
            field: EvidenceField::Receipt,
        }),
        DisputesAction::Submission(SubmissionAction::Submit),
    ] {
        act(&mut desk, action.clone());
        assert_eq!((case(&desk), &desk.state.workspace.disputes.upload), (before.clone(), &None), "{action:?}");
    }
    desk.assert_sent_times(1);
    let row = desk.state.workspace.disputes.find(&dispute_id).unwrap();
    assert_eq!(hindrance_of(&desk.state, row).unwrap(), "The dispute is lost: it no longer accepts evidence");
    assert_eq!(before.pending(EvidenceField::CustomerName), Some("Ada King"), "what was typed is kept to be read");
}

#[test]
fn a_dispute_of_an_unlisted_status_takes_evidence_after_a_warning() {
    let mut desk = paydesk_test_core::disputes::inbox(vec![paydesk_test_core::disputes::dispute(
        "dsp_1",
        "needs_response",
        "duplicate",
        24,
    )]);
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!((row.status_text.as_str(), hindrance_of(&desk.state, row)), ("needs_response", None));
    act(&mut desk, DisputesAction::Submission(SubmissionAction::Review(dsp("dsp_1"))));
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let draft = case(&desk);
    let found = review_findings(&desk.state.view(), row, &draft, &desk.state.evidence, None);
    let warning = found.iter().find(|finding| finding.kind == FindingKind::UnlistedStatus).expect("a warning");
    assert!(warning.text.contains("does not list the status “needs_response”"), "{}", warning.text);
    send(&mut desk);
    assert_eq!(body(&desk), json!({"dispute_id": "dsp_1", "customer_name": "Ada"}));
    confirm(&mut desk);
    desk.assert_sent_times(1);
    assert_eq!(case(&desk).versions.len(), 1);
}
