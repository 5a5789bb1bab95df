//! What is stored on this machine, read without changing anything: a window may be writing it.

use std::path::Path;

use paydesk_core::features::disputes::DraftDocument;
use paydesk_core::features::history::{KnownSoFar, ReadPlace, RelatedKnown, why_incomplete};
use paydesk_core::features::webhooks::StoredEvent;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::Record;
use paydesk_domain::note::Annotation;
use paydesk_domain::profile::ProfileId;
use paydesk_index::note_index::NoteIndex;
use paydesk_index::payment_columns::{KnownPayments, SearchContext};
use paydesk_index::payment_query::PaymentQuery;
use paydesk_store::{DataDirs, history, records, webhook_events};

use super::request::{ExportError, Source};

/// Every payment as far as it is known.
pub struct KnownHistory {
    pub columns: KnownPayments,
    pub place: ReadPlace,
    pub related: RelatedKnown,
    /// Why reading ended before everything was read.
    pub broken_off: Option<String>,
}

impl KnownHistory {
    /// Why a query may find more than what is known.
    pub fn why_incomplete(
        &self,
        query: &PaymentQuery,
        context: &SearchContext<'_>,
        source: &Source<'_>,
        (needs_details, needs_received): (bool, bool),
    ) -> Option<String> {
        let keep_days = source.settings.history(&source.profile_id).keep_days;
        let (columns, place, related) = (&self.columns, &self.place, self.related);
        let known = KnownSoFar { columns, place, keep_days, related, needs_details, needs_received };
        self.broken_off.clone().or_else(|| why_incomplete(known, query, context, source.started))
    }
}

/// What an open window has stored of the payments of a profile.
pub fn payments(source: &Source<'_>) -> Result<KnownHistory, ExportError> {
    let stored = history::read_history(&source.dirs.store_files().history, &source.profile_id);
    let Ok(stored) = stored else {
        let text = "An open window uses the same data and has stored none of this profile's payments. Open \
                    the profile there once, or close the window and export again.";
        return Err(ExportError::NotRead(text.to_owned()));
    };
    let (mut columns, place) = (stored.columns, stored.place);
    columns.count_as(source.units());
    // What the window knows of disputes and refunds is not stored with them.
    let related = RelatedKnown { refunds: false, disputes: false };
    Ok(KnownHistory { columns, place, related, broken_off: None })
}

/// The records of a kind, the newest first.
pub fn records(dirs: &DataDirs, profile_id: &ProfileId, kind: ResourceKind) -> Result<Vec<Record>, ExportError> {
    let all = read(&dirs.store_files().records, records::read_records)?;
    let is_wanted = |record: &Record| record.profile_id == *profile_id && record.kind == kind;
    let mut wanted: Vec<Record> = all.into_iter().filter(is_wanted).collect();
    wanted.sort_by(|one, other| (other.made_at, &other.id).cmp(&(one.made_at, &one.id)));
    Ok(wanted)
}

/// The notes and tags of a profile.
pub fn notes(dirs: &DataDirs, profile_id: &ProfileId) -> Result<NoteIndex, ExportError> {
    let mut index = NoteIndex::default();
    let ours = annotations(dirs)?.into_iter().filter(|annotation| annotation.profile_id() == profile_id);
    ours.for_each(|annotation| index.put(annotation));
    Ok(index)
}

/// The notes and tags of all profiles.
pub fn annotations(dirs: &DataDirs) -> Result<Vec<Annotation>, ExportError> {
    read(&dirs.store_files().notes, records::read_notes)
}

/// What is stored for disputes of all profiles.
pub fn documents(dirs: &DataDirs) -> Result<Vec<DraftDocument>, ExportError> {
    read(&dirs.store_files().documents, records::read_documents)
}

/// All events that were received for a profile, the oldest first.
pub fn events(dirs: &DataDirs, profile_id: &ProfileId) -> Result<Vec<StoredEvent>, ExportError> {
    read(&dirs.store_files().events, |path| webhook_events::read_events(path, profile_id))
}

/// What is in a file; nothing where there is none yet.
fn read<T, E>(path: &Path, read: impl FnOnce(&Path) -> Result<Vec<T>, E>) -> Result<Vec<T>, ExportError> {
    let all = if path.exists() { read(path) } else { Ok(Vec::new()) };
    all.map_err(|_| not_read(&path.display()))
}

fn not_read(path: &dyn std::fmt::Display) -> ExportError {
    ExportError::NotRead(format!(
        "{path} cannot be read. Start Paydesk once: it repairs the file or reports what is wrong."
    ))
}
