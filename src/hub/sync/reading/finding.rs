//! What the database says is to be read: payments that stored events name, those without details, and those in a status
//! that changes.

use chrono::{DateTime, NaiveDate};
use tokio::time::Instant;

use crate::place::HubProblem;
use crate::sync::named::NamedPayment;
use paydesk_core::payment_reading::CHANGING_MAX;
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::SearchContext;
use paydesk_index::payment_query::{PaymentQuery, QueryTerm};
use paydesk_team::{TeamError, TeamPaymentQuery};

use super::{TURN, TeamReading};

/// Events are looked at where so many payments can be read before all others.
const EVENTS_AT_ONCE: usize = 100;

impl TeamReading {
    /// Looks which payments the events name that hubs stored.
    pub(super) async fn follow_events(&mut self) -> Result<(), TeamError> {
        while self.events_at <= Instant::now() && self.plan.has_room_for(EVENTS_AT_ONCE) {
            let page = self.connection.events_after(self.profile, self.plan.events_upto()).await?;
            let is_last = page.events.len() < EVENTS_AT_ONCE;
            let named = page.events.iter().filter_map(NamedPayment::in_event).collect();
            if !page.events.is_empty() {
                self.buffer.place_changed();
            }
            self.plan.events_came(named, page.upto);
            if is_last {
                self.events_at = Instant::now() + TURN;
            }
        }
        Ok(())
    }

    /// Looks for payments without details, and for those in a status that changes.
    pub(super) async fn find_in_database(&mut self) -> Result<(), HubProblem> {
        if let Some(wanted) = self.plan.details_wanted() {
            self.put().await?;
            let limit = u32::try_from(wanted).unwrap_or(u32::MAX);
            let found = self.connection.payments_without_details(self.profile, limit).await?;
            self.plan.details_found(found, wanted);
        }
        if self.plan.take_wants_changing() {
            self.put().await?;
            self.find_changing().await?;
        }
        Ok(())
    }

    /// The newest payments in a status that changes, and that no list need show again, are read one by one.
    async fn find_changing(&mut self) -> Result<(), TeamError> {
        let context = SearchContext { today: NaiveDate::default(), day_start: &|_| DateTime::default(), notes: &() };
        let query = TeamPaymentQuery::new(&not_final(), &context);
        let (mut before, mut found) = (None, 0);
        while found < CHANGING_MAX && self.state.is_leading() {
            let limit = u32::try_from(CHANGING_MAX - found).unwrap_or(u32::MAX);
            let page = self.connection.search_payments(self.profile, &query, before.as_ref(), limit).await?;
            found += page.payments.len();
            // A status that is searched for also finds what was captured in part.
            let changing = page.payments.into_iter().filter(|payment| !payment.row.status.is_final());
            changing.for_each(|payment| self.plan.read_soon(payment.row.payment_id));
            match page.next {
                Some(next) => before = Some(next),
                None => return Ok(()),
            }
        }
        Ok(())
    }
}

/// Finds payments of which something is still expected to change.
fn not_final() -> PaymentQuery {
    let known = PaymentStatus::NAMED.iter().chain(PaymentStatus::ALSO);
    let statuses = known.filter(|status| !status.is_final()).cloned().collect();
    PaymentQuery { conditions: vec![QueryTerm::Status(statuses).into()] }
}
