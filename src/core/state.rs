//! All state of the program. Views get `&State`; only [`super::update`] changes it.

use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;

use chrono::{DateTime, Utc};

use super::crash_report::{CrashReport, OfferedReport};
use super::features::api_keys::NewKeys;
use super::features::disputes::EvidenceLibrary;
use super::features::export::ExportProgress;
use super::features::notifications::DesktopNotifications;
use super::features::operation_log::OperationLog;
use super::features::profiles::Profiles;
use super::features::subscriptions::counts_client_secret;
use super::features::table_exports::TableExports;
use super::features::toasts::Toasts;
use super::managed::ManagedPolicy;
use super::operations::JournalHealth;
use super::outbox::Outbox;
use super::problem::Problem;
use super::profiles::SavedProfiles;
use super::records::Opening;
use super::rng::Rng;
use super::settings::Settings;
use super::sharing_files::SharingFiles;
use super::workspace::{OtherWorkspaces, Workspace};
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
    pub operator: String,
    /// Where journal and sandbox are on this machine; set by the window.
    pub data_dir: Option<String>,
    /// What draws the window, and why; set by the window.
    pub renderer: Option<String>,
    pub profiles: Profiles,
    /// That of the profile that is shown; another only while a message for it is handled.
    pub workspace: Workspace,
    pub(super) others: OtherWorkspaces,
    /// Whether operations can be written down.
    pub journal: JournalHealth,
    pub(super) sharing_files: SharingFiles,
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
    pub(super) close_now: bool,
    pub toasts: Toasts,
    /// Notifications of the system.
    pub notifications: DesktopNotifications,
    /// Problems met before the window stood; shown until dismissed.
    pub problems: Vec<Problem>,
    /// Of an internal error in an earlier run; shown until dismissed.
    pub crash_report: Option<OfferedReport>,
    /// What the message that is handled now asks for outside.
    pub(super) outbox: Outbox,
    pub(super) rng: Rng,
    /// Of the generators of the workspaces.
    pub(super) seed: u64,
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
            operator: start.operator,
            data_dir: None,
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

    /// Whether a countdown in seconds is on the screen: the window then draws once a second.
    pub fn counts_seconds(&self) -> bool {
        use super::operations::Phase;
        let soon = |at: DateTime<Utc>| at > self.now && at - self.now < chrono::TimeDelta::seconds(60);
        self.closing_until().is_some()
            || self.workspace.rate.blocked_until(self.now).is_some()
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
