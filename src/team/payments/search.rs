//! Pages of what a query finds, the newest first.
//!
//! A page takes a bounded time, whatever is searched for: it ends before it is full where looking takes longer than
//! [`TIME_OF_A_PAGE`], and the next page goes on where it ended. How it looks is in the function `search_payments`.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_postgres::types::Type;

use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::StoredPayment;

use super::super::connection::{TEXT, TeamConnection, value};
use super::super::error::TeamError;
use super::super::ids::TeamProfileId;
use super::row::{COLUMNS, payment_of};
use super::{PaymentKey, TeamPaymentQuery};

/// After so long a page ends with what was found; the step that is under way then is finished.
pub const TIME_OF_A_PAGE: Duration = Duration::from_millis(50);

/// A page of what a query finds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaymentsFound {
    /// The newest first. There may be fewer than were asked for, or none, although there are more.
    pub payments: Vec<StoredPayment>,
    /// Ask for what is older than this next; `None` where all was looked at. It need not be a payment.
    pub next: Option<PaymentKey>,
}

impl TeamConnection {
    /// The newest payments before `before` that a query finds, at most `limit`, the newest first.
    pub async fn search_payments(
        &self,
        profile: TeamProfileId,
        query: &TeamPaymentQuery,
        before: Option<&PaymentKey>,
        limit: u32,
    ) -> Result<PaymentsFound, TeamError> {
        let sql = format!(
            "SELECT f.at_id, nullif(f.at_created, '-infinity'), {COLUMNS} \
             FROM paydesk.search_payments($1, $2, $3, $4, $5, $6) AS f CROSS JOIN LATERAL (SELECT (f.found).*) AS p"
        );
        let json = serde_json::to_value(query).map_err(|error| TeamError::Answer(error.to_string()))?;
        let created = before.and_then(|key| key.created);
        let id = before.map(|key| key.payment_id.as_str());
        let (most, milliseconds) = (i64::from(limit), i64::try_from(TIME_OF_A_PAGE.as_millis()).unwrap_or(i64::MAX));
        let values = [
            (&profile.0 as _, Type::UUID),
            (&json as _, Type::JSONB),
            (&created as _, Type::TIMESTAMPTZ),
            (&id as _, TEXT),
            (&most as _, Type::INT8),
            (&milliseconds as _, Type::INT8),
        ];
        let mut found = PaymentsFound::default();
        for row in self.rows(&sql, &values).await? {
            match value::<Option<String>>(&row, 0)? {
                None => found.payments.push(payment_of(&row, 2)?),
                Some(id) => {
                    let created: Option<DateTime<Utc>> = value(&row, 1)?;
                    found.next = Some(PaymentKey { created, payment_id: PaymentId::new(id) });
                }
            }
        }
        if found.payments.len() >= limit as usize {
            found.next = found.payments.last().map(PaymentKey::of);
        }
        Ok(found)
    }
}
