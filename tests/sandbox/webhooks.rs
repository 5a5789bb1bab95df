//! Webhooks as a merchant's server sees them: signed, repeated, late, twice, in another order, after a restart.

use std::path::Path;

use paydesk_sandbox::{RunningSandbox, SandboxConfig, start};
use paydesk_test_basics::waiting::step_until;
use paydesk_test_sandbox::helpers::{config, config_in, id, payment_with};
use paydesk_test_sandbox::receiver::{Delivery, Reaction, Receiver, hex, hmac_sha512};
use paydesk_test_sandbox::wire;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

const GOOD: &str = "4242424242424242";

const PROCESSING: &str = "4000000000005050";

/// A running sandbox and a merchant's endpoint, which is not registered yet.
struct TestSandbox {
    threads: Runtime,
    running: RunningSandbox,
    receiver: Receiver,
}

impl TestSandbox {
    fn new() -> Self {
        Self::with(config())
    }

    fn with(config: SandboxConfig) -> Self {
        let threads = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let running = threads.block_on(start(config)).unwrap();
        let receiver = Receiver::start(&threads);
        Self { threads, running, receiver }
    }

    /// With the endpoint registered; `options` replace or add to the body.
    fn registered(options: Value) -> (Self, String) {
        let sandbox = Self::new();
        let secret = sandbox.register(options)["secret"].as_str().unwrap().to_owned();
        (sandbox, secret)
    }

    fn register(&self, options: Value) -> Value {
        let mut body = json!({"url": self.receiver.url()});
        paydesk_test_sandbox::helpers::merge(&mut body, options);
        self.ask("POST", "/_sandbox/webhooks", Some(body))
    }

    fn answer(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        wire::call(self.running.addr, &self.running.credentials.api_key, method, path, body.as_ref()).unwrap()
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, body) = self.answer(method, path, body);
        assert_eq!(status, 200, "{method} {path}: {body}");
        body
    }

    #[track_caller]
    fn refused(&self, path: &str, body: Value, code: &str, mention: &str) {
        let (status, answer) = self.answer("POST", path, Some(body));
        assert_eq!((status, answer["error"]["code"].as_str()), (400, Some(code)), "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(mention), "no {mention} in {answer}");
    }

    fn pay(&self, card: &str, extra: Value) -> Value {
        self.ask("POST", "/payments", Some(payment_with(card, extra)))
    }

    fn advance(&self, seconds: i64) {
        self.ask("POST", "/_sandbox/clock", Some(json!({"advance_seconds": seconds})));
    }

    fn events(&self) -> Vec<Value> {
        self.ask("GET", "/_sandbox/events", None)["data"].as_array().unwrap().clone()
    }

    /// Waits until the only delivery of the first event had so many attempts, and returns the delivery.
    #[track_caller]
    fn attempted(&self, count: usize) -> Value {
        step_until(&format!("{count} attempts are in the log"), || {
            let delivery = self.events()[0]["deliveries"][0].clone();
            (delivery["attempts"].as_array().unwrap().len() == count).then_some(delivery)
        })
    }

    fn stop(self) {
        self.threads.block_on(self.running.stop()).unwrap();
    }
}

fn event_ids(deliveries: &[Delivery]) -> Vec<String> {
    deliveries.iter().map(Delivery::event_id).collect()
}

fn names(value: &Value) -> Vec<&String> {
    value.as_object().unwrap().keys().collect()
}

#[test]
fn the_test_s_own_hmac_is_that_of_rfc_4231() {
    let expected = "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554\
                    9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737";
    assert_eq!(hex(&hmac_sha512(b"Jefe", b"what do ya want for nothing?")), expected);
    let long_key = "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352\
                    6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598";
    assert_eq!(hex(&hmac_sha512(&[0xaa; 131], b"Test Using Larger Than Block-Size Key - Hash Key First")), long_key);
}

#[test]
fn an_event_comes_signed_with_the_whole_payment() {
    let (sandbox, secret) = TestSandbox::registered(json!({}));
    assert_eq!(secret, sandbox.running.credentials.webhook_secret);
    let payment = sandbox.pay(GOOD, json!({"metadata": {"order_id": "42", "name": "Zoë"}}));
    let delivery = sandbox.receiver.wait_for(1).remove(0);
    assert!(delivery.head.starts_with("POST /hooks?shop=1 HTTP/1.1\r\n"), "{}", delivery.head);
    assert_eq!(delivery.header("content-type"), "application/json");
    assert!(delivery.is_signed_with(&secret), "{}", delivery.head);
    assert!(!delivery.is_signed_with("another"));

    let payload = delivery.json();
    assert_eq!(names(&payload), ["merchant_id", "event_id", "event_type", "content", "timestamp"]);
    assert_eq!(names(&payload["content"]), ["type", "object"]);
    assert_eq!(payload["merchant_id"], sandbox.running.credentials.merchant_id);
    assert_eq!(
        (&payload["event_type"], &payload["content"]["type"]),
        (&json!("payment_succeeded"), &json!("payment_details"))
    );
    assert_eq!(payload["timestamp"], "2026-11-21T10:00:00Z");
    let shown = sandbox.ask("GET", &format!("/payments/{}", id(&payment)), None);
    assert_eq!(payload["content"]["object"], shown, "the object is not the payment as it is read");
    sandbox.stop();
}

#[test]
fn a_webhook_may_bring_a_secret_of_its_own() {
    let (sandbox, secret) = TestSandbox::registered(json!({"secret": "mine"}));
    assert_eq!(secret, "mine");
    sandbox.pay(GOOD, json!({}));
    assert!(sandbox.receiver.wait_for(1)[0].is_signed_with("mine"));
    sandbox.stop();
}

#[test]
fn a_failed_delivery_is_repeated_on_the_sandbox_s_clock_with_the_same_bytes() {
    let (sandbox, secret) = TestSandbox::registered(json!({}));
    sandbox.receiver.react([Reaction::Status(500), Reaction::Status(302), Reaction::Close, Reaction::Status(204)]);
    sandbox.pay("4000000000000002", json!({}));
    let first = sandbox.attempted(1);
    assert_eq!((&first["status"], &first["attempts"][0]["status"]), (&json!("pending"), &json!(500)));
    assert_eq!(first["next_attempt_at"], "2026-11-21T10:01:00Z");
    sandbox.advance(60);
    assert_eq!(sandbox.attempted(2)["next_attempt_at"], "2026-11-21T10:06:00Z");
    sandbox.advance(300);
    let third = sandbox.attempted(3);
    assert_eq!(third["attempts"][2]["status"], Value::Null);
    assert!(!third["attempts"][2]["error"].as_str().unwrap().is_empty());
    sandbox.advance(300);
    let last = sandbox.attempted(4);
    assert_eq!((&last["status"], &last["next_attempt_at"]), (&json!("delivered"), &Value::Null));
    let came = sandbox.receiver.came();
    assert_eq!(came.len(), 4);
    assert!(came.iter().all(|delivery| delivery.body == came[0].body && delivery.is_signed_with(&secret)));
    assert_eq!(came[0].json()["content"]["object"]["unified_code"], "UE_1007");
    sandbox.stop();
}

#[test]
fn an_event_that_fails_does_not_hold_up_the_next() {
    let (sandbox, _) = TestSandbox::registered(json!({}));
    sandbox.receiver.react([Reaction::Status(500)]);
    sandbox.pay(GOOD, json!({"payment_id": "first"}));
    sandbox.attempted(1);
    sandbox.advance(59);
    sandbox.pay(GOOD, json!({"payment_id": "second"}));
    let came = sandbox.receiver.wait_for(2);
    assert_eq!(came[1].json()["content"]["object"]["payment_id"], "second", "the retry came before its time");
    sandbox.stop();
}

#[test]
fn after_sixteen_retries_a_delivery_is_given_up_until_it_is_sent_again() {
    let (sandbox, _) = TestSandbox::registered(json!({}));
    sandbox.receiver.react([Reaction::Status(503); 17]);
    sandbox.pay(GOOD, json!({}));
    let minutes = [1, 5, 5, 10, 10, 10, 10, 10, 60, 60, 60, 60, 60, 360, 360, 360];
    for (made, minutes) in minutes.into_iter().enumerate() {
        assert_eq!(sandbox.attempted(made + 1)["status"], "pending");
        sandbox.advance(minutes * 60);
    }
    let given_up = sandbox.attempted(17);
    assert_eq!((&given_up["status"], &given_up["next_attempt_at"]), (&json!("failed"), &Value::Null));
    let event_id = sandbox.events()[0]["event_id"].as_str().unwrap().to_owned();
    sandbox.ask("POST", &format!("/_sandbox/events/{event_id}/resend"), None);
    let came = sandbox.receiver.wait_for(18);
    assert!(came.iter().all(|delivery| delivery.body == came[0].body));
    sandbox.stop();
}

#[test]
fn an_answer_that_never_comes_is_a_failure_after_the_time_limit() {
    let sandbox = TestSandbox::with(SandboxConfig { webhook_timeout: std::time::Duration::from_secs(2), ..config() });
    sandbox.register(json!({}));
    sandbox.receiver.react([Reaction::Silence]);
    sandbox.pay(GOOD, json!({}));
    let delivery = sandbox.attempted(1);
    let attempt = &delivery["attempts"][0];
    assert_eq!((&attempt["status"], &attempt["at"]), (&Value::Null, &json!("2026-11-21T10:00:00Z")));
    assert!(attempt["error"].as_str().unwrap().contains("2000 ms"), "{attempt}");
    assert!(attempt["duration_ms"].as_i64().unwrap() >= 2_000, "{attempt}");
    sandbox.advance(60);
    assert_eq!(sandbox.attempted(2)["status"], "delivered");
    assert_eq!(SandboxConfig::default().webhook_timeout.as_secs(), 5);
    sandbox.stop();
}

#[test]
fn a_silent_endpoint_holds_up_neither_the_others_nor_the_end_of_the_sandbox() {
    let (sandbox, _) = TestSandbox::registered(json!({}));
    sandbox.receiver.react([Reaction::Silence]);
    let other = Receiver::start(&sandbox.threads);
    sandbox.pay(GOOD, json!({"payment_id": "first"}));
    sandbox.receiver.wait_for(1);
    sandbox.register(json!({"url": other.url()}));
    sandbox.pay(GOOD, json!({"payment_id": "second"}));
    assert_eq!(other.wait_for(1)[0].json()["content"]["object"]["payment_id"], "second");
    assert_eq!(sandbox.receiver.came().len(), 1);
    sandbox.stop();
}

#[test]
fn an_event_can_be_sent_again_also_to_those_who_came_later() {
    let sandbox = TestSandbox::new();
    sandbox.pay(GOOD, json!({}));
    let event = sandbox.events().remove(0);
    assert_eq!(event["deliveries"], json!([]));
    let event_id = event["event_id"].as_str().unwrap();
    sandbox.register(json!({}));
    let resent = sandbox.ask("POST", &format!("/_sandbox/events/{event_id}/resend"), None);
    assert_eq!(resent["deliveries"].as_array().unwrap().len(), 1);
    let first = sandbox.receiver.wait_for(1).remove(0);
    assert_eq!(first.event_id(), event_id);
    sandbox.ask("POST", &format!("/_sandbox/events/{event_id}/resend"), None);
    assert_eq!(sandbox.receiver.wait_for(2)[1].body, first.body);
    let whole = sandbox.ask("GET", &format!("/_sandbox/events/{event_id}"), None);
    assert_eq!(whole["payload"], first.json());
    assert_eq!(sandbox.answer("POST", "/_sandbox/events/evt_nobody/resend", None).0, 404);
    assert_eq!(sandbox.answer("GET", "/_sandbox/events/evt_nobody", None).0, 404);
    sandbox.stop();
}

#[test]
fn on_demand_every_event_comes_twice() {
    let (sandbox, _) = TestSandbox::registered(json!({"duplicates": true}));
    sandbox.pay(GOOD, json!({}));
    sandbox.pay(GOOD, json!({}));
    let came = sandbox.receiver.wait_for(4);
    assert_eq!((&came[0], &came[2]), (&came[1], &came[3]));
    assert_ne!(came[0].event_id(), came[2].event_id());
    sandbox.stop();
}

#[test]
fn on_demand_events_come_in_another_order_and_all_of_them() {
    let (sandbox, _) = TestSandbox::registered(json!({"shuffle": true}));
    for _ in 0..20 {
        sandbox.pay(GOOD, json!({}));
    }
    sandbox.advance(5);
    let came = event_ids(&sandbox.receiver.wait_for(20));
    let written: Vec<String> =
        sandbox.events().iter().map(|event| event["event_id"].as_str().unwrap().to_owned()).collect();
    assert_ne!(came, written, "the order is the one of the events");
    let sorted = |mut ids: Vec<String>| {
        ids.sort_unstable();
        ids
    };
    assert_eq!(sorted(came), sorted(written));
    sandbox.stop();
}

#[test]
fn on_demand_the_signature_is_wrong_until_it_is_switched_back() {
    let sandbox = TestSandbox::new();
    let webhook = sandbox.register(json!({"corrupt_signature": true}));
    let secret = webhook["secret"].as_str().unwrap();
    sandbox.pay(GOOD, json!({}));
    let spoiled = sandbox.receiver.wait_for(1).remove(0);
    assert!(!spoiled.is_signed_with(secret));
    assert_eq!(spoiled.header("x-webhook-signature-512").len(), 128);
    let path = format!("/_sandbox/webhooks/{}", webhook["webhook_id"].as_str().unwrap());
    let changed = sandbox.ask("POST", &path, Some(json!({"corrupt_signature": false})));
    assert_eq!(changed["corrupt_signature"], false);
    sandbox.ask("POST", &format!("/_sandbox/events/{}/resend", spoiled.event_id()), None);
    let sound = sandbox.receiver.wait_for(2).remove(1);
    assert!(sound.is_signed_with(secret));
    assert_eq!(sound.body, spoiled.body);
    sandbox.stop();
}

#[test]
fn on_demand_events_come_late() {
    let sandbox = TestSandbox::new();
    let webhook = sandbox.register(json!({"delay_seconds": 90}));
    sandbox.pay(GOOD, json!({"payment_id": "late"}));
    assert_eq!(sandbox.events()[0]["deliveries"][0]["next_attempt_at"], "2026-11-21T10:01:30Z");
    sandbox.advance(89);
    // What is sent at once overtakes it, so it was not sent before.
    let path = format!("/_sandbox/webhooks/{}", webhook["webhook_id"].as_str().unwrap());
    sandbox.ask("POST", &path, Some(json!({"delay_seconds": 0})));
    sandbox.pay(GOOD, json!({"payment_id": "prompt"}));
    let about = |delivery: &Delivery| delivery.json()["content"]["object"]["payment_id"].clone();
    assert_eq!(about(&sandbox.receiver.wait_for(1)[0]), "prompt");
    sandbox.advance(1);
    assert_eq!(about(&sandbox.receiver.wait_for(2)[1]), "late");
    sandbox.stop();
}

#[test]
fn webhooks_go_to_this_machine_only() {
    let sandbox = TestSandbox::with(SandboxConfig { allow_remote: true, ..config() });
    for url in ["http://shop.example/hooks", "http://10.0.0.7/", "http://127.0.0.1@shop.example/", "http://[::]:80/"] {
        sandbox.refused("/_sandbox/webhooks", json!({"url": url}), "IR_04", "url");
    }
    sandbox.refused("/_sandbox/webhooks", json!({"url": "http://shop.example/"}), "IR_04", "this machine");
    sandbox.refused("/_sandbox/webhooks", json!({"url": "https://127.0.0.1/"}), "IR_04", "http://");
    sandbox.refused("/_sandbox/webhooks", json!({}), "IR_01", "url");
    sandbox.refused("/_sandbox/webhooks", json!({"url": 7}), "IR_04", "url");
    let body = json!({"url": sandbox.receiver.url(), "delay_seconds": -1});
    sandbox.refused("/_sandbox/webhooks", body, "IR_04", "delay_seconds");
    assert_eq!(sandbox.ask("GET", "/_sandbox/webhooks", None), json!({"data": []}));
    sandbox.stop();
}

#[test]
fn webhooks_are_listed_and_deleted_and_bounded_in_number() {
    let sandbox = TestSandbox::new();
    let registered = sandbox.register(json!({}));
    assert_eq!(names(&registered), ["webhook_id", "secret"]);
    let listed = sandbox.ask("GET", "/_sandbox/webhooks", None);
    let expected = json!({"data": [{
        "webhook_id": registered["webhook_id"], "url": sandbox.receiver.url(), "created": "2026-11-21T10:00:00Z",
        "duplicates": false, "shuffle": false, "corrupt_signature": false, "delay_seconds": 0,
    }]});
    assert_eq!(listed, expected);
    let path = format!("/_sandbox/webhooks/{}", registered["webhook_id"].as_str().unwrap());
    sandbox.receiver.react([Reaction::Status(500)]);
    sandbox.pay(GOOD, json!({}));
    sandbox.attempted(1);
    sandbox.ask("DELETE", &path, None);
    assert_eq!(sandbox.answer("DELETE", &path, None).0, 404);
    assert_eq!(sandbox.events()[0]["deliveries"], json!([]), "a deleted webhook is still to be sent to");
    for _ in 0..16 {
        sandbox.register(json!({}));
    }
    sandbox.refused("/_sandbox/webhooks", json!({"url": sandbox.receiver.url()}), "IR_04", "16");
    sandbox.stop();
}

#[test]
fn a_reset_deletes_webhooks_and_events_and_seeding_leaves_webhooks() {
    let (sandbox, _) = TestSandbox::registered(json!({}));
    sandbox.pay(GOOD, json!({}));
    sandbox.receiver.wait_for(1);
    sandbox.ask("POST", "/_sandbox/seed", Some(json!({"payments": 5})));
    assert_eq!(sandbox.events(), Vec::<Value>::new());
    assert_eq!(sandbox.ask("GET", "/_sandbox/webhooks", None)["data"].as_array().unwrap().len(), 1);
    sandbox.pay(GOOD, json!({}));
    sandbox.receiver.wait_for(2);
    sandbox.ask("POST", "/_sandbox/reset", None);
    assert_eq!(sandbox.ask("GET", "/_sandbox/webhooks", None), json!({"data": []}));
    sandbox.stop();
}

#[test]
fn with_a_running_clock_a_processing_payment_ends_and_emits_its_event_without_a_further_request() {
    let (sandbox, _) = TestSandbox::registered(json!({}));
    sandbox.pay(PROCESSING, json!({}));
    assert_eq!(sandbox.receiver.wait_for(1)[0].event_type(), "payment_processing");
    sandbox.advance(4);
    assert_eq!(sandbox.events().len(), 1, "a frozen clock went on");
    sandbox.ask("POST", "/_sandbox/clock", Some(json!({"freeze": false})));
    let settled = sandbox.receiver.wait_for(2).remove(1);
    assert_eq!(settled.event_type(), "payment_succeeded");
    assert_eq!(settled.json()["timestamp"], "2026-11-21T10:00:05Z");
    sandbox.stop();
}

fn undelivered(dir: &Path) -> (TestSandbox, Vec<Delivery>) {
    let sandbox = TestSandbox::with(config_in(dir));
    sandbox.receiver.react([Reaction::Status(500); 3]);
    sandbox.register(json!({}));
    for payment_id in ["one", "two", "three"] {
        sandbox.pay(GOOD, json!({"payment_id": payment_id}));
    }
    let came = sandbox.receiver.wait_for(3);
    step_until("three attempts are in the log", || {
        let attempts = sandbox.events().into_iter().filter(|event| event["deliveries"][0]["attempts"][0].is_object());
        (attempts.count() == 3).then_some(())
    });
    (sandbox, came)
}

/// Opens the data again, lets the retries fall due and compares what comes with what came before.
fn arrives_after_restart(dir: &Path, receiver: &Receiver, before: &[Delivery]) {
    let threads = Runtime::new().unwrap();
    let running = threads.block_on(start(config_in(dir))).unwrap();
    let key = &running.credentials.api_key;
    let body = json!({"advance_seconds": 60});
    wire::call(running.addr, key, "POST", "/_sandbox/clock", Some(&body)).unwrap();
    let after = receiver.wait_for(before.len() * 2).split_off(before.len());
    assert_eq!(after, before);
    threads.block_on(running.stop()).unwrap();
}

#[test]
fn undelivered_events_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let (sandbox, came) = undelivered(dir.path());
    let TestSandbox { threads, running, receiver } = sandbox;
    threads.block_on(running.stop()).unwrap();
    arrives_after_restart(dir.path(), &receiver, &came);
}

#[test]
fn undelivered_events_survive_a_kill_without_warning() {
    let (dir, copy) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (sandbox, came) = undelivered(dir.path());
    // The files as they are at this moment: what another process finds after kill -9.
    super::data::copy_dir(dir.path(), copy.path());
    arrives_after_restart(copy.path(), &sandbox.receiver, &came);
    sandbox.stop();
}

#[test]
fn the_events_of_100_payments_all_come_once_each() {
    let (sandbox, secret) = TestSandbox::registered(json!({}));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let sandbox = &sandbox;
            scope.spawn(move || {
                for n in 0..25 {
                    sandbox.pay(GOOD, json!({"payment_id": format!("pay_{writer}_{n}")}));
                }
            });
        }
    });
    let came = sandbox.receiver.wait_for(100);
    let mut ids = event_ids(&came);
    assert_eq!(ids, sandbox.events().iter().map(|event| event["event_id"].as_str().unwrap()).collect::<Vec<_>>());
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 100);
    assert!(came.iter().all(|delivery| delivery.is_signed_with(&secret)));
    step_until("all are in the log as delivered", || {
        sandbox.events().iter().all(|event| event["deliveries"][0]["status"] == "delivered").then_some(())
    });
    assert_eq!(sandbox.receiver.came().len(), 100);
    sandbox.stop();
}
