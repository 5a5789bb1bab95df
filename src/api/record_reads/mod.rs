//! Reads of refunds, payouts, customers, payment links and API keys: the list of a kind, and one of them by its id.
//!
//! The specification has none of these but the customer by its id. Other services of the same kind have them, each in its
//! own form: [`RECORD_READS`] declares for a kind which endpoints there may be and how the pages of its list follow one
//! another. Whether a service has an endpoint is found out by asking ([`Offering`]); what is done with that is the
//! business of the core.

mod list;
mod offering;
mod retrieve;

use crate::endpoints::ReadEndpoint;
use paydesk_domain::operation::ResourceKind;

pub use list::{ListRecords, RecordPage};
pub use offering::{Offering, offering};
pub use retrieve::RetrieveRecord;

/// How the pages of a list follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paging {
    /// By the number of rows before: `limit` and `offset`.
    Offset,
    /// From a row on, which is the first of the next page: `ending_before` is its id. The newest is the first.
    FromId,
    /// From a time on: `created.lte` is that of the last row. The newest is the first.
    FromTime,
    /// The whole list is one page.
    OnePage,
}

/// What may be read of a kind.
#[derive(Debug)]
pub struct RecordReads {
    pub kind: ResourceKind,
    pub list: ReadEndpoint,
    /// The field of a row that holds its id.
    pub id_field: &'static str,
    pub paging: Paging,
    /// Absent where the specification has it, or no service is known to have it.
    pub retrieve: Option<ReadEndpoint>,
}

/// The kinds that may be read beyond the specification.
pub static RECORD_READS: &[RecordReads] = &[
    RecordReads {
        kind: ResourceKind::Refund,
        list: ReadEndpoint::ListRefunds,
        id_field: "refund_id",
        paging: Paging::Offset,
        retrieve: Some(ReadEndpoint::RetrieveRefund),
    },
    RecordReads {
        kind: ResourceKind::Payout,
        list: ReadEndpoint::ListPayouts,
        id_field: "payout_id",
        paging: Paging::FromId,
        retrieve: Some(ReadEndpoint::RetrievePayout),
    },
    RecordReads {
        kind: ResourceKind::Customer,
        list: ReadEndpoint::ListCustomers,
        id_field: "customer_id",
        paging: Paging::Offset,
        retrieve: None,
    },
    RecordReads {
        kind: ResourceKind::PaymentLink,
        list: ReadEndpoint::ListPaymentLinks,
        id_field: "payment_link_id",
        paging: Paging::FromTime,
        retrieve: None,
    },
    RecordReads {
        kind: ResourceKind::ApiKey,
        list: ReadEndpoint::ListApiKeys,
        id_field: "key_id",
        paging: Paging::OnePage,
        retrieve: None,
    },
];

/// What may be read of a kind; `None` where no service is known to list it.
pub fn reads_of(kind: ResourceKind) -> Option<&'static RecordReads> {
    RECORD_READS.iter().find(|reads| reads.kind == kind)
}
