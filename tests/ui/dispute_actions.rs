//! A typical dispute takes few actions: product not received, answered with five fields and a file, by keyboard alone.
//! Each key or chord is one action, and each text that is typed.

use egui::{Key, Modifiers};
use paydesk_core::effect::ApiEffect;
use paydesk_core::features::disputes::evidence_draft::FileNote;
use paydesk_core::features::disputes::{DisputesAction, UploadedFile};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::evidence::EvidenceField;
use paydesk_test_core::dispute_views::draft_of;
use paydesk_test_core::disputes::{dispute, dsp, inbox};

use super::live::LiveWindow;

/// Most that a typical dispute may take.
const ACTIONS_MAX: usize = 20;

/// A person with a keyboard, who counts.
struct CountedKeyboard {
    window: LiveWindow,
    actions: usize,
}

impl CountedKeyboard {
    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.actions += 1;
        self.window.keys(modifiers, key);
    }

    fn write(&mut self, text: &str) {
        self.actions += 1;
        self.window.type_text(text);
    }

    /// Answers the upload that was asked for.
    fn upload(&mut self) {
        let asked = self.window.0.state_mut().desk.other.iter().rev().find_map(|effect| match effect {
            Effect::Api(ApiEffect::UploadFile { place, path, .. }) => Some((place.clone(), path.clone())),
            _ => None,
        });
        let (place, path) = asked.expect("a file is uploaded");
        assert_eq!(path, "/tmp/delivery.pdf");
        let note = FileNote { name: "delivery.pdf".into(), bytes: 12_000, sha256: "ab".into(), pages: None };
        let result = Ok(UploadedFile { file_id: "file_9".into(), note });
        self.window.event(Message::FileUploaded { place, result });
    }
}

#[test]
fn a_product_that_was_not_received_is_answered_with_five_fields_and_a_file_in_at_most_twenty_actions() {
    let disputes = vec![
        dispute("dsp_1", "dispute_opened", "Product not received", 48),
        dispute("dsp_2", "dispute_opened", "fraudulent", 24),
    ];
    let mut keyboard = CountedKeyboard { window: LiveWindow::new(inbox(disputes)), actions: 0 };
    keyboard.press(Modifiers::NONE, Key::J);
    keyboard.press(Modifiers::NONE, Key::Enter);
    assert_eq!(keyboard.window.state().workspace.disputes.open.id, Some(dsp("dsp_1")));
    for text in ["1 Harbour Road, Hamburg", "DHL", "2026-11-18", "00340434"] {
        keyboard.press(Modifiers::COMMAND, Key::M);
        keyboard.write(text);
    }
    keyboard.press(Modifiers::COMMAND, Key::M);
    keyboard.press(Modifiers::NONE, Key::Tab);
    keyboard.press(Modifiers::NONE, Key::Tab);
    keyboard.press(Modifiers::NONE, Key::Enter);
    keyboard.write("/tmp/delivery.pdf");
    keyboard.press(Modifiers::NONE, Key::Enter);
    keyboard.upload();
    keyboard.press(Modifiers::COMMAND, Key::D);
    let case = draft_of(keyboard.window.state(), &dsp("dsp_1"));
    let text = |field| case.text(field);
    assert_eq!(text(EvidenceField::ShippingAddress), "1 Harbour Road, Hamburg");
    assert_eq!((text(EvidenceField::ShippingCarrier), text(EvidenceField::ShippingDate)), ("DHL", "2026-11-18"));
    assert_eq!(text(EvidenceField::ShippingTrackingNumber), "00340434");
    assert_eq!(text(EvidenceField::ShippingDocumentation), "file_9");
    assert!(text(EvidenceField::UncategorizedText).contains("00340434"), "the statement is written from the fields");
    keyboard.press(Modifiers::COMMAND, Key::S);
    assert_eq!(keyboard.window.state().workspace.drafts.changes_to_send(&dsp("dsp_1")).len(), 6);
    keyboard.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    assert_eq!(keyboard.window.state().workspace.disputes.open.id, Some(dsp("dsp_2")), "it left, and the next is open");
    assert!(keyboard.actions <= ACTIONS_MAX, "{} actions", keyboard.actions);
    keyboard.window.act(Action::Disputes(DisputesAction::Open(None)));
}
