//! What is known of the payment, the customer and the shipping behind a dispute, each with the field of the
//! evidence it belongs in. What has no field of its own goes into the statement, with its name.

use serde_json::Value;

use crate::context::WorkspaceView;
use crate::operations::Operation;
use crate::records::CachedRecord;
use paydesk_api::operation::Endpoint;
use paydesk_domain::customer::Customer;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{CardSummary, Payment};
use paydesk_domain::text::visible;

use super::disputed_part::disputed_text;
use super::text;

/// The field for what has none of its own.
const STATEMENT: EvidenceField = EvidenceField::UncategorizedText;
/// Longest fact that is shown.
const FACT_CHARS: usize = 400;

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub group: FactGroup,
    pub label: &'static str,
    pub text: String,
    /// The field of the evidence that is for it, where there is one.
    pub field: Option<EvidenceField>,
    /// Where it comes from, where that is not the payment as the service reports it.
    pub source: Option<&'static str>,
}

impl Fact {
    /// Whether its text is an id.
    pub fn is_id(&self) -> bool {
        self.label == text::CUSTOMER_ID
    }

    /// Whether its text is an e-mail address.
    pub fn is_email(&self) -> bool {
        self.label == text::E_MAIL
    }

    /// What *Insert* puts where.
    pub fn insertion(&self) -> (EvidenceField, String) {
        match self.field {
            Some(field) => (field, self.text.clone()),
            None => (STATEMENT, format!("{}: {}", self.label, self.text)),
        }
    }
}

/// What facts are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum FactGroup {
    Payment,
    Customer,
    Shipping,
}

impl FactGroup {
    pub fn title(self) -> &'static str {
        match self {
            Self::Payment => text::PAYMENT,
            Self::Customer => text::CUSTOMER,
            Self::Shipping => text::SHIPPING,
        }
    }
}

/// Facts as they are gathered; what is not there is left out.
#[derive(Default)]
struct GatheredFacts(Vec<Fact>);

impl GatheredFacts {
    fn add(&mut self, group: FactGroup, label: &'static str, text: Option<String>, field: Option<EvidenceField>) {
        let known = |text: &String| !text.trim().is_empty();
        if let Some(text) = text.filter(known) {
            self.0.push(Fact { group, label, text, field, source: None });
        }
    }

    /// An address from elsewhere, unless it is here already.
    fn add_address(&mut self, text: Option<String>, source: &'static str) {
        let field = Some(EvidenceField::ShippingAddress);
        let is_here = |text: &String| self.0.iter().any(|fact| fact.field == field && fact.text == *text);
        if let Some(text) = text.filter(|text| !is_here(text)) {
            self.0.push(Fact { group: FactGroup::Shipping, label: text::ADDRESS, text, field, source: Some(source) });
        }
    }
}

/// The facts behind a dispute, as far as they are known now; `payment` is the one behind it, once it is read.
pub fn dispute_facts(view: &WorkspaceView<'_>, dispute: &Dispute, payment: Option<&Payment>) -> Vec<Fact> {
    let mut facts = GatheredFacts::default();
    if let Some(payment) = payment {
        let customer = customer_of(view, payment);
        payment_facts(&mut facts, view, payment);
        facts.add(FactGroup::Payment, text::DISPUTED, Some(disputed_text(dispute, payment)), None);
        customer_facts(&mut facts, payment, customer);
        shipping_facts(&mut facts, &payment.raw);
        other_addresses(&mut facts, view, payment, customer);
    }
    facts.add(FactGroup::Payment, text::REFUNDS, refund_lines(view, dispute), None);
    let totals = view.records.refunds_of(&dispute.payment_id, &dispute.amount.currency);
    if totals.done_minor > 0 {
        let refunded = dispute.amount.with_minor(totals.done_minor).to_string();
        facts.add(
            FactGroup::Payment,
            "Refunded in Paydesk",
            Some(text::we_refunded(refunded)),
            Some(EvidenceField::RefundRefusalExplanation),
        );
    }
    facts.0
}

fn customer_of<'a>(view: &WorkspaceView<'a>, payment: &Payment) -> Option<&'a Customer> {
    let id = payment.customer_id.as_ref()?;
    view.records.find(ResourceKind::Customer, id.as_str()).and_then(|known| known.customer())
}

fn payment_facts(facts: &mut GatheredFacts, view: &WorkspaceView<'_>, payment: &Payment) {
    let day = |time: Option<_>| time.map(|time| view.zone.date(time).to_string());
    let group = FactGroup::Payment;
    facts.add(group, text::AMOUNT, Some(payment.amount.to_string()), None);
    let card = payment.card.as_ref().map(CardSummary::text);
    facts.add(group, text::CARD, card.map(clean), None);
    facts.add(group, text::CREATED, payment.created.map(|time| view.zone.full(time)), None);
    // The day of the capture proves no service: it has no field, so that only a person puts it somewhere.
    facts.add(group, "Captured on", day(payment.captured_at), None);
    let item = payment.description.clone().or_else(|| order_lines(&payment.raw));
    let order = order_reference(&payment.raw);
    facts.add(group, "Order number", order.clone().map(clean), None);
    let item = match (item, order) {
        (Some(item), Some(order)) if !item.contains(&order) => Some(text::item_of_order(item, order)),
        (None, Some(order)) => Some(text::order(order)),
        (item, _) => item,
    };
    facts.add(group, "Item", item.map(clean), Some(EvidenceField::ProductDescription));
    facts.add(group, text::DESCRIPTOR, payment.statement_descriptor.clone().map(clean), None);
    let ip = text(&payment.raw, &["browser_info", "ip_address"]);
    facts.add(group, text::IP_ADDRESS, ip, Some(EvidenceField::CustomerPurchaseIp));
}

/// Each refund of the payment that is known here: `2026-11-20 · 10.00 EUR · succeeded`.
fn refund_lines(view: &WorkspaceView<'_>, dispute: &Dispute) -> Option<String> {
    let line = |known: &CachedRecord| {
        let refund = known.refund()?;
        let parts = [
            known.record.created_at().map(|at| view.zone.date(at).to_string()),
            known.amount().map(|amount| amount.to_string()),
            refund.status.as_ref().map(|status| status.as_str().to_owned()),
        ];
        Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
    };
    let lines: Vec<String> = view.records.of_payment(&dispute.payment_id).filter_map(line).map(clean).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn customer_facts(facts: &mut GatheredFacts, payment: &Payment, customer: Option<&Customer>) {
    let raw = &payment.raw;
    let name = customer.and_then(|customer| customer.name.clone()).or_else(|| payment.payer_name());
    let email = payment.email.clone().or_else(|| customer.and_then(|customer| customer.email.clone()));
    let phone = customer.and_then(|customer| customer.phone.clone()).or_else(|| text(raw, &["phone"]));
    let group = FactGroup::Customer;
    facts.add(group, text::NAME, name.map(clean), Some(EvidenceField::CustomerName));
    facts.add(group, text::E_MAIL, email.map(clean), Some(EvidenceField::CustomerEmailAddress));
    facts.add(group, text::PHONE, phone, None);
    facts.add(group, "Billing address", address(raw.get("billing")), Some(EvidenceField::BillingAddress));
    facts.add(group, text::CUSTOMER_ID, payment.customer_id.as_ref().map(ToString::to_string), None);
}

fn shipping_facts(facts: &mut GatheredFacts, raw: &Value) {
    let group = FactGroup::Shipping;
    facts.add(group, text::ADDRESS, address(raw.get("shipping")), Some(EvidenceField::ShippingAddress));
    for (name, label, field) in [
        ("carrier", text::CARRIER, EvidenceField::ShippingCarrier),
        ("shipping_carrier", text::CARRIER, EvidenceField::ShippingCarrier),
        ("tracking_number", text::TRACKING_NUMBER, EvidenceField::ShippingTrackingNumber),
        ("shipping_tracking_number", text::TRACKING_NUMBER, EvidenceField::ShippingTrackingNumber),
        ("shipped_at", text::SHIPPED, EvidenceField::ShippingDate),
        ("shipping_date", text::SHIPPED, EvidenceField::ShippingDate),
    ] {
        let reported = text(raw, &["metadata", name]);
        let shown = |text: String| {
            if field == EvidenceField::ShippingDate { text.chars().take(10).collect() } else { clean(text) }
        };
        facts.add(group, label, reported.map(shown), Some(field));
    }
}

/// The address that goods went to by what is known here beside the payment: the body it was made with from here, and
/// the customer's record. What says the same as the payment is left out.
fn other_addresses(
    facts: &mut GatheredFacts,
    view: &WorkspaceView<'_>,
    payment: &Payment,
    customer: Option<&Customer>,
) {
    let of_payment = |operation: &&Operation| {
        operation.plan.endpoint == Endpoint::CreatePayment
            && operation.plan.target.resource == payment.payment_id.as_str()
    };
    let made_here = view.operations.open().iter().chain(view.operations.ended()).find(of_payment);
    let sent = made_here.and_then(|operation| address(operation.plan.sends("shipping")));
    facts.add_address(sent, "as sent with the payment");
    facts.add_address(customer.and_then(|customer| address(Some(&customer.raw))), "from the customer's record");
}

fn clean(text: String) -> String {
    visible(&text, FACT_CHARS)
}

fn text(value: &Value, path: &[&str]) -> Option<String> {
    let found = path.iter().try_fold(value, |value, name| value.get(name))?;
    found.as_str().map(str::to_owned)
}

fn full_name(party: Option<&Value>) -> Option<String> {
    let part = |name: &str| text(party?, &["address", name]);
    let name: Vec<String> = ["first_name", "last_name"].into_iter().filter_map(part).collect();
    (!name.is_empty()).then(|| name.join(" "))
}

/// An address in lines, as on a letter.
fn address(party: Option<&Value>) -> Option<String> {
    let part = |name: &str| text(party?, &["address", name]).filter(|part| !part.trim().is_empty());
    let join = |names: &[&str], between: &str| {
        let parts: Vec<String> = names.iter().filter_map(|name| part(name)).collect();
        (!parts.is_empty()).then(|| parts.join(between))
    };
    let lines = [
        full_name(party),
        part("line1"),
        part("line2"),
        join(&["zip", "city"], " "),
        join(&["state", "country"], ", "),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().map(clean).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The shop's own reference of the order.
fn order_reference(raw: &Value) -> Option<String> {
    let reference = text(raw, &["merchant_order_reference_id"]).or_else(|| text(raw, &["metadata", "order_id"]));
    reference.filter(|reference| !reference.trim().is_empty())
}

/// What was ordered: `2 × Tea`.
fn order_lines(raw: &Value) -> Option<String> {
    let line = |item: &Value| {
        let name = item.get("name")?.as_str()?;
        let quantity = item.get("quantity").and_then(Value::as_i64).unwrap_or(1);
        Some(format!("{quantity} × {name}"))
    };
    let lines: Vec<String> = raw.get("order_details")?.as_array()?.iter().filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}
