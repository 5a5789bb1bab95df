//! Payments read: the list, and one of them ([API reference](crate::resources::payments::reference#list)).

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use crate::call::{Call, KeyRole, Request, path_segment};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::resources::payments::list_filter::{FilterWords, ListForm, ListMethod, PAGE_MAX, PaymentListFilter};
use crate::resources::payments::wire::{PaymentPage, decode_page, decode_payment};
use crate::wire::{credible_total, other_id};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::{Payment, PaymentFilterPart};

/// A page of the list: newest first, at most [`PAGE_MAX`] rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListPayments {
    pub filter: PaymentListFilter,
    pub limit: u32,
    /// How many rows came before this page.
    pub offset: u32,
    /// The last row that came before it: where the [form](ListForm) has no offset.
    pub after: Option<PaymentId>,
    pub form: ListForm,
}

impl ListPayments {
    /// How many rows are asked for.
    pub fn rows_asked(&self) -> u32 {
        self.limit.clamp(1, self.form.page_max.min(PAGE_MAX))
    }

    fn body(&self) -> Value {
        let mut body = Map::new();
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                body.insert(name.to_owned(), value);
            }
        };
        let word = |word: &str| match self.form.words {
            FilterWords::One => Some(json!(word)),
            FilterWords::Lists => Some(json!([word])),
            FilterWords::Unasked => None,
        };
        let (filter, form) = (&self.filter, &self.form);
        set("limit", Some(json!(self.rows_asked())));
        set("offset", Some(json!(self.offset)).filter(|_| self.offset > 0 || !form.with_sign_in));
        let statuses: Vec<String> = form.statuses(filter).iter().map(|status| form.word(status)).collect();
        match form.words {
            FilterWords::One => set("status", statuses.first().map(|status| json!(status))),
            FilterWords::Lists => set("status", (!statuses.is_empty()).then(|| json!(statuses))),
            FilterWords::Unasked => {}
        }
        set("customer_id", filter.customer_id.as_ref().map(|id| json!(id.as_str())));
        if form.asks(PaymentFilterPart::Created, filter) {
            let [from, to] =
                if form.with_sign_in { ["start_time", "end_time"] } else { ["created_gte", "created_lte"] };
            set(from, filter.created_gte.map(|at| json!(time_text(at))));
            set(to, filter.created_lte.map(|at| json!(time_text(at))));
        }
        set("currency", filter.currency.as_ref().and_then(|code| word(code.as_str())));
        set("payment_method", filter.payment_method.and_then(|method| word(method.word())));
        Value::Object(body)
    }

    fn query(&self) -> String {
        let mut query = format!("?limit={}", self.rows_asked());
        let mut add = |name: &str, text: Option<String>| {
            if let Some(text) = text {
                query.push_str(&format!("&{name}={}", path_segment(&text)));
            }
        };
        add("ending_before", self.after.as_ref().map(ToString::to_string));
        add("customer_id", self.filter.customer_id.as_ref().map(ToString::to_string));
        if self.form.asks_created {
            add("created.gte", self.filter.created_gte.map(time_text));
            add("created.lte", self.filter.created_lte.map(time_text));
        }
        query
    }
}

/// A page that was asked for with `ending_before`, without the row it begins with: the last one of the page before. A page
/// that does not have this row does not go on behind it: it brings nothing, and does not end the list.
fn behind_row(mut page: PaymentPage, after: &PaymentId) -> PaymentPage {
    let rows = page.rows.len();
    page.rows.retain(|row| row.payment_id != *after);
    page.whole.retain(|payment| payment.payment_id != *after);
    if page.rows.len() < rows {
        page.limit = page.limit.saturating_sub(1);
        return page;
    }
    PaymentPage {
        limit: page.limit,
        form: page.form,
        last_id: Some(after.clone()),
        has_more: Some(true),
        ..PaymentPage::default()
    }
}

fn time_text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}

impl Call for ListPayments {
    type Output = PaymentPage;

    fn request(&self) -> Request {
        match self.form.method {
            ListMethod::Post => {
                let request = Request::read_from(ReadEndpoint::ListPayments, "", Some(self.body()));
                let key = if self.form.with_sign_in { KeyRole::SignIn } else { request.key };
                Request { key, ..request }
            }
            ListMethod::Get => {
                let mut request = Request::read_from(ReadEndpoint::ListPaymentsByQuery, "", None);
                request.path.push_str(&self.query());
                request
            }
        }
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<PaymentPage, DecodeError> {
        let page = PaymentPage { limit: self.rows_asked(), form: self.form.clone(), ..decode_page(&body, units)? };
        let rows = page.rows.len() + page.unreadable.len();
        let total_count = credible_total(page.total_count, page.has_more, (self.offset, rows), page.limit);
        let page = PaymentPage { total_count, ..page };
        match (self.form.method, &self.after) {
            (ListMethod::Get, Some(after)) => Ok(behind_row(page, after)),
            (ListMethod::Get | ListMethod::Post, _) => Ok(page),
        }
    }
}

/// `GET /payments/:payment_id`; 404 with `IR_05` when unknown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RetrievePayment {
    pub payment_id: PaymentId,
}

impl Call for RetrievePayment {
    type Output = Payment;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::RetrievePayment, self.payment_id.as_str(), None)
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<Payment, DecodeError> {
        let payment = decode_payment(body, units)?;
        let is_it = payment.payment_id == self.payment_id;
        if is_it { Ok(payment) } else { Err(other_id("payment_id", payment.payment_id.as_str())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::ids::CustomerId;
    use paydesk_domain::money::CurrencyCode;
    use paydesk_domain::payment::{PaymentFilterPart, PaymentStatus};

    fn filter() -> PaymentListFilter {
        PaymentListFilter {
            status: Some(PaymentStatus::Failed),
            customer_id: Some(CustomerId::new("cus_1")),
            currency: Some(CurrencyCode::new("EUR")),
            created_gte: Some("2026-11-20T00:00:00Z".parse().unwrap()),
            ..PaymentListFilter::default()
        }
    }

    fn page(form: ListForm) -> ListPayments {
        ListPayments { filter: filter(), limit: 100, offset: 200, after: Some(PaymentId::new("pay_9")), form }
    }

    #[test]
    fn a_query_has_only_what_that_service_filters_by_and_goes_on_from_a_row() {
        let form = ListForm { method: ListMethod::Get, ..ListForm::default() };
        let request = page(form.clone()).request();
        assert_eq!(
            request.path,
            "/payments/list?limit=100&ending_before=pay_9&customer_id=cus_1&created.gte=2026-11-20T00%3A00%3A00%2E000Z"
        );
        assert_eq!((request.method.as_str(), request.body), ("GET", None));
        assert_eq!(filter().unasked(&form), [PaymentFilterPart::Status, PaymentFilterPart::Currency]);
    }

    fn decoded(after: Option<&str>, limit: u32, ids: &[&str]) -> PaymentPage {
        let row = |id: &&str| json!({"payment_id": id, "status": "succeeded", "amount": 100, "currency": "EUR"});
        let rows: Vec<Value> = ids.iter().map(row).collect();
        let form = ListForm { method: ListMethod::Get, ..ListForm::default() };
        let call = ListPayments { limit, after: after.map(PaymentId::new), form, ..ListPayments::default() };
        call.decode(json!({"size": rows.len(), "data": rows}), MinorUnits::Iso4217).unwrap()
    }

    #[test]
    fn the_row_a_page_begins_with_was_on_the_page_before() {
        let first = decoded(None, 2, &["pay_3", "pay_2"]);
        assert_eq!((first.rows.len(), first.limit), (2, 2));
        let next = decoded(Some("pay_2"), 2, &["pay_2", "pay_1"]);
        let ids: Vec<&str> = next.rows.iter().map(|row| row.payment_id.as_str()).collect();
        assert_eq!((ids, next.limit, next.last_id), (vec!["pay_1"], 1, Some(PaymentId::new("pay_1"))));
    }

    #[test]
    fn a_page_that_does_not_begin_with_that_row_is_not_the_end_of_the_list() {
        for ids in [vec![], vec!["pay_9", "pay_8"]] {
            let page = decoded(Some("pay_2"), 2, &ids);
            assert_eq!((page.rows.len(), page.has_more), (0, Some(true)));
            assert_eq!(page.last_id, Some(PaymentId::new("pay_2")), "it brought nothing new");
        }
    }

    #[test]
    fn words_are_sent_as_one_as_lists_or_not_at_all() {
        let body = |words| page(ListForm { words, ..ListForm::default() }).request().body.unwrap();
        assert_eq!(body(FilterWords::One)["status"], "failed");
        let lists = body(FilterWords::Lists);
        assert_eq!((&lists["status"], &lists["currency"]), (&json!(["failed"]), &json!(["EUR"])));
        assert_eq!(body(FilterWords::Unasked).get("status"), None);
        let form = ListForm { page_max: 50, asks_created: false, ..ListForm::default() };
        let body = page(form).request().body.unwrap();
        assert_eq!((&body["limit"], body.get("created_gte")), (&json!(50), None));
    }

    #[test]
    fn what_can_be_captured_is_one_documented_status_or_a_list_of_all() {
        let filter = PaymentListFilter { to_capture: true, ..PaymentListFilter::default() };
        let sent = |words| {
            let form = ListForm { words, ..ListForm::default() };
            let page = ListPayments { filter: filter.clone(), limit: 1, form, ..ListPayments::default() };
            page.request().body.unwrap()["status"].clone()
        };
        assert_eq!(sent(FilterWords::One), "requires_capture");
        assert_eq!(sent(FilterWords::Lists).as_array().unwrap().len(), 3);
    }

    #[test]
    fn a_status_is_asked_for_as_the_service_spells_it() {
        let status_words = vec![(PaymentStatus::Succeeded, "SUCCEEDED".to_owned())];
        let form = ListForm { status_words, ..ListForm::default() };
        assert_eq!(page(form.clone()).request().body.unwrap()["status"], "FAILED", "all others are in capitals");
        let status_words = vec![(PaymentStatus::Succeeded, "Succeeded".to_owned())];
        let form = ListForm { status_words, ..form };
        assert_eq!(page(form).request().body.unwrap()["status"], "failed");
    }
}
