//! [Subscriptions](crate::resources::subscriptions::reference) as JSON: every endpoint answers the same shape.

use std::sync::Arc;

use serde_json::Value;

use crate::error::DecodeError;
use crate::resources::api_keys::wire::take;
use crate::wire::{Notes, Object, raw_without_secrets};
use paydesk_domain::document::Raw;
use paydesk_domain::ids::{BusinessProfileId, CustomerId, MerchantId, PaymentId, SubscriptionId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::secret::SecretText;
use paydesk_domain::subscription::{Invoice, InvoiceStatus, Subscription, SubscriptionPayment, SubscriptionStatus};

/// Takes `client_secret` out of an answer and leaves a mask: it is good for 15 minutes, and a confirmation may carry it.
pub fn take_client_secret(body: &mut Value) -> Option<SecretText> {
    take(body, "client_secret")
}

/// Reads a subscription: its id and status must be there. Payment and invoice are records of their own, left out and
/// reported where one of them cannot be read.
pub fn decode_subscription(body: impl Into<Raw>, units: MinorUnits) -> Result<Subscription, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.counted_as(units);
    let mut notes = Notes::default();
    let subscription = Subscription {
        id: SubscriptionId::new(object.text("id")?),
        status: SubscriptionStatus::from_word(object.text("status")?),
        profile_id: notes.shown(object.optional_text("profile_id")).map(BusinessProfileId::new),
        merchant_id: notes.shown(object.optional_text("merchant_id")).map(MerchantId::new),
        customer_id: notes.shown(object.optional_text("customer_id")).map(CustomerId::new),
        item_price_id: notes.shown(object.optional_string("item_price_id")),
        plan_id: notes.shown(object.optional_string("plan_id")),
        merchant_reference_id: notes.shown(object.optional_string("merchant_reference_id")),
        coupon_code: notes.shown(object.optional_string("coupon_code")),
        payment: part(&object, "payment", &mut notes, payment),
        invoice: part(&object, "invoice", &mut notes, invoice),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(Subscription { unreadable: notes.into_unreadable(), ..subscription })
}

fn part<T>(
    whole: &Object<'_>,
    name: &str,
    notes: &mut Notes,
    read: impl FnOnce(&Object<'_>, &mut Notes) -> Result<T, DecodeError>,
) -> Option<T> {
    let object = notes.shown(whole.optional_object(name))?;
    let record = read(&object, notes).map(Some);
    notes.shown(record)
}

fn payment(object: &Object<'_>, notes: &mut Notes) -> Result<SubscriptionPayment, DecodeError> {
    Ok(SubscriptionPayment {
        payment_id: PaymentId::new(object.text("payment_id")?),
        status: PaymentStatus::from_word(object.text("status")?),
        amount: object.money()?,
        payment_method_type: notes.shown(object.optional_string("payment_method_type")),
    })
}

fn invoice(object: &Object<'_>, notes: &mut Notes) -> Result<Invoice, DecodeError> {
    Ok(Invoice {
        id: object.text("id")?.to_owned(),
        subscription_id: notes.shown(object.optional_text("subscription_id")).map(SubscriptionId::new),
        amount: object.money()?,
        status: InvoiceStatus::from_word(object.text("status")?),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn with(extra: Value) -> Result<Subscription, DecodeError> {
        let mut body = json!({"id": "sub_1", "status": "trial", "client_secret": "sub_1_secret_x"});
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        decode_subscription(body, MinorUnits::Iso4217)
    }

    #[test]
    fn id_and_status_make_a_subscription_and_its_secret_is_not_kept() {
        let subscription = with(json!({})).unwrap();
        assert_eq!((subscription.id.as_str(), &subscription.status), ("sub_1", &SubscriptionStatus::Trial));
        assert!(!format!("{subscription:?}").contains("secret_x"));
        for field in ["id", "status"] {
            assert_eq!(with(json!({ field: null })).unwrap_err().path, field);
        }
    }

    #[test]
    fn a_payment_or_an_invoice_that_cannot_be_read_is_left_out_and_reported() {
        let payment = json!({"payment_id": "p", "status": "succeeded", "amount": "2400", "currency": "USD"});
        let invoice = json!({"id": "i", "subscription_id": 7, "amount": 2400, "currency": "USD", "status": "void"});
        let subscription = with(json!({"payment": payment, "invoice": invoice, "plan_id": []})).unwrap();
        assert_eq!(subscription.payment, None);
        assert_eq!(subscription.invoice.unwrap().status, InvoiceStatus::Unknown("void".into()));
        let paths: Vec<&str> = subscription.unreadable.iter().map(|error| error.path.as_str()).collect();
        assert_eq!(paths, ["plan_id", "payment.amount", "invoice.subscription_id"]);
    }

    #[test]
    fn a_client_secret_is_taken_out_once() {
        let mut body = json!({"id": "sub_1", "client_secret": "sub_1_secret_x"});
        assert_eq!(take_client_secret(&mut body).unwrap().expose(), "sub_1_secret_x");
        assert_eq!(take_client_secret(&mut body), None);
    }
}
