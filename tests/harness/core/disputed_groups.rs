//! A board of disputes whose payments are of several brands, countries, methods and amounts.

use chrono::TimeDelta;
use paydesk_core::features::analytics::{AnalyticsAction, Board, RangeChoice};
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, StoredPayment};

use super::desk::{Desk, succeeded_row};
use super::disputes::dispute;
use super::service::start_time;

/// So many payments of a kind, of which the first few are disputed.
struct Kind {
    name: &'static str,
    count: i64,
    disputed: i64,
    brand: &'static str,
    country: &'static str,
    /// Empty where the details were not read.
    method: &'static str,
    minor: i64,
    currency: &'static str,
}

const fn kind(name: &'static str, count: i64, disputed: i64) -> Kind {
    Kind { name, count, disputed, brand: "Visa", country: "DE", method: "card", minor: 1_500, currency: "EUR" }
}

/// 200 with a Visa from Germany, 60 with a Mastercard from France that are disputed much more often, 30 by wallet, 4 with a
/// card of a third brand, and 10 of which no details are known.
fn kinds() -> [Kind; 5] {
    [
        kind("visa", 200, 2),
        Kind { brand: "mastercard", country: "fr", minor: 45_000, ..kind("master", 60, 30) },
        Kind { brand: "", country: "", method: "wallet", minor: 900, ..kind("wallet", 30, 1) },
        Kind { brand: "Odd", country: "US", minor: 80, currency: "JPY", ..kind("odd", 4, 2) },
        Kind { brand: "", country: "", method: "", ..kind("unread", 10, 1) },
    ]
}

fn stored(place: ReadPlace) -> Message {
    let mut columns = KnownPayments::default();
    for of in kinds() {
        for number in 0..of.count {
            let amount = Money::new(of.minor, MinorUnits::Iso4217.currency(of.currency));
            let created = start_time() - TimeDelta::hours(1) - TimeDelta::minutes(number * 20);
            let mut row = succeeded_row(&format!("pay_{}_{number}", of.name), amount, created);
            row.payment_method = Some(of.method.to_owned()).filter(|method| !method.is_empty());
            let texts = PaymentTexts {
                brand: of.brand.to_owned(),
                card_country: of.country.to_owned(),
                ..PaymentTexts::default()
            };
            let detailed_at = Some(start_time()).filter(|_| !of.method.is_empty());
            columns.put(&StoredPayment { texts, detailed_at, ..StoredPayment::listed(row, start_time()) });
        }
    }
    columns.order_new();
    let opened = OpenedHistory { columns, place, is_written: true };
    Message::History { profile_id: ProfileId::embedded(), report: HistoryReport::Opened(Ok(Box::new(opened))) }
}

/// Answers what the board asks for; the list of payments stays as it was stored.
pub fn serve(desk: &mut Desk) {
    let is_asked = |(_, read): &(_, Read)| {
        matches!(read, Read::PaymentMetrics(_) | Read::DisputeMetrics(_) | Read::Disputes(_) | Read::Health(_))
    };
    while let Some(place) = desk.reads.iter().position(is_asked) {
        let read = desk.reads.remove(place);
        desk.reads.insert(0, read);
        desk.serve_one();
    }
}

/// The board of disputes of the last week, with the payments that are stored.
pub fn board(place: ReadPlace) -> Desk {
    let mut desk = Desk::ready(Vec::new());
    for of in kinds() {
        for number in 0..of.disputed {
            let mut made = dispute(&format!("dsp_{}_{number}", of.name), "dispute_opened", "fraudulent", 24);
            made["payment_id"] = format!("pay_{}_{number}", of.name).into();
            desk.service.disputes.push(made);
        }
    }
    desk.event(stored(place));
    desk.act(Action::GoTo(Route::Analytics));
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Disputes)));
    desk.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::LastDays(7))));
    serve(&mut desk);
    desk.tick(6);
    desk
}
