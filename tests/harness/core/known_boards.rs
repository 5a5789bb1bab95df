//! A service that gives no reports to keys: Paydesk counts its boards from what an earlier session stored.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::features::analytics::{AnalyticsAction, Board, RangeChoice};
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::read::Read;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};

use super::desk::{Desk, eur, succeeded_row};
use super::disputes::dispute;
use super::payments_list::many;
use super::service::start_time;

/// A desk whose service gives no reports to keys, with the cache of payments not opened yet.
pub fn desk() -> Desk {
    let mut desk = Desk::ready(many(30));
    desk.service.metrics_error = Some((401, "IR_17", "Access forbidden, an invalid token was used"));
    desk.service.disputes =
        (0..3).map(|number| dispute(&format!("dsp_{number}"), "dispute_opened", "fraudulent", 24)).collect();
    desk
}

/// What an earlier session stored of ten payments, one a day, the newest an hour old.
pub fn stored(place: ReadPlace) -> Message {
    let mut columns = KnownPayments::default();
    for day in 0..10 {
        let created = start_time() - TimeDelta::hours(1) - TimeDelta::days(day);
        let row = succeeded_row(&format!("pay_{day}"), eur(1_000), created);
        columns.put(&StoredPayment { detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) });
    }
    columns.order_new();
    let opened = OpenedHistory { columns, place, is_written: true };
    Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Opened(Ok(Box::new(opened))) }
}

/// A payment that was created so many days before the start: its status, its amount in minor units and its currency.
pub type OnDay = (i64, &'static str, i64, &'static str);

/// A desk that knows all of these payments from an earlier session.
pub fn knowing(payments: impl IntoIterator<Item = OnDay>) -> Desk {
    let mut columns = KnownPayments::default();
    for (number, (days_ago, status, minor, currency)) in payments.into_iter().enumerate() {
        let amount = Money::new(minor, Currency::iso4217(currency));
        let created = start_time() - TimeDelta::days(days_ago);
        let row = succeeded_row(&format!("pay_{number}"), amount, created);
        let row = PaymentRow { status: PaymentStatus::from_word(status), ..row };
        columns.put(&StoredPayment::listed(row, start_time()));
    }
    columns.order_new();
    let mut desk = Desk::ready(Vec::new());
    let opened = OpenedHistory { columns, place: place(true), is_written: true };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk
}

/// When an earlier session read the list.
pub fn as_of() -> DateTime<Utc> {
    start_time() - TimeDelta::minutes(5)
}

/// All pages were read, or those down to the oldest stored payment.
pub fn place(is_whole: bool) -> ReadPlace {
    let at = Some(as_of());
    ReadPlace {
        is_whole,
        is_read: true,
        current_to: at,
        as_of: at,
        swept_at: at,
        after: Some(PaymentId::new("pay_9")),
        ..ReadPlace::default()
    }
}

/// Shows the board; the service answers what is asked for reports and nothing else.
pub fn show(desk: &mut Desk, board: Board, days: u32) {
    desk.act(Action::Analytics(AnalyticsAction::Show(board)));
    desk.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::LastDays(days))));
    for _ in 0..50 {
        let is_report = |(_, read): &(_, Read)| matches!(read, Read::PaymentMetrics(_) | Read::DisputeMetrics(_));
        let Some(place) = desk.reads.iter().position(is_report) else { break };
        let read = desk.reads.remove(place);
        desk.reads.insert(0, read);
        desk.serve_one();
    }
    desk.tick(6);
}
