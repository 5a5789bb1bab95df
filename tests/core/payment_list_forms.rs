//! Lists of payments at services that do not list them as documented: what is asked instead, what is remembered, and
//! what is filtered here.

use chrono::{DateTime, Utc};
use paydesk_api::call::{Method, Request};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::ListMethod;
use paydesk_core::features::payments::create::PaymentMethod;
use paydesk_core::features::payments::{CreatedRange, Pages, PaymentsAction};
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::service_traits::{PaymentListTrait, TraitChange, TraitId};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::known::Known;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{PaymentFilterPart, PaymentStatus};
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::review::ReviewStatus;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{answered, no_connection, rate_limited, refused};
use serde_json::{Value, json};

/// A service as it may be met.
#[derive(Clone)]
pub struct Listing {
    pub rows: Vec<Value>,
    /// What POST is answered instead of rows.
    pub post: Option<Attempt>,
    pub get: Option<Attempt>,
    pub limit_max: u64,
    pub takes_lists: bool,
    pub ignores_created: bool,
    pub hides_total: bool,
    /// GET gives the newest rows whatever it is asked to go on from.
    pub repeats_first_page: bool,
    pub other_statuses: OtherStatuses,
}

/// What the service does where it is asked for a status that the specification does not list.
#[derive(Clone, Copy, PartialEq)]
pub enum OtherStatuses {
    Filtered,
    Refused,
    Ignored,
}

impl Listing {
    pub fn new(rows: Vec<Value>) -> Self {
        let other_statuses = OtherStatuses::Filtered;
        let (post, get) = (None, Some(refused(405, "IR_03", "Method not allowed")));
        let (takes_lists, ignores_created, hides_total, repeats_first_page) = (false, false, false, false);
        let limit_max = 100;
        Self {
            rows,
            post,
            get,
            limit_max,
            takes_lists,
            ignores_created,
            hides_total,
            repeats_first_page,
            other_statuses,
        }
    }

    /// POST wants a login, GET does not.
    pub fn by_query(rows: Vec<Value>) -> Self {
        Self { post: Some(login_wanted()), get: None, ..Self::new(rows) }
    }

    fn answer(&self, request: &Request) -> Attempt {
        match request.method {
            Method::Get => self.get.clone().unwrap_or_else(|| self.by_get(&request.path)),
            _ => self.post.clone().unwrap_or_else(|| self.by_post(request.body.as_ref().unwrap())),
        }
    }

    fn by_post(&self, body: &Value) -> Attempt {
        for name in ["status", "currency", "payment_method"] {
            if body.get(name).is_some_and(|value| value.is_array() != self.takes_lists) {
                return refused(400, "IR_06", "Json deserialize error: invalid type");
            }
        }
        let limit = body["limit"].as_u64().unwrap();
        if limit > self.limit_max {
            return refused(422, "IR_06", &format!("limit must be from 1 to {}", self.limit_max));
        }
        let is_other = body["status"].as_str().is_some_and(|word| !DOCUMENTED.contains(&word));
        if is_other && self.other_statuses == OtherStatuses::Refused {
            return refused(400, "IR_06", "Json deserialize error: unknown variant");
        }
        let ignores = |name: &str| name == "status" && is_other && self.other_statuses == OtherStatuses::Ignored;
        let is_in = |row: &Value, name: &str| match &body[name] {
            Value::Null => true,
            _ if ignores(name) => true,
            Value::Array(words) => words.contains(&row[name]),
            word => *word == row[name],
        };
        let from = body["created_gte"].as_str().filter(|_| !self.ignores_created).map(time);
        let wanted = |row: &&Value| {
            is_in(row, "status") && is_in(row, "currency") && from.is_none_or(|from| time_of(row) >= from)
        };
        let found: Vec<&Value> = self.rows.iter().filter(wanted).collect();
        let (offset, limit) = (body["offset"].as_u64().unwrap() as usize, limit as usize);
        let data: Vec<&Value> = found.iter().copied().skip(offset).take(limit).collect();
        let mut answer = json!({"count": data.len(), "data": data});
        if !self.hides_total {
            answer["total_count"] = json!(found.len());
        }
        answered(200, answer)
    }

    fn by_get(&self, path: &str) -> Attempt {
        let pairs = path.split_once('?').unwrap().1.split('&').map(|pair| pair.split_once('=').unwrap());
        let pairs: Vec<(&str, &str)> = pairs.collect();
        let known = ["limit", "ending_before", "customer_id", "created.gte", "created.lte"];
        if let Some((name, _)) = pairs.iter().find(|(name, _)| !known.contains(name)) {
            return text(400, &format!("Query deserialize error: unknown field `{name}`"));
        }
        let value = |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let begins = value("ending_before")
            .filter(|_| !self.repeats_first_page)
            .map_or(0, |id| self.rows.iter().position(|row| row["payment_id"] == id).expect("the row is there"));
        let of = |row: &&Value| value("customer_id").is_none_or(|id| row["customer_id"] == id);
        let from = value("created.gte").map(|text| time(&text.replace("%3A", ":").replace("%2E", ".")));
        let rows = self.rows.iter().skip(begins).filter(of);
        let rows = rows.filter(|row| from.is_none_or(|from| time_of(row) >= from));
        let data: Vec<&Value> = rows.take(value("limit").unwrap().parse().unwrap()).collect();
        answered(200, json!({"size": data.len(), "data": data}))
    }
}

fn time(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn time_of(row: &Value) -> DateTime<Utc> {
    time(row["created"].as_str().unwrap())
}

fn text(status: u16, text: &str) -> Attempt {
    let body = Body::Foreign { excerpt: text.to_owned() };
    Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() })
}

fn login_wanted() -> Attempt {
    refused(401, "IR_17", "a login is needed here, not an API key")
}

const DOCUMENTED: [&str; 5] = ["succeeded", "failed", "processing", "requires_capture", "cancelled"];

const STATUSES: [&str; 5] =
    ["succeeded", "failed", "requires_capture", "partially_captured_and_capturable", "requires_payment_method"];

/// Payments one hour apart, the newest first; each fifth has one of the statuses.
pub fn rows(count: i64) -> Vec<Value> {
    let newest = paydesk_test_core::service::start_time();
    let row = |index: i64| {
        let (place, created) = (index as usize, newest - chrono::TimeDelta::hours(index));
        let (status, currency) = (STATUSES[place % STATUSES.len()], ["EUR", "USD"][place % 2]);
        let method = ["card", "wallet"][place % 2];
        let capturable = match status {
            "requires_capture" | "requires_payment_method" => 1_000,
            "partially_captured_and_capturable" => 400,
            _ => 0,
        };
        json!({
            "payment_id": format!("pay_{index:04}"), "status": status, "amount": 1_000,
            "currency": currency, "created": created, "customer_id": format!("cus_{}", place % 3),
            "payment_method": method, "amount_capturable": capturable,
        })
    };
    (0..count).map(row).collect()
}

/// A desk whose lists of payments this service answers.
pub struct Shop {
    pub desk: Desk,
    pub service: Listing,
    /// The requests for lists so far.
    pub asked: Vec<Request>,
}

impl Shop {
    pub fn open(service: Listing) -> Self {
        let desk = Desk::started(Vec::new());
        let mut shop = Self { desk, service, asked: Vec::new() };
        shop.desk.event(Message::JournalOpened { entries: Vec::new() });
        shop.desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
        shop.desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
        shop.serve();
        shop
    }

    /// The same with a profile that is not that of our sandbox, of whose service nothing is known.
    pub fn other(service: Listing) -> Self {
        let mut shop = Self::open(service);
        shop.asked.clear();
        shop.desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
        let profile = Profile::embedded_hyperswitch("http://127.0.0.1:8601");
        shop.desk.event(Message::ServiceReady { profile, key_place: None });
        shop.serve();
        shop
    }

    pub fn serve(&mut self) {
        for _ in 0..200 {
            if self.desk.reads.is_empty() {
                return;
            }
            self.serve_one();
        }
        panic!("reads without end");
    }

    /// Answers one read, of a list first.
    pub fn serve_one(&mut self) {
        let place = self.desk.reads.iter().position(|(_, read)| matches!(read, Read::Payments(_)));
        let Some(place) = place else { return self.desk.serve_one() };
        let (request_id, read) = self.desk.reads.remove(place);
        let request = read.request();
        let attempt = self.service.answer(&request);
        self.asked.push(request);
        self.desk.answer(request_id, &read, attempt);
    }

    pub fn act(&mut self, action: PaymentsAction) {
        self.asked.clear();
        self.desk.act(Action::Payments(action));
        self.serve();
    }

    pub fn payments(&self) -> &paydesk_core::features::payments::Payments {
        &self.desk.state.workspace.payments
    }

    pub fn ids(&self) -> Vec<String> {
        let row = |index: usize| self.payments().row(index).unwrap().payment.payment_id.to_string();
        (0..self.payments().len()).map(row).collect()
    }

    /// The ids of the service's rows that pass.
    pub fn expected(&self, wanted: impl Fn(&Value) -> bool) -> Vec<String> {
        let rows = self.service.rows.iter().filter(|row| wanted(row));
        rows.map(|row| row["payment_id"].as_str().unwrap().to_owned()).collect()
    }

    pub fn knows(&self, id: PaymentListTrait) -> bool {
        self.desk.state.view().traits.payment_list.has(id)
    }

    fn learned(&self) -> usize {
        self.desk.state.view().traits.rows().iter().filter(|row| row.known.is_some()).count()
    }

    fn methods(&self) -> Vec<&'static str> {
        self.asked.iter().map(|request| request.method.as_str()).collect()
    }
}

// ----- which call

#[test]
fn a_list_that_wants_a_login_is_asked_for_by_get_and_that_is_remembered() {
    for refusal in [
        login_wanted(),
        refused(400, "IR_04", "Missing required param: Authorization"),
        refused(403, "IR_99", "no permission"),
        refused(404, "IR_02", "Unrecognized request URL"),
        text(405, "Method not allowed"),
    ] {
        let mut shop = Shop::open(Listing { post: Some(refusal), ..Listing::by_query(rows(250)) });
        assert!(!shop.desk.locked() && shop.knows(PaymentListTrait::AskedByQuery));
        assert_eq!((shop.payments().len(), shop.payments().complete), (100, false));
        shop.act(PaymentsAction::LoadAll);
        assert_eq!(shop.ids(), shop.expected(|_| true), "page after page to the end");
        assert!(shop.payments().complete);
        assert_eq!(shop.payments().total, Some(250));
        assert!(shop.asked.iter().all(|request| request.method == Method::Get), "POST is not asked any more");
        assert!(shop.asked[0].path.contains("ending_before=pay_0099"));
    }
}

#[test]
fn a_list_that_gives_its_first_page_again_is_never_complete() {
    let mut shop = Shop::open(Listing { repeats_first_page: true, ..Listing::by_query(rows(250)) });
    shop.act(PaymentsAction::LoadAll);
    assert_eq!((shop.payments().len(), shop.payments().complete, shop.payments().is_stalled), (100, false, true));
    let history = &shop.desk.state.workspace.history;
    assert!(!history.place().is_whole && !history.knows_all());
}

#[test]
fn what_the_query_does_not_filter_is_picked_here_from_all_pages() {
    let mut shop = Shop::open(Listing::by_query(rows(250)));
    let usd = Some(CurrencyCode::new("USD"));
    shop.act(PaymentsAction::FilterCurrency(usd));
    assert_eq!(shop.ids(), shop.expected(|row| row["currency"] == "USD"));
    assert!(shop.payments().complete && shop.payments().filters_here());
    assert_eq!(shop.payments().unfiltered_parts(), [PaymentFilterPart::Currency]);
    shop.act(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed)));
    assert_eq!(shop.ids(), shop.expected(|row| row["currency"] == "USD" && row["status"] == "failed"));
    shop.act(PaymentsAction::FilterMethod(Some(PaymentMethod::Card)));
    assert!(shop.ids().is_empty(), "USD are all of wallets");
    shop.act(PaymentsAction::ClearFilters);
    shop.act(PaymentsAction::FilterCustomer(Some(CustomerId::new("cus_1"))));
    assert_eq!((shop.payments().len(), shop.payments().filters_here()), (83, false), "the service filters by customer");
    shop.act(PaymentsAction::FilterCreated(CreatedRange::LastHours24));
    assert!(!shop.payments().filters_here() && shop.asked[0].path.contains("created.gte="));
    assert!(shop.ids().iter().all(|id| id.as_str() < "pay_0026"));
}

#[test]
fn where_both_calls_are_refused_the_first_refusal_is_shown_and_nothing_is_learned() {
    let get = Some(text(405, "no"));
    let shop = Shop::open(Listing { post: Some(login_wanted()), get, ..Listing::new(rows(3)) });
    match &shop.payments().pages {
        Pages::Failed(error) => assert!(error.wants_login(), "{error:?}"),
        other => panic!("{other:?}"),
    }
    assert_eq!((shop.learned(), shop.desk.locked()), (0, false));
}

#[test]
fn a_refused_key_and_what_passes_lead_to_no_other_call() {
    for (post, locks) in [
        (refused(401, "AU_01", "Invalid key"), true),
        (refused(403, "AU_03", "The key lacks the permission"), false),
        (refused(503, "CE_01", "down"), false),
        (Attempt::Lost(LostAnswer::TimedOut), false),
        (rate_limited(45), false),
        (no_connection(), false),
        (refused(400, "IR_04", "no"), false),
    ] {
        let shop = Shop::open(Listing { post: Some(post), ..Listing::by_query(rows(3)) });
        assert!(shop.methods().iter().all(|method| *method == "POST"), "{:?}", shop.methods());
        assert_eq!((shop.learned(), shop.desk.locked()), (0, locks));
    }
}

#[test]
fn a_fallback_that_is_not_answered_is_not_remembered() {
    let get = Some(Attempt::Lost(LostAnswer::TimedOut));
    let mut shop = Shop::open(Listing { get, ..Listing::by_query(rows(3)) });
    for _ in 0..5 {
        shop.desk.tick(60);
        shop.serve();
    }
    assert_eq!(shop.learned(), 0);
    assert!(!matches!(&shop.payments().pages, Pages::Failed(error) if error.wants_login()), "the answer was lost");
    shop.service.get = None;
    shop.act(PaymentsAction::Refresh);
    assert_eq!((shop.payments().len(), shop.knows(PaymentListTrait::AskedByQuery)), (3, true));
}

#[test]
fn where_the_remembered_call_is_refused_later_the_other_is_tried_again() {
    let mut shop = Shop::open(Listing::by_query(rows(3)));
    shop.service = Listing { get: Some(refused(404, "IR_02", "gone")), post: None, ..shop.service.clone() };
    shop.act(PaymentsAction::Refresh);
    assert_eq!((shop.payments().len(), shop.learned()), (3, 0), "as documented again");
    shop.service = Listing { get: None, ..Listing::by_query(rows(3)) };
    shop.act(PaymentsAction::Refresh);
    shop.service = Listing { get: Some(refused(404, "IR_02", "gone")), ..shop.service.clone() };
    shop.act(PaymentsAction::Refresh);
    assert!(matches!(&shop.payments().pages, Pages::Failed(error) if error.what() == "gone"), "no endless alternation");
    assert!(shop.asked.len() <= 4, "{:?}", shop.methods());
    assert!(shop.knows(PaymentListTrait::AskedByQuery));
}

#[test]
fn forgotten_it_is_tried_as_documented_first() {
    let mut shop = Shop::open(Listing::by_query(rows(3)));
    let id = TraitId::PaymentList(PaymentListTrait::AskedByQuery);
    shop.desk.act(Action::ChangeTraits(TraitChange::Reset(id)));
    assert_eq!(shop.learned(), 0);
    shop.act(PaymentsAction::Refresh);
    assert_eq!((shop.asked[0].method, shop.learned()), (Method::Post, 1));
}

// ----- pages and words

#[test]
fn a_refused_page_size_is_made_smaller_and_remembered() {
    let mut shop = Shop::open(Listing { limit_max: 50, ..Listing::new(rows(120)) });
    assert_eq!((shop.payments().len(), shop.learned()), (50, 1));
    assert!(shop.knows(PaymentListTrait::SmallPages));
    shop.act(PaymentsAction::LoadAll);
    assert_eq!((shop.payments().len(), shop.payments().complete), (120, true));
    assert!(shop.asked.iter().all(|request| request.body.as_ref().unwrap()["limit"] == 50));
}

#[test]
fn a_word_that_is_refused_is_sent_as_a_list_and_that_is_remembered() {
    let mut shop = Shop::open(Listing { takes_lists: true, ..Listing::new(rows(40)) });
    assert!(shop.knows(PaymentListTrait::ListsOfWords), "by the count of the sidebar");
    shop.act(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed)));
    assert_eq!(shop.ids(), shop.expected(|row| row["status"] == "failed"));
    assert_eq!(shop.asked[0].body.as_ref().unwrap()["status"], json!(["failed"]));
    assert_eq!((shop.asked.len(), shop.payments().filters_here()), (1, false));
    // Later it takes words again.
    shop.service.takes_lists = false;
    shop.act(PaymentsAction::FilterStatus(Some(PaymentStatus::Succeeded)));
    assert_eq!(shop.ids(), shop.expected(|row| row["status"] == "succeeded"));
    assert!(!shop.knows(PaymentListTrait::ListsOfWords));
}

#[test]
fn several_refusals_one_after_the_other_are_each_learned_from() {
    let service = Listing { takes_lists: true, limit_max: 50, ..Listing::new(rows(120)) };
    let mut shop = Shop::open(service);
    shop.act(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed)));
    assert_eq!(shop.ids(), shop.expected(|row| row["status"] == "failed"));
    assert!(shop.knows(PaymentListTrait::ListsOfWords) && shop.knows(PaymentListTrait::SmallPages));
}

#[test]
fn a_word_that_is_refused_in_every_form_is_picked_here_and_nothing_is_remembered() {
    let mut shop = Shop::open(Listing::new(rows(120)));
    shop.act(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("USD"))));
    assert_eq!(shop.learned(), 0);
    let mut refusing = Shop::open(Listing { post: None, ..Listing::new(rows(0)) });
    refusing.service.post = Some(refused(400, "IR_04", "currency must be one of EUR"));
    refusing.act(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("USD"))));
    assert!(matches!(&refusing.payments().pages, Pages::Failed(error) if error.what().contains("one of EUR")));
    assert_eq!((refusing.learned(), refusing.asked.len()), (0, 3));
}

// ----- rows against the filter

#[test]
fn a_range_that_is_not_obeyed_is_applied_here_said_and_remembered() {
    let mut shop = Shop::open(Listing { ignores_created: true, ..Listing::new(rows(250)) });
    assert_eq!(shop.learned(), 0, "nothing was asked by time yet");
    shop.act(PaymentsAction::FilterCreated(CreatedRange::LastHours24));
    assert!(shop.ids().iter().all(|id| id.as_str() < "pay_0026"), "{:?}", shop.ids());
    assert!(shop.payments().complete && shop.payments().filters_here(), "all pages were read");
    assert!(shop.payments().has_strays() && shop.knows(PaymentListTrait::CreatedIgnored));
    shop.act(PaymentsAction::FilterCreated(CreatedRange::LastDays(2)));
    assert_eq!(shop.payments().unfiltered_parts(), [PaymentFilterPart::Created]);
    assert!(shop.asked[0].body.as_ref().unwrap().get("created_gte").is_none());
    assert!(!shop.ids().is_empty() && shop.ids().len() < 60);
}

#[test]
fn a_range_that_is_obeyed_teaches_nothing() {
    let mut shop = Shop::open(Listing::new(rows(250)));
    shop.act(PaymentsAction::FilterCreated(CreatedRange::LastHours24));
    assert_eq!((shop.learned(), shop.payments().filters_here()), (0, false));
}

#[test]
fn statuses_are_asked_for_as_the_service_spells_them() {
    let mut upper = rows(40);
    for row in &mut upper {
        row["status"] = json!(row["status"].as_str().unwrap().to_ascii_uppercase());
    }
    let mut shop = Shop::open(Listing::new(upper));
    assert!(shop.knows(PaymentListTrait::StatusWords));
    assert_eq!(shop.payments().to_capture(), Known::Exact(16), "counted again, once the spelling was known");
    shop.act(PaymentsAction::FilterStatus(Some(PaymentStatus::Failed)));
    assert_eq!(shop.asked[0].body.as_ref().unwrap()["status"], "FAILED");
    assert_eq!(shop.ids(), shop.expected(|row| row["status"] == "FAILED"));
    shop.act(PaymentsAction::FilterStatus(Some(PaymentStatus::Cancelled)));
    assert_eq!(shop.asked[0].body.as_ref().unwrap()["status"], "CANCELLED", "never seen, in capitals as all others");
    shop.service.rows = rows(40);
    shop.act(PaymentsAction::ClearFilters);
    assert_eq!(shop.learned(), 0, "spelled as documented again");
}

// ----- what waits for its capture

fn waits(row: &Value) -> bool {
    ["requires_capture", "partially_captured_and_capturable"].contains(&row["status"].as_str().unwrap())
}

#[test]
fn what_can_be_captured_is_asked_for_in_one_list_where_the_service_takes_lists() {
    let mut shop = Shop::open(Listing { takes_lists: true, ..Listing::new(rows(150)) });
    assert_eq!(shop.payments().to_capture().text(), "60");
    shop.act(PaymentsAction::ShowToCapture);
    let mut expected = shop.expected(waits);
    expected.reverse();
    assert_eq!(shop.ids(), expected, "the oldest first");
    let statuses = &shop.asked[0].body.as_ref().unwrap()["status"];
    assert_eq!(statuses.as_array().unwrap().len(), 3);
    assert!(!shop.payments().filters_here());
}

#[test]
fn what_can_be_captured_is_found_and_counted_by_reading_where_the_service_does_not_filter() {
    let mut shop = Shop::open(Listing::by_query(rows(150)));
    assert_eq!(shop.payments().to_capture().text(), "60");
    assert_eq!(shop.payments().total, Some(150), "they were all read to count");
    assert_eq!(shop.payments().in_review(&ReviewStatus::ASSUMED), Known::Exact(0));
    shop.act(PaymentsAction::ShowToCapture);
    let mut expected = shop.expected(waits);
    expected.reverse();
    assert_eq!(shop.ids(), expected);
    // One that a page shows as captured is not counted any more; nothing is counted again for it.
    let read = |status: &str, capturable: i64| {
        json!({"payment_id": "pay_0002", "status": status, "amount": 1_000, "currency": "EUR",
               "amount_received": 1_000 - capturable, "amount_capturable": capturable})
    };
    shop.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_0002"))));
    shop.desk.answer_payment(answered(200, read("succeeded", 0)));
    assert_eq!(shop.payments().to_capture(), Known::Exact(59));
}

#[test]
fn what_home_reads_of_a_list_that_does_not_filter_is_counted_once() {
    let mut rows = rows(150);
    for row in &mut rows[..2] {
        row["status"] = json!("partially_authorized_and_requires_capture");
        row["amount_capturable"] = json!(500);
    }
    let expected = rows.iter().filter(|row| waits(row)).count() + 2;
    let desk = Desk::started(Vec::new());
    let mut shop = Shop { desk, service: Listing::by_query(rows), asked: Vec::new() };
    shop.desk.act(Action::GoTo(Route::Home));
    shop.desk.event(Message::JournalOpened { entries: Vec::new() });
    shop.desk.event(Message::RecordsOpened { records: Vec::new(), problem: None });
    shop.desk.event(Message::ServiceReady { profile: paydesk_test_core::desk::profile(), key_place: None });
    // What Home asks for is answered last; no page of it says how many there are.
    while !shop.desk.reads.is_empty() {
        shop.desk.reads.rotate_right(1);
        shop.serve_one();
    }
    assert_eq!(shop.payments().to_capture(), Known::Exact(expected as u64), "none is counted twice");
}

#[test]
fn a_count_of_a_long_list_is_a_lower_bound_and_is_said_to_be_one() {
    let mut shop = Shop::open(Listing::by_query(rows(1_500)));
    assert_eq!(
        shop.payments().to_capture().text(),
        "396+",
        "ten pages, each behind the row that the page before ended with"
    );
    shop.act(PaymentsAction::Refresh);
    assert!(shop.asked.len() <= 11, "{}", shop.asked.len());
    shop.act(PaymentsAction::ShowToCapture);
    assert_eq!(shop.payments().to_capture().text(), "600", "all of them are here now");
}

#[test]
fn the_form_of_the_specification_asks_for_the_one_documented_status() {
    let mut shop = Shop::open(Listing::new(rows(150)));
    shop.act(PaymentsAction::ShowToCapture);
    assert_eq!(shop.asked[0].body.as_ref().unwrap()["status"], "requires_capture");
    assert_eq!(shop.payments().len(), 50, "with those of the first page of all payments");
    assert_eq!(shop.desk.state.view().traits.payment_list.form().method, ListMethod::Post);
}
