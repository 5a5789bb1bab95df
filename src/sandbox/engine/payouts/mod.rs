//! Payouts: create, update, fulfil; and what the sandbox adds: reading them.
//!
//! The fields of requests are in `input`, methods and their masks in [`method`], the state machine in [`transitions`],
//! what time does in `timers`.

mod body;
mod input;
pub mod method;
mod timers;
pub mod transitions;

pub use self::body::{PayoutBody, PayoutUpdateBody};
pub use self::input::{PayoutChange, PayoutInput};
pub use self::timers::{expire, reverse, settle};

use chrono::TimeDelta;

use self::input::PayoutMethodInput;
use super::customers;
use super::page::PageInput;
use super::refusal::Refusal;
use super::timers::Timer;
use super::work::Work;
use crate::rng::{new_id, new_secret};
use crate::storage::customers::CustomerDetail;
use crate::storage::payouts::{PayoutRecord, StoredPayoutCustomer, StoredPayoutLink, StoredPayoutMethod};
use crate::storage::{self, documents, set_some};
use paydesk_domain::payout::PayoutStatus;

/// Creates a payout; `base_url` is where the page of its link, if it asks for one, is reached.
pub fn create(work: &Work, input: PayoutInput, base_url: &str) -> Result<PayoutRecord, Refusal> {
    work.check_profile("profile_id", input.profile_id.as_deref())?;
    if input.confirm && input.change.payout_type.is_none() {
        return Err(Refusal::missing("payout_type"));
    }
    let mut payout = new_payout(work, &input)?;
    apply(work, &mut payout, input.change)?;
    payout.payout_link = input.payout_link.then(|| link(&payout.payout_id, base_url));
    transitions::record(work, "payout_create", &payout)?;
    if transitions::is_without_processor(work, &payout) {
        payout.status = PayoutStatus::RequiresCreation;
        documents::insert(work.db, &payout)?;
        return Ok(payout);
    }
    if let Some(seconds) = input.session_seconds {
        work.schedule(Timer::ExpirePayout, &payout.payout_id, TimeDelta::seconds(seconds))?;
    }
    transitions::advance(work, &mut payout)?;
    documents::insert(work.db, &payout)?;
    Ok(payout)
}

/// Changes texts at any time, and how it is paid out until it is sent.
pub fn update(work: &Work, payout_id: &str, change: PayoutChange) -> Result<PayoutRecord, Refusal> {
    let mut payout = find(work, payout_id)?;
    if work.settings.is_hyperswitch() && payout.status == PayoutStatus::RequiresFulfillment {
        return Err(transitions::wrong_status(&payout, "can no longer be changed"));
    }
    let changes_method = change.payout_type.is_some() || change.method.is_some();
    if changes_method {
        require_unsent(&payout)?;
    }
    apply(work, &mut payout, change)?;
    payout.modified = work.now;
    if changes_method {
        transitions::advance(work, &mut payout)?;
    }
    documents::update(work.db, &payout)?;
    Ok(payout)
}

/// Sends a payout that waits for it (API reference).
pub fn fulfil(work: &Work, payout_id: &str) -> Result<PayoutRecord, Refusal> {
    let mut payout = find(work, payout_id)?;
    transitions::fulfil(work, &mut payout)?;
    documents::update(work.db, &payout)?;
    Ok(payout)
}

/// Confirms a payout that was created without a confirmation (the shapes of hyperswitch).
pub fn confirm(work: &Work, payout_id: &str) -> Result<PayoutRecord, Refusal> {
    let mut payout = find(work, payout_id)?;
    if payout.status != PayoutStatus::RequiresConfirmation {
        return Err(transitions::wrong_status(&payout, "cannot be confirmed"));
    }
    payout.awaits_confirmation = false;
    transitions::advance(work, &mut payout)?;
    documents::update(work.db, &payout)?;
    Ok(payout)
}

/// Cancels a payout that was not sent (the shapes of hyperswitch).
pub fn cancel(work: &Work, payout_id: &str) -> Result<PayoutRecord, Refusal> {
    let mut payout = find(work, payout_id)?;
    transitions::cancel(work, &mut payout)?;
    documents::update(work.db, &payout)?;
    Ok(payout)
}

/// The payout of this id.
pub fn find(work: &Work, payout_id: &str) -> Result<PayoutRecord, Refusal> {
    documents::by_id(work.db, payout_id)?.ok_or_else(|| Refusal::not_found("payout", payout_id))
}

/// The newest payouts, and how many there are.
pub fn list(work: &Work, page: PageInput) -> Result<(Vec<PayoutRecord>, usize), Refusal> {
    Ok((documents::newest(work.db, page.limit, page.offset)?, documents::count::<PayoutRecord>(work.db)?))
}

/// How a payout is paid can be changed until it is sent.
fn require_unsent(payout: &PayoutRecord) -> Result<(), Refusal> {
    match payout.status {
        PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresFulfillment => Ok(()),
        _ => Err(transitions::wrong_status(payout, "its payout_type and method can no longer be changed")),
    }
}

fn new_payout(work: &Work, input: &PayoutInput) -> Result<PayoutRecord, Refusal> {
    let amount = input.amount.ok_or_else(|| Refusal::missing("amount"))?;
    let currency = input.currency.clone().ok_or_else(|| Refusal::missing("currency"))?;
    let payout_id = new_id("payout");
    let (customer_id, customer) = attach_customer(work, input)?;
    Ok(PayoutRecord {
        client_secret: new_secret(&payout_id),
        payout_id,
        status: PayoutStatus::RequiresPayoutMethodData,
        amount,
        currency,
        payout_type: None,
        method: None,
        payout_method_id: None,
        customer_id,
        customer,
        auto_fulfill: input.auto_fulfill,
        recurring: input.recurring,
        awaits_confirmation: work.settings.is_hyperswitch() && !input.confirm,
        created: work.now,
        modified: work.now,
        unified_code: None,
        attempts: Vec::new(),
        payout_link: None,
        detail: input.change.detail.clone(),
    })
}

/// The customer of that id, or a new one; what the request says goes before what is known of an existing one.
fn attach_customer(work: &Work, input: &PayoutInput) -> Result<(String, StoredPayoutCustomer), Refusal> {
    let given = input.customer.clone();
    let known = match &input.customer_id {
        Some(id) => storage::customers::by_id(work.db, id)?,
        None => None,
    };
    if let Some(known) = known {
        let contact = StoredPayoutCustomer {
            name: given.name.or(known.detail.name),
            email: given.email.or(known.detail.email),
            phone: given.phone.or(known.detail.phone),
            phone_country_code: given.phone_country_code.or(known.detail.phone_country_code),
        };
        return Ok((known.customer_id, contact));
    }
    let detail = CustomerDetail {
        name: given.name.clone(),
        email: given.email.clone(),
        phone: given.phone.clone(),
        phone_country_code: given.phone_country_code.clone(),
        ..CustomerDetail::default()
    };
    let customer = customers::insert(work, input.customer_id.clone(), detail)?;
    Ok((customer.customer_id, given))
}

/// Takes over type, method and texts, which have to go together.
fn apply(work: &Work, payout: &mut PayoutRecord, change: PayoutChange) -> Result<(), Refusal> {
    set_some(&mut payout.payout_type, &change.payout_type);
    set_some(&mut payout.detail.description, &change.detail.description);
    set_some(&mut payout.detail.metadata, &change.detail.metadata);
    match change.method {
        Some(PayoutMethodInput::Data(method)) => {
            payout.method = Some(method);
            payout.payout_method_id = payout.recurring.then(|| new_id("pm"));
        }
        Some(PayoutMethodInput::Stored(reference)) => {
            payout.method = Some(stored_method(work, &reference)?);
            payout.payout_method_id = Some(reference);
        }
        None => {}
    }
    let wanted = payout.method.as_ref().and_then(|method| method.payout_type.as_deref());
    match (payout.payout_type.as_deref(), wanted) {
        (Some(given), Some(wanted)) if given != wanted => {
            let rule = format!("is {given}, which does not match this method: it must be {wanted}");
            Err(Refusal::invalid("payout_type", rule))
        }
        _ => Ok(()),
    }
}

/// The method of an earlier payout that was created with `recurring`.
fn stored_method(work: &Work, reference: &str) -> Result<StoredPayoutMethod, Refusal> {
    let earlier = documents::by_field::<PayoutRecord>(work.db, "payout_method_id", reference)?;
    let unknown = || Refusal::not_found("stored payout method", reference);
    earlier.and_then(|payout| payout.method).ok_or_else(unknown)
}

fn link(payout_id: &str, base_url: &str) -> StoredPayoutLink {
    StoredPayoutLink {
        payout_link_id: new_id("payout_link"),
        link: format!("{base_url}/_sandbox/payout_links/{payout_id}"),
    }
}
