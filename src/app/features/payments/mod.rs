//! The payments: the list with its filters and pages, and the one that is open.
//!
//! [`filter`] says which, [`rows`] prepares and orders them, [`list`] loads pages, [`detail`] reads one, [`create`] makes
//! one, [`disputed`] tells of disputes, [`unconfirmed`] leads on from one that was not
//! confirmed.

pub mod create;
pub mod detail;
pub mod disputed;
pub mod filter;
mod form;
mod from_webhook;
pub mod list;
mod loaded;
pub mod rows;
pub mod unconfirmed;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use crate::api::calls::payments::PaymentListFilter;
use crate::api::error::{CallError, DecodeError};
use crate::app::read::RequestId;
use crate::app::remote::Remote;
use crate::domain::document::UnreadableRows;
use crate::domain::ids::PaymentId;
use crate::domain::payment::Payment;

use loaded::LoadedPayments;

pub use disputed::{Disputed, DisputesKnown};
pub use filter::{CreatedRange, PaymentsFilter};
pub use rows::{PaymentSort, PaymentSortColumn, PaymentTableRow};
pub use unconfirmed::ClientSecrets;

/// What is known of the pages of the list.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Pages {
    #[default]
    NotAsked,
    Loading,
    Idle,
    Failed(CallError),
}

impl Pages {
    /// Whether a list without rows would be taken for one that was read, or is being read.
    pub(in crate::app) fn says_none(&self) -> bool {
        match self {
            Self::NotAsked | Self::Idle => true,
            Self::Loading | Self::Failed(_) => false,
        }
    }
}

/// See the module.
#[derive(Debug, Default)]
pub struct Payments {
    pub filter: PaymentsFilter,
    pub sort: PaymentSort,
    pub pages: Pages,
    /// How many payments match at the service, where it says so.
    pub total_count: Option<u64>,
    /// Whether the last page is here.
    pub complete: bool,
    /// All pages are wanted, one after the other.
    pub load_all: bool,
    /// When the first page was read.
    pub read_at: Option<DateTime<Utc>>,
    /// Rows of the service that could not be read.
    pub unreadable: Option<UnreadableRows>,
    /// How many fields of the rows loaded could not be read, and the first of them.
    pub incomplete: Option<(usize, DecodeError)>,
    /// How many authorizations wait for capture, where the service said so.
    pub to_capture: Option<u64>,
    /// How many payments there are in all, where the service said so.
    pub total: Option<u64>,
    /// The payment whose detail is open.
    pub open: Option<PaymentId>,
    rows: LoadedPayments,
    /// Told by events and not listed yet, the oldest first.
    new_rows: LoadedPayments,
    /// They are being listed, some in each frame.
    listing_new: bool,
    /// Indices into `rows`, picked and ordered.
    view: Vec<u32>,
    /// Counts how often rows came, went or moved.
    revision: u64,
    /// Counts how often others were asked for.
    questions: u64,
    /// The filter as sent with every page of this load.
    asked: PaymentListFilter,
    /// Rows of the service passed over so far, readable or not: where the next page begins.
    next_offset: u32,
    page_request_id: Option<RequestId>,
    count_request_id: Option<RequestId>,
    details: BTreeMap<PaymentId, Detail>,
    detail_clock: u64,
    disputed: Disputed,
    client_secrets: ClientSecrets,
}

#[derive(Debug, Default)]
struct Detail {
    remote: Remote<Payment>,
    /// The newest read under way.
    request_id: Option<RequestId>,
    /// The newest read that was answered; an older one that arrives later is stale.
    answered: Option<RequestId>,
    /// When the newest value was learnt, by a read or from the answer of an operation.
    learnt_at: Option<DateTime<Utc>>,
    /// When what is shown was read, which a newer read that fails or is given up does not change.
    read_at: Option<DateTime<Utc>>,
    /// An event told of it since it was read.
    told: bool,
    /// For forgetting the one that was not used for longest.
    used: u64,
}

impl Payments {
    /// How many rows are shown.
    pub fn len(&self) -> usize {
        self.view.len()
    }

    pub fn is_empty(&self) -> bool {
        self.view.is_empty()
    }

    /// How many rows are loaded, shown or not.
    pub fn loaded(&self) -> usize {
        self.rows.len()
    }

    /// Another number whenever rows came, went or moved.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number whenever other rows are asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    /// The row at `index` of what is shown.
    pub fn row(&self, index: usize) -> Option<&PaymentTableRow> {
        self.view.get(index).and_then(|row| self.rows.get(*row as usize))
    }

    /// All rows that are loaded, shown or not.
    pub fn all(&self) -> impl Iterator<Item = &PaymentTableRow> {
        self.rows.iter()
    }

    /// The filter that these rows were asked for with.
    pub fn asked(&self) -> &PaymentListFilter {
        &self.asked
    }

    /// Whether it is listed, or was read.
    pub fn knows(&self, payment_id: &PaymentId) -> bool {
        self.rows.contains(payment_id) || self.detail(payment_id).is_some_and(|detail| detail.value().is_some())
    }

    /// Where a payment stands in what is shown.
    pub fn position(&self, payment_id: &PaymentId) -> Option<usize> {
        let row = self.rows.place(payment_id)?;
        // In the service's order, unpicked, a row stands where it was loaded: found without a search.
        if self.view.get(row).is_some_and(|shown| *shown as usize == row) {
            return Some(row);
        }
        self.view.iter().position(|shown| *shown as usize == row)
    }

    /// What is known of one payment's detail.
    pub fn detail(&self, payment_id: &PaymentId) -> Option<&Remote<Payment>> {
        self.details.get(payment_id).map(|detail| &detail.remote)
    }

    /// Whether an event told of the open payment since it was read.
    fn open_was_reported(&self) -> bool {
        self.open.as_ref().and_then(|id| self.details.get(id)).is_some_and(|detail| detail.told)
    }

    /// The open payment's id with what is known of it.
    pub fn open_detail(&self) -> Option<(&PaymentId, &Remote<Payment>)> {
        let id = self.open.as_ref()?;
        self.detail(id).map(|detail| (id, detail))
    }
}
