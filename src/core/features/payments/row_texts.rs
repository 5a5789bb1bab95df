//! What a row says of who paid, with what, for what and why not: from what a list of the service says, and from what is
//! stored beyond that.

use paydesk_domain::decline;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::method::method_text;
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::text::visible;
use paydesk_index::payment_columns::StoredPayment;

/// Most characters of a name, an address or an order.
const TEXT_MAX: usize = 80;

fn first_filled<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    visible(texts.into_iter().map(str::trim).find(|text| !text.is_empty()).unwrap_or_default(), TEXT_MAX)
}

/// The name of the customer, else the e-mail address, else the customer ID.
pub(super) fn payer_text(payment: &PaymentRow, known: Option<&StoredPayment>) -> String {
    let stored_id = known.and_then(|known| known.row.customer_id.as_ref());
    let customer_id = payment.customer_id.as_ref().or(stored_id).map(CustomerId::as_str);
    let texts = known.map(|known| [&*known.texts.name, &known.texts.email]);
    first_filled(texts.into_iter().flatten().chain(customer_id))
}

/// `Visa ···· 1926`, `Card ···· 1926` where the brand is not known, or else the method.
pub(super) fn paid_with(payment: &PaymentRow, known: Option<&StoredPayment>) -> String {
    let stored = known.and_then(|known| known.row.payment_method.as_deref());
    let method = payment.payment_method.as_deref().or(stored).map(method_text).unwrap_or_default();
    let Some((known, last4)) = known.and_then(|known| Some((known, known.last4?))) else { return visible(&method, 40) };
    let card = first_filled([&*known.texts.brand, &method, crate::text::CARD]);
    format!("{card} ···· {last4:04}")
}

/// The order, else the description.
pub(super) fn order_text(known: &StoredPayment) -> String {
    first_filled([&*known.texts.order, &known.texts.description])
}

/// Code and message of a decline, and the message alone, or the code where there is none.
pub(super) fn decline_texts(payment: &PaymentRow) -> (String, String) {
    let code = payment.unified_code.as_deref().unwrap_or_default();
    let message = payment.unified_message.as_deref().or_else(|| decline::message(code)).unwrap_or_default();
    let reason = if message.is_empty() { code } else { message };
    (visible(format!("{code} {message}").trim(), 120), visible(reason, 120))
}
