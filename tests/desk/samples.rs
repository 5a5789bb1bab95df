//! One operation of each endpoint that changes something, at a sandbox that has what it works on, and what it did there.
//!
//! A sample is plain data, so that another process can send the same. Its effects are counted by what the sandbox alone
//! says: its ledger, and the objects themselves where nothing is in the ledger.

use chrono::{DateTime, Utc};
use paydesk_api::call::{Call as _, Method};
use paydesk_api::input::{
    CardData, ConfirmSubscriptionInput, CreateApiKeyInput, CreateCustomerInput, CreatePaymentInput,
    CreatePaymentLinkInput, CreateRefundInput, CreateSubscriptionInput, KeyExpiration, SubscriptionData,
    SubscriptionMethod, UpdateCustomerInput, UpdateSubscriptionInput,
};
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::api_keys::calls::CreateApiKey;
use paydesk_api::resources::customers::calls::{CreateCustomer, UpdateCustomer};
use paydesk_api::resources::disputes::calls::{SubmitEvidence, SubmitEvidenceInput};
use paydesk_api::resources::payment_links::calls::CreatePaymentLink;
use paydesk_api::resources::payments::calls::{
    ConfirmPayment, ConfirmPaymentInput, CreatePayment, RetrievePayment, UpdatePayment, UpdatePaymentInput,
};
use paydesk_api::resources::payouts::calls::{
    CreatePayout, CreatePayoutInput, FulfillPayout, FulfillPayoutInput, UpdatePayout, UpdatePayoutInput,
};
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_api::resources::subscriptions::calls::{ConfirmSubscription, CreateSubscription, UpdateSubscription};
use paydesk_core::operations::{
    DisputePrecondition, Intent, OperationPlan, PaymentPrecondition, PayoutPrecondition, Precondition, Submission,
};
use paydesk_domain::document::Raw;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::ids::{
    BusinessProfileId, CustomerId, DisputeId, MerchantId, OperationId, PaymentId, PayoutId, RefundId, SubscriptionId,
};
use paydesk_domain::money::{Currency, MinorUnits, Money};
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::secret::SecretText;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use strum::IntoEnumIterator as _;

use crate::proxy::shop::{GOOD, REVIEW, Row, Shop};

/// What a payment of a sample is over.
const AMOUNT_MINOR: i64 = 1_000_000;
/// The price of a new subscription, and what it is changed to.
const PRICE: &str = "price_beans_monthly_usd";
const OTHER_PLAN: &str = "plan_office_monthly";
const OTHER_PRICE: &str = "price_office_monthly_usd";

/// One operation, the object it works on, and what it did there.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sample {
    pub endpoint: Endpoint,
    /// No other sample of a shop has it.
    pub number: u32,
    /// The id of what it works on, or the id or reference of ours for what it makes.
    pub on: String,
    /// The payment of a dispute or of a subscription.
    pub payment: String,
    /// What a person sees of it before; the time is set when it is sent.
    #[serde(rename = "seen")]
    pub precondition: Precondition,
    /// The last request that the sandbox had logged.
    pub log_seq: u64,
    pub profile_id: String,
    pub merchant_id: String,
}

impl Sample {
    /// Makes what the operation works on.
    pub async fn prepare(shop: &Shop, endpoint: Endpoint, number: u32) -> Self {
        let name = format!("{}_{number:05}", <&str>::from(endpoint));
        let credentials = &shop.sandbox.credentials;
        let (profile_id, merchant_id) = (credentials.profile_id.clone(), credentials.merchant_id.clone());
        let (precondition, log_seq) = (Precondition::Nothing, last_logged(shop).await);
        let (on, payment) = (name.clone(), name.clone());
        let mut sample = Self { endpoint, number, on, payment, precondition, log_seq, profile_id, merchant_id };
        match endpoint {
            Endpoint::CapturePayment | Endpoint::CancelPayment => drop(shop.held(&name, AMOUNT_MINOR).await),
            Endpoint::ApprovePayment => drop(shop.pay(&name, AMOUNT_MINOR, REVIEW, Value::Null).await),
            Endpoint::ConfirmPayment | Endpoint::UpdatePayment => {
                shop.pay(&name, AMOUNT_MINOR, GOOD, json!({"confirm": false})).await;
            }
            Endpoint::CreateRefund => drop(shop.pay(&name, AMOUNT_MINOR, GOOD, Value::Null).await),
            Endpoint::UpdatePayout | Endpoint::FulfillPayout => sample.make_payout(shop).await,
            Endpoint::SubmitEvidence => sample.make_dispute(shop).await,
            Endpoint::UpdateCustomer | Endpoint::CreateSubscription => customer(shop, &name).await,
            Endpoint::ConfirmSubscription | Endpoint::UpdateSubscription => {
                customer(shop, &name).await;
                sample.subscribe(shop).await;
            }
            Endpoint::CreatePayment
            | Endpoint::CreatePayout
            | Endpoint::CreateCustomer
            | Endpoint::CreatePaymentLink
            | Endpoint::CreateApiKey => {}
        }
        if sample.works_on_payment() {
            sample.see_payment(shop).await;
        }
        sample
    }

    fn works_on_payment(&self) -> bool {
        matches!(
            self.endpoint,
            Endpoint::CapturePayment
                | Endpoint::CancelPayment
                | Endpoint::ApprovePayment
                | Endpoint::ConfirmPayment
                | Endpoint::UpdatePayment
                | Endpoint::CreateRefund
                | Endpoint::ConfirmSubscription
        )
    }

    async fn see_payment(&mut self, shop: &Shop) {
        let call = RetrievePayment { payment_id: PaymentId::new(&*self.payment) };
        let payment = call.decode(shop.send(&call.request()).await, MinorUnits::Iso4217).unwrap();
        self.precondition = Precondition::Payment(PaymentPrecondition::of(&payment, Utc::now()));
    }

    async fn make_dispute(&mut self, shop: &Shop) {
        shop.pay(&self.payment, AMOUNT_MINOR, GOOD, Value::Null).await;
        let body = json!({"reason": "fraudulent", "stage": "dispute"});
        let made = shop.post(&format!("/_sandbox/payments/{}/dispute", self.payment), body).await;
        self.on = text(&made, "dispute_id");
        let (status, payment_id) = (text(&made, "status"), PaymentId::new(&*self.payment));
        self.precondition = Precondition::Dispute(DisputePrecondition { status, payment_id, at: Utc::now() });
    }

    async fn make_payout(&mut self, shop: &Shop) {
        let iban = "DE89370400440532013000";
        let body = json!({
            "amount": self.minor(), "currency": "EUR", "payout_type": "bank", "auto_fulfill": false,
            "payout_method_data": {"bank_transfer": {"payout_method_type": "sepa", "iban": iban, "bic": "COBADEFF"}},
            "metadata": {"sample": self.text()},
        });
        let made = shop.post("/payouts/create", body).await;
        self.on = text(&made, "payout_id");
        // Texts are set whatever was there.
        if self.endpoint == Endpoint::UpdatePayout {
            return;
        }
        self.precondition = Precondition::Payout(PayoutPrecondition {
            status: PayoutStatus::from_word(&text(&made, "status")),
            amount: eur(self.minor()),
            description: None,
            metadata: Some(made["metadata"].clone()),
            recipient: Vec::new(),
            at: Utc::now(),
        });
    }

    /// A subscription that waits for its confirmation, or is active where its plan is to be changed.
    async fn subscribe(&mut self, shop: &Shop) {
        let made = shop.send(&self.create_subscription().request).await;
        (self.on, self.payment) = (text(&made, "id"), text(&made["payment"], "payment_id"));
        if self.endpoint == Endpoint::UpdateSubscription {
            shop.send(&self.confirm_subscription(Utc::now()).request).await;
        }
    }

    /// What a person confirms at `now`.
    pub fn submission(&self, now: DateTime<Utc>) -> Submission {
        let id = self.operation_id();
        Submission { plan: self.plan(&id, now), precondition: self.precondition(now), id }
    }

    pub fn operation_id(&self) -> OperationId {
        OperationId::new(format!("op_{}_{:05}", <&str>::from(self.endpoint), self.number))
    }

    /// An amount that no other sample has.
    fn minor(&self) -> i64 {
        100_000 + i64::from(self.number)
    }

    /// A text that no other sample has.
    fn text(&self) -> String {
        format!("sample {:05}", self.number)
    }

    fn plan(&self, id: &OperationId, now: DateTime<Utc>) -> OperationPlan {
        let (payment_id, customer_id) = (PaymentId::new(&*self.on), CustomerId::new(&*self.on));
        let intended = |intent: Intent| intent.plan(&payment_id, self.precondition.payment().unwrap()).unwrap();
        match self.endpoint {
            Endpoint::CapturePayment => {
                let amount = usd(self.minor());
                intended(Intent::Capture { amount, prefix: String::new(), suffix: String::new() })
            }
            Endpoint::CancelPayment => intended(Intent::Cancel { reason: None }),
            Endpoint::ApprovePayment => intended(Intent::Approve),
            Endpoint::CreatePayment => {
                let profile_id = BusinessProfileId::new(&*self.profile_id);
                let input = CreatePaymentInput::new(usd(AMOUNT_MINOR), profile_id, payment_id);
                OperationPlan::of(&CreatePayment::new(id.clone(), input, now).unwrap())
            }
            Endpoint::UpdatePayment => {
                let mut input = UpdatePaymentInput::new(payment_id);
                input.details.description = self.text();
                OperationPlan::of(&UpdatePayment::new(input, now).unwrap())
            }
            Endpoint::ConfirmPayment => {
                let call = ConfirmPayment::new(ConfirmPaymentInput::new(payment_id), now).unwrap();
                let plan = OperationPlan::of(&call);
                OperationPlan { expectation: plan.expectation.clone().over(&usd(AMOUNT_MINOR)), ..plan }
            }
            Endpoint::CreateRefund => {
                let input =
                    CreateRefundInput::new(payment_id, RefundId::new(self.text().replace(' ', "_")), usd(self.minor()));
                OperationPlan::of(&CreateRefund::new(id.clone(), input).unwrap())
            }
            Endpoint::CreatePayout => {
                let input = CreatePayoutInput::new(eur(self.minor()), &*self.on);
                OperationPlan::of(&CreatePayout::new(id.clone(), input).unwrap())
            }
            Endpoint::UpdatePayout => OperationPlan::of(&UpdatePayout::new(self.payout_texts()).unwrap()),
            Endpoint::FulfillPayout => {
                let (payout_id, amount) = (PayoutId::new(&*self.on), eur(self.minor()));
                let call = FulfillPayout::new(FulfillPayoutInput { payout_id, amount: amount.clone() }).unwrap();
                OperationPlan { money: Some(amount), ..OperationPlan::of(&call) }
            }
            Endpoint::SubmitEvidence => {
                let input = SubmitEvidenceInput::new(DisputeId::new(&*self.on));
                let input = input.with(EvidenceField::CustomerName, self.text());
                OperationPlan::of(&SubmitEvidence::new(input).unwrap())
            }
            Endpoint::CreateCustomer => {
                let input = CreateCustomerInput { description: self.text(), ..CreateCustomerInput::new(customer_id) };
                OperationPlan::of(&CreateCustomer::new(input).unwrap())
            }
            Endpoint::UpdateCustomer => {
                let input = UpdateCustomerInput { name: Some(self.text()), ..UpdateCustomerInput::new(customer_id) };
                OperationPlan::of(&UpdateCustomer::new(input).unwrap())
            }
            Endpoint::CreatePaymentLink => {
                let input = CreatePaymentLinkInput::new(usd(self.minor()));
                OperationPlan::of(&CreatePaymentLink::new(id.clone(), input, now).unwrap())
            }
            Endpoint::CreateSubscription => self.create_subscription(),
            Endpoint::ConfirmSubscription => self.confirm_subscription(now),
            Endpoint::UpdateSubscription => self.update_subscription(),
            Endpoint::CreateApiKey => self.create_api_key(now),
        }
    }

    fn update_subscription(&self) -> OperationPlan {
        let (plan_id, item_price_id) = (OTHER_PLAN.into(), OTHER_PRICE.into());
        let (profile_id, subscription_id) = (BusinessProfileId::new(&*self.profile_id), SubscriptionId::new(&*self.on));
        let input = UpdateSubscriptionInput { profile_id, subscription_id, plan_id, item_price_id };
        OperationPlan::of(&UpdateSubscription::new(input).unwrap())
    }

    fn create_api_key(&self, now: DateTime<Utc>) -> OperationPlan {
        let (merchant_id, expiration) = (MerchantId::new(&*self.merchant_id), Some(KeyExpiration::Never));
        let (name, description) = (self.text(), String::new());
        OperationPlan::of(
            &CreateApiKey::new(CreateApiKeyInput { merchant_id, name, description, expiration }, now).unwrap(),
        )
    }

    fn create_subscription(&self) -> OperationPlan {
        let input = CreateSubscriptionInput {
            customer_id: CustomerId::new(&*self.payment),
            item_price_id: PRICE.into(),
            merchant_reference_id: self.text(),
            return_url: "https://shop.example/back".into(),
            ..CreateSubscriptionInput::new(BusinessProfileId::new(&*self.profile_id))
        };
        OperationPlan::of(&CreateSubscription::new(input).unwrap())
    }

    fn confirm_subscription(&self, now: DateTime<Utc>) -> OperationPlan {
        let card = CardData {
            number: SecretText::new(GOOD),
            exp_month: SecretText::new("12"),
            exp_year: SecretText::new("2031"),
            cvc: SecretText::new("737"),
            holder_name: SecretText::new("Ada Lovelace"),
            ..CardData::default()
        };
        let (profile_id, id) = (BusinessProfileId::new(&*self.profile_id), SubscriptionId::new(&*self.on));
        let input = ConfirmSubscriptionInput::new(profile_id, id, SubscriptionMethod::Card);
        let input = ConfirmSubscriptionInput { data: Some(SubscriptionData::Card(card)), ..input };
        OperationPlan::of(&ConfirmSubscription::new(input, now).unwrap())
    }

    fn payout_texts(&self) -> UpdatePayoutInput {
        UpdatePayoutInput {
            payout_id: PayoutId::new(&*self.on),
            amount: eur(self.minor()),
            description: Some(self.text()),
            metadata: None,
            known_metadata: Raw::default(),
            payout_type: String::new(),
            method: None,
        }
    }

    fn precondition(&self, now: DateTime<Utc>) -> Precondition {
        let mut precondition = self.precondition.clone();
        match &mut precondition {
            Precondition::Payment(PaymentPrecondition { at, .. })
            | Precondition::Payout(PayoutPrecondition { at, .. })
            | Precondition::Dispute(DisputePrecondition { at, .. }) => *at = now,
            Precondition::Nothing => {}
        }
        precondition
    }

    // ----- what happened

    /// How often the operation took effect; at most once where it sets values.
    pub async fn effects(&self, shop: &Shop, seen: &Effects) -> usize {
        let object = |effect| seen.count(|row| row.effect == effect && row.object == self.on);
        let exists = |path: String| async move { usize::from(shop.try_ask(Method::Get, &path, None).await.0 == 200) };
        let reported = |path: String, field: &'static str| async move {
            let (_, object) = shop.try_ask(Method::Get, &path, None).await;
            usize::from(object[field] == self.text())
        };
        match self.endpoint {
            Endpoint::CapturePayment => seen.count(|row| row.effect == "capture" && row.payment == self.on),
            Endpoint::CancelPayment => seen.count(|row| row.effect == "void" && row.payment == self.on),
            Endpoint::ApprovePayment => seen.count(|row| row.effect == "capture" && row.payment == self.on),
            Endpoint::ConfirmPayment => seen.count(|row| row.effect == "authorize" && row.payment == self.on),
            Endpoint::CreateRefund => seen.count(|row| row.effect == "refund" && row.payment == self.on),
            Endpoint::CreatePayout => seen.count(|row| row.effect == "payout_create" && row.amount == self.minor()),
            Endpoint::FulfillPayout => object("payout_fulfil"),
            Endpoint::SubmitEvidence => object("evidence").min(1),
            Endpoint::ConfirmSubscription => object("subscription_confirm"),
            Endpoint::UpdateSubscription => object("subscription_update"),
            Endpoint::CreatePayment => exists(format!("/payments/{}", self.on)).await,
            Endpoint::CreateCustomer => exists(format!("/customers/{}", self.on)).await,
            Endpoint::UpdatePayment => reported(format!("/payments/{}", self.on), "description").await,
            Endpoint::UpdateCustomer => reported(format!("/customers/{}", self.on), "name").await,
            Endpoint::UpdatePayout => reported(format!("/_sandbox/payouts/{}", self.on), "description").await,
            Endpoint::CreatePaymentLink => seen.links.iter().filter(|link| link["amount"] == self.minor()).count(),
            Endpoint::CreateSubscription => {
                seen.subscriptions.iter().filter(|made| made["merchant_reference_id"] == self.text()).count()
            }
            Endpoint::CreateApiKey => seen.keys.iter().filter(|seq| **seq > self.log_seq).count(),
        }
    }
}

/// What the sandbox says happened since it was asked before.
#[derive(Debug, Default)]
pub struct Effects {
    pub ledger: Vec<Row>,
    links: Vec<Value>,
    subscriptions: Vec<Value>,
    /// The requests that made keys: nothing reports the keys apart.
    keys: Vec<u64>,
}

impl Effects {
    /// Everything there is, of what the endpoints do; keys as far as the log of requests goes back.
    pub async fn read(shop: &Shop) -> Self {
        let log = shop.ask(Method::Get, "/_sandbox/log", None).await;
        let is_key = |entry: &&Value| text(entry, "path").starts_with("/api_keys/") && entry["status"] == 200;
        let keys = log["data"].as_array().unwrap().iter().filter(is_key);
        Self {
            ledger: shop.ledger(0).await,
            links: all(shop, "/_sandbox/payment_links").await,
            subscriptions: all(shop, "/_sandbox/subscriptions").await,
            keys: keys.filter_map(|entry| entry["seq"].as_u64()).collect(),
        }
    }

    fn count(&self, is_meant: impl Fn(&&Row) -> bool) -> usize {
        self.ledger.iter().filter(is_meant).count()
    }
}

async fn all(shop: &Shop, path: &str) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let page = shop.ask(Method::Get, &format!("{path}?limit=100&offset={}", all.len()), None).await;
        let rows = page["data"].as_array().unwrap();
        all.extend(rows.iter().cloned());
        if rows.len() < 100 {
            return all;
        }
    }
}

async fn last_logged(shop: &Shop) -> u64 {
    let log = shop.ask(Method::Get, "/_sandbox/log", None).await;
    log["data"].as_array().unwrap().last().map_or(0, |entry| entry["seq"].as_u64().unwrap())
}

async fn customer(shop: &Shop, id: &str) {
    shop.post("/customers", json!({"customer_id": id, "email": "ada@mail.example"})).await;
}

fn text(object: &Value, field: &str) -> String {
    object[field].as_str().unwrap_or_else(|| panic!("no {field} in {object}")).to_owned()
}

fn usd(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("USD"))
}

fn eur(minor: i64) -> Money {
    Money::new(minor, Currency::iso4217("EUR"))
}

#[tokio::test]
async fn a_sample_of_each_endpoint_is_sent_and_its_one_effect_is_counted() {
    let shop = Shop::open().await;
    for (number, endpoint) in (1..).zip(Endpoint::iter()) {
        let sample = Sample::prepare(&shop, endpoint, number).await;
        assert_eq!(sample.effects(&shop, &Effects::read(&shop).await).await, 0, "{endpoint:?}");
        let request = sample.submission(Utc::now()).plan.request;
        shop.send(&request).await;
        assert_eq!(sample.effects(&shop, &Effects::read(&shop).await).await, 1, "{endpoint:?}");
    }
}
