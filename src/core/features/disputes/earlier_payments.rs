//! The earlier payments of the customer behind the open dispute. Card networks accept them as evidence that the cardholder
//! knows the shop: at least two, 120 to 365 days before the disputed one, none of them disputed. They come from the
//! payments that are known on this machine. The open dispute has them: see [`super::beside_open`].
//!
//! The same last four digits alone make no payment the same customer's: too many cards share them.

use chrono::TimeDelta;

use crate::context::WorkspaceView;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::payment::{Payment, PaymentStatus};
use paydesk_index::payment_columns::{KnownPayer, KnownPayments, StoredPayment};

use super::facts::{Fact, FactGroup};

/// How many days before the disputed payment they are, at least and at most.
const DAYS_BEFORE: [i64; 2] = [120, 365];
/// How many card networks ask for.
const WANTED: usize = 2;
/// Most that are listed.
const LISTED_MAX: usize = 5;

/// What was found, and what it was looked for by.
#[derive(Debug, Default)]
pub(super) struct EarlierPayments {
    of: Option<LookedFor>,
    found: Vec<StoredPayment>,
}

/// Where any of it is another, it is looked for again.
#[derive(Debug, PartialEq)]
struct LookedFor {
    dispute_id: DisputeId,
    payer: KnownPayer,
    /// Of the payments that are known.
    revision: u64,
    /// Of the disputes that are loaded.
    changes: u64,
}

impl EarlierPayments {
    /// Looks for them again where anything that they are looked for by is another. `payment` is the disputed one.
    pub(super) fn follow(
        &mut self,
        dispute: (&DisputeId, u64),
        known: &KnownPayments,
        payment: &Payment,
        is_disputed: impl Fn(&PaymentId) -> bool,
    ) {
        let payer = KnownPayer::new(payment.customer_id.as_ref().map(|id| id.as_str()), payment.email.as_deref());
        let (dispute_id, changes) = (dispute.0.clone(), dispute.1);
        let of = LookedFor { dispute_id, payer, revision: known.revision(), changes };
        if self.of.as_ref() != Some(&of) {
            self.found = look_for(known, payment, &of.payer, is_disputed);
            self.of = Some(of);
        }
    }

    /// They as a fact for the statement; `None` where there are none.
    pub(super) fn fact(&self, view: &WorkspaceView<'_>) -> Option<Fact> {
        let lines: Vec<String> = self.found.iter().take(LISTED_MAX).map(|earlier| line(earlier, view)).collect();
        (!lines.is_empty()).then(|| Fact {
            group: FactGroup::Customer,
            label: "Earlier payments",
            text: lines.join("\n"),
            field: None,
            source: Some(if self.found.len() < WANTED {
                "Only one undisputed payment 120–365 days earlier: card networks ask for two"
            } else {
                "Undisputed, 120–365 days earlier, same customer or e-mail: card networks ask for two"
            }),
        })
    }
}

fn look_for(
    known: &KnownPayments,
    payment: &Payment,
    payer: &KnownPayer,
    is_disputed: impl Fn(&PaymentId) -> bool,
) -> Vec<StoredPayment> {
    let Some(created) = payment.created.filter(|_| !payer.is_unknown()) else { return Vec::new() };
    let [nearest, farthest] = DAYS_BEFORE.map(|days| created - TimeDelta::days(days));
    let mut found = known.of_payer(payer, farthest, nearest);
    found.retain(|earlier| {
        earlier.row.status == PaymentStatus::Succeeded && !earlier.disputed && !is_disputed(&earlier.row.payment_id)
    });
    found
}

/// `2026-03-02 · 45.10 EUR · pay_1`.
fn line(earlier: &StoredPayment, view: &WorkspaceView<'_>) -> String {
    let row = &earlier.row;
    let day = row.created.map(|at| view.zone.date(at).to_string()).unwrap_or_default();
    let amount = row.received_minor.map_or_else(|| row.amount.clone(), |minor| row.amount.with_minor(minor));
    format!("{day} · {amount} · {}", row.payment_id)
}
