//! Unknown reasons are mapped once: every dispute with one then has the words, the fields and the deadline of
//! the reason it was said to be, until that is undone.

use paydesk_core::features::disputes::{
    DeadlineSource, DisputeLocalFilter, DisputesAction, DraftDocument, EvidencePolicyAction, FindingKind, InboxAction,
};
use paydesk_core::{Action, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_views::{draft_of, findings_of, letter_of};
use paydesk_test_core::disputes::{dispute, dsp, edit, inbox, kept, open};

use super::disputes::shown;

fn teach(desk: &mut Desk, reason: &str, known: Option<&'static str>) {
    desk.act(Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::MapReason {
        reason: reason.into(),
        known,
    })));
}

fn coded() -> Vec<serde_json::Value> {
    vec![
        dispute("dsp_1", "dispute_opened", "10.4", 24),
        dispute("dsp_2", "dispute_opened", "10-4", 24),
        dispute("dsp_3", "dispute_opened", "duplicate", 24),
    ]
}

/// What the rows of the inbox say: our word, the days of the rule, and how much matters.
fn rows(desk: &Desk) -> Vec<(&'static str, i64, usize)> {
    let row = |id: &str| {
        let row = desk.state.workspace.disputes.find(&dsp(id)).unwrap();
        let DeadlineSource::Policy { days } = row.deadline.unwrap().source else { panic!("{:?}", row.deadline) };
        (row.known, days, row.counts.recommended)
    };
    ["dsp_1", "dsp_2", "dsp_3"].map(row).to_vec()
}

#[test]
fn a_mapped_reason_has_words_fields_and_deadline_of_the_one_it_is_in_every_dispute_however_it_is_written() {
    let mut desk = inbox(coded());
    let (unknown, other) = (("general", 7, 2), ("duplicate", 10, 3));
    assert_eq!(rows(&desk), [unknown, unknown, other]);
    teach(&mut desk, "10.4", Some("fraudulent"));
    let fraud = ("fraudulent", 14, 4);
    assert_eq!(rows(&desk), [fraud, fraud, other]);
    let text = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap().reasons_text.clone();
    assert_eq!(text, "Fraudulent · 10.4", "the original is always shown");
    let narrow = DisputeLocalFilter { reason: Some("fraudulent"), ..DisputeLocalFilter::default() };
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::SetLocalFilter(narrow))));
    assert_eq!(shown(&desk), ["dsp_1", "dsp_2"]);
    open(&mut desk, "dsp_1");
    edit(&mut desk, EvidenceField::CustomerName, "Ada");
    let (row, case) = (desk.state.workspace.disputes.open_row().unwrap(), draft_of(&desk.state, &dsp("dsp_1")));
    let findings = findings_of(&desk.state, row, &case);
    assert_eq!(findings.iter().filter(|finding| finding.kind == FindingKind::Missing).count(), 4);
    assert!(letter_of(&desk.state, &row.dispute).contains("“10.4”. The cardholder says they did not make"));
    assert_eq!(desk.sent, [], "the service hears nothing of it");
}

#[test]
fn what_was_mapped_is_kept_over_a_restart_and_can_be_undone() {
    let mut desk = inbox(coded());
    teach(&mut desk, "10.4", Some("fraudulent"));
    teach(&mut desk, "10.4", Some("fraudulent"));
    let documents: Vec<DraftDocument> = kept(&desk).into_iter().map(|(_, document)| document).collect();
    assert_eq!(documents, [DraftDocument::Reason { reason: "10 4".into(), known: Some("fraudulent".into()) }], "once");
    let strange = DraftDocument::Reason { reason: "4853".into(), known: Some("of_another_version".into()) };
    let mut desk = inbox(coded());
    desk.event(Message::DocumentsOpened { documents: documents.into_iter().chain([strange]).collect(), problem: None });
    assert_eq!(rows(&desk)[1].0, "fraudulent");
    assert_eq!(desk.state.evidence.mapped_reason("4853"), None);
    teach(&mut desk, "10-4", None);
    assert_eq!(rows(&desk)[0].0, "general");
    assert_eq!(kept(&desk).pop().unwrap().1, DraftDocument::Reason { reason: "10 4".into(), known: None });
}

#[test]
fn a_reason_that_words_of_ours_match_can_be_mapped_to_be_another_and_none_cannot() {
    let mut desk = inbox(coded());
    teach(&mut desk, "duplicate", Some("credit_not_processed"));
    assert_eq!(rows(&desk)[2].0, "credit_not_processed");
    let before = kept(&desk).len();
    teach(&mut desk, " - ", Some("fraudulent"));
    assert_eq!(kept(&desk).len(), before, "there is nothing to know it by");
}

#[test]
fn the_code_of_a_known_reason_is_shown_in_words_alone() {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "subscription_canceled", 24)]);
    open(&mut desk, "dsp_1");
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    assert_eq!(row.reasons_text, "Subscription cancelled");
}
