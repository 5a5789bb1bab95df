//! What an export has: rows as they were when it was asked for, turned into cells by who writes them.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::features::operation_log::LoggedOperation;
use crate::features::webhooks::{RefusedDelivery, StoredEvent};
use crate::records::CachedRecord;
use paydesk_domain::dispute::HandledDispute;
use paydesk_domain::export::{ExportKind, ExportRow};
use paydesk_domain::payment::PaymentRow;
use paydesk_index::payment_columns::{SharedColumns, SortInput, SortOrder, StoredPayment};
use paydesk_index::payment_export;

use super::tables;

/// Rows of one kind, in the order in which they are written.
#[derive(Debug, Clone, PartialEq)]
pub enum ExportRows {
    /// Payments, and which of their columns.
    Payments(PaymentRows, Vec<usize>),
    Records(ExportKind, Vec<Arc<CachedRecord>>),
    Disputes(Vec<HandledDispute>),
    Events(Vec<ListedEvent>),
    Operations(Vec<LoggedOperation>),
}

/// Where payments come from.
#[derive(Debug, Clone, PartialEq)]
pub enum PaymentRows {
    /// All that are known.
    All(SortInput, SortOrder),
    /// Some of those that are known, by their numbers.
    Found(SharedColumns, Vec<u32>),
    /// As a list of the service has them, with what else is known of them.
    Listed(ListedPayments),
}

/// Payments of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedPayments {
    pub known: SharedColumns,
    /// Each with its number among those that are known.
    pub rows: Vec<(PaymentRow, Option<u32>)>,
    pub read_at: DateTime<Utc>,
}

/// A delivery of the list, without its content.
#[derive(Debug, Clone, PartialEq)]
pub enum ListedEvent {
    Genuine(Box<StoredEvent>),
    Refused(Box<RefusedDelivery>),
}

type CellRows<'a> = Box<dyn Iterator<Item = ExportRow<'a>> + 'a>;

impl ExportRows {
    pub fn kind(&self) -> ExportKind {
        match self {
            Self::Payments(..) => ExportKind::Payments,
            Self::Records(kind, _) => *kind,
            Self::Disputes(_) => ExportKind::Disputes,
            Self::Events(_) => ExportKind::Events,
            Self::Operations(_) => ExportKind::Operations,
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Payments(PaymentRows::All(columns, _), _) => columns.len(),
            Self::Payments(PaymentRows::Found(_, rows), _) => rows.len(),
            Self::Payments(PaymentRows::Listed(listed), _) => listed.rows.len(),
            Self::Records(_, records) => records.len(),
            Self::Disputes(disputes) => disputes.len(),
            Self::Events(events) => events.len(),
            Self::Operations(operations) => operations.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The titles of the columns.
    pub fn columns(&self) -> Vec<&'static str> {
        let all = tables::columns(self.kind());
        match self {
            Self::Payments(_, cells) => cells.iter().filter_map(|number| all.get(*number).copied()).collect(),
            Self::Records(..) | Self::Disputes(_) | Self::Events(_) | Self::Operations(_) => all.to_vec(),
        }
    }

    /// The rows as cells, as they are at `now`.
    pub fn rows(&self, now: DateTime<Utc>) -> CellRows<'_> {
        match self {
            Self::Payments(rows, cells) => {
                Box::new(rows.payments().map(move |payment| payment_export::pick(payment_export::row(payment), cells)))
            }
            Self::Records(kind, records) => {
                Box::new(records.iter().map(move |known| tables::record_row(*kind, known, now).row))
            }
            Self::Disputes(disputes) => Box::new(disputes.iter().map(|dispute| tables::dispute_row(dispute).row)),
            Self::Events(events) => Box::new(events.iter().map(|event| match event {
                ListedEvent::Genuine(stored) => tables::event_row(stored).row,
                ListedEvent::Refused(refused) => tables::refused_row(refused).row,
            })),
            Self::Operations(operations) => Box::new(operations.iter().map(tables::operation_row)),
        }
    }
}

impl PaymentRows {
    /// The payments in their order.
    pub fn payments(&self) -> Box<dyn Iterator<Item = StoredPayment> + '_> {
        match self {
            Self::All(columns, order) => {
                let rows = columns.rows(*order);
                Box::new(rows.into_iter().filter_map(|row| columns.columns().payment(row)))
            }
            Self::Found(columns, rows) => Box::new(rows.iter().filter_map(|row| columns.payment(*row))),
            Self::Listed(listed) => Box::new(listed.rows.iter().map(|(row, number)| listed.payment(row, *number))),
        }
    }
}

impl ListedPayments {
    /// The row of the list is the newer one; the texts and digits that it lacks are those that are known.
    fn payment(&self, row: &PaymentRow, number: Option<u32>) -> StoredPayment {
        match number.and_then(|number| self.known.payment(number)) {
            Some(known) => known.with_listed(row.clone(), self.read_at),
            None => StoredPayment::listed(row.clone(), self.read_at),
        }
    }
}
