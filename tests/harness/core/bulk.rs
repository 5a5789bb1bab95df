//! A desk with a plan of several operations.

use chrono::TimeDelta;
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_core::features::bulk::BulkAction;
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::{Action, Message};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};

use crate::desk::Desk;
use crate::service::{Pay, start_time};

pub fn pay(number: usize) -> Pay {
    let created = start_time() - TimeDelta::seconds(number as i64);
    Pay { created: created.to_rfc3339(), ..Pay::authorized(&id(number), 1_000 + number as i64) }
}

pub fn id(number: usize) -> String {
    format!("pay_{number:04}")
}

/// A desk that knows the details of every payment of the service.
pub fn desk(payments: Vec<Pay>) -> Desk {
    let mut columns = KnownPayments::default();
    for pay in &payments {
        columns.put(&StoredPayment::read(&decode_payment(pay.json(), MinorUnits::Iso4217).unwrap(), start_time()));
    }
    columns.order_new();
    let as_of = Some(start_time());
    let place = ReadPlace { is_whole: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let mut desk = Desk::ready(payments);
    desk.act(Action::History(HistoryAction::Pause));
    let report = HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true })));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.serve();
    desk
}

pub fn act(desk: &mut Desk, action: BulkAction) {
    desk.act(Action::Bulk(action));
}

/// Everything that was asked for is written, answered and executed, until nothing more is asked for.
pub fn serve(desk: &mut Desk) {
    while !(desk.reads.is_empty() && desk.writes.is_empty() && desk.sends.is_empty()) {
        desk.serve();
        desk.write_all();
        while !desk.sends.is_empty() {
            desk.reply_truly();
        }
    }
}
