//! The endpoints of the [specification](paydesk_api::reference), one by one, typed by hand: method, path, a good body,
//! exactly
//! the fields of the answer; and every documented error of an endpoint, with the body that causes it.
//!
//! In paths and bodies `{payout}`, `{dispute}`, `{late}`, `{subscription}` and `{merchant}` stand for ids that only
//! the sandbox knows.

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Body;
use axum::http::{Method, Request};
use paydesk_test_sandbox::helpers::{Answer, Client, billing, card, payment_with};
use paydesk_test_sandbox::payouts::payout_with;
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

const REVIEW: &str = "4000000000009235";

/// A row: method, path, good body, the fields of the answer (`a.b`: the fields of `a`, or of its first row, are
/// checked too), and some of its values.
type Row = (&'static str, &'static str, Value, &'static str, Value);

const PAYMENT: &str = "payment_id merchant_id status amount amount_received amount_capturable currency capture_method \
    payment_method payment_method_data.card.last4 payment_method_data.card.brand payment_method_data.card.exp_month \
    payment_method_data.card.exp_year customer_id email description statement_descriptor metadata created modified_at \
    profile_id";

const BARE_PAYMENT: &str = "payment_id merchant_id status amount amount_received amount_capturable currency \
    capture_method customer_id email description statement_descriptor metadata created modified_at client_secret \
    profile_id";

const CHANGED_PAYMENT: &str = "payment_id merchant_id status amount amount_received amount_capturable currency \
    capture_method customer_id email description statement_descriptor metadata created modified_at profile_id";

const LIST: &str = "count total_count has_more data.payment_id data.status data.amount data.currency data.created";

const CUSTOMER: &str =
    "customer_id email name phone phone_country_code description address metadata created modified_at";

const PAYOUT: &str = "payout_id merchant_id merchant_order_reference_id amount currency payout_type \
    payout_method_data.bank.payout_method_type payout_method_data.bank.iban payout_method_data.bank.bic auto_fulfill \
    customer_id customer.id customer.email client_secret description recurring metadata merchant_connector_id status profile_id \
    created attempts";

const FULFILLED: &str = "payout_id merchant_id merchant_order_reference_id amount currency payout_type \
    payout_method_data auto_fulfill customer_id customer.id customer.email client_secret description recurring metadata \
    merchant_connector_id status profile_id created connector_transaction_id attempts.attempt_id attempts.status \
    attempts.amount attempts.currency attempts.connector attempts.connector_transaction_id";

const SUBSCRIPTION: &str = "id status profile_id merchant_id customer_id item_price_id plan_id merchant_reference_id \
    coupon_code payment.payment_id payment.status payment.amount payment.currency payment.payment_method_type \
    invoice.id invoice.subscription_id invoice.amount invoice.currency invoice.status";

const NEW_SUBSCRIPTION: &str = "id status profile_id merchant_id customer_id item_price_id plan_id \
    merchant_reference_id coupon_code client_secret payment.payment_id payment.status payment.amount payment.currency \
    invoice.id invoice.subscription_id invoice.amount invoice.currency invoice.status";

fn payment_rows() -> Vec<Row> {
    let new = json!({"amount": 4599, "currency": "EUR", "profile_id": "pro_test", "payment_id": "new",
        "customer_id": "ada", "email": "ada@mail.example", "description": "Kettle",
        "statement_descriptor_name": "NORDLICHT", "metadata": {"order_id": "1001"}});
    let confirm = json!({"payment_method": "card", "payment_method_type": "credit", "billing": billing(),
        "payment_method_data": {"card": card(GOOD)}, "return_url": "https://shop.example/return",
        "browser_info": {"ip_address": "203.0.113.7", "user_agent": "Mozilla/5.0"}});
    let filter = json!({"limit": 5, "offset": 0, "status": "succeeded", "customer_id": "ada", "currency": "GBP",
        "created_gte": "2026-11-01T00:00:00Z", "created_lte": "2026-12-31T00:00:00Z"});
    vec![
        ("POST", "/payments", new, BARE_PAYMENT, json!({"status": "requires_payment_method"})),
        ("POST", "/payments/new", json!({"currency": "GBP"}), CHANGED_PAYMENT, json!({"currency": "GBP"})),
        ("POST", "/payments/new/confirm", confirm, PAYMENT, json!({"status": "succeeded", "amount_received": 4599})),
        ("GET", "/payments/new", json!({}), PAYMENT, json!({"status": "succeeded", "metadata": {"order_id": "1001"}})),
        ("POST", "/payments/list", filter, LIST, json!({"count": 1, "total_count": 1, "has_more": false})),
        (
            "POST",
            "/payments/held/capture",
            json!({"amount_to_capture": 1000, "statement_descriptor_prefix": "NORD", "statement_descriptor_suffix": "A"}),
            "payment_id status amount amount_received amount_capturable currency capture_method captured_at",
            json!({"status": "succeeded", "amount_received": 1000, "amount_capturable": 0}),
        ),
        (
            "POST",
            "/payments/unwanted/cancel",
            json!({"cancellation_reason": "out_of_stock"}),
            "payment_id status amount currency cancellation_reason cancelled_at",
            json!({"status": "cancelled", "cancellation_reason": "out_of_stock"}),
        ),
        (
            "POST",
            "/payments/review/approve",
            json!({}),
            "payment_id status amount currency captured_at",
            json!({"status": "succeeded"}),
        ),
    ]
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn money_rows() -> Vec<Row> {
    vec![
        (
            "POST",
            "/refunds",
            json!({"payment_id": "sold", "refund_id": "r1", "amount": 600, "reason": "returned", "refund_type": "Instant",
                "metadata": {"ticket": "1"}}),
            "refund_id payment_id amount currency status reason refund_type metadata created updated profile_id",
            json!({"refund_id": "r1", "status": "succeeded", "amount": 600}),
        ),
        (
            "POST",
            "/payment_link",
            json!({"amount": 4599, "currency": "EUR", "description": "Kettle", "link_type": "one_time",
                "expiry": "2026-12-01T00:00:00Z", "customer_id": "ada", "send_email": true, "email": "ada@mail.example",
                "capture_method": "automatic", "authentication_type": "no_three_ds", "require_customer_info": true,
                "payment_link_config": {"seller_name": "Nordlicht", "sdk_layout": "tabs",
                    "allowed_payment_method_types": ["credit", "debit"]}}),
            "payment_link_id payment_id link amount currency status expiry created",
            json!({"status": "active", "expiry": "2026-12-01T00:00:00Z"}),
        ),
        (
            "POST",
            "/customers",
            json!({"customer_id": "grace", "email": "g@mail.example", "name": "Grace", "phone": "7700900123",
                "phone_country_code": "+44", "description": "Regular", "metadata": {"tier": "gold"},
                "address": {"line1": "1", "city": "B", "state": "A", "zip": "1", "country": "GB", "first_name": "Grace",
                    "last_name": "H"}}),
            CUSTOMER,
            json!({"customer_id": "grace", "created": "2026-11-21T10:00:00Z"}),
        ),
        ("GET", "/customers/grace", json!({}), CUSTOMER, json!({"name": "Grace"})),
        (
            "POST",
            "/customers/grace",
            json!({"email": "h@mail.example", "name": "Grace H", "phone": "1", "phone_country_code": "+1",
                "description": "Moved", "metadata": {"tier": "silver"}}),
            "customer_id email name description modified_at",
            json!({"email": "h@mail.example", "name": "Grace H", "description": "Moved"}),
        ),
        (
            "POST",
            "/payouts/create",
            payout_with(json!({"description": "Invoice 7", "metadata": {"k": "v"},
                "merchant_order_reference_id": "po-1", "customer": {"id": "ada"}})),
            PAYOUT,
            json!({"status": "requires_fulfillment", "customer_id": "ada"}),
        ),
        (
            "PUT",
            "/payouts/{payout}",
            json!({"description": "Invoice 8", "metadata": {"k": "w"}}),
            "payout_id amount currency status description modified_at",
            json!({"payout_id": "{payout}", "description": "Invoice 8"}),
        ),
        (
            "POST",
            "/payouts/{payout}/fulfill",
            json!({"payout_id": "{payout}"}),
            FULFILLED,
            json!({"status": "success", "metadata": {"k": "w"}}),
        ),
        (
            "POST",
            "/disputes/evidence",
            json!({"dispute_id": "{dispute}", "product_description": "Kettle", "shipping_carrier": "Parcel post"}),
            "dispute_id status evidence_submitted_at",
            json!({"dispute_id": "{dispute}", "status": "submitted"}),
        ),
        (
            "GET",
            "/disputes/list?limit=10&offset=0&status=challenged&payment_id=claimed",
            json!({}),
            "count total_count has_more data.dispute_id data.payment_id data.amount data.currency data.status \
             data.reason data.created",
            json!({"count": 1, "total_count": 1}),
        ),
    ]
}

fn other_rows() -> Vec<Row> {
    let disputes = json!([{"timeRange": {"startTime": "2026-11-01T00:00:00Z", "endTime": "2026-12-31T00:00:00Z"},
        "metrics": ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"], "source": "BATCH",
        "groupByNames": ["dispute_status", "dispute_stage", "currency", "profile_id"], "delta": false,
        "filters": {"dispute_status": ["challenged"]}, "timeSeries": {"granularity": "G_ONE_DAY"}}]);
    let payments = json!({"timeRange": {"startTime": "2026-11-01T00:00:00Z", "endTime": "2026-12-31T00:00:00Z"},
        "metrics": ["payment_count", "payment_success_rate", "payment_processed_amount"], "source": "BATCH",
        "groupByNames": ["currency"], "filters": {"currency": ["GBP"], "status": ["succeeded"]}});
    vec![
        ("POST", "/subscriptions/create", subscription(), NEW_SUBSCRIPTION, json!({"status": "created"})),
        (
            "POST",
            "/subscriptions/{subscription}/confirm",
            confirmation(),
            SUBSCRIPTION,
            json!({"id": "{subscription}", "status": "active"}),
        ),
        (
            "PUT",
            "/subscriptions/{subscription}/update",
            json!({"plan_id": "plan_beans_weekly", "item_price_id": "price_beans_weekly_usd"}),
            SUBSCRIPTION,
            json!({"status": "active", "plan_id": "plan_beans_weekly", "item_price_id": "price_beans_weekly_usd"}),
        ),
        (
            "POST",
            "/api_keys/{merchant}",
            json!({"name": "Warehouse", "description": "Scanner", "expiration": "never"}),
            "key_id merchant_id name description api_key created expiration",
            json!({"merchant_id": "{merchant}", "expiration": null}),
        ),
        (
            "POST",
            "/analytics/v1/merchant/metrics/disputes",
            disputes,
            "queryData.time_bucket queryData.dispute_status queryData.dispute_stage queryData.currency \
             queryData.profile_id queryData.dispute_status_metric queryData.total_amount_disputed \
             queryData.total_dispute_lost_amount metaData.dispute_status_metric_overall \
             metaData.total_amount_disputed_overall metaData.total_dispute_lost_amount_overall",
            json!({}),
        ),
        (
            "POST",
            "/analytics/v1/merchant/metrics/payments",
            payments,
            "queryData.currency queryData.payment_count queryData.payment_success_rate \
             queryData.payment_processed_amount metaData.payment_count_overall metaData.payment_success_rate_overall \
             metaData.payment_processed_amount_overall",
            json!({"queryData": [{"currency": "GBP", "payment_count": 1, "payment_success_rate": 1.0,
                "payment_processed_amount": 4599}]}),
        ),
        ("GET", "/health", json!({}), "status", json!({})),
    ]
}

fn rows() -> Vec<Row> {
    [payment_rows(), money_rows(), other_rows()].concat()
}

fn subscription() -> Value {
    json!({"customer_id": "ada", "item_price_id": "price_beans_monthly_usd", "plan_id": "plan_beans_monthly",
        "merchant_reference_id": "abo-1", "coupon_code": "FRIENDS10", "billing": billing(),
        "payment_details": {"return_url": "https://shop.example/return", "authentication_type": "no_three_ds",
            "capture_method": "automatic", "setup_future_usage": "off_session", "payment_type": "new_mandate"}})
}

fn confirmation() -> Value {
    json!({"payment_details": {"payment_method": "card", "payment_method_type": "credit",
        "payment_method_data": {"card": card(GOOD)}, "customer_acceptance": {"acceptance_type": "offline"}}})
}

/// A shop with something for every row, and the ids behind the placeholders.
struct Shop {
    client: Client,
    ids: BTreeMap<&'static str, String>,
}

impl Shop {
    async fn open() -> Self {
        let client = Client::new();
        client.post("/customers", json!({"customer_id": "ada", "email": "ada@mail.example"})).await.ok();
        for payment_id in ["held", "unwanted", "stored"] {
            client.pay(GOOD, json!({"payment_id": payment_id, "capture_method": "manual"})).await;
        }
        client.pay(REVIEW, json!({"payment_id": "review"})).await;
        for payment_id in ["sold", "claimed", "late"] {
            client.pay(GOOD, json!({ "payment_id": payment_id })).await;
        }
        client.post("/payments", payment_with(GOOD, json!({"payment_id": "open", "confirm": false}))).await.ok();
        client.pay(GOOD, json!({"payment_id": "gone", "capture_method": "manual"})).await;
        client.post("/payments/gone/cancel", json!({})).await.ok();
        let mut ids = BTreeMap::from([("{merchant}", client.credentials.merchant_id.clone())]);
        for (name, payment_id, days) in [("{dispute}", "claimed", 14), ("{late}", "late", 1)] {
            let path = format!("/_sandbox/payments/{payment_id}/dispute");
            let raised = client.post(&path, json!({"reason": "fraudulent", "deadline_days": days})).await.ok();
            ids.insert(name, raised["dispute_id"].as_str().unwrap().to_owned());
        }
        let body = json!({"metadata": {"k": "v"}, "merchant_order_reference_id": "po-2", "customer": {"id": "ada"}});
        let payout = client.post("/payouts/create", payout_with(body)).await.ok();
        ids.insert("{payout}", payout["payout_id"].as_str().unwrap().to_owned());
        let created = client.for_profile(Method::POST, "/subscriptions/create", subscription()).await.ok();
        ids.insert("{subscription}", created["id"].as_str().unwrap().to_owned());
        Self { client, ids }
    }

    fn filled(&self, text: &str) -> String {
        self.ids.iter().fold(text.to_owned(), |text, (name, id)| text.replace(name, id))
    }

    fn filled_value(&self, value: &Value) -> Value {
        serde_json::from_str(&self.filled(&value.to_string())).unwrap()
    }

    /// Asks as the specification says: with the key and the headers that the endpoint takes.
    async fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let keys = &self.client.credentials;
        let key = if path.starts_with("/api_keys/") { &keys.admin_key } else { &keys.api_key };
        self.ask_with(method, path, body, Some(key)).await
    }

    async fn ask_with(&self, method: &str, path: &str, body: &Value, key: Option<&str>) -> Answer {
        let mut request = Request::builder().method(method).uri(self.filled(path));
        request = request.header("content-type", "application/json");
        if let Some(key) = key {
            request = request.header("api-key", key);
        }
        if path.starts_with("/subscriptions/") {
            request = request.header("x-profile-id", &self.client.credentials.profile_id);
        }
        let body = if method == "GET" { Body::empty() } else { Body::from(self.filled(&body.to_string())) };
        self.client.send(request.body(body).unwrap()).await
    }
}

/// Fails unless `value` has exactly these fields; of a list the first row is checked.
fn check_fields(value: &Value, fields: &BTreeSet<&str>, row: &str) {
    let value = if value.is_array() { &value[0] } else { value };
    let names: BTreeSet<&str> =
        value.as_object().unwrap_or_else(|| panic!("{row}: {value}")).keys().map(String::as_str).collect();
    let expected: BTreeSet<&str> = fields.iter().map(|field| field.split('.').next().unwrap()).collect();
    assert_eq!(names, expected, "{row}");
    for name in expected {
        let within: BTreeSet<&str> =
            fields.iter().filter_map(|field| field.strip_prefix(name)?.strip_prefix('.')).collect();
        if !within.is_empty() {
            check_fields(&value[name], &within, &format!("{row} {name}"));
        }
    }
}

#[tokio::test]
async fn every_row_of_the_endpoint_table_answers_as_it_says() {
    let shop = Shop::open().await;
    let rows = rows();
    assert_eq!(rows.len(), 25, "the table of the specification has 25 rows");
    for (method, path, body, fields, values) in rows {
        let answer = shop.ask(method, path, &body).await;
        assert!(answer.status.is_success(), "{method} {path}: {} {}", answer.status, answer.text());
        let answer = answer.json();
        check_fields(&answer, &fields.split_whitespace().collect(), &format!("{method} {path}"));
        for (name, value) in values.as_object().unwrap() {
            assert_eq!(answer[name], shop.filled_value(value), "{name} of {method} {path}");
        }
    }
}

#[tokio::test]
async fn every_endpoint_takes_only_its_kind_of_key() {
    let shop = Shop::open().await;
    let keys = shop.client.credentials.clone();
    let path = format!("/api_keys/{}", keys.merchant_id);
    let made = shop.ask("POST", &path, &json!({"name": "Gone"})).await.ok();
    let revoke = format!("/_sandbox/api_keys/{}/revoke", made["key_id"].as_str().unwrap());
    shop.client.post(&revoke, json!({})).await.ok();
    let revoked = made["api_key"].as_str().unwrap();
    let authentication = |code: &str| (401, "authentication_error".to_owned(), code.to_owned());
    for (method, path, body, _, _) in rows() {
        for (key, code) in [(None, "AU_01"), (Some("snd_nobody"), "AU_01"), (Some(revoked), "AU_02")] {
            let answer = shop.ask_with(method, path, &body, key).await;
            assert_eq!(answer.error(), authentication(code), "{method} {path} with {key:?}");
        }
        let is_admin = path.starts_with("/api_keys/");
        let other = if is_admin { &keys.api_key } else { &keys.admin_key };
        for key in [&keys.publishable_key, other] {
            let status = shop.ask_with(method, path, &body, Some(key)).await.status;
            assert_eq!(status, if path == "/health" { 200 } else { 403 }, "{method} {path} with {key}");
        }
        if path.starts_with("/subscriptions/") {
            let request = Request::builder().method(method).uri(shop.filled(path)).header("api-key", &keys.api_key);
            let answer = shop.client.send(request.body(Body::from(body.to_string())).unwrap()).await;
            answer.refused(400, "IR_01", "X-Profile-Id");
        }
    }
}

/// Method, path, the body that causes it, and the error: the table *Errors of single endpoints* of
/// [`paydesk_api::reference::errors`], in its order, then what is said elsewhere of single endpoints.
fn errors() -> Vec<(&'static str, &'static str, Value, u16, &'static str)> {
    let without = |mut body: Value, field: &str| {
        body.as_object_mut().unwrap().remove(field);
        body
    };
    let wanting = |field: &str, value: &str| {
        let mut body = subscription();
        body[field] = json!(value);
        body
    };
    let update = |plan: Value, price: Value| json!({"plan_id": plan, "item_price_id": price});
    let (plan, price) = (json!("plan_beans_weekly"), json!("price_beans_weekly_usd"));
    vec![
        ("POST", "/payments/stored/capture", json!({"amount_to_capture": 1001}), 400, "IR_04"),
        ("POST", "/payments/open/capture", json!({}), 400, "IR_04"),
        ("POST", "/payments/nobody/capture", json!({}), 404, "IR_05"),
        ("POST", "/payments/sold/capture", json!({}), 409, "IR_04"),
        ("POST", "/payments/gone/capture", json!({}), 409, "IR_04"),
        ("POST", "/payments/sold/cancel", json!({}), 400, "IR_04"),
        ("POST", "/payments/gone/cancel", json!({}), 400, "IR_04"),
        ("POST", "/payments/nobody/cancel", json!({}), 404, "IR_05"),
        ("POST", "/payments/sold/approve", json!({}), 400, "IR_04"),
        ("POST", "/payments/nobody/approve", json!({}), 404, "IR_05"),
        ("POST", "/disputes/evidence", json!({"dispute_id": "{late}", "uncategorized_text": "x"}), 400, "IR_04"),
        ("POST", "/disputes/evidence", json!({"dispute_id": "{dispute}", "receipt": "file_nobody"}), 400, "IR_04"),
        ("POST", "/disputes/evidence", json!({"dispute_id": "dsp_nobody"}), 404, "IR_05"),
        ("POST", "/subscriptions/create", without(subscription(), "payment_details"), 400, "IR_01"),
        ("POST", "/subscriptions/create", wanting("payment_details", "x"), 400, "IR_04"),
        ("POST", "/subscriptions/create", wanting("customer_id", "nobody"), 404, "IR_05"),
        ("POST", "/subscriptions/create", wanting("plan_id", "plan_nobody"), 404, "IR_05"),
        ("POST", "/subscriptions/create", wanting("item_price_id", "price_nobody"), 404, "IR_05"),
        ("POST", "/subscriptions/{subscription}/confirm", json!({"payment_details": {}}), 400, "IR_01"),
        ("POST", "/subscriptions/nobody/confirm", confirmation(), 404, "IR_05"),
        ("POST", "/subscriptions/{active}/confirm", confirmation(), 409, "IR_04"),
        ("PUT", "/subscriptions/{active}/update", json!({"item_price_id": price}), 400, "IR_01"),
        ("PUT", "/subscriptions/{active}/update", json!({"plan_id": plan}), 400, "IR_01"),
        ("PUT", "/subscriptions/{active}/update", update(json!(5), price.clone()), 400, "IR_04"),
        ("PUT", "/subscriptions/{active}/update", update(plan.clone(), json!([])), 400, "IR_04"),
        ("PUT", "/subscriptions/nobody/update", update(plan, price), 404, "IR_05"),
        ("POST", "/payouts/create", without(payout_with(json!({})), "amount"), 400, "IR_01"),
        ("POST", "/payouts/create", without(payout_with(json!({})), "currency"), 400, "IR_01"),
        ("POST", "/payouts//fulfill", json!({"payout_id": "{payout}"}), 400, "IR_01"),
        ("POST", "/payouts/{payout}/fulfill", json!({}), 400, "IR_01"),
        ("POST", "/payouts/{payout}/fulfill", json!({"payout_id": "payout_other"}), 400, "IR_04"),
        ("GET", "/payments/nobody", json!({}), 404, "IR_05"),
        ("POST", "/payments", payment_with(GOOD, json!({"payment_id": "sold"})), 409, "HE_01"),
        ("POST", "/payments", without(payment_with(GOOD, json!({})), "amount"), 400, "IR_01"),
        ("POST", "/payments", payment_with(GOOD, json!({"payment_id": "a b"})), 400, "IR_04"),
        ("POST", "/api_keys/{merchant}", json!({}), 400, "IR_01"),
        ("GET", "/disputes/list?limit=101", json!({}), 400, "IR_04"),
        ("POST", "/payments/list", json!({"limit": 0}), 400, "IR_04"),
    ]
}

#[tokio::test]
async fn every_documented_error_of_an_endpoint_has_a_body_that_causes_it() {
    let mut shop = Shop::open().await;
    let active = shop.ask("POST", "/subscriptions/create", &subscription()).await.ok();
    shop.ids.insert("{active}", active["id"].as_str().unwrap().to_owned());
    shop.ask("POST", "/subscriptions/{active}/confirm", &confirmation()).await.ok();
    shop.client.advance(86_400).await;
    let ledger = shop.client.get("/_sandbox/ledger").await.ok();
    for (method, path, body, status, code) in errors() {
        let answer = shop.ask(method, path, &body).await;
        assert_eq!(answer.error(), (status, "invalid_request".to_owned(), code.to_owned()), "{method} {path} {body}");
    }
    assert_eq!(shop.client.get("/_sandbox/ledger").await.ok(), ledger, "something refused has had an effect");
}
