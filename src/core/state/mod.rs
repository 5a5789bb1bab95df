//! All state of the program, and what passes between its features. Views get `&State`; only [`update`] changes it.
//!
//! A feature changes nothing but its own part of the state. What concerns several of them has a file here: where an answer
//! or an event goes ([`answers`], [`apply_event`]), how an operation is sent and ended ([`confirm`], [`operate`]), what a
//! switch of the profile does ([`switch_profile`]).

mod answers;
mod apply_event;
mod approvals;
mod back;
mod bulk;
mod clock;
pub mod closing;
mod confirm;
mod deliver;
mod event_order;
mod evidence_documents;
mod forms;
mod journal_copy;
mod keep_records;
mod learn_service;
mod log_calls;
pub mod lookup;
mod notes;
mod notifications;
mod open_items;
mod open_record;
mod operate;
mod operation_results;
mod outdated;
mod redraw;
mod review_queue;
pub mod review_status;
mod serve;
mod service;
mod settings_changed;
mod sign_in;
mod switch_profile;
mod team;
mod units_changed;
pub mod update;
pub mod workspaces;

use paydesk_api::rate_limit::Priority;
use paydesk_domain::csv_style::CsvStyle;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;

use chrono::{DateTime, Utc};

use crate::crash_report::{CrashReport, OfferedReport};
use crate::features::api_keys::NewKeys;
use crate::features::disputes::EvidenceLibrary;
use crate::features::export::ExportProgress;
use crate::features::notifications::DesktopNotifications;
use crate::features::operation_log::OperationLog;
use crate::features::profiles::Profiles;
use crate::features::subscriptions::counts_client_secret;
use crate::features::table_exports::TableExports;
use crate::features::toasts::Toasts;
use crate::managed::ManagedPolicy;
use crate::operations::{JournalHealth, Operation, Phase};
use crate::outbox::Outbox;
use crate::problem::Problem;
use crate::profiles::SavedProfiles;
use crate::records::Opening;
use crate::rng::Rng;
use crate::settings::Settings;
use crate::sharing::files::SharingFiles;
use crate::workspace::{OtherWorkspaces, Workspace};
use paydesk_domain::zone::Zone;

/// What the core must know of the outside before it starts.
#[derive(Debug, Clone)]
pub struct Start {
    pub now: DateTime<Utc>,
    pub seed: u64,
    pub settings: Settings,
    pub profiles: SavedProfiles,
    /// What the organisation set.
    pub policy: ManagedPolicy,
    /// The zone of this machine, used unless another was chosen.
    pub local_zone: Zone,
    /// The user of the operating system, for the journal.
    pub operator: String,
}

/// All state of the program.
#[derive(Debug)]
pub struct State {
    /// Set by the window once a frame.
    pub now: DateTime<Utc>,
    /// The window is in front; set by the window with the time.
    pub has_focus: bool,
    pub settings: Settings,
    pub local_zone: Zone,
    /// What spreadsheets on this machine expect of CSV, used unless another style was chosen; set by the window.
    pub local_csv: CsvStyle,
    pub operator: String,
    /// Where journal and sandbox are on this machine; set by the window.
    pub data_dir: Option<String>,
    /// Where settings and profiles are; set by the window.
    pub config_dir: Option<String>,
    /// What draws the window, and why; set by the window.
    pub renderer: Option<String>,
    pub profiles: Profiles,
    /// That of the profile that is shown; another only while a message for it is handled.
    pub workspace: Workspace,
    pub(crate) others: OtherWorkspaces,
    /// Whether operations can be written down.
    pub journal: JournalHealth,
    pub(crate) sharing_files: SharingFiles,
    /// What people added to the policies for evidence, for all profiles.
    pub evidence: EvidenceLibrary,
    /// Values of keys that were just made, each with its profile.
    pub new_keys: NewKeys,
    pub export: ExportProgress,
    /// What the journal records, of all profiles.
    pub operation_log: OperationLog,
    /// Of lists, as files.
    pub table_exports: TableExports,
    /// The window closes without waiting for what is under way.
    pub(crate) close_now: bool,
    pub toasts: Toasts,
    /// Notifications of the system.
    pub notifications: DesktopNotifications,
    /// Problems met before the window stood; shown until dismissed.
    pub problems: Vec<Problem>,
    /// Of an internal error in an earlier run; shown until dismissed.
    pub crash_report: Option<OfferedReport>,
    /// What the message that is handled now asks for outside.
    pub(crate) outbox: Outbox,
    pub(crate) rng: Rng,
    /// Of the generators of the workspaces.
    pub(crate) seed: u64,
}

impl State {
    pub fn new(start: Start) -> Self {
        let profiles = Profiles::new(start.profiles, start.policy, start.settings.profile_id.as_ref());
        let seed = start.seed.rotate_left(32);
        Self {
            now: start.now,
            has_focus: false,
            notifications: DesktopNotifications::new(&start.settings.notified),
            settings: start.settings.bounded(),
            local_zone: start.local_zone,
            local_csv: CsvStyle::default(),
            operator: start.operator,
            data_dir: None,
            config_dir: None,
            renderer: None,
            workspace: Workspace::new(profiles.current.clone(), 0, seed, Opening::default(), Opening::default()),
            others: OtherWorkspaces::default(),
            journal: JournalHealth::default(),
            sharing_files: SharingFiles::default(),
            evidence: EvidenceLibrary::default(),
            new_keys: NewKeys::default(),
            export: ExportProgress::default(),
            operation_log: OperationLog::default(),
            table_exports: TableExports::default(),
            close_now: false,
            toasts: Toasts::of(profiles.current.clone()),
            profiles,
            problems: Vec::new(),
            crash_report: None,
            outbox: Outbox::default(),
            rng: Rng::seeded(start.seed),
            seed,
        }
    }

    /// Offers the newest of `reports` that nobody has seen.
    pub fn offer_crash_report(&mut self, reports: Vec<CrashReport>) {
        self.crash_report = OfferedReport::of(reports, self.settings.crash_report_seen.as_deref());
    }

    /// How the service of the workspace at hand counts amounts.
    pub fn units(&self) -> MinorUnits {
        self.profiles.units(&self.workspace.profile_id)
    }

    /// The zone in which times of the workspace at hand are shown.
    pub fn zone(&self) -> Zone {
        let of_profile = self.profiles.find(&self.workspace.profile_id).and_then(|profile| profile.time_zone);
        of_profile.or(self.settings.time_zone).unwrap_or(self.local_zone)
    }

    /// How CSV files are written.
    pub fn csv(&self) -> CsvStyle {
        self.settings.csv.unwrap_or(self.local_csv)
    }

    /// Whether a countdown in seconds is on the screen: the window then draws once a second.
    pub fn counts_seconds(&self) -> bool {
        let soon = |at: DateTime<Utc>| at > self.now && at - self.now < chrono::TimeDelta::seconds(60);
        self.closing_until().is_some()
            || self.rate_held_until().is_some()
            || counts_client_secret(self.workspace.opened.get(ResourceKind::Subscription), &self.view())
            || self.workspace.operations.open().iter().any(|operation| match &operation.phase {
                Phase::AwaitingTurn { until } | Phase::Undoable { until } => soon(*until),
                Phase::Unknown(unknown) => unknown.next_read_at.is_some_and(soon),
                Phase::Preparing
                | Phase::Checking { .. }
                | Phase::Starting
                | Phase::Sending { .. }
                | Phase::NeverSent
                | Phase::Ended(_) => false,
            })
    }

    /// Until when the rate limit, of the service or of the settings, holds back what somebody waits for.
    pub fn rate_held_until(&self) -> Option<DateTime<Utc>> {
        let Workspace { rate, reads, operations, .. } = &self.workspace;
        let awaits_turn = || {
            let is_awaiting = |operation: &Operation| matches!(operation.phase, Phase::AwaitingTurn { .. });
            operations.open().iter().any(is_awaiting)
        };
        let held = rate.held_until(Priority::Ordinary, self.now);
        let held = held.filter(|until| reads.wait_for(*until) || awaits_turn());
        rate.blocked_until(self.now).or(held)
    }

    /// Why operations cannot be written down, if they cannot.
    pub fn journal_problem(&self) -> Option<&Problem> {
        match &self.journal {
            JournalHealth::Missing(problem) | JournalHealth::Unavailable(problem) => Some(problem),
            JournalHealth::Opening | JournalHealth::Ready => None,
        }
    }

    /// Why nothing may be changed at the service right now, as text for the user.
    pub fn read_only_reason(&self) -> Option<String> {
        self.view().read_only_reason()
    }
}
