//! What the sandbox's clock does to payouts. A timer that comes too late (its payout has gone on) does nothing.

use super::transitions;
use crate::engine::refusal::Refusal;
use crate::engine::work::Work;
use crate::storage::documents;
use crate::storage::payouts::PayoutRecord;
use paydesk_domain::payout::PayoutStatus;

/// Ends `pending`, or `initiated`, as the destination does.
pub fn settle(work: &mut Work, payout_id: &str) -> Result<(), Refusal> {
    change(work, payout_id, &[PayoutStatus::Pending, PayoutStatus::Initiated], transitions::settle)
}

/// Sends back what had arrived.
pub fn reverse(work: &mut Work, payout_id: &str) -> Result<(), Refusal> {
    change(work, payout_id, &[PayoutStatus::Success], transitions::reverse)
}

/// Nobody completed the payout while its session lasted.
pub fn expire(work: &mut Work, payout_id: &str) -> Result<(), Refusal> {
    let waits = [PayoutStatus::RequiresPayoutMethodData, PayoutStatus::RequiresConfirmation];
    change(work, payout_id, &waits, |work, payout| transitions::enter(work, payout, PayoutStatus::Expired))
}

fn change(
    work: &Work,
    payout_id: &str,
    waits: &[PayoutStatus],
    change: impl FnOnce(&Work, &mut PayoutRecord) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    match documents::by_id::<PayoutRecord>(work.db, payout_id)? {
        Some(mut payout) if waits.contains(&payout.status) => {
            change(work, &mut payout)?;
            Ok(documents::update(work.db, &payout)?)
        }
        Some(_) | None => Ok(()),
    }
}
