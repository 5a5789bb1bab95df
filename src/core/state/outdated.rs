//! What a read brings is compared with what is known: a copy that a cache answers with never replaces what is newer.
//!
//! Newer is what the service itself dated later, or a status that comes later in the life of the object. What only an
//! event said holds until a person reads it again.

use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::freshness::{Freshness, NotFresh};
use paydesk_api::rate_limit::Priority;
use paydesk_api::resources::disputes::wire::DisputePage;
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_api::resources::payments::wire::PaymentPage;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::payment::{Payment, PaymentRow};

use crate::features::payments::{is_older, is_row_behind};
use crate::read::{Read, RequestId};
use crate::remote::Remote;
use crate::state::State;
use crate::state::answers::{AnsweredFor, ReadStanding};

/// Most payments of one page that are read by themselves because their rows are outdated.
const READ_SINGLY_MAX: usize = 20;

impl State {
    /// Whether an answer outranks what events said: a person asked for it, and it was made since.
    pub(crate) fn outranks_events(&self, request_id: RequestId, made: Freshness) -> bool {
        made.is_ok() && self.workspace.reads.was_asked_by_person(request_id)
    }

    /// What a record that was read outranks.
    pub(crate) fn standing(&self, answered: &AnsweredFor) -> ReadStanding {
        let AnsweredFor { request_id, time, .. } = *answered;
        ReadStanding { outranks_events: self.outranks_events(request_id, time.made), read_after: time.after() }
    }

    /// The page with what is known in the place of rows that look older, and which these are: nothing was read of them. They
    /// are read by themselves, for the service may have taken a status back or raised an amount.
    pub(crate) fn without_outdated_rows(
        &mut self,
        mut page: PaymentPage,
        made: Freshness,
    ) -> (PaymentPage, Vec<PaymentId>) {
        let mut outdated: Vec<PaymentId> = Vec::new();
        for row in &mut page.rows {
            let whole = page.whole.iter().find(|whole| whole.payment_id == row.payment_id);
            let newer = self.newer_row(row, whole);
            let operations = &self.workspace.operations;
            if newer.is_some() || operations.is_undone_in(row, self.now) || operations.was_seen_otherwise(row) {
                outdated.push(row.payment_id.clone());
            }
            if let Some(newer) = newer {
                *row = newer;
            }
        }
        page.whole.retain(|whole| !outdated.contains(&whole.payment_id));
        if !outdated.is_empty() || made == Err(NotFresh::FromMemory) {
            page.total_count = None;
        }
        self.workspace.payments.note_outdated(&page.rows, &outdated);
        if self.view().can_read() {
            for payment_id in outdated.iter().take(READ_SINGLY_MAX) {
                let read = Read::Payment(RetrievePayment { payment_id: payment_id.clone() });
                self.workspace.reads.ask(ReadOwner::Everyone, read, Priority::Ordinary, self.now);
            }
        }
        (page, outdated)
    }

    /// What is known of a payment where that is newer than a row of a list. `whole` is all that the list says of it.
    fn newer_row(&self, row: &PaymentRow, whole: Option<&Payment>) -> Option<PaymentRow> {
        let workspace = &self.workspace;
        let detail = workspace.payments.detail(&row.payment_id).and_then(Remote::value);
        if let (Some(whole), Some(known)) = (whole, detail)
            && whole.modified_at > known.modified_at
        {
            return None;
        }
        let is_behind = |known: &PaymentRow| is_row_behind(row, known);
        let detailed = detail.filter(|known| match whole {
            Some(whole) => is_older(whole, known),
            None => is_behind(&PaymentRow::from(*known)),
        });
        let listed = || workspace.payments.listed(&row.payment_id).map(|known| known.payment.clone());
        let columns = workspace.history.columns();
        let stored = || columns.find(&row.payment_id).and_then(|place| columns.payment(place)).map(|known| known.row);
        let newest = detailed.map(PaymentRow::from);
        newest.or_else(|| listed().filter(is_behind)).or_else(|| stored().filter(is_behind))
    }

    /// Whether a read comes out of a memory whatever its date says: it shows a payment as it was before what was just done
    /// to it, or with less than was received.
    pub(crate) fn is_from_before(&self, read: &Payment) -> bool {
        let is_undone = self.workspace.operations.is_undone_in(&PaymentRow::from(read), self.now);
        is_undone || self.has_received_more(read)
    }

    /// Whether more of a payment is known to have been received than a read shows, although the service did not change it
    /// since. Nothing takes that back.
    fn has_received_more(&self, read: &Payment) -> bool {
        let columns = self.workspace.history.columns();
        let known = columns.find(&read.payment_id).and_then(|place| columns.payment(place));
        known.is_some_and(|known| {
            let received_minor = read.amount_received.as_ref().map_or(0, |received| received.minor);
            known.row.received_minor > Some(received_minor) && read.modified_at <= known.seen_at
        })
    }

    /// A payment that was read, unless it is older than what is known.
    pub(crate) fn unless_outdated(
        &mut self,
        read: Result<Payment, CallError>,
        made: Freshness,
    ) -> Result<Payment, CallError> {
        let payment = read?;
        let payments = &self.workspace.payments;
        let is_older = payments.is_outdated(&payment, made, self.now)
            || self.is_from_before(&payment)
            || self.workspace.operations.was_seen_otherwise(&PaymentRow::from(&payment))
            || made.is_err() && self.newer_row(&PaymentRow::from(&payment), Some(&payment)).is_some();
        let (row, id) = (PaymentRow::from(&payment), payment.payment_id.clone());
        self.workspace.payments.note_outdated(&[row], if is_older { std::slice::from_ref(&id) } else { &[] });
        if is_older { Err(CallError::Outdated) } else { Ok(payment) }
    }

    /// A list of disputes with what is known in the place of rows that are older.
    pub(crate) fn without_outdated_disputes(
        &mut self,
        answered: &AnsweredFor,
        result: Result<DisputePage, CallError>,
    ) -> Result<DisputePage, CallError> {
        let made = answered.time.made;
        let outranks_events = self.outranks_events(answered.request_id, made);
        let mut page = result?;
        let disputes = &mut self.workspace.disputes;
        for dispute in &mut page.rows {
            let newer = disputes.newer_than(dispute, outranks_events, made).cloned();
            disputes.note_outdated(&dispute.dispute_id, newer.is_some());
            if let Some(newer) = newer {
                *dispute = newer;
            }
        }
        Ok(page)
    }
}
