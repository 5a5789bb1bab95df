//! Entries of a journal as the store has them.

use paydesk_api::operation::Target;
use paydesk_core::operations::journal::{Description, JournalEntry, JournalStep, Recorded, ResolvedBy};
use paydesk_core::operations::{Intent, PaymentPrecondition, Precondition};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::Environment;

/// An entry of operation `id` on `payment_id`, some time in November.
pub fn entry(id: &str, payment_id: &str, step: JournalStep) -> JournalEntry {
    JournalEntry {
        operation_id: OperationId::new(id),
        profile_id: "embedded-sandbox".into(),
        target: Target::new(ResourceKind::Payment, payment_id),
        at: "2026-11-21T10:00:00.250Z".parse().unwrap(),
        step,
        is_alone: false,
    }
}

pub fn prepared(id: &str, payment_id: &str) -> JournalEntry {
    let amount = |minor| Money::new(minor, Currency::iso4217("USD"));
    let precondition = PaymentPrecondition {
        payment_id: PaymentId::new(payment_id),
        status: PaymentStatus::RequiresCapture,
        amount: amount(1000),
        received_minor: Some(0),
        capturable_minor: Some(1000),
        refunded_minor: None,
        capture_method: None,
        modified_at: None,
        known_review: false,
        at: "2026-11-21T09:59:58Z".parse().unwrap(),
    };
    let intent = Intent::Capture { amount: amount(400), prefix: String::new(), suffix: String::new() };
    let plan = intent.plan(&precondition.payment_id, &precondition).unwrap();
    let (environment, operator) = (Environment::Sandbox, "grace".to_owned());
    let description = Description { environment, operator, plan, precondition: Precondition::Payment(precondition) };
    entry(id, payment_id, JournalStep::Prepared(Recorded::Known(Box::new(description))))
}

pub fn sending(id: &str, payment_id: &str) -> JournalEntry {
    attempt(id, payment_id, 1)
}

pub fn attempt(id: &str, payment_id: &str, attempt: u32) -> JournalEntry {
    entry(id, payment_id, JournalStep::Sending { attempt })
}

/// The same of another target.
pub fn of(target: Target, entry: JournalEntry) -> JournalEntry {
    let step = match entry.step {
        JournalStep::Prepared(Recorded::Known(mut known)) => {
            known.plan.target = target.clone();
            JournalStep::Prepared(Recorded::Known(known))
        }
        step => step,
    };
    JournalEntry { target, step, ..entry }
}

pub fn unknown(id: &str, payment_id: &str) -> JournalEntry {
    entry(
        id,
        payment_id,
        JournalStep::Unknown {
            attempt: 1,
            why: "the connection was lost".to_owned(),
            own_id: false,
            contradicted: false,
            answer: None,
            changed: false,
            refused: false,
            withdrawn: false,
            refusal: None,
        },
    )
}

pub fn confirmed(id: &str, payment_id: &str) -> JournalEntry {
    entry(id, payment_id, JournalStep::Confirmed { status: "succeeded".to_owned() })
}

/// One entry of each final step, each for an operation and a payment of its own.
pub fn final_steps() -> Vec<JournalStep> {
    let text = || "text".to_owned();
    vec![
        JournalStep::Confirmed { status: text() },
        JournalStep::Declined { code: text(), message: text() },
        JournalStep::Rejected { code: text(), message: text() },
        JournalStep::NotSent { why: text() },
        JournalStep::Resolved { by: ResolvedBy::Read, finding: text(), done_in: None, ended: None },
    ]
}
