//! What came is put into the database.

use std::collections::BTreeSet;

use crate::place::HubProblem;
use crate::sync::counts::SyncFault;
use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_team::{NewSyncPlace, PutPayments, TeamError};

use super::TeamReading;

impl TeamReading {
    /// Puts what came, with how far the list was read.
    pub(super) async fn put(&mut self) -> Result<(), HubProblem> {
        if self.buffer.is_empty() || !self.state.is_leading() {
            return Ok(());
        }
        let payments = self.buffer.take();
        let place = self.plan.place();
        let place = NewSyncPlace { is_whole: place.list.is_whole, as_of: place.list.as_of, place: place.to_json() };
        self.put_all(&payments, &place).await?;
        self.place = place;
        Ok(())
    }

    async fn put_all(&mut self, payments: &[StoredPayment], place: &NewSyncPlace) -> Result<(), HubProblem> {
        match self.connection.put_payments(self.profile, self.epoch, payments, place).await {
            Ok(put) => Ok(self.was_put(payments, put).await?),
            // One that the database cannot take must not keep the others out.
            Err(TeamError::Other { .. }) if payments.len() > 1 => {
                let (one, other) = payments.split_at(payments.len() / 2);
                // The place holds once all are there.
                let before = self.place.clone();
                Box::pin(self.put_all(one, &before)).await?;
                Box::pin(self.put_all(other, place)).await
            }
            Err(error @ TeamError::Other { .. }) if !payments.is_empty() => {
                tracing::error!(%error, "a payment cannot be stored");
                self.state.metrics.sync.failed(SyncFault::NotStorable);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Of those that a list showed, the ones whose details were known and that changed are read again.
    async fn was_put(&mut self, payments: &[StoredPayment], put: PutPayments) -> Result<(), TeamError> {
        let before = std::mem::replace(&mut self.last_change, put.last_change);
        self.stored = put.total;
        self.state.metrics.sync.changed(put.new + put.changed);
        let listed = payments.iter().filter(|payment| payment.detailed_at.is_none());
        let listed: BTreeSet<&PaymentId> = listed.map(|payment| &payment.row.payment_id).collect();
        if listed.is_empty() {
            return Ok(());
        }
        self.plan.stored_without_details();
        if put.changed > 0 {
            let limit = u32::try_from(put.new + put.changed).unwrap_or(u32::MAX);
            let changed = self.connection.payments_after(self.profile, before, limit).await?.payments;
            let outdated = changed.into_iter().filter(|payment| payment.detailed_at.is_some());
            let outdated = outdated.map(|payment| payment.row.payment_id).filter(|id| listed.contains(id));
            outdated.for_each(|payment_id| self.plan.read_soon(payment_id));
        }
        Ok(())
    }
}
