//! The seed data: three months of a believable shop. The same seed gives the same ids, customers and amounts on every
//! machine; times are relative to the sandbox's clock, and what depends on age (is it captured yet?) follows them.
//!
//! Writes rows directly, in one transaction: nothing of it is in the ledger, which records what clients did.
//! Each part of the shop has a module; a new resource adds one and a line in [`fill`].

mod calendar;
mod customers;
mod disputes;
mod evidence;
mod goods;
mod hyperswitch;
mod names;
mod payment_links;
mod payments;
mod payouts;
mod plan;
mod refunds;
mod scenarios;
mod subscriptions;

use chrono::{DateTime, Utc};
use rusqlite::Connection;

pub use self::plan::SeedPlan;

use super::engine::index::PaymentIndex;
use super::engine::settings::SandboxShapes;

/// Fills empty tables with the shop as of `now`, and returns the index of its payments.
///
/// In the shapes of hyperswitch with examples of each status that only those have.
pub fn fill(
    db: &Connection,
    plan: SeedPlan,
    now: DateTime<Utc>,
    shapes: SandboxShapes,
) -> rusqlite::Result<PaymentIndex> {
    let customers = customers::fill(db, plan, now)?;
    payouts::fill(db, plan, now, &customers)?;
    let (mut index, sales) = payments::fill(db, plan, now, &customers)?;
    refunds::fill(db, plan, now, &sales)?;
    disputes::fill(db, plan, now, &sales)?;
    if shapes == SandboxShapes::Hyperswitch && plan.payments > 0 {
        hyperswitch::fill(db, plan, now, &mut index)?;
    }
    Ok(index)
}
