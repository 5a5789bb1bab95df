//! The calls that dialogs, the workspace of a dispute, lists and reports make.

use chrono::NaiveDate;
use paydesk_api::request::Request;
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, BucketSize, Dimension};
use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::payments::{CreatedRange, PaymentsAction};
use paydesk_core::features::payouts::PayoutsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_domain::analytics::Subject;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{PaymentAction, PaymentStatus};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::payouts::{po_1, with_payout};
use paydesk_test_core::refunds::{answer_disputes, captured, disputes};
use paydesk_test_core::service::Pay;
use paydesk_test_core::{evidence, refunds};
use strum::IntoEnumIterator as _;

use super::robot::Robot;

/// What the dialog of an action on a payment sends.
fn on_payment(pay: Pay, action: PaymentAction, button: &str) -> Request {
    let mut desk = Desk::with_open(pay);
    desk.ask(action);
    desk.tick(1);
    Robot::at(desk).write_everywhere().operation(button)
}

pub fn capture() -> Request {
    on_payment(Pay::authorized("pay_1", 1_000), PaymentAction::Capture, "Capture")
}

pub fn cancellation() -> Request {
    on_payment(Pay::authorized("pay_1", 1_000), PaymentAction::Cancel, "Cancel and release")
}

pub fn refund() -> Request {
    let mut desk = captured();
    refunds::ask(&mut desk);
    answer_disputes(&mut desk, disputes(&[]));
    desk.tick(1);
    let robot = Robot::at(desk).press("Your own refund ID").press("Other").press("Add metadata");
    robot.write_everywhere().operation("Refund")
}

pub fn fulfilment() -> Request {
    let mut desk = with_payout("requires_fulfillment");
    desk.act(Action::Payouts(PayoutsAction::AskFulfil(po_1())));
    desk.serve();
    desk.tick(1);
    Robot::at(desk).operation("Pay out")
}

/// The fields of the evidence are one table, which its workspace draws and this walks.
pub fn evidence() -> Request {
    let fields: Vec<(EvidenceField, &str)> = EvidenceField::iter().map(|field| (field, "file_1")).collect();
    let mut desk = evidence::filled(&fields);
    evidence::send(&mut desk);
    desk.sent.last().unwrap().request.clone()
}

/// The pages of payments that a filter asks for.
pub fn payment_lists() -> Vec<Request> {
    let mut desk = Desk::ready(Vec::new());
    let day = NaiveDate::from_ymd_opt(2026, 11, 1);
    let days = CreatedRange::Days { from: day, to: day };
    for action in [
        PaymentsAction::FilterStatus(Some(PaymentStatus::Failed)),
        PaymentsAction::FilterCustomer(Some(CustomerId::new("cus_1"))),
        PaymentsAction::FilterCurrency(Some(CurrencyCode::new("EUR"))),
        PaymentsAction::FilterCreated(days),
    ] {
        desk.act(Action::Payments(action));
    }
    desk.pages().iter().map(|(_, read)| read.request()).collect()
}

pub fn dispute_lists() -> Vec<Request> {
    let mut desk = captured();
    refunds::ask(&mut desk);
    desk.act(Action::GoTo(Route::List(ResourceKind::Dispute)));
    let opened = Some(DisputeStatus::DisputeOpened);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::FilterStatus(opened))));
    desk.reads.iter().map(|(_, read)| read.request()).collect()
}

/// What a question of one's own asks of disputes or payments.
pub fn question(subject: Subject) -> Vec<Request> {
    let mut desk = Desk::ready(Vec::new());
    for action in [
        AnalyticsAction::Show(Board::Query),
        AnalyticsAction::SetSubject(subject),
        AnalyticsAction::SetGranularity(Some(BucketSize::Day)),
        AnalyticsAction::SetGroupBy(vec![Dimension::Currency]),
        AnalyticsAction::SetFilter(Dimension::Currency, vec!["EUR".to_owned()]),
    ] {
        desk.act(Action::Analytics(action));
    }
    desk.act(Action::GoTo(Route::Analytics));
    desk.reads.iter().map(|(_, read)| read.request()).filter(|request| request.path.contains("metrics")).collect()
}
