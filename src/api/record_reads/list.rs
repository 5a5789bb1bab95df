//! One page of the list of a kind.

use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use super::{Paging, RecordReads, reads_of};
use crate::call::{Call, Method, Request, path_segment};
use crate::error::DecodeError;
use crate::wire::{ListPage, credible_total, may_go_on, raw_without_secrets, too_many_rows};
use paydesk_domain::document::{Raw, time_of};
use paydesk_domain::ids::{MerchantId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;

/// Most rows of a page, which the services that are known take.
const PAGE_ROWS: u32 = 100;

/// One page of the list of refunds, payouts, customers, payment links or API keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRecords {
    reads: &'static RecordReads,
    /// Whose list it is, where its path names that.
    owner: Option<MerchantId>,
    /// Whose refunds alone are asked for. A service may not heed that.
    payment_id: Option<PaymentId>,
    /// How many rows are on the pages before.
    offset: u32,
    /// The last row of the page before.
    after: Option<RowMark>,
}

/// What names a row to go on from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct RowMark {
    id: String,
    created: Option<DateTime<Utc>>,
}

/// One page: the rows as they came, secrets masked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordPage {
    /// The id of each, and the row.
    pub rows: Vec<(String, Raw)>,
    /// Rows without an id.
    pub unreadable: Vec<DecodeError>,
    /// How many rows were asked for at most.
    pub limit: u32,
    /// How many rows there are in all, where the service says so.
    pub total_count: Option<u64>,
    /// Whether rows follow this page, where the service says so.
    pub has_more: Option<bool>,
}

impl PartialEq for RecordReads {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Eq for RecordReads {}

impl RecordPage {
    /// From when on everything that was made is on this page of `list` or on one before: the time of the last row where
    /// the list goes on with what was made and changed before it, [`DateTime::MIN_UTC`] where the list ends here. `None` where
    /// neither is shown. Where the newest, or the newest change, is not the first, only a service that says so shows the end:
    /// it may have sent fewer rows than were asked for.
    pub fn shows_all_since(&self, list: &ListRecords) -> Option<DateTime<Utc>> {
        let rows = self.rows.len() + self.unreadable.len();
        let read = u64::from(list.offset) + rows as u64;
        let says_more = self.has_more == Some(true) || self.total_count.is_some_and(|total| total > read);
        let says_whole =
            !says_more && (self.has_more.is_some() || self.total_count.is_some() || self.limit == u32::MAX);
        let is_behind_end = rows == 0 && !list.is_first();
        let is_short = !says_more && !may_go_on(rows, self.limit);
        if !self.unreadable.is_empty() {
            return None;
        }
        match self.is_newest_first() {
            _ if says_whole || is_behind_end => Some(DateTime::<Utc>::MIN_UTC),
            true if is_short => Some(DateTime::<Utc>::MIN_UTC),
            true => changed_of(&self.rows.last()?.1),
            false => None,
        }
    }

    /// The rows that were made after `at`, and those that do not say when.
    pub fn made_after(&self, at: DateTime<Utc>) -> impl Iterator<Item = &Raw> {
        let rows = self.rows.iter().map(|(_, row)| row);
        rows.filter(move |row| created_of(row).is_none_or(|created| created > at))
    }

    /// When the oldest row was made that says when.
    pub fn oldest(&self) -> Option<DateTime<Utc>> {
        self.rows.iter().filter_map(|(_, row)| created_of(row)).min()
    }

    /// Whether the rows come by when they were made or changed, the newest first, as far as they say it.
    pub fn is_newest_first(&self) -> bool {
        let (first, last) = (self.rows.first(), self.rows.last());
        let is_ordered_by = |time: fn(&Value) -> Option<DateTime<Utc>>| {
            let times = first.zip(last).and_then(|((_, first), (_, last))| time(first).zip(time(last)));
            times.is_some_and(|(first, last)| first >= last)
        };
        self.rows.len() < 2 || is_ordered_by(created_of) || is_ordered_by(changed_of)
    }
}

impl ListRecords {
    /// The first page; `None` where no service is known to list the kind, or the list is that of a merchant.
    pub fn first(kind: ResourceKind) -> Option<Self> {
        Self::first_of(kind, None)
    }

    /// The first page, of this merchant where the list is that of one; `None` where it needs one that is not known.
    pub fn first_of(kind: ResourceKind, merchant_id: Option<&MerchantId>) -> Option<Self> {
        let reads = reads_of(kind)?;
        let is_of_merchant = reads.list.spec().path.contains("{id}");
        let owner = merchant_id.filter(|_| is_of_merchant).cloned();
        (owner.is_some() == is_of_merchant).then_some(Self { reads, owner, payment_id: None, offset: 0, after: None })
    }

    /// The first page of the same list.
    pub fn again(&self) -> Self {
        Self { offset: 0, after: None, ..self.clone() }
    }

    /// The first page of the refunds of a payment.
    pub fn of_payment(&self, payment_id: PaymentId) -> Self {
        Self { payment_id: Some(payment_id), ..self.again() }
    }

    /// The first page of all, where only those of a payment were asked for.
    pub fn of_all(&self) -> Self {
        Self { payment_id: None, ..self.again() }
    }

    /// The payment whose refunds alone are asked for.
    pub fn payment_id(&self) -> Option<&PaymentId> {
        self.payment_id.as_ref()
    }

    pub fn kind(&self) -> ResourceKind {
        self.reads.kind
    }

    pub fn reads(&self) -> &'static RecordReads {
        self.reads
    }

    pub fn is_first(&self) -> bool {
        self.offset == 0
    }

    /// How many rows are on the pages before.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// The page behind `page`, which this one was.
    pub fn next(&self, page: &RecordPage) -> Self {
        let rows = page.rows.len() + page.unreadable.len();
        let offset = self.offset.saturating_add(u32::try_from(rows).unwrap_or(u32::MAX));
        let last = page.rows.last().map(|(id, row)| RowMark { id: id.clone(), created: created_of(row) });
        Self { offset, after: last.or_else(|| self.after.clone()), ..self.clone() }
    }

    /// What is asked for, with the names of the service.
    fn parameters(&self) -> Map<String, Value> {
        let mut parameters = Map::new();
        if self.reads.paging == Paging::OnePage {
            return parameters;
        }
        parameters.insert("limit".to_owned(), json!(PAGE_ROWS));
        if let Some(payment_id) = &self.payment_id {
            parameters.insert("payment_id".to_owned(), json!(payment_id.as_str()));
        }
        match (self.reads.paging, &self.after) {
            (Paging::Offset, Some(_)) => drop(parameters.insert("offset".to_owned(), json!(self.offset))),
            (Paging::FromId, Some(after)) => drop(parameters.insert("ending_before".to_owned(), json!(after.id))),
            (Paging::FromTime, Some(RowMark { created: Some(at), .. })) => {
                let time = at.to_rfc3339_opts(SecondsFormat::Millis, true);
                parameters.insert("created.lte".to_owned(), json!(time));
            }
            (Paging::Offset | Paging::FromId | Paging::FromTime | Paging::OnePage, _) => {}
        }
        parameters
    }
}

/// When a row was made, by the service's clock.
fn created_of(row: &Value) -> Option<DateTime<Utc>> {
    ["created", "created_at"].iter().find_map(|name| time_of(row.get(name)?))
}

/// When a row was made or changed last, by the service's clock.
fn changed_of(row: &Value) -> Option<DateTime<Utc>> {
    let changes =
        ["updated", "updated_at", "modified", "modified_at"].iter().filter_map(|name| time_of(row.get(name)?));
    changes.chain(created_of(row)).max()
}

impl Call for ListRecords {
    type Output = RecordPage;

    fn request(&self) -> Request {
        let (endpoint, parameters) = (self.reads.list, self.parameters());
        if endpoint.spec().method != Method::Get {
            return Request::read_from(endpoint, "", Some(Value::Object(parameters)));
        }
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let owner = self.owner.as_ref().map_or("", MerchantId::as_str);
        let mut request = Request::read_from(endpoint, owner, None);
        if parameters.is_empty() {
            return request;
        }
        let pairs = parameters.iter().map(|(name, value)| format!("{name}={}", path_segment(&text(value))));
        request.path = format!("{}?{}", request.path, pairs.collect::<Vec<_>>().join("&"));
        request
    }

    fn decode(&self, body: Value, _: MinorUnits) -> Result<RecordPage, DecodeError> {
        let list = ListPage::read(&body)?;
        if let Some(error) = too_many_rows(list.rows.len()) {
            return Err(error);
        }
        let limit = if self.reads.paging == Paging::OnePage { u32::MAX } else { PAGE_ROWS };
        let has_more = list.has_more;
        let total_count = credible_total(list.total_count, has_more, (self.offset, list.rows.len()), limit);
        let mut page = RecordPage { limit, total_count, has_more, ..RecordPage::default() };
        for (index, row) in list.rows.iter().enumerate() {
            match row.get(self.reads.id_field).and_then(Value::as_str).filter(|id| !id.is_empty()) {
                Some(id) => page.rows.push((id.to_owned(), raw_without_secrets(Arc::new(row.clone())))),
                None => page.unreadable.push(DecodeError {
                    path: format!("{}.{}", list.at(index), self.reads.id_field),
                    expected: "an ID",
                    found: "none".to_owned(),
                }),
            }
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::KeyRole;

    fn page(call: &ListRecords, body: Value) -> RecordPage {
        call.decode(body, MinorUnits::Iso4217).unwrap()
    }

    #[test]
    fn each_kind_is_asked_for_as_its_services_take_it() {
        let first = |kind| ListRecords::first(kind).unwrap();
        let refunds = first(ResourceKind::Refund);
        assert_eq!(refunds.request().body, Some(json!({"limit": 100})));
        let next = refunds.next(&page(&refunds, json!({"data": [{"refund_id": "ref_2"}, {"refund_id": "ref_1"}]})));
        assert_eq!(next.request().body, Some(json!({"limit": 100, "offset": 2})));
        let of_one = refunds.of_payment(PaymentId::new("pay_1"));
        assert_eq!(of_one.request().body, Some(json!({"limit": 100, "payment_id": "pay_1"})));
        assert_eq!(of_one.of_all(), refunds);

        let payouts = first(ResourceKind::Payout);
        assert_eq!(payouts.request().path, "/payouts/list?limit=100");
        let next = payouts.next(&page(&payouts, json!({"size": 1, "data": [{"payout_id": "po/1"}]})));
        assert_eq!(next.request().path, "/payouts/list?limit=100&ending_before=po%2F1");

        let customers = first(ResourceKind::Customer);
        assert_eq!(customers.request().path, "/customers/list?limit=100");

        let links = first(ResourceKind::PaymentLink);
        let row = json!([{"payment_link_id": "plink_1", "created_at": "2026-11-27T14:09:21.530Z"}]);
        let next = links.next(&page(&links, row)).request();
        assert_eq!(next.body, Some(json!({"limit": 100, "created.lte": "2026-11-27T14:09:21.530Z"})));
        assert!(ListRecords::first(ResourceKind::Subscription).is_none());

        assert!(ListRecords::first(ResourceKind::ApiKey).is_none(), "it is the list of a merchant");
        let keys = ListRecords::first_of(ResourceKind::ApiKey, Some(&MerchantId::new("merchant/1"))).unwrap();
        assert_eq!(keys.request().path, "/api_keys/merchant%2F1/list");
        assert_eq!(keys.request().key, KeyRole::Admin);
    }

    #[test]
    fn a_row_without_an_id_does_not_spoil_the_others_and_no_secret_is_kept() {
        let call = ListRecords::first(ResourceKind::Payout).unwrap();
        let rows = json!([{"amount": 5}, {"payout_id": "po_1", "client_secret": "po_1_secret_abc"}]);
        let page = page(&call, rows);
        assert_eq!((page.rows.len(), page.unreadable[0].path.as_str()), (1, "[0].payout_id"));
        assert!(!page.rows[0].1.to_string().contains("po_1_secret_abc"));
    }

    #[test]
    fn a_page_that_a_service_may_have_cut_shows_what_is_new_only_up_to_its_last_row() {
        let call = ListRecords::first(ResourceKind::Payout).unwrap();
        let rows = |count: usize| {
            json!(
                (0..count)
                    .map(|id| json!({"payout_id": format!("po_{id}"), "created": "2026-11-20T12:00:00Z"}))
                    .collect::<Vec<_>>()
            )
        };
        let at: DateTime<Utc> = "2026-11-20T11:00:00Z".parse().unwrap();
        for (count, is_whole) in [(1, true), (19, true), (20, false), (21, true), (50, false), (100, false)] {
            let since = page(&call, rows(count)).shows_all_since(&call);
            assert_eq!(since.is_some_and(|since| since < at), is_whole, "{count} rows");
        }
    }

    #[test]
    fn a_short_page_shows_all_that_is_new_only_where_the_newest_comes_first_or_the_service_says_so() {
        let call = ListRecords::first(ResourceKind::Refund).unwrap();
        let row =
            |day: u32| json!({"refund_id": format!("ref_{day}"), "created_at": format!("2026-11-{day:02}T12:00:00Z")});
        let at: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().unwrap();
        let reaches = |body: Value| page(&call, body).shows_all_since(&call).is_some_and(|since| since < at);
        assert!(reaches(json!({"data": [row(19), row(12)]})));
        assert!(reaches(json!({"data": [row(25), row(12)]})));
        assert!(!reaches(json!({"data": [row(12), row(19)]})), "the newest may be behind it");
        assert!(!reaches(json!({"data": [row(12), row(19)], "has_more": true})));
        assert!(reaches(json!({"data": [row(12), row(19)], "total_count": 2})));
        assert!(!reaches(json!({"data": [row(12), row(19)], "total_count": 3})));
        assert!(reaches(json!({"data": []})));
    }

    #[test]
    fn the_end_of_a_list_whose_newest_row_is_the_last_shows_all_only_with_the_pages_before_it() {
        let first = ListRecords::first(ResourceKind::Refund).unwrap();
        let rows = |days: std::ops::Range<u32>| {
            let row =
                |day| json!({"refund_id": format!("ref_{day}"), "created_at": format!("2026-11-{day:02}T12:00:00Z")});
            days.map(row).collect::<Vec<Value>>()
        };
        let begin = page(&first, json!({"data": rows(1..11), "total_count": 12}));
        let second = first.next(&begin);
        let end = page(&second, json!({"data": rows(11..13), "total_count": 12}));
        assert_eq!(
            (begin.shows_all_since(&first), end.shows_all_since(&second)),
            (None, Some(DateTime::<Utc>::MIN_UTC))
        );
        let behind_end = page(&second, json!({"data": []}));
        assert_eq!(behind_end.shows_all_since(&second), Some(DateTime::<Utc>::MIN_UTC));
        let unreadable = page(&second, json!({"data": [{"amount": 5}], "total_count": 11}));
        assert_eq!(unreadable.shows_all_since(&second), None);
    }
}
