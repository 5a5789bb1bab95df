//! Payment links: create, read, pay. A link creates a payment at once and
//! another one whenever the last has failed; the status of the payment decides whether the link is paid.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::customers;
use super::events::{EventDraft, EventType, PastEvent};
use super::fields::{AMOUNT_MAX_MINOR, FieldReader, kind_of};
use super::page::PageInput;
use super::payments::{self, PaymentInput};
use super::refusal::{Refusal, quoted};
use super::timers::Timer;
use super::work::Work;
use crate::rng::new_id;
use crate::storage::documents;
use crate::storage::payment_links::{LINK_FIELD, PaymentLinkRecord};
use crate::storage::payments::PaymentRecord;
use paydesk_domain::payment::PaymentStatus;

/// How long a link lives that says nothing else (ours).
const DEFAULT_LIFE: TimeDelta = TimeDelta::hours(24);
/// Values of `link_type` (the specification names the first).
const LINK_TYPES: [&str; 2] = ["one_time", "multi_use"];

/// The create input, each field checked by itself.
#[derive(Debug, Clone)]
pub struct PaymentLinkInput {
    amount: i64,
    currency: String,
    expiry: Option<DateTime<Utc>>,
    reusable: bool,
    send_email: bool,
    require_customer_info: bool,
    seller_name: Option<String>,
    card_type: String,
    customer_id: Option<String>,
    email: Option<String>,
    description: Option<String>,
    capture_method: Option<String>,
    authentication_type: Option<String>,
}

impl PaymentLinkInput {
    pub fn read(fields: &FieldReader) -> Result<Self, Refusal> {
        let config = fields.object("payment_link_config")?;
        let seller_name = config.as_ref().map(|config| config.string("seller_name")).transpose()?.flatten();
        config.as_ref().map(|config| config.text("sdk_layout")).transpose()?;
        Ok(Self {
            amount: fields.amount("amount", AMOUNT_MAX_MINOR)?.ok_or_else(|| Refusal::missing("amount"))?,
            currency: fields.currency()?.ok_or_else(|| Refusal::missing("currency"))?,
            expiry: fields.time("expiry")?,
            reusable: fields.choice("link_type", &LINK_TYPES)? == Some("multi_use"),
            send_email: fields.boolean("send_email")?.unwrap_or(false),
            require_customer_info: fields.boolean("require_customer_info")?.unwrap_or(false),
            seller_name,
            card_type: config.map_or_else(|| Ok("credit".to_owned()), |config| card_type(&config))?,
            customer_id: fields.string("customer_id")?,
            email: fields.string("email")?,
            description: fields.string("description")?,
            capture_method: fields.choice("capture_method", &["automatic", "manual"])?.map(str::to_owned),
            authentication_type: fields.choice("authentication_type", &["three_ds", "no_three_ds"])?.map(str::to_owned),
        })
    }
}

/// The page only takes cards: `debit` where the link allows that and not `credit`.
fn card_type(config: &FieldReader) -> Result<String, Refusal> {
    let place = config.name_of("allowed_payment_method_types");
    let types = config.array("allowed_payment_method_types")?.map_or(&[][..], Vec::as_slice);
    for kind in types {
        if !kind.is_string() {
            return Err(Refusal::invalid(&place, format!("must be an array of strings, not of {}", kind_of(kind))));
        }
    }
    let allows = |word: &str| types.iter().any(|kind| kind == word);
    Ok(if allows("debit") && !allows("credit") { "debit" } else { "credit" }.to_owned())
}

/// Whether a link can be paid (ours: the specification does not show it).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum LinkStatus {
    Active,
    Expired,
    Paid,
}

/// A link with its payment and status.
#[derive(Debug, Clone)]
pub struct LinkAndPayment {
    pub record: PaymentLinkRecord,
    pub payment: PaymentRecord,
    pub status: LinkStatus,
}

impl LinkAndPayment {
    fn new(record: PaymentLinkRecord, payment: PaymentRecord, now: DateTime<Utc>) -> Self {
        let status = match payment.amount_received > 0 || payment.amount_capturable > 0 {
            true if !record.reusable => LinkStatus::Paid,
            _ if record.expiry <= now => LinkStatus::Expired,
            _ => LinkStatus::Active,
        };
        Self { record, payment, status }
    }
}

/// A payment link as its creation answers it (the specification does not show it).
#[derive(Debug, Serialize)]
pub struct LinkBody {
    payment_link_id: String,
    payment_id: String,
    link: String,
    amount: i64,
    currency: String,
    status: String,
    expiry: DateTime<Utc>,
    created: DateTime<Utc>,
}

/// A payment link as events show it: with what it is for and for whom.
#[derive(Debug, Serialize)]
struct LinkEventBody {
    #[serde(flatten)]
    link: LinkBody,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_id: Option<String>,
}

impl LinkEventBody {
    fn new(link: &LinkAndPayment, base_url: &str) -> Self {
        let customer = link.payment.customer.as_ref();
        Self {
            description: link.record.description.clone(),
            customer_id: customer.map(|customer| customer.customer_id.clone()),
            link: LinkBody::new(link.clone(), base_url),
        }
    }
}

impl LinkBody {
    pub fn new(link: LinkAndPayment, base_url: &str) -> Self {
        let LinkAndPayment { record, status, .. } = link;
        Self {
            link: format!("{base_url}/_sandbox/pay/{}", record.payment_link_id),
            payment_link_id: record.payment_link_id,
            payment_id: record.payment_id,
            amount: record.amount,
            currency: record.currency,
            status: status.as_ref().to_owned(),
            expiry: record.expiry,
            created: record.created,
        }
    }
}

/// Creates a link and the payment it is for.
pub fn create(work: &mut Work, input: PaymentLinkInput) -> Result<LinkAndPayment, Refusal> {
    let expiry = input.expiry.unwrap_or(work.now + DEFAULT_LIFE);
    if expiry <= work.now {
        return Err(Refusal::invalid("expiry", "must be in the future"));
    }
    check_email(work, &input)?;
    let payment_link_id = new_id("plink");
    let fields = payment_fields(&input, &payment_link_id, work.base_url);
    let payment = create_payment(work, fields.clone())?;
    let record = PaymentLinkRecord {
        payment_link_id,
        payment_id: payment.payment_id.clone(),
        amount: input.amount,
        currency: input.currency,
        created: work.now,
        expiry,
        reusable: input.reusable,
        description: input.description,
        seller_name: input.seller_name,
        require_customer_info: input.require_customer_info,
        card_type: input.card_type,
        payment: fields,
        paid_reported: false,
    };
    documents::insert(work.db, &record)?;
    work.schedule(Timer::ExpirePaymentLink, &record.payment_link_id, expiry - work.now)?;
    let link = LinkAndPayment::new(record, payment, work.now);
    emit(work, EventType::PaymentLinkCreated, &link)?;
    Ok(link)
}

/// Creates a link to a payment that exists, with the create input of those that follow it.
pub fn attach(
    work: &Work,
    payment: &PaymentRecord,
    fields: Map<String, Value>,
    life: Option<TimeDelta>,
) -> Result<PaymentLinkRecord, Refusal> {
    let expiry = work.now.checked_add_signed(life.unwrap_or(DEFAULT_LIFE)).unwrap_or(work.now);
    let record = PaymentLinkRecord {
        payment_link_id: new_id("plink"),
        payment_id: payment.payment_id.clone(),
        amount: payment.amount,
        currency: payment.currency.clone(),
        created: work.now,
        expiry,
        reusable: false,
        description: payment.detail.description.clone(),
        seller_name: None,
        require_customer_info: false,
        card_type: "credit".to_owned(),
        payment: fields,
        paid_reported: false,
    };
    documents::insert(work.db, &record)?;
    Ok(record)
}

/// A payment that a link created was changed: the first time that it holds money, the link is paid.
pub fn follow_payment(work: &Work, payment: &PaymentRecord) -> Result<(), Refusal> {
    let named = payment.detail.metadata.as_ref().and_then(|metadata| metadata.get(LINK_FIELD)?.as_str());
    let Some(id) = named else { return Ok(()) };
    let Some(record) = documents::by_id::<PaymentLinkRecord>(work.db, id)? else { return Ok(()) };
    let is_its_own = record.payment_id == payment.payment_id && !record.paid_reported;
    let mut link = LinkAndPayment::new(record, payment.clone(), work.now);
    if !is_its_own || link.status != LinkStatus::Paid {
        return Ok(());
    }
    link.record.paid_reported = true;
    documents::update(work.db, &link.record)?;
    work.unschedule(Timer::ExpirePaymentLink, id)?;
    emit(work, EventType::PaymentLinkPaid, &link)
}

/// The timer of a link: its time is over.
pub fn expire(work: &Work, payment_link_id: &str) -> Result<(), Refusal> {
    let Some(record) = documents::by_id::<PaymentLinkRecord>(work.db, payment_link_id)? else { return Ok(()) };
    let link = with_payment(work, record)?;
    if link.status == LinkStatus::Expired { emit(work, EventType::PaymentLinkExpired, &link) } else { Ok(()) }
}

/// What was reported of the newest links.
pub fn past_events(work: &Work, limit: usize) -> Result<Vec<PastEvent>, Refusal> {
    let mut past = Vec::new();
    for link in list(work, PageInput { limit, offset: 0 })?.0 {
        let (event_type, at) = match link.status {
            LinkStatus::Active => (EventType::PaymentLinkCreated, link.record.created),
            LinkStatus::Expired => (EventType::PaymentLinkExpired, link.record.expiry),
            LinkStatus::Paid => (EventType::PaymentLinkPaid, link.payment.modified),
        };
        past.extend(draft(work, event_type, &link)?.map(|draft| draft.happened(at)));
    }
    Ok(past)
}

fn emit(work: &Work, event_type: EventType, link: &LinkAndPayment) -> Result<(), Refusal> {
    work.emit(draft(work, event_type, link)?)
}

/// The shapes of hyperswitch have no event of a link.
fn draft(work: &Work, event_type: EventType, link: &LinkAndPayment) -> Result<Option<EventDraft>, Refusal> {
    work.draft(event_type, LinkEventBody::new(link, work.base_url), || Ok(Value::Null))
}

/// The link of this id.
pub fn find(work: &Work, payment_link_id: &str) -> Result<LinkAndPayment, Refusal> {
    let record: PaymentLinkRecord = documents::by_id(work.db, payment_link_id)?
        .ok_or_else(|| Refusal::not_found("payment link", payment_link_id))?;
    with_payment(work, record)
}

/// The newest links, and how many there are.
pub fn list(work: &Work, page: PageInput) -> Result<(Vec<LinkAndPayment>, usize), Refusal> {
    let newest: Vec<PaymentLinkRecord> = documents::newest(work.db, page.limit, page.offset)?;
    let links = newest.into_iter().map(|record| with_payment(work, record));
    Ok((links.collect::<Result<_, Refusal>>()?, documents::count::<PaymentLinkRecord>(work.db)?))
}

/// Pays a link with the card and the contact its page was filled in with.
pub fn pay(work: &mut Work, payment_link_id: &str, form: &Map<String, Value>) -> Result<LinkAndPayment, Refusal> {
    let LinkAndPayment { mut record, payment, status } = find(work, payment_link_id)?;
    if status != LinkStatus::Active {
        let message = format!("payment link {payment_link_id} is {} and cannot be paid", status.as_ref());
        return Err(Refusal::not_allowed(message));
    }
    let method = method_fields(&record, form)?;
    let payment = if is_open(&payment) {
        let mut payment = payment;
        PaymentInput::read(&FieldReader::new(&method))?.apply(work, &mut payment)?;
        payments::charge_attached_method(work, &mut payment)?;
        payments::save(work, &mut payment)?;
        payment
    } else {
        create_next_payment(work, &mut record, &payment, method)?
    };
    Ok(LinkAndPayment::new(record, payment, work.now))
}

fn with_payment(work: &Work, record: PaymentLinkRecord) -> Result<LinkAndPayment, Refusal> {
    let payment = work.payment(&record.payment_id)?;
    Ok(LinkAndPayment::new(record, payment, work.now))
}

fn check_email(work: &Work, input: &PaymentLinkInput) -> Result<(), Refusal> {
    let mut known = input.email.is_some();
    if let Some(customer_id) = &input.customer_id {
        let customer = customers::find(work, customer_id)?;
        known = known || customer.detail.email.is_some();
    }
    if input.send_email && !known { Err(Refusal::missing("email")) } else { Ok(()) }
}

/// The create input of the link's payments.
fn payment_fields(input: &PaymentLinkInput, id: &str, base_url: &str) -> Map<String, Value> {
    let fields = json!({
        "amount": input.amount,
        "currency": input.currency,
        "customer_id": input.customer_id,
        "email": input.email,
        "description": input.description,
        "capture_method": input.capture_method,
        "authentication_type": input.authentication_type,
        "return_url": format!("{base_url}/_sandbox/pay/{id}"),
        "metadata": {LINK_FIELD: id},
    });
    fields.as_object().cloned().unwrap_or_default()
}

fn create_payment(work: &mut Work, mut fields: Map<String, Value>) -> Result<PaymentRecord, Refusal> {
    fields.insert("profile_id".to_owned(), Value::from(work.credentials.profile_id.clone()));
    payments::create(work, &PaymentInput::read(&FieldReader::new(&fields))?)
}

fn is_open(payment: &PaymentRecord) -> bool {
    matches!(payment.status, PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation)
}

/// A payment that failed, or one of a reusable link that was paid, is followed by another.
fn create_next_payment(
    work: &mut Work,
    record: &mut PaymentLinkRecord,
    last: &PaymentRecord,
    method: Map<String, Value>,
) -> Result<PaymentRecord, Refusal> {
    if last.status == PaymentStatus::Cancelled && !record.reusable {
        let message = format!("payment {} of this link was cancelled: the link can no longer be paid", last.payment_id);
        return Err(Refusal::not_allowed(message));
    }
    let ended = matches!(last.status, PaymentStatus::Failed | PaymentStatus::Succeeded);
    if !ended && !record.reusable {
        let message = format!("payment {} of this link is {}: wait until it finishes", last.payment_id, last.status);
        return Err(Refusal::not_allowed(message));
    }
    let mut fields = record.payment.clone();
    fields.extend(method);
    fields.insert("confirm".to_owned(), Value::Bool(true));
    let payment = create_payment(work, fields)?;
    record.payment_id.clone_from(&payment.payment_id);
    documents::update(work.db, record)?;
    Ok(payment)
}

/// What the page asks for, as the fields of a payment. The address is made up: the page asks for none.
fn method_fields(record: &PaymentLinkRecord, form: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
    let fields = FieldReader::new(form);
    if record.require_customer_info {
        for field in ["email", "card_holder_name"] {
            fields.required_text(field)?;
        }
    }
    let name = fields.text("card_holder_name")?.unwrap_or("Sandbox");
    if name.chars().count() > 200 {
        return Err(Refusal::invalid("card_holder_name", format!("is too long: {}", quoted(name))));
    }
    let card = ["card_number", "card_exp_month", "card_exp_year", "card_cvc", "card_holder_name"];
    let card: Map<String, Value> =
        card.iter().filter_map(|field| Some(((*field).to_owned(), form.get(*field)?.clone()))).collect();
    let fields = json!({
        "payment_method": "card",
        "payment_method_type": record.card_type,
        "payment_method_data": {"card": card},
        "email": fields.text("email")?.or_else(|| record.payment.get("email").and_then(Value::as_str)),
        "billing": {
            "address": {
                "line1": "1 Sandbox Street", "city": "Sandbox", "state": "Sandbox", "zip": "00000", "country": "GB",
                "first_name": name, "last_name": name,
            },
            "phone": {"number": "0000000", "country_code": "+44"},
        },
    });
    Ok(fields.as_object().cloned().unwrap_or_default())
}
