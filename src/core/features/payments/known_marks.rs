//! What is known of refunds and disputes, by payment.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment_mark::KnownOfPayment;

/// Most payments that are read at once because a part of them was refunded.
pub(super) const READ_AT_ONCE: usize = 20;

/// Refunds and disputes, by their payment.
#[derive(Debug, Default)]
pub struct KnownMarks {
    known: BTreeMap<PaymentId, KnownOfPayment>,
    /// Read once, whatever the answer was.
    pub(super) read: BTreeSet<PaymentId>,
}

impl KnownMarks {
    pub fn of(&self, payment_id: &PaymentId) -> KnownOfPayment {
        self.known.get(payment_id).copied().unwrap_or_default()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&PaymentId, &KnownOfPayment)> {
        self.known.iter()
    }

    /// Takes in what is known now; the payments of which something else is known than before are given back.
    pub(super) fn replace(&mut self, known: &BTreeMap<PaymentId, KnownOfPayment>) -> Vec<PaymentId> {
        let before = std::mem::replace(&mut self.known, known.clone());
        let ids: BTreeSet<&PaymentId> = before.keys().chain(self.known.keys()).collect();
        let changed = ids.into_iter().filter(|id| before.get(*id) != self.known.get(*id));
        changed.cloned().collect()
    }
}
