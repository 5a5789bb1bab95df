//! Who reads the service for the team, how far it has read, and what it puts.
//!
//! One hub reads at a time: each that begins gets a larger epoch, and puts of an earlier epoch are refused. What a put does
//! not say of a payment stays as it was known ([`StoredPayment::on_top_of`]). A payment that changed gets the next number
//! of the profile; one that was only seen again is not written at all, and one whose details were read for the first time
//! without telling anything new is written under the number it has.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::Value as Json;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use paydesk_index::payment_columns::StoredPayment;
use paydesk_index::team_payment_query::storable;

use super::super::connection::{TeamConnection, value};
use super::super::error::TeamError;
use super::super::ids::TeamProfileId;
use super::row::{COLUMNS, NewPaymentRow, payment_of};

/// What begins to read for the team has.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentSync {
    /// Goes with each put.
    pub epoch: i64,
    pub state: TeamPaymentState,
}

/// What the team has of a profile's payments.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TeamPaymentState {
    pub total: u64,
    /// Whether the list was read to its end once.
    pub is_whole: bool,
    /// When it was, as who reads it says.
    pub as_of: Option<DateTime<Utc>>,
    /// The number of the last change.
    pub changed: i64,
    /// What who reads keeps here.
    pub place: Json,
    /// Payments that were created before were removed, and are not taken in; `None` where none ever were.
    pub kept_since: Option<DateTime<Utc>>,
    /// Since the last put, by the clock of the database; `None` where there was none.
    pub synced_ago: Option<Duration>,
}

/// How far the list was read, stored with what was read.
#[derive(Debug, Clone, PartialEq)]
pub struct NewSyncPlace {
    /// Opaque, at most 64 KiB.
    pub place: Json,
    pub is_whole: bool,
    pub as_of: Option<DateTime<Utc>>,
}

/// What a put did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PutPayments {
    /// Payments that were not known.
    pub new: usize,
    /// Payments that were known, and changed.
    pub changed: usize,
    /// How many the team has then.
    pub total: u64,
    /// The number of the last change then.
    pub last_change: i64,
}

const BEGIN: &str = "SELECT paydesk.begin_payments($1)";
const STATE: &str = "SELECT total, is_whole, as_of, changed, place, \
     (extract(epoch FROM clock_timestamp() - synced_at) * 1000)::bigint, kept_since FROM paydesk.payment_sync WHERE profile_id = $1";
const LAST_CHANGE: &str = "SELECT changed FROM paydesk.payment_sync WHERE profile_id = $1";
const PUTS: &str = "SELECT puts FROM paydesk.payment_sync WHERE profile_id = $1";
const PUT: &str = "SELECT total, last_change FROM paydesk.put_payments($1, $2, $3, $4, $5, $6, $7, $8)";

impl TeamConnection {
    /// Begins to read for the team: puts of whoever began before are refused from now on. Needs the role hub.
    pub async fn begin_payment_sync(&self, profile: TeamProfileId) -> Result<PaymentSync, TeamError> {
        let epoch = value(&self.one(BEGIN, &[(&profile.0, Type::UUID)]).await?, 0)?;
        Ok(PaymentSync { epoch, state: self.payment_state(profile).await? })
    }

    /// What the team has.
    pub async fn payment_state(&self, profile: TeamProfileId) -> Result<TeamPaymentState, TeamError> {
        let rows = self.rows(STATE, &[(&profile.0, Type::UUID)]).await?;
        rows.first().map_or_else(|| Ok(TeamPaymentState::default()), state_of)
    }

    /// The number of the last change of a payment; 0 where there is none.
    pub(crate) async fn last_payment_change(&self, profile: TeamProfileId) -> Result<i64, TeamError> {
        let rows = self.rows(LAST_CHANGE, &[(&profile.0, Type::UUID)]).await?;
        rows.first().map_or(Ok(0), |row| value(row, 0))
    }

    /// Puts payments, a few thousand at most, and how far the list was read, all or none. What is said of one payment
    /// later in `payments` counts.
    ///
    /// Refused with [`PaymentsTaken`](crate::TeamRefusal::PaymentsTaken) where another began to read since.
    pub async fn put_payments(
        &self,
        profile: TeamProfileId,
        epoch: i64,
        payments: &[StoredPayment],
        place: &NewSyncPlace,
    ) -> Result<PutPayments, TeamError> {
        loop {
            let (puts, known) = self.known_payments(profile, payments).await?;
            let rows = NewRows::of(payments, known);
            // Another put came between: what is known is read again.
            if let Some(put) = self.put_rows(profile, epoch, puts, &rows, place).await? {
                return Ok(put);
            }
        }
    }

    /// What is known of payments, and at which put.
    async fn known_payments(
        &self,
        profile: TeamProfileId,
        payments: &[StoredPayment],
    ) -> Result<(i64, Vec<StoredPayment>), TeamError> {
        let sql = format!("SELECT {COLUMNS} FROM paydesk.payments_of($1, $2) AS p");
        let ids: Vec<String> = payments.iter().map(|payment| storable(payment.row.payment_id.as_str())).collect();
        let profile = (&profile.0 as _, Type::UUID);
        // The number first: what is put after it is noticed.
        let (puts, ids) = ([profile.clone()], [profile, (&ids as _, Type::TEXT_ARRAY)]);
        let (puts, known) = tokio::try_join!(self.rows(PUTS, &puts), self.rows(&sql, &ids))?;
        let puts = puts.first().map_or(Ok(0), |row| value(row, 0))?;
        Ok((puts, known.iter().map(|row| payment_of(row, 0)).collect::<Result<_, _>>()?))
    }

    async fn put_rows(
        &self,
        profile: TeamProfileId,
        epoch: i64,
        puts: i64,
        rows: &NewRows,
        place: &NewSyncPlace,
    ) -> Result<Option<PutPayments>, TeamError> {
        let json = serde_json::to_value(&rows.rows).map_err(|error| TeamError::Answer(error.to_string()))?;
        let changes = i64::try_from(rows.new + rows.changed).unwrap_or(i64::MAX);
        let values = [
            (&profile.0 as _, Type::UUID),
            (&epoch as _, Type::INT8),
            (&puts as _, Type::INT8),
            (&json as _, Type::JSONB),
            (&changes as _, Type::INT8),
            (&place.place as _, Type::JSONB),
            (&place.is_whole as _, Type::BOOL),
            (&place.as_of as _, Type::TIMESTAMPTZ),
        ];
        let row = self.one(PUT, &values).await?;
        let Some(last_change) = value::<Option<i64>>(&row, 1)? else { return Ok(None) };
        let total = u64::try_from(value::<i64>(&row, 0)?).unwrap_or(0);
        Ok(Some(PutPayments { new: rows.new, changed: rows.changed, total, last_change }))
    }
}

fn state_of(row: &Row) -> Result<TeamPaymentState, TeamError> {
    let milliseconds: Option<i64> = value(row, 5)?;
    Ok(TeamPaymentState {
        total: u64::try_from(value::<i64>(row, 0)?).unwrap_or(0),
        is_whole: value(row, 1)?,
        as_of: value(row, 2)?,
        changed: value(row, 3)?,
        place: value(row, 4)?,
        kept_since: value(row, 6)?,
        synced_ago: milliseconds.map(|ago| Duration::from_millis(u64::try_from(ago).unwrap_or(0))),
    })
}

/// The rows of a put that have to be written.
#[derive(Debug, Default)]
struct NewRows {
    rows: Vec<NewPaymentRow>,
    new: usize,
    changed: usize,
}

impl NewRows {
    fn of(payments: &[StoredPayment], known: Vec<StoredPayment>) -> Self {
        let id = |payment: &StoredPayment| storable(payment.row.payment_id.as_str());
        let known: BTreeMap<String, StoredPayment> = known.into_iter().map(|payment| (id(&payment), payment)).collect();
        let mut merged: BTreeMap<String, StoredPayment> = BTreeMap::new();
        for payment in payments {
            let before = merged.remove(&id(payment)).or_else(|| known.get(&id(payment)).cloned());
            let now = before.map_or_else(|| payment.clone(), |before| payment.clone().on_top_of(before));
            merged.insert(id(payment), now);
        }
        let mut rows = Self::default();
        for (id, payment) in merged {
            rows.add(NewPaymentRow::of(&payment), known.get(&id).map(NewPaymentRow::of));
        }
        rows
    }

    fn add(&mut self, mut row: NewPaymentRow, known: Option<NewPaymentRow>) {
        match known {
            None => self.new += 1,
            Some(known) if row.differs(&known) => self.changed += 1,
            Some(known) if row.detailed.is_some() && known.detailed.is_none() => return self.rows.push(row),
            Some(_) => return,
        }
        row.changed = Some(self.new + self.changed);
        self.rows.push(row);
    }
}
