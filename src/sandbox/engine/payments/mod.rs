//! Payments: create, update, confirm, capture, cancel, approve, read, list; and what the sandbox adds: authentication
//! pages, rejecting a review, expiring an authorization.
//!
//! The state machine stands in [`transitions`], what time does in [`timers`], what may be asked in [`input`].

pub mod input;
mod list;
mod method;
pub mod payment_events;
pub mod resource;
pub mod timers;
mod transitions;
mod write_only_fields;

pub use self::input::{CaptureInput, PaymentInput};
pub use self::list::{PageInput, PaymentList, PaymentListInput, ms_rounded_up};
pub use self::resource::PaymentBody;
pub use self::transitions::{AUTHORIZATION_EXPIRED, Authentication, confirm};

use serde_json::Map;

use super::refusal::{Reason, Refusal, quoted};
use super::work::Work;
use super::{Engine, cards};
use crate::domain::ids::PaymentId;
use crate::domain::payment::PaymentStatus;
use crate::sandbox::rng::{SeedRng, new_id};
use crate::sandbox::storage::payments::{PaymentDetail, PaymentRecord};

/// What stands on statements when a payment brings no descriptor of its own.
pub const DEFAULT_DESCRIPTOR: &str = "NORDLICHT GOODS";

/// The one word that matches the pattern of a payment id and would hide its payment behind another path.
const LIST_SEGMENT: &str = "list";

impl Engine {
    /// Creates a payment and, when the input says so, confirms it at once.
    pub fn create_payment(&mut self, input: PaymentInput) -> Result<PaymentRecord, Refusal> {
        self.write(|work| create(work, &input))
    }

    /// Changes a payment that was not confirmed yet; takes the fields of the create input.
    pub fn update_payment(&mut self, payment_id: &str, input: PaymentInput) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, |work, payment| {
            transitions::require_unconfirmed(payment, "updated")?;
            if input.payment_id.as_ref().is_some_and(|other| *other != payment.payment_id) {
                return Err(Refusal::invalid("payment_id", "of a payment cannot be changed"));
            }
            input.apply(work, payment)?;
            if input.confirm { transitions::confirm(work, payment) } else { Ok(()) }
        })
    }

    /// Charges the attached method, or the one that comes with the input.
    pub fn confirm_payment(&mut self, payment_id: &str, input: PaymentInput) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, |work, payment| {
            transitions::require_unconfirmed(payment, "confirmed")?;
            input.apply(work, payment)?;
            transitions::confirm(work, payment)
        })
    }

    pub fn payment(&mut self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        self.settle()?;
        super::storage::payments::by_id(&self.db, payment_id)?.ok_or_else(|| Refusal::not_found("payment", payment_id))
    }

    /// Takes an authorized amount, all of it or a part.
    pub fn capture_payment(&mut self, payment_id: &str, input: &CaptureInput) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, |work, payment| transitions::capture(work, payment, input))
    }

    /// Cancels a payment, or releases what is left of a partly captured one.
    pub fn cancel_payment(&mut self, payment_id: &str, reason: Option<String>) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, |work, payment| transitions::cancel(work, payment, reason))
    }

    /// Lets a payment out of manual review.
    pub fn approve_payment(&mut self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, transitions::approve)
    }

    /// Ends a manual review with a no: `failed`, UE_2003 (ours: the specification does not show the endpoint).
    pub fn reject_payment(&mut self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, transitions::reject)
    }

    /// Lets the authorization of a payment end now instead of after its seven days.
    pub fn expire_payment(&mut self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, transitions::expire)
    }

    /// Brings the result of an authentication.
    pub fn authenticate_payment(&mut self, payment_id: &str, result: Authentication) -> Result<PaymentRecord, Refusal> {
        self.change(payment_id, |work, payment| transitions::authenticate(work, payment, result))
    }

    fn change(
        &mut self,
        payment_id: &str,
        change: impl FnOnce(&mut Work, &mut PaymentRecord) -> Result<(), Refusal>,
    ) -> Result<PaymentRecord, Refusal> {
        self.write(|work| {
            let mut payment = work.payment(payment_id)?;
            change(work, &mut payment)?;
            work.save_payment(&mut payment)?;
            Ok(payment)
        })
    }
}

/// Creates a payment within a larger unit of work: links and subscriptions do.
pub(super) fn create(work: &mut Work, input: &PaymentInput) -> Result<PaymentRecord, Refusal> {
    let mut payment = new_payment(work, input)?;
    input.apply(work, &mut payment)?;
    if input.confirm {
        transitions::confirm(work, &mut payment)?;
    }
    work.insert_payment(&mut payment)?;
    Ok(payment)
}

/// A payment with an id and nothing else yet; refuses what is missing and an id that is taken.
fn new_payment(work: &Work, input: &PaymentInput) -> Result<PaymentRecord, Refusal> {
    let amount = input.amount.ok_or_else(|| Refusal::missing("amount"))?;
    let currency = input.currency.clone().ok_or_else(|| Refusal::missing("currency"))?;
    input.profile_id.as_ref().ok_or_else(|| Refusal::missing("profile_id"))?;
    let payment_id = free_payment_id(work, input.payment_id.as_deref())?;
    let client_secret = Some(format!("{payment_id}_secret_{}", SeedRng::from_entropy().token(24)));
    let statement_descriptor = Some(DEFAULT_DESCRIPTOR.to_owned());
    Ok(PaymentRecord {
        seq: 0,
        payment_id,
        status: PaymentStatus::RequiresPaymentMethod,
        currency,
        payment_method: None,
        customer: None,
        created: work.now,
        modified: work.now,
        amount,
        amount_received: 0,
        amount_capturable: 0,
        manual_capture: false,
        unified_code: None,
        detail: PaymentDetail { client_secret, statement_descriptor, write_only: Map::new(), ..Default::default() },
    })
}

fn free_payment_id(work: &Work, wanted: Option<&str>) -> Result<String, Refusal> {
    let Some(wanted) = wanted else {
        return Ok(new_id("pay"));
    };
    PaymentId::parse(wanted)
        .map_err(|error| Refusal::new(Reason::Invalid, format!("payment_id cannot be used: {error}")))?;
    if wanted == LIST_SEGMENT {
        return Err(Refusal::invalid("payment_id", "cannot be “list”: /payments/list is the list of payments"));
    }
    match super::storage::payments::by_id(work.db, wanted)? {
        None => Ok(wanted.to_owned()),
        Some(_) => {
            let message = format!("a payment with the id {} exists: read it for its true status", quoted(wanted));
            Err(Refusal::new(Reason::PaymentExists { as_400: work.settings.payment_exists_as_400 }, message))
        }
    }
}

/// The outcome that `metadata.sandbox_outcome` asks for, if it does.
fn outcome_by_metadata(detail: &PaymentDetail) -> Result<Option<cards::ChargeOutcome>, Refusal> {
    let word = detail.metadata.as_ref().and_then(|metadata| metadata.get("sandbox_outcome"));
    word.and_then(|word| word.as_str()).map(cards::outcome_of_word).transpose()
}
