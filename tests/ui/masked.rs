//! What a service writes is masked wherever it is drawn: every panel, its lists, panes and hover texts.

use egui::Theme;
use egui::epaint::{ClippedShape, Shape};
use paydesk_core::features::disputes::DisputesAction;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::panels::PANELS;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_test_basics::left_behind::found_in;
use paydesk_test_basics::masked_texts::{MARKS, text};
use paydesk_test_core::desk::{Desk, profile};
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::payments_list::many;
use paydesk_test_core::payouts::reported;
use serde_json::json;

use super::panels::{LARGE, Window, names, window_of};

/// A desk whose service writes card numbers, account numbers and keys into every text.
fn careless() -> Desk {
    let mut desk = Desk::started(many(6));
    desk.service.is_careless = true;
    desk.service.disputes =
        (0..3).map(|number| dispute(&format!("dsp_{number}"), "dispute_opened", "fraudulent", 24)).collect();
    let refund = json!({"refund_id": "ref_1", "payment_id": "pay_0000", "amount": 100, "currency": "EUR",
        "status": "failed", "created_at": "2026-11-17T15:00:00Z", "updated_at": "2026-11-17T15:00:00Z"});
    let payouts = vec![reported("po_1", "failed")];
    let records = [(ResourceKind::Refund, vec![refund]), (ResourceKind::Payout, payouts)];
    desk.service.records = records.into_iter().collect();
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.serve();
    desk
}

/// All texts that are painted.
fn painted(shapes: &[ClippedShape]) -> String {
    fn collect(shape: &Shape, texts: &mut Vec<String>) {
        match shape {
            Shape::Text(text) => texts.push(text.galley.text().to_owned()),
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, texts)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    shapes.iter().for_each(|clipped| collect(&clipped.shape, &mut texts));
    texts.join("\n")
}

/// What is painted, and what a screen reader says.
fn drawn(window: &Window) -> String {
    format!("{}\n{}", painted(&window.output().shapes), names(window))
}

#[test]
fn no_panel_shows_a_card_number_an_account_number_or_a_key_that_the_service_writes() {
    let opened = [
        vec![],
        vec![Action::Payments(PaymentsAction::Open(PaymentId::new("pay_0000")))],
        vec![Action::Disputes(DisputesAction::Open(Some(DisputeId::new("dsp_0"))))],
        vec![Action::ShowRecord(ResourceKind::Refund, Some("ref_1".to_owned()))],
        vec![Action::ShowRecord(ResourceKind::Payout, Some("po_1".to_owned()))],
    ];
    let mut hidden = 0;
    for panel in PANELS {
        for open in &opened {
            let mut desk = careless();
            desk.act(Action::GoTo(panel.route));
            desk.serve();
            open.iter().for_each(|action| desk.act(action.clone()));
            desk.serve();
            let shown = drawn(&window_of(desk, Theme::Light, LARGE));
            assert_eq!(found_in(shown.as_bytes(), &MARKS), [""; 0], "{} {open:?}", panel.title);
            hidden += shown.matches("(hidden)").count();
        }
    }
    assert!(hidden > 20, "{hidden}: the texts are there");
    assert!(!found_in(text().as_bytes(), &MARKS).is_empty(), "what is drawn as it came would be found");
}
