//! The service as a whole: the events of every change of state reach the merchant, and analytics equal the lists after
//! any sequence of operations.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use paydesk_sandbox::{RunningSandbox, start};
use paydesk_test_sandbox::helpers::{Answer, Client, all_rows, card, config, payment_with};
use paydesk_test_sandbox::payouts::payout_with;
use paydesk_test_sandbox::receiver::Receiver;
use paydesk_test_sandbox::wire;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::agreement::{Dimension, assert_equals_rows, column, values};
use super::analytics::{DISPUTE_METRICS, DISPUTES, PAYMENT_METRICS, PAYMENTS};
use super::rng::TestRng;

const GOOD: &str = "4242424242424242";

const DECLINED: &str = "4000000000000002";

const BROKE: &str = "4000000000009995";

const REVIEW: &str = "4000000000009235";

const PROCESSING: &str = "4000000000005050";

const REFUND_FAILS: &str = "4000000000005126";

const DISPUTED: &str = "4000000000000259";

fn payout_to(end: &str, extra: Value) -> Value {
    let iban = format!("DE8937040044053201{end}");
    let mut body = payout_with(json!({"payout_method_data": {"bank_transfer":
        {"payout_method_type": "sepa", "iban": iban, "bic": "COBADEFF"}}}));
    paydesk_test_sandbox::helpers::merge(&mut body, extra);
    body
}

fn subscription() -> Value {
    json!({"customer_id": "ada", "item_price_id": "price_beans_monthly_usd",
        "payment_details": {"return_url": "https://shop.example/return"}})
}

fn confirmation(number: &str) -> Value {
    json!({"payment_details": {"payment_method": "card", "payment_method_type": "credit",
        "payment_method_data": {"card": card(number)}}})
}

/// A running sandbox with a merchant's endpoint, and the kind and expected events of every object made.
struct Shop {
    _threads: Runtime,
    running: RunningSandbox,
    receiver: Receiver,
    expected: BTreeMap<String, (&'static str, Vec<&'static str>)>,
}

impl Shop {
    fn open() -> Self {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let running = threads.block_on(start(config())).unwrap();
        let receiver = Receiver::start(&threads);
        let shop = Self { _threads: threads, running, receiver, expected: BTreeMap::new() };
        shop.ask("POST", "/_sandbox/webhooks", json!({"url": shop.receiver.url()}));
        shop
    }

    /// With the header of the profile after that of the key.
    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        let keys = &self.running.credentials;
        let key = format!("{}\r\nx-profile-id: {}", keys.api_key, keys.profile_id);
        let body = (method != "GET").then_some(body);
        let (status, answer) = wire::call(self.running.addr, &key, method, path, body.as_ref()).unwrap();
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.ask("POST", path, body)
    }

    fn expect_events(&mut self, object: &Value, kind: &'static str, events: &'static str) {
        let name = if kind == "subscription" { "id" } else { &format!("{kind}_id") };
        let id = object[name].as_str().unwrap().to_owned();
        self.expected.insert(id, (kind, events.split(' ').collect()));
    }

    fn make_refunds(&mut self) {
        for (number, kind, events) in [
            (GOOD, "Instant", "refund_succeeded"),
            (GOOD, "Regular", "refund_succeeded"),
            (REFUND_FAILS, "Instant", "refund_succeeded refund_failed"),
        ] {
            let payment = self.post("/payments", payment_with(number, json!({})));
            let body = json!({"payment_id": payment["payment_id"], "refund_type": kind});
            let refund = self.post("/refunds", body);
            self.expect_events(&refund, "refund", events);
        }
    }

    fn make_disputes(&mut self) {
        for (evidence, events) in [
            ("winning_evidence", "dispute_opened dispute_challenged dispute_won"),
            ("losing_evidence", "dispute_opened dispute_challenged dispute_lost"),
            ("", "dispute_opened dispute_lost"),
        ] {
            let payment = self.post("/payments", payment_with(GOOD, json!({})));
            let path = format!("/_sandbox/payments/{}/dispute", payment["payment_id"].as_str().unwrap());
            let dispute = self.post(&path, json!({"reason": "fraudulent"}));
            if !evidence.is_empty() {
                let body = json!({"dispute_id": dispute["dispute_id"], "uncategorized_text": evidence});
                self.post("/disputes/evidence", body);
            }
            self.expect_events(&dispute, "dispute", events);
        }
    }

    fn make_payouts(&mut self) {
        for (end, events) in [
            ("3000", "payout_initiated payout_success"),
            ("0001", "payout_initiated payout_processing payout_success"),
            ("0002", "payout_initiated payout_failed"),
            ("0003", "payout_initiated payout_success payout_reversed"),
            ("0004", "payout_initiated payout_failed"),
        ] {
            let payout = self.post("/payouts/create", payout_to(end, json!({})));
            let path = format!("/payouts/{}/fulfill", payout["payout_id"].as_str().unwrap());
            self.post(&path, json!({"payout_id": payout["payout_id"]}));
            self.expect_events(&payout, "payout", events);
        }
        let payout = self.post("/payouts/create", payout_to("3000", json!({"auto_fulfill": true})));
        self.expect_events(&payout, "payout", "payout_initiated payout_processing payout_success");
    }

    fn make_subscriptions(&mut self) {
        self.post("/customers", json!({"customer_id": "ada"}));
        for (number, events) in [
            (GOOD, "subscription_created subscription_active invoice_paid subscription_updated"),
            (BROKE, "subscription_created subscription_unpaid"),
            (DECLINED, "subscription_created subscription_failed"),
            (PROCESSING, "subscription_created subscription_pending subscription_active invoice_paid"),
        ] {
            let created = self.post("/subscriptions/create", subscription());
            let path = format!("/subscriptions/{}", created["id"].as_str().unwrap());
            self.post(&format!("{path}/confirm"), confirmation(number));
            if number == GOOD {
                let plan = json!({"plan_id": "plan_beans_weekly", "item_price_id": "price_beans_weekly_usd"});
                self.ask("PUT", &format!("{path}/update"), plan);
            }
            self.expect_events(&created, "subscription", events);
        }
    }
}

#[test]
fn every_expected_event_of_what_is_no_payment_is_really_sent() {
    let mut shop = Shop::open();
    shop.make_refunds();
    shop.make_disputes();
    shop.make_payouts();
    shop.make_subscriptions();
    for seconds in [5, 10, 20, 14 * 86_400] {
        shop.post("/_sandbox/clock", json!({ "advance_seconds": seconds }));
    }
    let log = shop.ask("GET", "/_sandbox/events", json!({}));
    let log = log["data"].as_array().unwrap();
    let secret = &shop.running.credentials.webhook_secret;
    let mut sent = BTreeMap::new();
    for delivery in shop.receiver.wait_for(log.len()) {
        assert!(delivery.is_signed_with(secret));
        sent.insert(delivery.event_id(), delivery.json());
    }
    assert_eq!(sent.len(), log.len(), "each event once");
    let mut types = BTreeSet::new();
    for (object_id, (kind, expected)) in &shop.expected {
        let of_object: Vec<&Value> = log.iter().filter(|event| event["object_id"] == *object_id).collect();
        let sent_types: Vec<&str> = of_object.iter().map(|event| event["event_type"].as_str().unwrap()).collect();
        assert_eq!(sent_types, *expected, "{kind} {object_id}");
        types.extend(sent_types);
        let last = &sent[of_object.last().unwrap()["event_id"].as_str().unwrap()];
        assert_eq!(last["content"]["type"], format!("{kind}_details"));
        let now = shop.ask("GET", &format!("/_sandbox/{kind}s/{object_id}"), json!({}));
        for (name, value) in last["content"]["object"].as_object().unwrap() {
            assert_eq!(*value, now[name], "{name} of {kind} {object_id}");
        }
    }
    let all_but_payments = 2 + 4 + 5 + 7;
    assert_eq!(types.len(), all_but_payments, "{types:?}");
}

/// What a random client does; what is refused is refused, never an error of the service.
struct RandomClient {
    client: Client,
    rng: TestRng,
    payments: Vec<String>,
    disputes: Vec<String>,
    payouts: Vec<String>,
    subscriptions: Vec<String>,
    done: BTreeMap<&'static str, usize>,
}

fn id_in(answer: &Answer, field: &str, ids: &mut Vec<String>) {
    if answer.status.is_success() {
        ids.push(answer.json()[field].as_str().unwrap().to_owned());
    }
}

impl RandomClient {
    fn any(&mut self, of: &[&str]) -> String {
        of[self.rng.below(of.len())].to_owned()
    }

    fn one_of(&mut self, ids: &[String]) -> String {
        if ids.is_empty() { "nobody".to_owned() } else { ids[self.rng.below(ids.len())].clone() }
    }

    async fn step(&mut self) {
        let (name, answer) = match self.rng.below(12) {
            0..4 => ("pay", self.pay().await),
            4 => ("change", self.change_payment().await),
            5 => ("refund", self.refund().await),
            6 => ("dispute", self.dispute().await),
            7 => ("evidence", self.evidence().await),
            8 => ("payout", self.payout().await),
            9 => ("subscribe", self.subscribe().await),
            10 => {
                let body = json!({"amount": 1 + self.rng.below(9_000), "currency": "EUR"});
                ("link", self.client.post("/payment_link", body).await)
            }
            _ => {
                let seconds = [3, 20, 3_600, 86_400][self.rng.below(4)];
                ("advance", self.client.post("/_sandbox/clock", json!({ "advance_seconds": seconds })).await)
            }
        };
        match answer.status.as_u16() {
            200 => *self.done.entry(name).or_default() += 1,
            400 | 404 | 409 => drop(answer.error()),
            other => panic!("{other} to {name}: {}", answer.text()),
        }
    }

    async fn pay(&mut self) -> Answer {
        let number = self.any(&[GOOD, GOOD, GOOD, DECLINED, BROKE, REVIEW, PROCESSING, REFUND_FAILS, DISPUTED]);
        let (currency, capture) = (self.any(&["USD", "EUR", "JPY", "KWD"]), self.any(&["automatic", "manual"]));
        let amount = 1 + self.rng.below(90_000);
        let extra = json!({"amount": amount, "currency": currency, "capture_method": capture, "customer_id": "ada"});
        let answer = self.client.post("/payments", payment_with(&number, extra)).await;
        id_in(&answer, "payment_id", &mut self.payments);
        answer
    }

    async fn change_payment(&mut self) -> Answer {
        let id = self.one_of(&self.payments.clone());
        let (path, body) = match self.rng.below(5) {
            0 => (format!("/payments/{id}/capture"), json!({"amount_to_capture": 1 + self.rng.below(40_000)})),
            1 => (format!("/payments/{id}/capture"), json!({})),
            2 => (format!("/payments/{id}/cancel"), json!({})),
            3 => (format!("/payments/{id}/approve"), json!({})),
            _ => (format!("/_sandbox/payments/{id}/reject"), json!({})),
        };
        self.client.post(&path, body).await
    }

    async fn refund(&mut self) -> Answer {
        let id = self.one_of(&self.payments.clone());
        let kind = self.any(&["Instant", "Regular"]);
        let body = json!({"payment_id": id, "amount": 1 + self.rng.below(40_000), "refund_type": kind});
        self.client.post("/refunds", body).await
    }

    async fn dispute(&mut self) -> Answer {
        let id = self.one_of(&self.payments.clone());
        let (reason, stage) =
            (self.any(&["fraudulent", "duplicate"]), self.any(&["pre_dispute", "dispute", "pre_arbitration"]));
        let body = json!({"reason": reason, "stage": stage, "deadline_days": 1 + self.rng.below(5)});
        let answer = self.client.post(&format!("/_sandbox/payments/{id}/dispute"), body).await;
        id_in(&answer, "dispute_id", &mut self.disputes);
        answer
    }

    async fn evidence(&mut self) -> Answer {
        let id = self.one_of(&self.disputes.clone());
        let text = self.any(&["winning_evidence", "losing_evidence", ""]);
        self.client.post("/disputes/evidence", json!({"dispute_id": id, "uncategorized_text": text})).await
    }

    async fn payout(&mut self) -> Answer {
        if self.rng.below(2) == 0 {
            let end = self.any(&["3000", "0001", "0002", "0003", "0004"]);
            let auto = self.rng.below(2) == 0;
            let answer = self.client.post("/payouts/create", payout_to(&end, json!({"auto_fulfill": auto}))).await;
            id_in(&answer, "payout_id", &mut self.payouts);
            return answer;
        }
        let id = self.one_of(&self.payouts.clone());
        self.client.post(&format!("/payouts/{id}/fulfill"), json!({ "payout_id": id })).await
    }

    async fn subscribe(&mut self) -> Answer {
        if self.rng.below(2) == 0 {
            let answer = self.client.for_profile(Method::POST, "/subscriptions/create", subscription()).await;
            id_in(&answer, "id", &mut self.subscriptions);
            return answer;
        }
        let id = self.one_of(&self.subscriptions.clone());
        let number = self.any(&[GOOD, DECLINED, PROCESSING]);
        let path = format!("/subscriptions/{id}/confirm");
        self.client.for_profile(Method::POST, &path, confirmation(&number)).await
    }
}

#[tokio::test]
async fn analytics_equal_the_lists_after_random_operations_of_all_kinds() {
    let client = Client::new();
    client.post("/customers", json!({"customer_id": "ada"})).await.ok();
    let (payments, disputes, payouts, subscriptions) = Default::default();
    let (rng, done) = (TestRng(2026), BTreeMap::new());
    let mut monkey = RandomClient { client: client.clone(), rng, payments, disputes, payouts, subscriptions, done };
    let mut asker = TestRng(11);
    for _ in 0..3 {
        for _ in 0..300 {
            monkey.step().await;
        }
        for (list, path, metrics, names) in [
            ("/payments/list", PAYMENTS, PAYMENT_METRICS, &["status", "currency", "profile_id"][..]),
            (
                "/_sandbox/disputes",
                DISPUTES,
                DISPUTE_METRICS,
                &["dispute_status", "dispute_stage", "currency", "profile_id"],
            ),
        ] {
            let mut rows = all_rows(&client, list).await;
            rows.iter_mut().for_each(|row| row["profile_id"] = json!("pro_test"));
            let dimensions: Vec<Dimension> = names.iter().map(|name| (*name, values(&rows, column(name)))).collect();
            assert_equals_rows(&client, path, &metrics, &dimensions, &rows, &mut asker).await;
        }
    }
    let few: Vec<_> = monkey.done.iter().filter(|(_, count)| **count < 10).collect();
    assert!(monkey.done.len() == 9 && few.is_empty(), "{:?}", monkey.done);
}
