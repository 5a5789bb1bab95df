//! What an id leads to, of whatever kind it is.

use paydesk_core::Action;
use paydesk_core::features::notes::NotesAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::note::NoteSubject;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{Pay, answered};
use serde_json::json;

use super::customers::{create, submit};

fn named(desk: &Desk, text: &str) -> Vec<(ResourceKind, String)> {
    desk.state.named(text).into_iter().map(|ObjectRef { kind, id }| (kind, id)).collect()
}

#[test]
fn what_is_known_here_is_found_by_its_id_whatever_it_is() {
    let mut desk = Desk::ready(vec![Pay::authorized("dsp_mine", 1_000)]);
    desk.act(Action::OpenNew(ResourceKind::Customer));
    submit(&mut desk, create());
    desk.reply(answered(200, json!({"customer_id": "cus_1", "name": "Ada Lovelace"})));
    assert_eq!(named(&desk, " cus_1 "), [(ResourceKind::Customer, "cus_1".to_owned())]);
    assert_eq!(
        named(&desk, "dsp_mine"),
        [(ResourceKind::Payment, "dsp_mine".to_owned())],
        "merchants choose payment ids"
    );
}

#[test]
fn what_is_not_known_is_looked_for_where_its_id_can_be_read_and_as_a_payment_otherwise() {
    let desk = Desk::ready(Vec::new());
    assert_eq!(named(&desk, "dsp_9"), [(ResourceKind::Dispute, "dsp_9".to_owned())]);
    assert_eq!(named(&desk, "dp_9"), [(ResourceKind::Dispute, "dp_9".to_owned())]);
    assert_eq!(named(&desk, "CUS_9"), [(ResourceKind::Customer, "CUS_9".to_owned())]);
    assert_eq!(named(&desk, "order-9"), [(ResourceKind::Payment, "order-9".to_owned())]);
    for text in ["", "dark", "pay 9", "pay_é", "9!"] {
        assert_eq!(named(&desk, text), [], "{text}");
    }
}

#[test]
fn a_thing_that_was_named_is_opened_in_its_panel() {
    let mut desk = Desk::ready(Vec::new());
    for (text, route) in [
        ("dsp_9", Route::List(ResourceKind::Dispute)),
        ("cus_9", Route::List(ResourceKind::Customer)),
        ("pay_9", Route::List(ResourceKind::Payment)),
    ] {
        let named = desk.state.named(text)[0].clone();
        desk.act(Action::open(&named));
        assert_eq!(desk.state.workspace.route, route);
    }
}

#[test]
fn records_other_than_payments_are_found_by_their_notes_and_tags() {
    let mut desk = Desk::ready(Vec::new());
    let customer = NoteSubject::new(ResourceKind::Customer, "cus_1");
    let payout = NoteSubject::new(ResourceKind::Payout, "po_1");
    paydesk_test_core::notes::write(&mut desk, &customer, "Pays by invoice");
    paydesk_test_core::notes::write(&mut desk, &NoteSubject::payment(&PaymentId::new("pay_1")), "Invoice sent");
    desk.act(Action::Notes(NotesAction::AddTag(payout.clone(), "invoice".to_owned())));
    let noted = |desk: &Desk, text: &str| desk.state.noted(text).into_iter().map(|found| found.id).collect::<Vec<_>>();
    assert_eq!(noted(&desk, " INVOICE "), ["po_1", "cus_1"]);
    assert_eq!(noted(&desk, "pays"), ["cus_1"]);
    desk.act(Action::Notes(NotesAction::RemoveTag(payout, "invoice".to_owned())));
    assert_eq!(noted(&desk, "invoice"), ["cus_1"]);
    assert!(noted(&desk, "i").is_empty() && noted(&desk, "").is_empty());
}
