//! What came and is not in the database yet.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::StoredPayment;

/// Payments that are put at once.
pub const PUT_TOGETHER: usize = 1_000;
/// How long they wait for others at most.
const PUT_AFTER: Duration = Duration::from_millis(200);

/// See the module.
#[derive(Default)]
pub struct Unput {
    payments: BTreeMap<PaymentId, StoredPayment>,
    since: Option<Instant>,
}

impl Unput {
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

    /// The place is another.
    pub fn place_changed(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// Whether it is to be put now.
    pub fn is_due(&self) -> bool {
        self.payments.len() >= PUT_TOGETHER || self.since.is_some_and(|since| since.elapsed() >= PUT_AFTER)
    }

    pub fn is_empty(&self) -> bool {
        self.since.is_none()
    }

    /// All of it.
    pub fn take(&mut self) -> Vec<StoredPayment> {
        self.since = None;
        std::mem::take(&mut self.payments).into_values().collect()
    }
}
