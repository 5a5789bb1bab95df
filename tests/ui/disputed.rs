//! The disputes in the pane of a payment.

use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::disputes::dispute;
use paydesk_test_core::service::Pay;

use super::panels::{assert_shows, click, names, window};
use super::profiles::everywhere;

#[test]
fn a_payment_tells_of_its_disputes_and_leads_to_each() {
    everywhere(
        || payment_with_dispute("dispute_opened"),
        |window| {
            assert_shows(window, &["Disputes", "Needs evidence", "days left", "Fraudulent"]);
        },
    );
    let mut open = window(payment_with_dispute("won"));
    assert!(!names(&open).contains("days left"), "nothing is due");
    let expected = Action::OpenRecord(ResourceKind::Dispute, "dsp_1".to_owned());
    assert_eq!(click(&mut open, "Open dispute dsp_1 of 45.10 EUR"), [expected]);
}

fn payment_with_dispute(status: &str) -> Desk {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 4_510)]);
    desk.service.disputes = vec![dispute("dsp_1", status, "fraudulent", 24)];
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_1"))));
    desk.pass(5);
    desk
}
