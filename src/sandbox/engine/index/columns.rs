//! A stretch of the columns, for counting.

use paydesk_domain::payment::PaymentStatus;

/// Columns of the payments of some time, in the order of creation.
#[derive(Debug)]
pub struct PaymentColumns<'a> {
    /// Never falls.
    pub created_ms: &'a [i64],
    /// Places within [`PaymentStatus::NAMED`].
    pub status: &'a [u8],
    /// The word of the statuses that have no place there: manual review under another name.
    pub other_status: &'a str,
    /// Codes for `values`.
    pub currency: &'a [u16],
    /// Codes for `values`; 0 where no method was chosen.
    pub method: &'a [u16],
    /// In the lowest unit.
    pub amount: &'a [i64],
    /// The values by their codes; the one at 0 is empty.
    pub values: Vec<&'a str>,
}

impl PaymentColumns<'_> {
    /// How many values [`PaymentColumns::status_of`] has: the named ones, and one for all others.
    pub const STATUSES: usize = PaymentStatus::NAMED.len() + 1;

    /// The status of a place as a number below [`PaymentColumns::STATUSES`].
    pub fn status_of(&self, place: usize) -> usize {
        usize::from(self.status[place]).min(PaymentStatus::NAMED.len())
    }
}
