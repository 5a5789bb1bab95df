//! Subscriptions: create, confirm, change the plan (API reference).
//!
//! The payment of a subscription is a payment like any other; the subscription follows what becomes of it
//! ([`follow_payment`]), whoever moves it.

mod body;
mod input;
pub mod plans;

pub use self::body::SubscriptionBody;
pub use self::input::{ConfirmInput, PlanChange, SubscriptionInput};

use chrono::TimeDelta;
use serde_json::{Map, Value, json};

use self::plans::SubscriptionPlan;
use super::customers;
use super::events::{EventDraft, EventType, PastEvent};
use super::fields::FieldReader;
use super::page::PageInput;
use super::payments::{self, PaymentInput};
use super::refusal::Refusal;
use super::work::Work;
use crate::hyperswitch;
use crate::rng::{new_id, new_secret};
use crate::storage::ledger::LedgerEffect;
use crate::storage::payments::PaymentRecord;
use crate::storage::subscriptions::{InvoiceRecord, StoredSubscriptionStatus, SubscriptionRecord};
use crate::storage::{self, documents};
use paydesk_domain::decline::{self, DeclineFamily};
use paydesk_domain::payment::PaymentStatus;

/// How long a `client_secret` is good for (limits).
const SECRET_LIFE: TimeDelta = TimeDelta::minutes(15);

/// A subscription and its payment.
pub type SubscriptionAndPayment = (SubscriptionRecord, PaymentRecord);

/// Creates a subscription with its payment and its invoice.
pub fn create(work: &mut Work, input: &SubscriptionInput) -> Result<SubscriptionAndPayment, Refusal> {
    customers::find_ref(work, &input.customer_id)?;
    let plan = find_plan(&input.item_price_id, input.plan_id.as_deref())?;
    let id = new_id("sub");
    let payment = first_payment(work, &id, plan, input)?;
    let subscription = new_subscription(work, id, plan, input, &payment);
    documents::insert(work.db, &subscription)?;
    record(work, "subscription_create", &subscription)?;
    emit(work, EventType::SubscriptionCreated, &subscription, &payment)?;
    Ok((subscription, payment))
}

/// Collects the first payment; refused with 400, 404 or 409
/// (API reference).
pub fn confirm(work: &mut Work, id: &str, body: &Map<String, Value>) -> Result<SubscriptionAndPayment, Refusal> {
    let confirmation = ConfirmInput::read(&FieldReader::new(body), work.now)?;
    let subscription = find_record(work, id)?;
    if subscription.status != StoredSubscriptionStatus::Created {
        return Err(Refusal::conflict(format!("subscription {id} is already confirmed")));
    }
    check_secret(work, &subscription, confirmation.client_secret.as_deref())?;
    let mut payment = work.payment(&subscription.payment_id)?;
    confirmation.attach(&mut payment);
    payments::charge_attached_method(work, &mut payment)?;
    record(work, "subscription_confirm", &subscription)?;
    payments::save(work, &mut payment)?;
    // At once, not with the notices, as the answer shows what the subscription has come to.
    follow_payment(work, &payment)?;
    Ok((find_record(work, id)?, payment))
}

/// Puts an active subscription on another plan, from its next period on.
pub fn change_plan(work: &Work, id: &str, change: &PlanChange) -> Result<SubscriptionAndPayment, Refusal> {
    let mut subscription = find_record(work, id)?;
    let plan = find_plan(&change.item_price_id, Some(&change.plan_id))?;
    if subscription.status != StoredSubscriptionStatus::Active {
        let status = subscription.status.as_ref();
        return Err(Refusal::not_allowed(format!("subscription {id} is {status} and cannot change its plan")));
    }
    plan.plan_id.clone_into(&mut subscription.plan_id);
    plan.item_price_id.clone_into(&mut subscription.item_price_id);
    subscription.modified = work.now;
    documents::update(work.db, &subscription)?;
    let payment = work.payment(&subscription.payment_id)?;
    record(work, "subscription_update", &subscription)?;
    emit(work, EventType::SubscriptionUpdated, &subscription, &payment)?;
    Ok((subscription, payment))
}

/// The subscription of this id, with its payment.
pub fn find(work: &Work, id: &str) -> Result<SubscriptionAndPayment, Refusal> {
    with_payment(work, find_record(work, id)?)
}

/// The newest subscriptions, and how many there are.
pub fn list(work: &Work, page: PageInput) -> Result<(Vec<SubscriptionAndPayment>, usize), Refusal> {
    let newest: Vec<SubscriptionRecord> = documents::newest(work.db, page.limit, page.offset)?;
    let newest = newest.into_iter().map(|subscription| with_payment(work, subscription));
    Ok((newest.collect::<Result<_, Refusal>>()?, documents::count::<SubscriptionRecord>(work.db)?))
}

fn find_record(work: &Work, id: &str) -> Result<SubscriptionRecord, Refusal> {
    documents::by_id(work.db, id)?.ok_or_else(|| Refusal::not_found("subscription", id))
}

fn with_payment(work: &Work, subscription: SubscriptionRecord) -> Result<SubscriptionAndPayment, Refusal> {
    let payment = work.payment(&subscription.payment_id)?;
    Ok((subscription, payment))
}

/// The price, of the plan that was named with it.
fn find_plan(item_price_id: &str, plan_id: Option<&str>) -> Result<&'static SubscriptionPlan, Refusal> {
    let plan = plans::by_price(item_price_id).ok_or_else(|| Refusal::not_found("item price", item_price_id))?;
    match plan_id {
        Some(other) if !plans::is_plan(other) => Err(Refusal::not_found("plan", other)),
        Some(other) if other != plan.plan_id => {
            Err(Refusal::invalid("item_price_id", format!("is a price of {}, not of {other}", plan.plan_id)))
        }
        Some(_) | None => Ok(plan),
    }
}

/// The payment of the first period: a real one, which waits for its confirmation.
fn first_payment(
    work: &mut Work,
    id: &str,
    plan: &SubscriptionPlan,
    input: &SubscriptionInput,
) -> Result<PaymentRecord, Refusal> {
    let fields = json!({
        "amount": plan.amount,
        "currency": plan.currency,
        "profile_id": work.credentials.profile_id,
        "customer_id": input.customer_id,
        "email": storage::customers::by_id(work.db, &input.customer_id)?.and_then(|customer| customer.detail.email),
        "description": plan.name,
        "return_url": input.return_url,
        "authentication_type": if input.three_ds { "three_ds" } else { "no_three_ds" },
        "capture_method": if input.manual_capture { "manual" } else { "automatic" },
        "metadata": {"subscription_id": id},
    });
    let fields = fields.as_object().cloned().unwrap_or_default();
    let mut payment = payments::create(work, &PaymentInput::read(&FieldReader::new(&fields))?)?;
    payment.status = PaymentStatus::RequiresConfirmation;
    payment.detail.subscription_id = Some(id.to_owned());
    payments::save(work, &mut payment)?;
    Ok(payment)
}

fn new_subscription(
    work: &Work,
    id: String,
    plan: &SubscriptionPlan,
    input: &SubscriptionInput,
    payment: &PaymentRecord,
) -> SubscriptionRecord {
    SubscriptionRecord {
        client_secret: new_secret(&id),
        secret_expires: work.now + SECRET_LIFE,
        status: StoredSubscriptionStatus::Created,
        customer_id: input.customer_id.clone(),
        plan_id: plan.plan_id.to_owned(),
        item_price_id: plan.item_price_id.to_owned(),
        merchant_reference_id: input.merchant_reference_id.clone(),
        coupon_code: input.coupon_code.clone(),
        payment_id: payment.payment_id.clone(),
        invoice: InvoiceRecord {
            id: new_id("inv"),
            amount: plan.amount,
            currency: plan.currency.to_owned(),
            paid: false,
        },
        created: work.now,
        modified: work.now,
        id,
    }
}

fn check_secret(work: &Work, subscription: &SubscriptionRecord, given: Option<&str>) -> Result<(), Refusal> {
    match given {
        Some(secret) if secret != subscription.client_secret => {
            Err(Refusal::invalid("client_secret", "does not belong to this subscription"))
        }
        Some(_) if subscription.secret_expires <= work.now => {
            Err(Refusal::invalid("client_secret", "has expired: it was valid for 15 minutes"))
        }
        Some(_) | None => Ok(()),
    }
}

/// Brings the subscription of a payment, if it has one, to the status that the payment implies.
pub fn follow_payment(work: &Work, payment: &PaymentRecord) -> Result<(), Refusal> {
    let Some(id) = payment.detail.subscription_id.as_deref() else {
        return Ok(());
    };
    let Some(mut subscription) = documents::by_id::<SubscriptionRecord>(work.db, id)? else {
        return Ok(());
    };
    let Some((status, event_type)) = status_of(payment).filter(|(status, _)| *status != subscription.status) else {
        return Ok(());
    };
    subscription.status = status;
    subscription.invoice.paid = status == StoredSubscriptionStatus::Active;
    subscription.modified = work.now;
    documents::update(work.db, &subscription)?;
    emit(work, event_type, &subscription, payment)?;
    if subscription.invoice.paid {
        emit(work, EventType::InvoicePaid, &subscription, payment)?;
    }
    Ok(())
}

/// What a payment makes of its subscription; nothing while it waits for its confirmation.
pub fn status_of(payment: &PaymentRecord) -> Option<(StoredSubscriptionStatus, EventType)> {
    match payment.status {
        PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => None,
        PaymentStatus::Succeeded => Some((StoredSubscriptionStatus::Active, EventType::SubscriptionActive)),
        PaymentStatus::RequiresAction
        | PaymentStatus::Processing
        | PaymentStatus::RequiresCapture
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Expired
        | PaymentStatus::Unknown(_) => Some((StoredSubscriptionStatus::Pending, EventType::SubscriptionPending)),
        PaymentStatus::Failed if is_collectable_later(payment) => {
            Some((StoredSubscriptionStatus::Unpaid, EventType::SubscriptionUnpaid))
        }
        PaymentStatus::Failed | PaymentStatus::Cancelled => {
            Some((StoredSubscriptionStatus::Failed, EventType::SubscriptionFailed))
        }
    }
}

/// Lack of money and of availability pass: the invoice stays open. Every other decline ends the subscription.
fn is_collectable_later(payment: &PaymentRecord) -> bool {
    let code = payment.unified_code.as_deref().unwrap_or_default();
    matches!(code, "UE_1001" | "UE_1011") || decline::family(code) == DeclineFamily::Availability
}

fn emit(
    work: &Work,
    event_type: EventType,
    subscription: &SubscriptionRecord,
    payment: &PaymentRecord,
) -> Result<(), Refusal> {
    work.emit(draft(work, event_type, subscription, payment)?)
}

fn draft(
    work: &Work,
    event_type: EventType,
    subscription: &SubscriptionRecord,
    payment: &PaymentRecord,
) -> Result<Option<EventDraft>, Refusal> {
    let other = || Ok(hyperswitch::subscription_confirmation(work.credentials, subscription, payment));
    let body = SubscriptionBody::new(work.credentials, subscription.clone(), payment.clone());
    work.draft(event_type, body, other)
}

/// What was reported of the newest subscriptions.
pub fn past_events(work: &Work, limit: usize) -> Result<Vec<PastEvent>, Refusal> {
    let mut past = Vec::new();
    for (subscription, payment) in list(work, PageInput { limit, offset: 0 })?.0 {
        let event_type = match status_of(&payment) {
            Some(_) if subscription.invoice.paid => EventType::InvoicePaid,
            Some((_, event_type)) => event_type,
            None => EventType::SubscriptionCreated,
        };
        let draft = draft(work, event_type, &subscription, &payment)?;
        past.extend(draft.map(|draft| draft.happened(subscription.modified)));
    }
    Ok(past)
}

fn record(work: &Work, effect: &str, subscription: &SubscriptionRecord) -> Result<(), Refusal> {
    work.record(LedgerEffect {
        effect,
        object_id: &subscription.id,
        payment_id: Some(&subscription.payment_id),
        amount: Some(subscription.invoice.amount),
        currency: Some(&subscription.invoice.currency),
    })
}
