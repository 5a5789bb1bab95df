//! Disputes that were decided on known days, on the board of disputes.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::Action;
use paydesk_core::features::analytics::{AnalyticsAction, Board, BucketSize, RangeChoice};
use paydesk_core::route::Route;

use super::desk::Desk;
use super::disputed_groups::serve;
use super::disputes::dispute;
use super::service::start_time;

/// A dispute of 10.00 EUR that was opened two months ago and has this status; when it changed last is `None` where the service
/// does not say.
pub fn decided(desk: &mut Desk, id: &str, status: &str, changed: Option<DateTime<Utc>>) {
    let mut made = dispute(id, status, "fraudulent", 24);
    made["created"] = (start_time() - TimeDelta::days(60)).to_rfc3339().into();
    (made["amount"], made["currency"]) = ("1000".into(), "EUR".into());
    made["modified_at"] = changed.map(|at| at.to_rfc3339()).into();
    desk.service.disputes.push(made);
}

/// Shows the board of disputes of the last week, by day.
pub fn show(mut desk: Desk) -> Desk {
    desk.act(Action::GoTo(Route::Analytics));
    desk.act(Action::Analytics(AnalyticsAction::Show(Board::Disputes)));
    desk.act(Action::Analytics(AnalyticsAction::SetRange(RangeChoice::LastDays(7))));
    desk.act(Action::Analytics(AnalyticsAction::SetGranularity(Some(BucketSize::Day))));
    serve(&mut desk);
    desk
}
