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
    /// How often refunds and disputes had changed when this was gathered.
    pub(super) changes: Option<(u64, u64)>,
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
    pub(super) fn replace(
        &mut self,
        known: BTreeMap<PaymentId, KnownOfPayment>,
        changes: (u64, u64),
    ) -> Vec<PaymentId> {
        let before = std::mem::replace(&mut self.known, known);
        self.changes = Some(changes);
        let ids: BTreeSet<&PaymentId> = before.keys().chain(self.known.keys()).collect();
        let changed = ids.into_iter().filter(|id| before.get(*id) != self.known.get(*id));
        changed.cloned().collect()
    }
}
