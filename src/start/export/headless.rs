//! Paydesk without its window: the core on the real runtime, which only reads.
//!
//! The journal is another one, in a directory of its own: what was left unfinished waits for a person, and nothing of it
//! is taken up, let alone sent, by an export.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::machine;
use paydesk_api::client::TimeLimits;
use paydesk_api::error::CallError;
use paydesk_core::effect::{ApiEffect, Effect};
use paydesk_core::features::analytics::ReportSources;
use paydesk_core::features::api_keys::{AdminKeyPlace, ApiKeysAction};
use paydesk_core::features::disputes::handled_dispute;
use paydesk_core::features::history::HistoryAction;
use paydesk_core::features::record_lists::Listing;
use paydesk_core::features::table_exports::records_missing;
use paydesk_core::operations::ResourceKind;
use paydesk_core::pages::Pages;
use paydesk_core::records::{CachedRecord, Record};
use paydesk_core::route::Route;
use paydesk_core::service_link::ServiceLink;
use paydesk_core::settings::HistorySettings;
use paydesk_core::workspace::Workspace;
use paydesk_core::{Action, Message, State};
use paydesk_domain::dispute::HandledDispute;
use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::export::ExportKind;
use paydesk_domain::report_page::ReportPage;
use paydesk_domain::text::sentences;
use paydesk_domain::zone::Zone;
use paydesk_runtime::{NotificationService, Runtime, RuntimeConfig};
use paydesk_store::StoreFiles;

use super::request::{ExportError, Source};
use super::stored::{self, KnownHistory};
use crate::start::embedded::embedded_starters;
use crate::start::output::print_error;

/// How long nothing may come before what is known is all there will be: longer than the minute of a rate limit.
const STALL: Duration = Duration::from_secs(90);
/// How often time is looked at while nothing happens.
const TURN: Duration = Duration::from_millis(100);
/// How often a person at a terminal is told how far it is.
const REPORT: Duration = Duration::from_secs(2);
const SHUTDOWN: Duration = Duration::from_secs(5);

/// What the service answered, in its words; or what kept it from answering.
fn refused(error: &CallError) -> String {
    let answer = error.answer_text().filter(|_| !error.is_refused_by_proxy());
    answer.map_or_else(|| failed(error), |answer| format!("the service refused it: {answer}"))
}

fn failed(error: &CallError) -> String {
    match error.is_refused_by_proxy() {
        true => sentences(&[error.what().as_str(), error.what_to_do()]),
        // Elsewhere it says what the window does next.
        false => error.what(),
    }
}

struct Headless {
    state: State,
    runtime: Runtime,
    woken: Receiver<()>,
    started: DateTime<Utc>,
    /// Deleted at the end, with the journal in it.
    _dir: tempfile::TempDir,
}

impl Headless {
    fn start(source: &Source<'_>) -> Result<Self, ExportError> {
        let not_started = |error: &dyn std::fmt::Display| ExportError::NotRead(error.to_string());
        let dir = tempfile::tempdir().map_err(|error| not_started(&error))?;
        let mut state = source.state();
        let chosen = state.settings.history(&source.profile_id);
        let own = StoreFiles::in_dir(dir.path());
        // What a person does not want stored is not.
        let history = if chosen.is_off { own.history.clone() } else { source.dirs.store_files().history };
        let files = StoreFiles { history, ..own };
        let reads = HistorySettings { is_off: false, is_paused: false, ..chosen };
        state.settings.histories.insert(source.profile_id.clone(), reads);
        let (wake, woken) = sync_channel(1);
        let config = RuntimeConfig {
            embedded: embedded_starters(source.dirs),
            vault: Arc::new(source.vault()?),
            files,
            limits: TimeLimits::default(),
            network: source.network.clone(),
            notifications: NotificationService::Off,
        };
        let runtime = Runtime::new(
            config,
            Arc::new(move |_| {
                // A turn that is owed already is enough.
                let _ = wake.try_send(());
            }),
        )
        .map_err(|error| not_started(&error))?;
        let mut effects = state.on_start();
        effects.extend(state.on_action(Action::History(HistoryAction::ReadNow)));
        let headless = Self { state, runtime, woken, started: source.started, _dir: dir };
        headless.execute(effects);
        Ok(headless)
    }

    /// Reads, and what that takes: nothing is listened for, and nothing is sent.
    fn execute(&self, effects: Vec<Effect>) {
        let is_wanted = |effect: &Effect| match effect {
            Effect::System(_) | Effect::Table(_) | Effect::Team(_) => false,
            Effect::Api(effect) => !matches!(effect, ApiEffect::SendOperation { .. } | ApiEffect::UploadFile { .. }),
            Effect::Store(_) | Effect::History(_) | Effect::Secrets(_) => true,
        };
        self.runtime.execute(effects.into_iter().filter(is_wanted).collect());
    }

    /// Runs until everything is known, and returns why it is not: the service refused it, or nothing has come for a
    /// minute. `known` is how much is.
    fn until(
        &mut self,
        is_done: impl Fn(&State) -> bool,
        refusal: impl Fn(&State) -> Option<&CallError>,
        known: impl Fn(&State) -> (usize, Option<usize>),
    ) -> Option<String> {
        let (mut last, mut moved_at, mut told_at) = (0, Instant::now(), Instant::now());
        loop {
            let effects = self.state.on_tick(machine::now());
            self.execute(effects);
            while let Some(message) = self.runtime.try_recv() {
                self.state.now = machine::now();
                let effects = self.state.on_message(message);
                self.execute(effects);
            }
            if is_done(&self.state) {
                return None;
            }
            let link = &self.state.workspace.connection.link;
            if link.read_blocker().is_some() {
                return Some(self.why());
            }
            if let Some(refusal) = refusal(&self.state) {
                return Some(refused(refusal));
            }
            let (count, of) = known(&self.state);
            if count != last {
                (last, moved_at) = (count, Instant::now());
            } else if moved_at.elapsed() >= STALL {
                return Some(self.why());
            }
            if told_at.elapsed() >= REPORT && std::io::stderr().is_terminal() {
                told_at = Instant::now();
                let of = of.map(|of| format!(" of {of}")).unwrap_or_default();
                print_error(format_args!("read {count}{of}"));
            }
            let _ = self.woken.recv_timeout(TURN);
        }
    }

    fn why(&self) -> String {
        match &self.state.workspace.connection.link {
            ServiceLink::NotStarted(problem) => problem.what.clone(),
            ServiceLink::Locked(error) | ServiceLink::Unreachable(error) => failed(error),
            ServiceLink::Connecting | ServiceLink::Connected => {
                format!("the service sent nothing new for {} seconds", STALL.as_secs())
            }
        }
    }

    /// Looks for the admin key, which API keys are listed with, once the service is there.
    fn find_admin_key(&mut self) {
        let is_there = |state: &State| state.workspace.profile.is_some() && state.view().can_read();
        if self.until(is_there, |_| None, |_| (0, None)).is_some() {
            return;
        }
        let effects = self.state.on_action(Action::ApiKeys(ApiKeysAction::LookForAdminKey));
        self.execute(effects);
        let is_found = |state: &State| {
            !matches!(state.workspace.api_keys.admin, AdminKeyPlace::NotLookedFor | AdminKeyPlace::Looking)
        };
        // What keeps it from being found is said of the list.
        let _ = self.until(is_found, |_| None, |_| (0, None));
    }

    /// Writes down what was read.
    fn end(mut self) {
        let effects = self.state.on_exit();
        self.execute(effects);
        self.runtime.shutdown(SHUTDOWN);
    }
}

/// Every payment of the service; with all its disputes where these are asked for, and with the details of each payment,
/// which take a request each, where they are needed.
pub fn payments(
    source: &Source<'_>,
    asks_for_disputes: bool,
    needs_details: bool,
) -> Result<KnownHistory, ExportError> {
    let mut headless = Headless::start(source)?;
    let started = headless.started;
    if asks_for_disputes {
        let effects = headless.state.on_action(Action::GoTo(Route::List(ResourceKind::Dispute)));
        headless.execute(effects);
    }
    let has_disputes = |state: &State| !asks_for_disputes || state.workspace.disputes.has_all();
    let broken_off = headless.until(
        |state| {
            let history = &state.workspace.history;
            let is_read = if needs_details { history.is_current(started) } else { history.is_listed(started) };
            is_read && has_disputes(state)
        },
        |state| {
            let of_disputes = refused_disputes(state).filter(|_| asks_for_disputes);
            state.workspace.history.refusal().or(of_disputes)
        },
        |state| {
            let history = &state.workspace.history;
            let total = history.place().total.and_then(|total| usize::try_from(total).ok());
            (history.reads_done(), total)
        },
    );
    let workspace = &headless.state.workspace;
    let (columns, place) = (workspace.history.columns().clone(), workspace.history.place().clone());
    let known = KnownHistory { columns, place, related: workspace.related_known(), broken_off };
    headless.end();
    Ok(known)
}

/// Why the service refused the list of disputes.
fn refused_disputes(state: &State) -> Option<&CallError> {
    match &state.workspace.disputes.inbox.reading.pages {
        Pages::Failed(error) => Some(error).filter(|error| error.is_refusal()),
        Pages::NotAsked | Pages::Loading | Pages::Idle => None,
    }
}

/// The report of disputes, once every dispute and payment of the service was read.
pub fn dispute_page(source: &Source<'_>, period: ReportPeriod, zone: Option<Zone>) -> Result<ReportPage, ExportError> {
    let (documents, events) = (stored::documents(source.dirs)?, stored::events(source.dirs, &source.profile_id)?);
    let mut headless = Headless::start(source)?;
    let started = headless.started;
    for message in [
        Message::DocumentsOpened { documents, problem: None },
        Message::EventsOpened { events, on_disk: BTreeMap::new(), problem: None },
    ] {
        let effects = headless.state.on_message(message);
        headless.execute(effects);
    }
    let effects = headless.state.on_action(Action::GoTo(Route::List(ResourceKind::Dispute)));
    headless.execute(effects);
    let broken_off = headless.until(
        |state| state.workspace.history.is_listed(started) && state.workspace.disputes.inbox.is_whole(),
        |state| state.workspace.history.refusal().or(refused_disputes(state)),
        |state| (state.workspace.history.reads_done() + state.workspace.disputes.loaded(), None),
    );
    if let Some(why) = broken_off {
        return Err(ExportError::NotRead(format!("A report needs all disputes and payments: {why}")));
    }
    if let Some(zone) = zone {
        headless.state.settings.time_zone = Some(zone);
    }
    let Workspace { disputes, history, webhooks, .. } = &headless.state.workspace;
    let sources = ReportSources { disputes, history, events: webhooks.log() };
    let page = sources.page(&headless.state.view(), period);
    headless.end();
    page.map_err(|why| ExportError::NotRead(why.to_owned()))
}

/// Every dispute of the service with how it is handled here, and why there may be more.
pub fn disputes(source: &Source<'_>) -> Result<(Vec<HandledDispute>, Option<String>), ExportError> {
    let (documents, annotations) = (stored::documents(source.dirs)?, stored::annotations(source.dirs)?);
    let mut headless = Headless::start(source)?;
    let effects = headless.state.on_message(Message::DocumentsOpened { documents, problem: None });
    headless.execute(effects);
    let effects = headless.state.on_message(Message::NotesOpened { annotations, problem: None });
    headless.execute(effects);
    let is_current = |state: &State| state.workspace.disputes.inbox.reading.complete;
    let effects = headless.state.on_action(Action::GoTo(Route::List(ResourceKind::Dispute)));
    headless.execute(effects);
    let broken_off = headless.until(is_current, refused_disputes, |state| {
        let reading = &state.workspace.disputes.inbox.reading;
        (state.workspace.disputes.loaded(), reading.total_count.and_then(|total| usize::try_from(total).ok()))
    });
    let view = headless.state.view();
    let rows = headless.state.workspace.disputes.all().iter();
    let mut disputes: Vec<HandledDispute> = rows.map(|row| handled_dispute(row, &view)).collect();
    let newest_first = |one: &HandledDispute, other: &HandledDispute| {
        let (one, other) = (&one.dispute, &other.dispute);
        (other.created, &other.dispute_id).cmp(&(one.created, &one.dispute_id))
    };
    disputes.sort_by(newest_first);
    let unreadable = headless.state.workspace.disputes.inbox.reading.unreadable.as_ref().map(|rows| rows.count);
    let incomplete = broken_off.or_else(|| Some(format!("{} of the service's disputes cannot be read", unreadable?)));
    headless.end();
    Ok((disputes, incomplete))
}

/// The records of a kind, those that are stored and those that the service lists, the newest first; and why there may be
/// more.
pub fn records(
    source: &Source<'_>,
    kind: ExportKind,
    resource: ResourceKind,
    stored: Vec<Record>,
) -> Result<(Vec<CachedRecord>, Option<String>), ExportError> {
    let stored_ids: BTreeSet<String> = stored.iter().map(|record| record.id.clone()).collect();
    let mut headless = Headless::start(source)?;
    let effects = headless.state.on_message(Message::RecordsOpened { records: stored, problem: None });
    headless.execute(effects);
    let effects = headless.state.on_action(Action::GoTo(Route::List(resource)));
    headless.execute(effects);
    let listing = |state: &State| records_missing(kind, state.workspace.record_lists.listing(resource, &state.view()));
    if resource == ResourceKind::ApiKey {
        headless.find_admin_key();
    }
    let not_asked = |state: &State| {
        let why = state.workspace.api_keys.why_not_asked(&state.view()).filter(|_| resource == ResourceKind::ApiKey);
        why.map(|why| format!("only the API keys known on this computer are listed: {why}"))
    };
    let is_read = |state: &State| {
        let (lists, view) = (&state.workspace.record_lists, state.view());
        let is_asked = lists.listing(resource, &view) != Listing::Unread && !lists.is_reading(resource);
        is_asked || not_asked(state).is_some()
    };
    let broken_off = headless.until(is_read, |_| None, |state| (state.workspace.records.of(resource).len(), None));
    let why = broken_off.or_else(|| not_asked(&headless.state)).or_else(|| listing(&headless.state));
    let view = headless.state.view();
    let is_listed = !matches!(headless.state.workspace.record_lists.listing(resource, &view), Listing::None(_));
    let known = headless.state.workspace.records.of(resource).filter(|known| !known.record.is_gathered());
    // What payments name was read as far as it happened to be: it is not exported as if it were all.
    let is_wanted = |known: &&CachedRecord| is_listed || stored_ids.contains(&known.record.id);
    let records = known.filter(is_wanted).cloned().collect();
    headless.end();
    Ok((records, why))
}
