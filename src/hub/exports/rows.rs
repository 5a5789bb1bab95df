//! Which payments an export has, and which of their columns.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_core::scheduled_exports::{ScheduledExport, ScheduledRows, asks_for_notes, shared_note, shared_view};
use paydesk_domain::shared::{SHARED_NOTES, SHARED_VIEWS, SharedKey};
use paydesk_domain::text::visible;
use paydesk_index::note_index::NoteIndex;
use paydesk_index::payment_columns::{SearchContext, SortOrder};
use paydesk_index::payment_export;
use paydesk_index::payment_query::{PaymentQuery, parse_query};
use paydesk_index::payment_view::PaymentView;
use paydesk_team::{TeamConnection, TeamError, TeamPaymentQuery, TeamProfileId};

/// Notes that are read at a time.
const NOTES_AT_ONCE: u32 = 1_000;

/// What is asked for.
pub struct WantedRows {
    pub query: TeamPaymentQuery,
    /// As it was written.
    pub text: String,
    pub view: Option<PaymentView>,
    /// Numbers of [`payment_export::COLUMNS`].
    pub columns: Vec<usize>,
    pub order: SortOrder,
}

/// What cannot be exported, in words.
pub type NotExported = String;

/// What an export asks for at the time at which it was due: the day of that time is “today”.
pub async fn wanted(
    connection: &Arc<TeamConnection>,
    profile: TeamProfileId,
    export: &ScheduledExport,
    due_at: DateTime<Utc>,
) -> Result<Result<WantedRows, NotExported>, TeamError> {
    let (view, text) = match &export.rows {
        ScheduledRows::Query(text) => (None, text.clone()),
        ScheduledRows::DisputeReport => return Ok(Err("A report has no rows".to_owned())),
        ScheduledRows::View(name) => match find_view(connection, profile, name).await? {
            Some(view) => (Some(view.clone()), view.query),
            None => return Ok(Err(format!("The team has no shared view “{}”", visible(name, 80)))),
        },
    };
    let query = match parse_query(&text) {
        Ok(query) => query,
        Err(error) => return Ok(Err(format!("The query is not valid: {error}"))),
    };
    let notes = notes_for(connection, profile, &query).await?;
    let zone = export.times.zone;
    let day_start = |day| zone.day_start(day);
    let context = SearchContext { today: zone.date(due_at), day_start: &day_start, notes: &notes };
    let columns = payment_export::columns_of(view.as_ref().map_or(&[], |view| &view.columns));
    let order = view.as_ref().map(|view| view.sort).unwrap_or_default();
    Ok(Ok(WantedRows { query: TeamPaymentQuery::new(&query, &context), text, view, columns, order }))
}

async fn find_view(
    connection: &TeamConnection,
    profile: TeamProfileId,
    name: &str,
) -> Result<Option<PaymentView>, TeamError> {
    match connection.record(profile, &SharedKey::new(SHARED_VIEWS, name)).await? {
        Some(record) => {
            Ok(Some(record).filter(|record| !record.is_deleted).and_then(|record| shared_view(record.body)))
        }
        // Nobody changed what every profile begins with.
        None => Ok(PaymentView::first_ones().iter().find(|view| view.name == name).cloned()),
    }
}

/// The notes of the team, where the query asks for them.
async fn notes_for(
    connection: &TeamConnection,
    profile: TeamProfileId,
    query: &PaymentQuery,
) -> Result<NoteIndex, TeamError> {
    let (mut notes, mut after) = (NoteIndex::default(), String::new());
    while asks_for_notes(query) {
        let page = connection.records_of(profile, SHARED_NOTES, &after, NOTES_AT_ONCE).await?;
        let Some(last) = page.last() else { break };
        after.clone_from(&last.key.id);
        page.into_iter().filter_map(|record| shared_note(record.body)).for_each(|note| notes.put(note));
    }
    Ok(notes)
}
