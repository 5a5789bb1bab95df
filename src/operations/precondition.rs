//! What the person saw when confirming: the precondition an operation is sent under, and the ground that reading
//! is compared with.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use paydesk_api::record_reads::ListRecords;
use paydesk_api::resources::payouts::wire::is_masked;
use paydesk_api::wire::is_whole;
use paydesk_domain::document::reported_status;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::payment::{CaptureMethod, Payment, PaymentRow, PaymentStatus};
use paydesk_domain::payout::{AccountDigest, FieldKind, Payout, PayoutStatus, PayoutVariant, VARIANTS, masked};
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::scrub::is_scrubbed;

/// What the person saw of the target when confirming.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum Precondition {
    /// For a subscription, the payment that its create answer named.
    Payment(PaymentPrecondition),
    Payout(PayoutPrecondition),
    Dispute(DisputePrecondition),
    /// It creates something, or sets what it names whatever was there.
    Nothing,
}

impl Precondition {
    /// The amount that was seen.
    pub fn amount(&self) -> Option<&Money> {
        match self {
            Self::Payment(payment) => Some(&payment.amount),
            Self::Payout(payout) => Some(&payout.amount),
            Self::Dispute(_) | Self::Nothing => None,
        }
    }

    /// The service is known to count amounts so.
    pub(super) fn count_as(&mut self, units: MinorUnits) {
        match self {
            Self::Payment(payment) => payment.amount = payment.amount.counted_as(units),
            Self::Payout(payout) => payout.amount = payout.amount.counted_as(units),
            Self::Dispute(_) | Self::Nothing => {}
        }
    }

    pub fn payment(&self) -> Option<&PaymentPrecondition> {
        match self {
            Self::Payment(payment) => Some(payment),
            Self::Payout(_) | Self::Dispute(_) | Self::Nothing => None,
        }
    }
}

/// A payment as it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentPrecondition {
    pub payment_id: PaymentId,
    pub status: PaymentStatus,
    pub amount: Money,
    /// In the lowest unit of the amount's currency, as the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received_minor: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capturable_minor: Option<i64>,
    /// Before a refund: what others gave back of the payment, or are about to, as far as it was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refunded_minor: Option<i64>,
    /// When the money is taken, as the service says it: what an approval leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture_method: Option<String>,
    /// By the service's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modified_at: Option<DateTime<Utc>>,
    /// The status was known to be manual review, by a person or by an earlier approval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub known_review: bool,
    pub at: DateTime<Utc>,
}

impl PaymentPrecondition {
    /// The precondition that `payment`, read at `at`, sets.
    pub fn of(payment: &Payment, at: DateTime<Utc>) -> Self {
        Self {
            payment_id: payment.payment_id.clone(),
            status: payment.status.clone(),
            amount: payment.amount.clone(),
            received_minor: payment.amount_received.as_ref().map(|money| money.minor),
            capturable_minor: payment.amount_capturable.as_ref().map(|money| money.minor),
            refunded_minor: None,
            capture_method: capture_method_of(payment).map(str::to_owned),
            modified_at: payment.modified_at,
            known_review: false,
            at,
        }
    }

    /// Says whether its status is known to be manual review.
    pub fn in_review(self, known_review: bool) -> Self {
        Self { known_review, ..self }
    }

    /// Says how much of it was given back, before one more refund. What `payment` itself says of that counts, too.
    pub fn with_refunded(self, minor: i64, payment: &Payment) -> Self {
        Self { refunded_minor: given_back_minor(payment).max(Some(minor)), ..self }
    }

    /// Whether `payment` still is what was seen, whenever it was read. Its texts may have changed.
    pub fn still_holds(&self, payment: &Payment) -> bool {
        let Self { modified_at, known_review, refunded_minor, .. } = *self;
        let capture_method = self.capture_method.clone();
        let read = Self { modified_at, known_review, refunded_minor, capture_method, ..Self::of(payment, self.at) };
        let more_refunded = refunded_minor.zip(given_back_minor(payment)).is_some_and(|(seen, now)| now > seen);
        read == *self && !more_refunded && self.capture_method_change(payment).is_none()
    }

    /// Another capture method than was seen, as it was and as it is; where either is not reported nothing is known of a change.
    pub(super) fn capture_method_change<'a>(&'a self, payment: &'a Payment) -> Option<(&'a str, &'a str)> {
        let methods = self.capture_method.as_deref().zip(capture_method_of(payment));
        methods.filter(|(seen, now)| seen != now)
    }

    /// Whether nothing at all was changed since, its texts included, as far as the service reports.
    pub fn is_untouched(&self, payment: &Payment) -> bool {
        self.still_holds(payment) && self.modified_at.is_some() && self.modified_at == payment.modified_at
    }
}

fn capture_method_of(payment: &Payment) -> Option<&str> {
    payment.capture_method.as_ref().map(CaptureMethod::as_str)
}

/// What refunds that have not failed give back, in minor units: their sum, or what the service sums up where that is more.
/// `None` where the answer says nothing of refunds.
pub(super) fn given_back_minor(payment: &Payment) -> Option<i64> {
    let related = &payment.related;
    let sum = related.refunds.as_ref().map(|refunds| refunded_minor(refunds.iter().map(|refund| &**refund)));
    sum.max(related.refunded_minor)
}

/// What these refunds of one payment give back, in minor units: those that failed give nothing back.
pub fn refunded_minor<'a>(refunds: impl Iterator<Item = &'a Value>) -> i64 {
    let has_failed = |refund: &&Value| {
        reported_status(refund).is_some_and(|word| RefundStatus::from_word(word) == RefundStatus::Failed)
    };
    let minor = |refund: &Value| refund.get("amount").and_then(Value::as_i64).unwrap_or(0);
    refunds.filter(|refund| !has_failed(refund)).map(minor).fold(0, i64::saturating_add)
}

/// A payout as it was seen. Its texts are what the only way of reading it sends back unchanged
/// ([law](crate::law#the-rule-of-each-endpoint)).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PayoutPrecondition {
    pub status: PayoutStatus,
    pub amount: Money,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Value>,
    /// Who is paid, and on which account, as far as the service reports it. In memory alone.
    #[serde(skip)]
    pub recipient: Vec<RecipientText>,
    pub at: DateTime<Utc>,
}

/// A text that says who is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipientText {
    path: String,
    /// Masked where it is an account, unless it came so just now.
    text: String,
    /// Of a text that says where the money goes, where the service shows it whole.
    account: Option<AccountDigest>,
}

impl RecipientText {
    fn new(path: String, text: &str) -> Self {
        let is_whole = is_in_method(&path) && names_destination(&path) && !is_masked(text) && !is_scrubbed(text);
        let account = AccountDigest::of(name_of(&path), [(name_of(&path), text)]).filter(|_| is_whole);
        Self { path, text: text.to_owned(), account }
    }

    /// What of it may be shown.
    fn shown(&self) -> String {
        let hides = |kind: FieldKind| kind.is_masked() && !is_masked(&self.text);
        if is_in_method(&self.path) && is_field(&self.path, hides) { masked(&self.text) } else { self.text.clone() }
    }

    /// Whether both may be the same text: one answer may show an account whole that another one, or Paydesk, masks.
    fn may_be(&self, other: &Self) -> bool {
        match self.account.zip(other.account) {
            Some((one, other)) => one == other,
            None => may_be_one_text(&self.text, &other.text),
        }
    }
}

/// The accounts that a payout names in full, each by its path.
pub fn accounts_in(payout: &Value) -> Vec<(String, AccountDigest)> {
    recipient_of(payout).into_iter().filter_map(|known| Some((known.path, known.account?))).collect()
}

/// What a payout reports of who is paid.
const RECIPIENT: [&str; 8] = [
    "customer",
    "customer_id",
    "name",
    "email",
    "payout_method_data",
    "payout_method_id",
    "payout_token",
    "payout_type",
];

impl PayoutPrecondition {
    /// The precondition that `payout`, reported at `at`, sets. Texts in which something was masked are not known.
    pub fn of(payout: &Payout, at: DateTime<Utc>) -> Self {
        Self {
            status: payout.status.clone(),
            amount: payout.amount.clone(),
            description: payout.description.clone().filter(|text| !is_scrubbed(text)),
            metadata: payout.raw.get("metadata").filter(|metadata| metadata.is_object() && is_whole(metadata)).cloned(),
            recipient: recipient_of(&payout.raw),
            at,
        }
    }

    /// Says which accounts were seen in full, of those that it has masked.
    pub fn with_accounts(mut self, seen: &[(String, AccountDigest)]) -> Self {
        for known in &mut self.recipient {
            let of_path = seen.iter().find(|(path, _)| *path == known.path);
            known.account = known.account.or(of_path.map(|(_, account)| *account));
        }
        self
    }

    /// A text of the recipient that is another one now, as it was seen and as it is.
    pub(super) fn recipient_change(&self, payout: &Value) -> Option<(String, String)> {
        let now = recipient_of(payout);
        let is_there =
            |path: &str| now.iter().find(|now| now.path == path || is_in_method(path) && leads_to(&now.path, path));
        let changed = |was: &RecipientText| {
            // An account may be reported by another name; where none is, nothing is known of it.
            let names_account = is_in_method(&was.path) && names_destination(&was.path);
            let is_account = |now: &&RecipientText| is_in_method(&now.path) && names_destination(&now.path);
            let other = || now.iter().find(|now| names_account && is_account(now));
            let is = is_there(&was.path).or_else(other)?;
            let (was_shown, is_shown) = (was.shown(), is.shown());
            let look_alike = was_shown.trim_start_matches('*') == is_shown.trim_start_matches('*');
            let is_shown = if look_alike { "another one".to_owned() } else { is_shown };
            (!was.may_be(is)).then_some((was_shown, is_shown))
        };
        self.recipient.iter().find_map(changed)
    }
}

/// Whether the text at this path says how and where the money is paid out.
fn is_in_method(path: &str) -> bool {
    path.starts_with("payout_method_data.")
}

/// Whether two texts of the method have one name, in whatever groups.
fn leads_to(one: &str, other: &str) -> bool {
    is_in_method(one) && name_of(one) == name_of(other)
}

fn name_of(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, name)| name)
}

/// Whether a field of a payout method with the name of this path says where the money goes.
fn names_destination(path: &str) -> bool {
    is_field(path, FieldKind::is_destination)
}

/// Whether a field of a payout method has the name of this path and is of such a kind.
fn is_field(path: &str, is_it: impl Fn(FieldKind) -> bool) -> bool {
    let mut fields = VARIANTS.iter().flat_map(PayoutVariant::fields);
    fields.any(|field| field.name == name_of(path) && is_it(field.kind))
}

/// Whether two texts may show the same, as far as they show it.
fn may_be_one_text(one: &str, other: &str) -> bool {
    let (one, other) = (&*plain(one), &*plain(other));
    let hides_all = |text: &str| is_scrubbed(text) && !text.contains('*');
    one == other || shows_ends_of(one, other) || shows_ends_of(other, one) || hides_all(one) != hides_all(other)
}

/// The text as an account number is compared: without blanks and hyphens, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_lowercase).collect()
}

/// Whether `masked` shows the beginning and the end of `whole`, and stars between.
fn shows_ends_of(masked: &str, whole: &str) -> bool {
    let Some((start, rest)) = masked.split_once('*') else { return false };
    let end = rest.rsplit_once('*').map_or(rest, |(_, end)| end);
    !whole.contains('*') && whole.starts_with(start) && whole.ends_with(end)
}

/// The texts that say who is paid, by their paths.
fn recipient_of(payout: &Value) -> Vec<RecipientText> {
    let mut texts = Vec::new();
    RECIPIENT.iter().for_each(|name| collect_texts(&payout[*name], (*name).to_owned(), &mut texts));
    texts
}

fn collect_texts(value: &Value, path: String, texts: &mut Vec<RecipientText>) {
    match value {
        Value::String(text) => texts.push(RecipientText::new(path, text)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| collect_texts(value, format!("{path}.{name}"), texts))
        }
        Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A dispute as it was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DisputePrecondition {
    pub status: String,
    /// What the list is asked for, so that the dispute is on its first page.
    pub payment_id: PaymentId,
    pub at: DateTime<Utc>,
}

/// What the first source showed, while the second one is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum FirstSource {
    Payment(Box<PaymentRow>),
    /// No payment has our id.
    NoPayment,
    /// No refund has our id.
    NoRefund,
    /// A payout in this status.
    Payout {
        status: String,
    },
    /// The service refused to make it, and nothing reads it by an id.
    Refusal,
}

/// What a list says of the target of an operation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Listed<'a> {
    Payment(&'a PaymentRow),
    Payout(&'a Value),
    /// The list goes back behind the time of the operation, and does not have it. Of refunds: what the others in it give
    /// back of the payment.
    Absent {
        others_minor: i64,
    },
    /// What was read of the list does not tell.
    NotTold,
    /// What is looked for may be on the next page.
    GoesOn(&'a ListRecords),
}

/// What a read brought, as far as an operation is reconciled with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reading<'a> {
    Payment(&'a Payment),
    /// A customer, a payout or a dispute: the object as the service gave it.
    Record(&'a Value),
    /// The service says there is none (404, `IR_05`).
    Absent,
}
