//! The lists of the core as the shared list code reads them. The lists of records have theirs in
//! [`crate::record_list`].

use super::ListRows;
use paydesk_core::features::disputes::Disputes;
use paydesk_core::features::home::{Home, HomeItem};
use paydesk_core::features::payments::Payments;
use paydesk_core::features::requests::Requests;
use paydesk_core::features::webhooks::list::EventLog;
use paydesk_domain::ResourceKind;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::object_ref::ObjectRef;

impl ListRows for Home {
    type Key = HomeItem;

    fn len(&self) -> usize {
        self.waiting().count()
    }

    fn key(&self, row: usize) -> Option<&HomeItem> {
        self.waiting().nth(row).map(|entry| &entry.item)
    }

    fn position(&self, key: &HomeItem) -> Option<usize> {
        self.waiting().position(|entry| entry.item == *key)
    }

    fn revision(&self) -> u64 {
        self.revision()
    }

    /// It is always the same that is asked for.
    fn questions(&self) -> u64 {
        0
    }
}

impl ListRows for Payments {
    type Key = PaymentId;

    fn len(&self) -> usize {
        self.len()
    }

    fn key(&self, row: usize) -> Option<&PaymentId> {
        self.row(row).map(|row| &row.payment.payment_id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        self.key(row).map(|id| ObjectRef::new(ResourceKind::Payment, id.as_str()))
    }

    fn position(&self, key: &PaymentId) -> Option<usize> {
        self.position(key)
    }

    fn revision(&self) -> u64 {
        self.revision()
    }

    fn questions(&self) -> u64 {
        self.questions()
    }
}

impl ListRows for Disputes {
    type Key = DisputeId;

    fn len(&self) -> usize {
        self.len()
    }

    fn key(&self, row: usize) -> Option<&DisputeId> {
        self.row(row).map(|row| &row.dispute.dispute_id)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        self.key(row).map(|id| ObjectRef::new(ResourceKind::Dispute, id.as_str()))
    }

    fn position(&self, key: &DisputeId) -> Option<usize> {
        self.position(key)
    }

    fn revision(&self) -> u64 {
        self.revision()
    }

    fn questions(&self) -> u64 {
        self.questions()
    }
}

impl ListRows for EventLog {
    type Key = u64;

    fn len(&self) -> usize {
        self.len()
    }

    fn key(&self, row: usize) -> Option<&u64> {
        self.row(row).map(|row| &row.number)
    }

    fn object(&self, row: usize) -> Option<ObjectRef> {
        self.row(row)?.genuine()?.1.reported()
    }

    fn position(&self, key: &u64) -> Option<usize> {
        self.position(*key)
    }

    fn revision(&self) -> u64 {
        self.revision()
    }

    fn questions(&self) -> u64 {
        self.questions()
    }
}

/// The calls that are listed; there are none before the first.
impl ListRows for Requests {
    type Key = u64;

    fn len(&self) -> usize {
        self.log().shown_len()
    }

    fn key(&self, row: usize) -> Option<&u64> {
        self.log().shown(row).map(|call| &call.number)
    }

    fn position(&self, key: &u64) -> Option<usize> {
        self.log().row_of(*key)
    }

    fn revision(&self) -> u64 {
        self.log().revision()
    }

    fn questions(&self) -> u64 {
        self.questions()
    }
}
