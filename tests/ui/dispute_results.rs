//! Which evidence won: a line at the field, once enough disputes of the reason were decided with it and without.

use egui::Theme;
use paydesk_core::Message;
use paydesk_core::features::disputes::evidence_draft::SubmittedVersion;
use paydesk_core::features::disputes::{DraftDocument, EvidenceDraft};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::OperationId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::{dispute, dsp, inbox, open};

use super::panels::{LARGE, assert_hides, assert_shows, window_of};

/// Won with a signature `with` times, lost without one `without` times; one more is open.
fn decided(with: usize, without: usize) -> Desk {
    let won = (0..with).map(|number| (format!("dsp_w{number}"), "won", EvidenceField::CustomerSignature));
    let lost = (0..without).map(|number| (format!("dsp_l{number}"), "lost", EvidenceField::CustomerName));
    let decided: Vec<(String, &str, EvidenceField)> = won.chain(lost).collect();
    let mut disputes: Vec<_> = decided.iter().map(|(id, status, _)| dispute(id, status, "fraudulent", 900)).collect();
    disputes.push(dispute("dsp_1", "dispute_opened", "fraudulent", 24));
    let mut desk = inbox(disputes);
    let documents = decided.iter().map(|(id, _, field)| {
        let mut draft = EvidenceDraft::new(&desk.state.workspace.profile_id, dsp(id), desk.state.now);
        draft.submitted(SubmittedVersion {
            operation_id: OperationId::new(id.as_str()),
            at: desk.state.now,
            operator: "kim".into(),
            body: "{}".into(),
            fields: [((*field).into(), "file_1".to_owned())].into(),
        });
        DraftDocument::Draft(draft)
    });
    let documents = documents.collect();
    desk.event(Message::DocumentsOpened { documents, problem: None });
    open(&mut desk, "dsp_1");
    desk
}

#[test]
fn a_field_says_how_often_disputes_were_won_with_it_and_without_once_enough_were_decided() {
    let window = window_of(decided(5, 6), Theme::Light, LARGE);
    assert_shows(&window, &["Won 5 of 5 with it, 0 of 6 without"]);
    let window = window_of(decided(4, 6), Theme::Light, LARGE);
    assert_hides(&window, &["with it, "]);
}
