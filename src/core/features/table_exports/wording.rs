//! What a list is narrowed to, in words, for the manifest.

use crate::features::disputes::Inbox;
use crate::features::operation_log::OperationFilter;
use crate::features::payments::{CreatedRange, PaymentsFilter};
use crate::features::webhooks::EventFilter;
use crate::records::RecordQuery;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::review::ReviewStatus;
use paydesk_domain::zone::Zone;

use super::text;

/// Parts with their names: `status: failed · currency: EUR`.
fn joined<'a>(parts: impl IntoIterator<Item = (&'a str, Option<String>)>) -> String {
    let parts = parts.into_iter().filter_map(|(name, text)| Some(format!("{name}: {}", text?)));
    parts.collect::<Vec<_>>().join(" · ")
}

pub(super) fn payments(filter: &PaymentsFilter, review: &ReviewStatus) -> String {
    let status = match (&filter.status, filter.to_capture) {
        (_, true) => Some(text::TO_CAPTURE.to_owned()),
        (Some(status), false) if review.is(status) => Some(text::in_review(status.as_str())),
        (Some(status), false) => Some(PaymentStatus::as_str(status).to_owned()),
        (None, false) => None,
    };
    let mark = filter.mark.map(|mark| mark.label().to_owned());
    let created = (filter.created != CreatedRange::Any).then(|| filter.created.label());
    let parts = [
        ("status", status),
        ("shown as", mark),
        ("currency", filter.currency.as_ref().map(|code| code.as_str().to_owned())),
        ("method", filter.method.map(|method| method.word().to_owned())),
        ("customer", filter.customer_id.as_ref().map(ToString::to_string)),
        ("created", created),
    ];
    let local = filter.local_filter.parts();
    let local = local.iter().map(|(part, text)| (part.name(), Some(text.clone())));
    joined(parts.into_iter().chain(local))
}

pub(super) fn records(query: &RecordQuery) -> String {
    let search = query.search.trim();
    joined([("search", (!search.is_empty()).then(|| format!("“{search}”"))), ("status", query.status.clone())])
}

pub(super) fn disputes(inbox: &Inbox, zone: Zone) -> String {
    let parts = [
        ("status", inbox.filter.status.as_ref().map(|status| status.as_str().to_owned())),
        ("payment", inbox.filter.payment_id.as_ref().map(ToString::to_string)),
    ];
    let local = inbox.local_filter.parts(zone);
    let local = local.iter().map(|(part, text)| (part.name(), Some(text.clone())));
    joined(parts.into_iter().chain(local))
}

pub(super) fn events(filter: &EventFilter) -> String {
    joined([
        ("object", filter.content.as_ref().map(|content| content.as_str().to_owned())),
        ("status", filter.state.map(|state| state.label().to_owned())),
        ("search", (!filter.text.is_empty()).then(|| format!("“{}”", filter.text))),
    ])
}

pub(super) fn operations(filter: &OperationFilter) -> String {
    let search = filter.text.trim();
    joined([
        ("profile", filter.profile_id.as_ref().map(ToString::to_string)),
        ("outcome", filter.outcome.map(|outcome| outcome.label().to_owned())),
        ("person", filter.person.clone()),
        ("period", filter.period.map(|period| period.label().to_owned())),
        ("search", (!search.is_empty()).then(|| format!("“{search}”"))),
    ])
}
