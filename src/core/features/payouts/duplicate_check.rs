//! Possible duplicates of a payout: the same recipient and the same amount within a day.
//!
//! Account numbers are stored nowhere: a recipient is recognized by id, e-mail, name, by the account's masked end, or by a
//! digest of the account until Paydesk is closed. One of which nothing of that is known may be anybody.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::context::WorkspaceView;
use crate::operations::{Operations, Phase};
use crate::records::{CachedRecord, Records};
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::payouts::calls::{CreatePayoutInput, PayoutMethod};
use paydesk_domain::ids::OperationId;
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::AccountDigest;

use super::status::came_to_nothing;
use super::text;

/// How long two payouts may lie apart.
const WITHIN: TimeDelta = TimeDelta::hours(24);

/// A payout that the one being made looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PossibleDuplicate {
    pub at: DateTime<Utc>,
    /// Its id; `None` while it is under way.
    pub id: Option<String>,
    /// By what the recipient is the same: `the customer supplier-1`.
    pub by: String,
}

/// What identifies who is paid; parts that are not known are empty.
#[derive(Debug, Default)]
struct RecipientIdentity {
    id: String,
    email: String,
    name: String,
    /// Masked values of the method, by field.
    account: Vec<(String, String)>,
    digest: Option<AccountDigest>,
}

impl RecipientIdentity {
    fn of_input(input: &CreatePayoutInput) -> Self {
        let given = |new: &str, old: &str| if new.is_empty() { old } else { new }.trim().to_owned();
        let (new, old) = (&input.customer, &input.deprecated);
        Self {
            id: given(&new.id, &old.customer_id),
            email: given(&new.contact.email, &old.contact.email),
            name: given(&new.contact.name, &old.contact.name),
            account: input.method.as_ref().map(account_of).unwrap_or_default(),
            digest: input.method.as_ref().and_then(PayoutMethod::account),
        }
    }

    /// Of what was sent, without secrets.
    fn of_body(body: &Value, digest: Option<AccountDigest>) -> Self {
        let text = |place: Option<&Value>, name: &str| {
            place.and_then(|place| place.get(name)?.as_str()).unwrap_or_default().trim().to_owned()
        };
        let customer = body.get("customer");
        let either = |new: &str, old: &str| {
            let preferred = text(customer, new);
            if preferred.is_empty() { text(Some(body), old) } else { preferred }
        };
        Self {
            id: either("id", "customer_id"),
            email: either("email", "email"),
            name: either("name", "name"),
            account: Vec::new(),
            digest,
        }
    }

    fn of_known(known: &CachedRecord) -> Self {
        let digest = known.record.account;
        let sent = known.record.sent.as_deref().map(|body| Self::of_body(body, digest)).unwrap_or_default();
        let Some(payout) = known.payout() else { return sent };
        let customer = &payout.customer;
        let reported = |known: Option<&str>, sent: String| known.map_or(sent, |known| known.trim().to_owned());
        Self {
            id: reported(customer.id.as_ref().map(|id| id.as_str()), sent.id),
            email: reported(customer.email.as_deref(), sent.email),
            name: reported(customer.name.as_deref(), sent.name),
            account: payout.method.iter().filter_map(|(name, value)| masked_field(name, value)).collect(),
            digest,
        }
    }

    /// Nothing says who is paid.
    fn is_unknown(&self) -> bool {
        let texts = [&self.id, &self.email, &self.name];
        texts.iter().all(|text| text.is_empty()) && self.account.is_empty() && self.digest.is_none()
    }

    /// By what both are the same, if they are.
    fn shares(&self, other: &Self) -> Option<String> {
        let same = |one: &str, other: &str| !one.is_empty() && one.to_lowercase() == other.to_lowercase();
        let account = self.account.iter().find(|field| other.account.contains(field));
        if same(&self.id, &other.id) {
            Some(text::customer(&self.id))
        } else if same(&self.email, &other.email) {
            Some(text::e_mail_address(&self.email))
        } else if let Some((_, value)) = account {
            Some(text::account(value))
        } else if self.digest.is_some() && self.digest == other.digest {
            Some("the same account".to_owned())
        } else if same(&self.name, &other.name) {
            Some(text::name(&self.name))
        } else {
            (other.is_unknown() && !self.is_unknown())
                .then(|| "a recipient that is not stored on this computer".to_owned())
        }
    }
}

/// The last characters are compared where they say anything: of short numbers nothing but stars is shown.
fn masked_field(name: &str, value: &str) -> Option<(String, String)> {
    let field = name.rsplit('.').next().unwrap_or(name);
    let shows_end = value.contains('*') && value.chars().any(|c| c.is_ascii_alphanumeric());
    shows_end.then(|| (field.to_owned(), value.to_owned()))
}

fn account_of(method: &PayoutMethod) -> Vec<(String, String)> {
    match method {
        PayoutMethod::Data(destination) => {
            let fields = destination.variant.fields().filter(|field| field.kind.is_destination());
            fields
                .filter_map(|field| masked_field(field.name, &field.kind.shown(destination.value(field.name))))
                .collect()
        }
        PayoutMethod::Token(_) | PayoutMethod::Saved(_) => Vec::new(),
    }
}

/// The newest payout that `input` looks like, if it was made within a day, by whichever profile at the same address. `own` is
/// the form's own operation.
pub fn possible_duplicate_payout(
    view: &WorkspaceView<'_>,
    input: &CreatePayoutInput,
    own: &OperationId,
) -> Option<PossibleDuplicate> {
    let search = DuplicateSearch { input, who: RecipientIdentity::of_input(input), own, now: view.now };
    let found = |(operations, records)| search.under_way(operations).into_iter().chain(search.made(records));
    view.with_neighbours().flat_map(found).max_by_key(|possible_duplicate| possible_duplicate.at)
}

struct DuplicateSearch<'a> {
    input: &'a CreatePayoutInput,
    who: RecipientIdentity,
    own: &'a OperationId,
    now: DateTime<Utc>,
}

impl DuplicateSearch<'_> {
    fn is_recent(&self, at: DateTime<Utc>) -> bool {
        self.now - at < WITHIN
    }

    /// The newest that is not ended.
    fn under_way(&self, operations: &Operations) -> Option<PossibleDuplicate> {
        let creates = operations.open().iter().filter(|operation| {
            operation.id != *self.own
                && operation.plan.endpoint == Endpoint::CreatePayout
                && !matches!(operation.phase, Phase::NeverSent)
                && is_over(operation.plan.money.as_ref(), &self.input.amount)
        });
        let alike = creates.filter_map(|operation| {
            let (at, request) = (operation.prepared_at, &operation.plan.request);
            let by = self.who.shares(&RecipientIdentity::of_body(request.body.as_ref()?, request.account))?;
            self.is_recent(at).then_some(PossibleDuplicate { at, id: None, by })
        });
        alike.max_by_key(|possible_duplicate| possible_duplicate.at)
    }

    /// The newest that was made.
    fn made(&self, records: &Records) -> Option<PossibleDuplicate> {
        let made = records.of(ResourceKind::Payout).take_while(|known| self.is_recent(known.record.made_at));
        let made = made.filter(|known| is_over(known.amount().as_ref(), &self.input.amount) && counts(known));
        let alike = made.filter_map(|known| {
            let (at, id) = (known.record.made_at, Some(known.record.id.clone()));
            let other = RecipientIdentity::of_known(known);
            // Of what others made, all that is known may be that an event named it.
            let says_nothing = other.is_unknown() && known.record.made_by.is_none();
            let by = (!says_nothing).then(|| self.who.shares(&other)).flatten()?;
            Some(PossibleDuplicate { at, id, by })
        });
        alike.max_by_key(|possible_duplicate| possible_duplicate.at)
    }
}

fn is_over(money: Option<&Money>, amount: &Money) -> bool {
    money.is_some_and(|money| money == amount)
}

/// One that came to nothing is no reason not to pay again.
fn counts(known: &CachedRecord) -> bool {
    known.payout().is_none_or(|payout| !came_to_nothing(&payout.status))
}
