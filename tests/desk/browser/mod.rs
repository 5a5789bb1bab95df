//! The pages that the sandbox serves, in a real browser: Debian's Chromium, headless, through its driver. What the desk
//! shows meanwhile is what its receiver is told.

use paydesk_api::call::Method;
use paydesk_core::State;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::PaymentStatus;
use paydesk_sandbox::SandboxConfig;
use paydesk_test_desk::{RuntimeHarness, Service};
use paydesk_test_sandbox::helpers::{billing, card, merge};
use serde_json::{Value, json};

use self::driver::Browser;

mod challenge;

mod driver;

mod payment_link;

/// A sandbox without rows, a desk that hears its events, and a browser.
struct Shop {
    service: Service,
    desk: RuntimeHarness,
    browser: Browser,
    _data: tempfile::TempDir,
}

impl Shop {
    /// `None` where there is no browser: it was said what was skipped.
    fn open(test: &str) -> Option<Self> {
        let browser = Browser::start(test)?;
        let mut service = Service::with(SandboxConfig { payments: 0, ..SandboxConfig::default() });
        service.response = true;
        let data = tempfile::tempdir().unwrap();
        let mut desk = RuntimeHarness::new(&service, data.path());
        desk.until("the receiver listens", |state| {
            matches!(
                state.workspace.webhooks.receiver,
                paydesk_core::features::webhooks::ReceiverState::Listening { .. }
            )
        });
        Some(Self { service, desk, browser, _data: data })
    }

    fn close(self) {
        self.desk.close();
    }

    fn post(&self, path: &str, body: Value) -> Value {
        self.service.ask(Method::Post, path, Some(body))
    }

    /// A link over 45.99 EUR, with the fields of `extra`.
    fn link(&self, extra: Value) -> Value {
        let mut body = json!({"amount": 4_599, "currency": "EUR", "description": "One pour-over kettle",
            "payment_link_config": {"seller_name": "Kettles & Co"}});
        merge(&mut body, extra);
        self.post("/payment_link", body)
    }

    /// A payment with this card that another program makes; its id.
    fn pay(&self, id: &str, number: &str) -> PaymentId {
        let profile_id = &self.service.running.credentials.profile_id;
        self.post(
            "/payments",
            json!({"payment_id": id, "amount": 1_000, "currency": "USD", "profile_id": profile_id, "confirm": true,
                "payment_method": "card", "payment_method_type": "credit", "description": "Two filters",
                "payment_method_data": {"card": card(number)}, "billing": billing(),
                "return_url": "https://shop.example/back"}),
        );
        PaymentId::new(id)
    }

    /// What the ledger holds of an effect: the amounts.
    fn ledger(&self, effect: &str) -> Vec<i64> {
        let rows = self.service.ask(Method::Get, "/_sandbox/ledger", None)["data"].as_array().unwrap().clone();
        rows.iter().filter(|row| row["effect"] == effect).map(|row| row["amount"].as_i64().unwrap()).collect()
    }

    /// Waits until the desk's list says so of the link.
    fn until_link_is(&mut self, link: &Value, word: &str) {
        let id = link["payment_link_id"].as_str().unwrap();
        self.desk.until(&format!("the desk shows the link as {word}"), |state| link_word(state, id) == word);
    }

    /// Waits until the desk's list of payments says so.
    fn until_payment_is(&mut self, id: &PaymentId, status: &PaymentStatus) {
        self.desk.until(&format!("the desk shows the payment as {status}"), |state| {
            let payments = &state.workspace.payments;
            (0..payments.len())
                .filter_map(|place| payments.row(place))
                .any(|row| row.payment.payment_id == *id && row.payment.status == *status)
        });
    }
}

fn link_word(state: &State, id: &str) -> String {
    let mut entries = state.workspace.records.entries(ResourceKind::PaymentLink);
    let entry = entries.find(|entry| entry.known.record.id == id);
    entry.map(|entry| entry.row.status.label().into_owned()).unwrap_or_default()
}
