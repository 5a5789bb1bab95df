//! The command that refreshes: it reads again what the panel in front shows, and nothing of another panel.

use paydesk_core::Action;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::features::analytics::AnalyticsAction;
use paydesk_core::features::customers::CustomersAction;
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::RefundsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_test_core::desk::{Desk, capture};
use paydesk_test_core::payouts::with_payout;
use paydesk_test_core::refunds::{ask, captured, confirm, refunded};
use paydesk_test_core::service::Pay;

/// What the command asks for now.
fn refresh(desk: &Desk) -> Option<Action> {
    match Command::Refresh.effect(&desk.state) {
        Some(CommandEffect::Act(action)) => Some(action),
        None => None,
        Some(other) => panic!("{other:?}"),
    }
}

fn at(route: Route) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(route));
    desk
}

#[test]
fn it_reads_the_panel_in_front_and_payments_from_payments_alone() {
    assert_eq!(refresh(&at(Route::List(ResourceKind::Payment))), Some(Action::Payments(PaymentsAction::Refresh)));
    assert_eq!(
        refresh(&at(Route::List(ResourceKind::Dispute))),
        Some(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)))
    );
    assert_eq!(refresh(&at(Route::Analytics)), Some(Action::Analytics(AnalyticsAction::Refresh)));
    assert_eq!(refresh(&at(Route::OpenOperations)), Some(Action::CheckOperationsNow));
    for route in [
        Route::List(ResourceKind::Refund),
        Route::List(ResourceKind::PaymentLink),
        Route::List(ResourceKind::Subscription),
        Route::List(ResourceKind::Payout),
        Route::List(ResourceKind::Customer),
        Route::List(ResourceKind::ApiKey),
        Route::Webhooks,
        Route::Settings,
    ] {
        assert_eq!(refresh(&at(route)), None, "{route:?}");
    }
}

#[test]
fn it_reads_what_is_open_where_the_service_can_be_asked_about_it() {
    let mut desk = at(Route::List(ResourceKind::Customer));
    desk.state.workspace.opened.set(ResourceKind::Customer, Some("cus_1".to_owned()));
    assert_eq!(refresh(&desk), Some(Action::Customers(CustomersAction::Find("cus_1".to_owned()))));
    desk.act(Action::OpenNew(ResourceKind::Customer));
    assert_eq!(refresh(&desk), None, "a form stands in front");

    let mut desk = at(Route::List(ResourceKind::PaymentLink));
    desk.state.workspace.opened.set(ResourceKind::PaymentLink, Some("link_1".to_owned()));
    let open = Action::ShowRecord(ResourceKind::PaymentLink, Some("link_1".to_owned()));
    assert_eq!(refresh(&desk), Some(open));
    desk.act(Action::OpenNew(ResourceKind::PaymentLink));
    assert_eq!(refresh(&desk), None, "a form stands in front");
}

#[test]
fn a_refund_is_asked_about_only_while_it_is_pending_and_a_payout_only_by_its_button() {
    for (status, asks) in [("pending", true), ("succeeded", false)] {
        let mut desk = captured();
        ask(&mut desk);
        confirm(&mut desk, 1_000);
        let reported = refunded(&desk, status);
        desk.reply(reported);
        desk.write_all();
        let id = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.id.clone();
        desk.act(Action::OpenRecord(ResourceKind::Refund, id.clone()));
        let check = Action::Refunds(RefundsAction::CheckStatus(id));
        assert_eq!(refresh(&desk), asks.then_some(check), "{status}");
    }
    assert_eq!(refresh(&with_payout("pending")), None, "asking sends its texts back");
}

#[test]
fn what_needs_attention_is_read_and_not_sent_again() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.act(Action::GoTo(Route::OpenOperations));
    desk.reads.clear();
    let sent = desk.sent.len();
    let action = refresh(&desk).unwrap();
    desk.act(action);
    let reads: Vec<&Read> = desk.reads.iter().map(|(_, read)| read).collect();
    assert!(matches!(reads[..], [Read::Payment(_)]), "{reads:?}");
    assert_eq!(desk.sent.len(), sent);
}
