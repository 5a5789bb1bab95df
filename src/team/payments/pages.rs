//! Payments by age, by the number of their last change, and those whose details are missing.

use std::pin::pin;

use tokio_postgres::binary_copy::BinaryCopyOutStream;
use tokio_postgres::types::Type;

use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::StoredPayment;

use super::super::connection::{TeamConnection, value};
use super::super::error::TeamError;
use super::super::ids::TeamProfileId;
use super::PaymentKey;
use super::row::{COLUMNS, TYPES, payment_of};

/// Payments of one copy: far below the time that a statement may take.
const COPIED_AT_ONCE: u64 = 50_000;

/// Payments in the order in which they changed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaymentsAfter {
    pub payments: Vec<StoredPayment>,
    /// Ask for what changed after this one next.
    pub changed: i64,
    /// Whether there may be more already.
    pub is_more: bool,
}

const WITHOUT_DETAILS: &str = "SELECT payment_id FROM paydesk.payment WHERE profile_id = $1 AND detailed IS NULL \
     ORDER BY created DESC, payment_id DESC LIMIT $2";

impl TeamConnection {
    /// The payments that changed after a number, at most `limit`, each as it is now.
    pub async fn payments_after(
        &self,
        profile: TeamProfileId,
        changed: i64,
        limit: u32,
    ) -> Result<PaymentsAfter, TeamError> {
        let sql = format!(
            "SELECT p.changed, {COLUMNS} FROM paydesk.payment AS p WHERE p.profile_id = $1 AND p.changed > $2 \
             ORDER BY p.changed LIMIT $3"
        );
        let most = i64::from(limit);
        let values = [(&profile.0 as _, Type::UUID), (&changed as _, Type::INT8), (&most as _, Type::INT8)];
        // The last number first: the payments of all numbers up to it are read.
        let (last, rows) = tokio::try_join!(self.last_payment_change(profile), self.rows(&sql, &values))?;
        let payments = rows.iter().map(|row| payment_of(row, 1)).collect::<Result<Vec<_>, _>>()?;
        let is_more = payments.len() >= limit as usize;
        let changed = rows.last().map_or(Ok(changed), |row| value(row, 0))?;
        // The payment of the last number may have been removed.
        let changed = if is_more { changed } else { changed.max(last) };
        Ok(PaymentsAfter { is_more, payments, changed })
    }

    /// The newest payments whose details were never read.
    pub async fn payments_without_details(
        &self,
        profile: TeamProfileId,
        limit: u32,
    ) -> Result<Vec<PaymentId>, TeamError> {
        let limit = i64::from(limit);
        let rows = self.rows(WITHOUT_DETAILS, &[(&profile.0, Type::UUID), (&limit, Type::INT8)]).await?;
        rows.iter().map(|row| Ok(PaymentId::new(value::<String>(row, 0)?))).collect()
    }

    /// Hands the newest payments before `before` to `take`, the newest first, at most `count`, by binary COPY.
    ///
    /// They are read in parts: what changes meanwhile may be of an earlier or a later state. Who reads the number of the
    /// last change before, and asks for what came after it then, misses nothing.
    pub async fn copy_payments(
        &self,
        profile: TeamProfileId,
        before: Option<&PaymentKey>,
        count: u64,
        mut take: impl FnMut(StoredPayment),
    ) -> Result<(), TeamError> {
        let (mut before, mut left) = (before.cloned(), count);
        while left > 0 {
            let part = left.min(COPIED_AT_ONCE);
            let mut copied = 0;
            let mut last = None;
            self.copy_part(&copy_sql(profile, before.as_ref(), part), |payment| {
                (copied, last) = (copied + 1, Some(PaymentKey::of(&payment)));
                take(payment);
            })
            .await?;
            if copied < part {
                return Ok(());
            }
            (before, left) = (last, left - part);
        }
        Ok(())
    }

    async fn copy_part(&self, sql: &str, mut take: impl FnMut(StoredPayment)) -> Result<(), TeamError> {
        let stream = self.copied(sql).await?;
        let mut rows = pin!(BinaryCopyOutStream::new(stream, &TYPES));
        while let Some(row) = self.next_copied(rows.as_mut()).await? {
            take(payment_of(&row, 0)?);
        }
        Ok(())
    }
}

/// The condition that a payment is older than one.
pub(super) fn is_before(created: &str, id: &str) -> String {
    // The first part alone says which months are read.
    format!("p.created <= {created} AND (p.created, p.payment_id) < ({created}, {id})")
}

/// COPY takes no values: they are in its text.
fn copy_sql(profile: TeamProfileId, before: Option<&PaymentKey>, count: u64) -> String {
    let older = before.map(|key| {
        let created = key.created.map_or("-infinity".to_owned(), |created| created.to_rfc3339());
        let id = key.payment_id.as_str().replace('\'', "''");
        format!(" AND {}", is_before(&format!("'{created}'"), &format!("'{id}'")))
    });
    format!(
        "COPY (SELECT {COLUMNS} FROM paydesk.payment AS p WHERE p.profile_id = '{profile}'{} \
         ORDER BY p.created DESC, p.payment_id DESC LIMIT {count}) TO STDOUT (FORMAT binary)",
        older.unwrap_or_default()
    )
}
