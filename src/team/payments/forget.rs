//! Removes the payments of old months for good. How is described in the migration `V15__forget_payments.sql`.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_postgres::types::Type;

use super::super::connection::{TeamConnection, value};
use super::super::error::TeamError;
use super::super::ids::TeamProfileId;
use super::super::limits::TeamLimits;

/// A month in UTC and how many payments it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentMonth {
    /// When it begins.
    pub month: DateTime<Utc>,
    pub payments: u64,
}

const MONTHS: &str = "SELECT month, sum(payments)::bigint FROM paydesk.payment_count \
     WHERE profile_id = $1 AND month > '-infinity' AND month < $2 GROUP BY month HAVING sum(payments) > 0 ORDER BY month";
const KEEP_SINCE: &str = "SELECT paydesk.keep_payments_since($1, $2)";
const FORGET: &str = "SELECT paydesk.forget_payments($1, $2)";

impl TeamLimits {
    /// For a statement that removes a month of some million payments.
    pub fn of_removal() -> Self {
        Self { statement: Duration::from_secs(3_600), ..Self::default() }
    }
}

impl TeamConnection {
    /// The months before `since` that have payments, the oldest first. Payments without a time are in none.
    pub async fn payment_months_before(
        &self,
        profile: TeamProfileId,
        since: DateTime<Utc>,
    ) -> Result<Vec<PaymentMonth>, TeamError> {
        let rows = self.rows(MONTHS, &[(&profile.0, Type::UUID), (&since, Type::TIMESTAMPTZ)]).await?;
        let month_of = |row| {
            let payments = u64::try_from(value::<i64>(row, 1)?).unwrap_or(0);
            Ok(PaymentMonth { month: value(row, 0)?, payments })
        };
        rows.iter().map(month_of).collect()
    }

    /// From now on payments that were created before the beginning of a month are not taken in. Needs the role admin; it
    /// never goes back.
    pub async fn keep_payments_since(&self, profile: TeamProfileId, since: DateTime<Utc>) -> Result<(), TeamError> {
        self.rows(KEEP_SINCE, &[(&profile.0, Type::UUID), (&since, Type::TIMESTAMPTZ)]).await.map(|_| ())
    }

    /// Removes the payments of a month before that, in one transaction, and says how many there were.
    pub async fn forget_payments(&self, profile: TeamProfileId, month: DateTime<Utc>) -> Result<u64, TeamError> {
        let row = self.one(FORGET, &[(&profile.0, Type::UUID), (&month, Type::TIMESTAMPTZ)]).await?;
        Ok(u64::try_from(value::<i64>(&row, 0)?).unwrap_or(0))
    }
}
