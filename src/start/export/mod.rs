//! `paydesk export`: a table of everything of one kind, as a file, without a window.
//!
//! Payments and disputes are read from the service of the profile, as the window reads them: the core runs without a
//! window until everything is known ([`headless`]). While a window is open on the same data, payments come from what it
//! stores. Refunds, payouts, customers and payment links are those that are stored on this machine ([`stored`]), and those
//! that the service lists, where it does. What it cannot list comes from this machine alone.

mod filter;
mod headless;
mod report;
mod request;
mod stored;
mod view;

use std::fmt::Write as _;
use std::process::ExitCode;

use chrono::{DateTime, Utc};

use super::organisation::Organisation;
use super::output::{print_error, print_line};
use crate::machine;
use paydesk_api::record_reads::reads_of;
use paydesk_core::features::table_exports::{self, ExportRows, PaymentRows, text::EMBEDDED};
use paydesk_core::features::webhooks::StoredEvent;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::records::CachedRecord;
use paydesk_core::settings::Settings;
use paydesk_domain::dispute::HandledDispute;
use paydesk_domain::export::{ExportManifest, ExportRow, dates_unreadable};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{ColumnOrder, SearchContext, search};
use paydesk_index::payment_export;
use paydesk_index::payment_query::{PaymentQuery, QueryCondition, QueryError, QueryKey, corrected, parse_query};
use paydesk_index::payment_view::PaymentView;
use paydesk_store::table_file::{self, TableProgress};
use paydesk_store::{DataDirs, DataDirsError, settings};

pub use paydesk_domain::export::ExportKind;
pub use report::{ReportRequest, run as report};
pub use request::{ExportError, ExportRequest, ProfileRequest};

use request::Source;
use stored::KnownHistory;

/// What there is to export, and how far it is all there is.
struct FoundTable {
    content: FoundContent,
    as_of: Option<DateTime<Utc>>,
    /// Why there may be more.
    incomplete: Option<String>,
}

enum FoundContent {
    /// What the query found already.
    Payments(ExportRows),
    Records(ExportKind, Vec<CachedRecord>),
    Disputes(Vec<HandledDispute>),
    Events(Vec<StoredEvent>),
}

/// Exports, prints one line of JSON, and ends with 0, or with 3 where the table need not be complete.
pub fn run(request: &ExportRequest) -> Result<ExitCode, ExportError> {
    let (query, style) = (read_query(request)?, request.style()?);
    let dirs = DataDirs::resolve(request.profile.data_dir.as_deref())?;
    let source = Source::find(&request.profile, &dirs)?;
    let view = view::find(request, &source.settings, &source.profile_id)?;
    let FoundTable { content, as_of, incomplete } = match request.kind {
        ExportKind::Payments => source.payments(view.as_ref(), query.clone())?,
        kind => source.others(kind)?,
    };
    let WrittenRows { columns, rows, undated } = content.rows(&query, &source);
    let manifest = ExportManifest {
        what: request.kind.word().to_owned(),
        profile: request.profile.shown().to_owned(),
        query: request.query.clone().unwrap_or_default(),
        query_time_zone: source.state().zone().to_string(),
        view: view.map(|view| (view.name, view.query)),
        as_of,
        incomplete: incomplete.or_else(|| (undated > 0).then(|| dates_unreadable(undated as u64))),
        unordered: None,
        made_at: source.started,
    };
    let progress = TableProgress::default();
    let written = table_file::write(&request.file, style, &columns, rows, &progress, &manifest)?;
    print_line(table_file::summary(&manifest, &written))?;
    match written.incomplete {
        None => Ok(ExitCode::SUCCESS),
        Some(why) => {
            print_error(format_args!("paydesk: the export may not be complete: {why}"));
            Ok(ExitCode::from(3))
        }
    }
}

/// What is written of what was found.
struct WrittenRows<'a> {
    columns: Vec<&'static str>,
    rows: Box<dyn Iterator<Item = ExportRow<'a>> + 'a>,
    /// How many more rows the query could find if their dates could be read.
    undated: usize,
}

impl FoundContent {
    /// The rows that the query finds. Payments were searched already.
    fn rows<'a>(&'a self, query: &PaymentQuery, source: &Source<'_>) -> WrittenRows<'a> {
        let now = source.started;
        let (kind, rows) = match self {
            Self::Payments(rows) => return WrittenRows { columns: rows.columns(), rows: rows.rows(now), undated: 0 },
            Self::Records(kind, records) => {
                (*kind, records.iter().map(|known| table_exports::record_row(*kind, known, now)).collect())
            }
            Self::Disputes(disputes) => {
                (ExportKind::Disputes, disputes.iter().map(table_exports::dispute_row).collect())
            }
            Self::Events(events) => (ExportKind::Events, events.iter().map(table_exports::event_row).collect()),
        };
        let (rows, undated) = filter::apply(rows, query, source.state().zone(), now);
        WrittenRows { columns: table_exports::columns(kind).to_vec(), rows: Box::new(rows.into_iter()), undated }
    }
}

fn load(dirs: &DataDirs) -> (Settings, SavedProfiles) {
    let mut settings = settings::load(&dirs.settings_file()).value;
    let profiles = settings::load_profiles(&dirs.profiles_file(), &mut settings).value;
    (settings, profiles)
}

fn find_profile(
    request: &ProfileRequest,
    profiles: &SavedProfiles,
    policy: &ManagedPolicy,
) -> Result<ProfileId, ExportError> {
    let name = request.shown();
    let saved = policy.find(profiles, name);
    let embedded = (name == EMBEDDED).then(ProfileId::embedded);
    saved.or(embedded).ok_or_else(|| ExportError::NoProfile(name.to_owned()))
}

/// The query that was typed; what is wrong with it is shown below it.
fn read_query(request: &ExportRequest) -> Result<PaymentQuery, ExportError> {
    let text = request.query.as_deref().unwrap_or_default();
    let wrong = |error: &QueryError| {
        let (before, at) = (text.get(..error.place.start).unwrap_or_default(), text.get(error.place.clone()));
        let (column, width) = (before.chars().count(), at.unwrap_or_default().chars().count().max(1));
        let mut place = String::new();
        let _ = write!(place, "  {text}\n  {}{} column {}", " ".repeat(column), "^".repeat(width), column + 1);
        if let Some(corrected) = corrected(text, error) {
            let _ = write!(place, "\n  Did you mean: {corrected}");
        }
        ExportError::Query { text: error.fault.to_string(), place }
    };
    let query = parse_query(text).map_err(|error| wrong(&error))?;
    let keys = QueryKey::of_export(request.kind);
    let is_other = |key: &QueryKey| !keys.is_empty() && !keys.contains(key);
    match query.conditions.iter().filter_map(|condition| condition.term.key()).find(is_other) {
        None => Ok(query),
        Some(key) => Err(ExportError::Query {
            text: format!("{} have no “{}:”", request.kind.word(), key.word()),
            place: format!(
                "  They have: {}",
                keys.iter().map(|key| format!("{}:", key.word())).collect::<Vec<_>>().join(" ")
            ),
        }),
    }
}

fn asks_for_disputes(query: &PaymentQuery) -> bool {
    query.conditions.iter().any(|condition| condition.term.key() == Some(QueryKey::Disputed))
}

impl<'a> Source<'a> {
    /// Where the rows of a profile come from.
    fn find(request: &ProfileRequest, dirs: &'a DataDirs) -> Result<Self, ExportError> {
        let (settings, profiles) = load(dirs);
        let organisation = Organisation::here();
        let profile_id = find_profile(request, &profiles, organisation.policy())?;
        let settings = Settings { profile_id: Some(profile_id.clone()), ..settings };
        let (network, key, started) = (organisation.network, request.key()?, machine::now());
        Ok(Self { dirs, settings, profiles, network, profile_id, key, started })
    }
}

impl Source<'_> {
    fn payments(&self, view: Option<&PaymentView>, query: PaymentQuery) -> Result<FoundTable, ExportError> {
        let query = view::narrowed(view, query)?;
        let (sort, cells) = view.map_or_else(Default::default, |view| (view.sort, &*view.columns));
        let cells = payment_export::columns_of(cells);
        let is_listed = |condition: &QueryCondition| condition.term.is_answered_by_list();
        let needs_details = payment_export::needs_details(&cells) || !query.conditions.iter().all(is_listed);
        let known = match self.dirs.lock() {
            Ok(_lock) => headless::payments(self, asks_for_disputes(&query), needs_details)?,
            Err(DataDirsError::InUse(_)) => stored::payments(self)?,
            Err(error) => return Err(error.into()),
        };
        let zone = self.state().zone();
        let day_start = |day| zone.day_start(day);
        let notes = stored::notes(self.dirs, &self.profile_id)?;
        let context = SearchContext { today: zone.date(self.started), day_start: &day_start, notes: &notes };
        let needs = (needs_details, payment_export::needs_received(&cells));
        let (as_of, incomplete) = (known.place.as_of, known.why_incomplete(&query, &context, self, needs));
        let KnownHistory { columns, .. } = known;
        let found = search(&columns, &query, &context, false).rows;
        let least = |key| Some(found.pick(ColumnOrder::new(&columns.sort_input(), key).rows()));
        let found = sort.rows(&columns.share(), || found.pick(columns.newest()), least);
        let rows = ExportRows::Payments(PaymentRows::Found(columns.share(), found), cells);
        Ok(FoundTable { content: FoundContent::Payments(rows), as_of, incomplete })
    }

    fn others(&self, kind: ExportKind) -> Result<FoundTable, ExportError> {
        let (content, incomplete) = match kind.record_kind() {
            Some(resource) => {
                let (known, incomplete) = self.records(kind, resource)?;
                (FoundContent::Records(kind, known), incomplete)
            }
            None if kind == ExportKind::Events => {
                let events = stored::events(self.dirs, &self.profile_id)?;
                let state = self.state();
                let missing = state.profiles.current_saved().and_then(|saved| saved.events_missing());
                (FoundContent::Events(events), missing.map(str::to_owned))
            }
            None if kind == ExportKind::Operations => {
                return Err(ExportError::NotRead("Export operations in the window, from Operations".to_owned()));
            }
            None => {
                let (disputes, incomplete) = self.disputes()?;
                (FoundContent::Disputes(disputes), incomplete)
            }
        };
        Ok(FoundTable { content, as_of: Some(self.started), incomplete })
    }

    /// What is stored on this machine, and where the service lists them, or may, what it lists.
    fn records(
        &self,
        kind: ExportKind,
        resource: ResourceKind,
    ) -> Result<(Vec<CachedRecord>, Option<String>), ExportError> {
        let stored = stored::records(self.dirs, &self.profile_id, resource)?;
        let state = self.state();
        let traits = &state.profiles.traits(&self.profile_id).capabilities;
        let may_list = reads_of(resource).is_some_and(|reads| traits.may_offer(reads.list));
        let lock = if may_list { self.dirs.lock().map(Some) } else { Ok(None) };
        let why = match lock {
            Ok(Some(_lock)) => return headless::records(self, kind, resource, stored),
            Ok(None) => kind.no_list(),
            Err(DataDirsError::InUse(_)) => kind.list_not_read(),
            Err(error) => return Err(error.into()),
        };
        let units = self.units();
        Ok((stored.into_iter().map(|record| CachedRecord::of(record, units)).collect(), Some(why)))
    }

    fn disputes(&self) -> Result<(Vec<HandledDispute>, Option<String>), ExportError> {
        match self.dirs.lock() {
            Ok(_lock) => headless::disputes(self),
            Err(DataDirsError::InUse(_)) => {
                let text = "Disputes are not stored on this computer, and a window is open on the same data. \
                            Close the window and export again.";
                Err(ExportError::NotRead(text.to_owned()))
            }
            Err(error) => Err(error.into()),
        }
    }
}
