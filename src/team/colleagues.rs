//! The journals of colleagues, in the order in which the team received their entries.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::Type;
use uuid::Uuid;

use paydesk_domain::journal_copy::{ColleagueEntry, CopyPage, CopyPlace};

use super::connection::{TeamConnection, Value, value};
use super::error::TeamError;
use super::ids::{DeskId, TeamProfileId};

const COLUMNS: &str = "received_at, desk_id, number, user_name, entry";

fn page_sql(condition: &str, order: &str) -> String {
    format!(
        "SELECT {COLUMNS} FROM paydesk.journal_entry WHERE profile_id = $1 AND desk_id <> $2 {condition} \
         ORDER BY received_at {order}, desk_id {order}, number {order} LIMIT $3"
    )
}

impl TeamConnection {
    /// At most so many entries of all desks but `own`.
    pub async fn colleagues_journal(
        &self,
        profile: TeamProfileId,
        own: DeskId,
        page: &CopyPage,
        limit: i64,
    ) -> Result<Vec<ColleagueEntry>, TeamError> {
        let (place, condition, order) = match page {
            CopyPage::Before(None) => (None, "", "DESC"),
            CopyPage::Before(Some(place)) => (Some(place), "AND (received_at, desk_id, number) < ($4, $5, $6)", "DESC"),
            CopyPage::After(place) => (Some(place), "AND (received_at, desk_id, number) > ($4, $5, $6)", "ASC"),
        };
        let desk = place.map(|place| Uuid::parse_str(&place.desk_id).unwrap_or_default());
        let mut values: Vec<Value<'_>> = vec![(&profile.0, Type::UUID), (&own.0, Type::UUID), (&limit, Type::INT8)];
        if let (Some(place), Some(desk)) = (place, &desk) {
            values.extend([
                (&place.received_at as _, Type::TIMESTAMPTZ),
                (desk as _, Type::UUID),
                (&place.number as _, Type::INT8),
            ]);
        }
        self.rows(&page_sql(condition, order), &values).await?.iter().map(entry_of).collect()
    }
}

fn entry_of(row: &Row) -> Result<ColleagueEntry, TeamError> {
    let desk_id = value::<Uuid>(row, 1)?.to_string();
    let place = CopyPlace { received_at: value::<DateTime<Utc>>(row, 0)?, desk_id, number: value(row, 2)? };
    Ok(ColleagueEntry { place, person: value(row, 3)?, copied: value(row, 4)? })
}
