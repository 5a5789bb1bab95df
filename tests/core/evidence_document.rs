//! The evidence as the bank will read it: what is at the service once everything is submitted, and nothing else.

use paydesk_core::effect::StoreJob;
use paydesk_core::features::disputes::evidence_draft::FileNote;
use paydesk_core::features::disputes::{
    DisputesAction, EvidenceDocument, EvidenceDraftAction, SubmissionAction, handled_dispute,
};
use paydesk_core::{Action, Effect};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_core::disputes::{dsp, edit};
use paydesk_test_core::evidence::{confirm, filled, send};

fn document(desk: &Desk) -> EvidenceDocument {
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let mut draft = draft_of(&desk.state, &dsp("dsp_1"));
    let note = FileNote { name: "receipt.pdf".into(), bytes: 12_400, sha256: "ab".into(), pages: Some(2) };
    draft.files.insert("file_1".into(), note);
    let payment = desk.state.workspace.payments.detail(&row.dispute.payment_id).and_then(|payment| payment.value());
    EvidenceDocument::of(row, &draft, payment, EvidenceField::as_str, desk.state.zone(), desk.state.now)
}

fn lines(document: &EvidenceDocument) -> Vec<String> {
    let of_group = |group: &paydesk_core::features::disputes::DocumentGroup| {
        let fields = group.fields.iter().map(|field| {
            let unsent = if field.is_unsent { " (unsent)" } else { "" };
            format!("{}: {}={}{unsent}", group.name, field.label, field.text)
        });
        fields.collect::<Vec<_>>()
    };
    document.groups.iter().flat_map(of_group).collect()
}

#[test]
fn it_has_what_was_sent_and_what_will_be_sent_in_groups_with_the_files_listed_and_cards_masked() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::ShippingCarrier, "DHL")]);
    send(&mut desk);
    confirm(&mut desk);
    edit(&mut desk, EvidenceField::Receipt, "file_1");
    edit(&mut desk, EvidenceField::UncategorizedText, "Paid with 4242 4242 4242 4242.");
    desk.act(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::SetClear {
        dispute_id: dsp("dsp_1"),
        field: EvidenceField::ShippingCarrier,
        clear: true,
    })));
    let file = "receipt.pdf, 13 kB, 2 pages · file_1";
    let lines = lines(&document(&desk));
    assert_eq!(lines[0], "Customer information: customer_name=Ada");
    assert_eq!(lines[1], format!("Product details: receipt={file} (unsent)"));
    assert!(lines[2].contains("uncategorized_text=Paid with") && !lines[2].contains("4242 4242 4242"), "{lines:?}");
    assert_eq!(lines[3], format!("Files: receipt={file} (unsent)"));
    assert_eq!(lines[4], "Removed from the submitted evidence: shipping_carrier= (unsent)");
    assert_eq!(lines.len(), 5);
}

#[test]
fn it_says_the_deadline_in_the_words_of_the_list_with_the_zone() {
    let desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    let row = desk.state.workspace.disputes.find(&dsp("dsp_1")).unwrap();
    let said = row.deadline.unwrap().respond_by(desk.state.zone());
    assert!(said.ends_with(" 11:06 UTC (est.)"), "{said}");
    let document = document(&desk);
    let head = document.head.iter().find(|(name, _)| name == "Respond by").map(|(_, value)| value.as_str());
    assert_eq!(head, Some(said.as_str()));
    let exported = handled_dispute(row, &desk.state.view());
    assert_eq!((exported.deadline, exported.is_deadline_estimated), (row.due(), true));
}

#[test]
fn it_says_what_was_not_submitted_and_as_of_when_and_once_it_was_when_that_was() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada"), (EvidenceField::ShippingCarrier, "DHL")]);
    let status = |desk: &Desk| document(desk).head.iter().find(|(name, _)| name == "Status").unwrap().1.clone();
    let now = desk.state.zone().full(desk.state.now);
    assert_eq!(status(&desk), format!("Draft: 2 of 2 fields not submitted as of {now} (UTC)"));
    assert_eq!(document(&desk).groups[0].fields[0].heading(), "customer_name · not submitted yet");
    send(&mut desk);
    confirm(&mut desk);
    assert!(status(&desk).starts_with("Submitted 21 Nov 2026, 10:00:00"), "{}", status(&desk));
    assert_eq!(document(&desk).groups[0].fields[0].heading(), "customer_name");
    edit(&mut desk, EvidenceField::CustomerName, "Ada King");
    assert!(status(&desk).starts_with("Draft: 1 of 2 fields not submitted"), "{}", status(&desk));
}

#[test]
fn it_is_written_as_it_was_previewed() {
    let mut desk = filled(&[(EvidenceField::CustomerName, "Ada")]);
    let previewed = Box::new(document(&desk));
    assert!(!previewed.is_empty() && previewed.head.iter().any(|(_, value)| value == "45.10 EUR, the whole payment"));
    desk.act(Action::Disputes(DisputesAction::Submission(SubmissionAction::SaveDocument(previewed.clone()))));
    let saved = desk.other.iter().find_map(|effect| match effect {
        Effect::Store(StoreJob::SaveEvidence { document, .. }) => Some(document.clone()),
        _ => None,
    });
    assert_eq!(saved, Some(previewed));
}
