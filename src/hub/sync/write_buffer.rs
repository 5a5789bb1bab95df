//! Payments that were read and are not written to the database yet.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::StoredPayment;

/// Payments that are written in one go.
const BATCH_SIZE: usize = 1_000;
/// How long a payment waits for others at most.
const MAX_WAIT: Duration = Duration::from_millis(200);

/// Collects them, and says when they are due.
#[derive(Default)]
pub struct WriteBuffer {
    payments: BTreeMap<PaymentId, StoredPayment>,
    since: Option<Instant>,
}

impl WriteBuffer {
    /// A payment came; what an earlier answer said of it is below it.
    pub fn add(&mut self, payment: StoredPayment) {
        self.since.get_or_insert_with(Instant::now);
        let payment_id = payment.row.payment_id.clone();
        let payment = match self.payments.remove(&payment_id) {
            Some(known) => payment.on_top_of(known),
            None => payment,
        };
        self.payments.insert(payment_id, payment);
    }

    /// How far was read has changed, which is written too.
    pub fn place_changed(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Whether they are to be written now.
    pub fn is_due(&self) -> bool {
        self.payments.len() >= BATCH_SIZE || self.since.is_some_and(|since| since.elapsed() >= MAX_WAIT)
    }

    pub fn is_empty(&self) -> bool {
        self.since.is_none()
    }

    /// Takes them all out.
    pub fn take(&mut self) -> Vec<StoredPayment> {
        self.since = None;
        std::mem::take(&mut self.payments).into_values().collect()
    }
}
