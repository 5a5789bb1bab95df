//! Opens the window, or brings the one to the front that is open on the same data.

pub mod connect;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use crate::crash_report::{self, FoundReport, RecentKinds};
use crate::desktop::{self, Desktop, DesktopError, RendererKind};
use crate::single_instance::{self, InstanceListener, NotifyAnswer};
use paydesk_api::client::TimeLimits;
use paydesk_core::crash_report::CrashReport;
use paydesk_core::problem::Problem;
use paydesk_runtime::{NotificationService, RuntimeConfig};
use paydesk_store::{DataDirs, DataDirsError, InstanceLock, settings};
use paydesk_vault::Vault;

use super::embedded::embedded_starters;
use super::organisation::Organisation;
use super::output::{CommandError, OutputError, print_line};

/// In the environment the same as `--no-notifications`: for tests that start the window.
const NO_NOTIFICATIONS: &str = "PAYDESK_NO_NOTIFICATIONS";

/// What the window is started with.
#[derive(Debug)]
pub struct WindowOptions {
    pub data_dir: Option<PathBuf>,
    /// A file of saved views to import into the profile that is shown.
    pub file: Option<PathBuf>,
    /// Name of a profile added with [`connect`](connect::connect); the embedded sandbox without it.
    pub profile: Option<String>,
    pub renderer: Option<RendererKind>,
    /// Whether notifications of the system are shown.
    pub notifications: bool,
    pub started: Instant,
    /// Told the kind of each message, for reports of panics.
    pub recent: Arc<RecentKinds>,
}

/// Why no window was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenWindowError {
    #[error(transparent)]
    Desktop(#[from] DesktopError),
    #[error("{0}.\n{to_do}", to_do = .0.what_to_do())]
    Directory(#[from] DataDirsError),
    #[error(
        "Another Paydesk is using the data directory {dir}{instance} and does not answer.\n\
         Close its window, or end that process if it hangs, then start again; or name another directory with \
             --data-dir.",
        dir = .dir.display(),
        instance = .pid.map(|pid| format!(" (process {pid})")).unwrap_or_default()
    )]
    NoAnswer { dir: PathBuf, pid: Option<u32> },
    #[error("There is no file “{}”, and no command of this name. See: paydesk --help", .0.display())]
    NoFile(PathBuf),
    #[error("There is no profile “{0}”. Add it with: paydesk connect NAME URL")]
    NoProfile(String),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CommandError for OpenWindowError {
    /// 2 where no window can be opened, or the file to open is not there; 1 for anything else.
    fn exit_code(&self) -> ExitCode {
        match self {
            Self::Desktop(_) | Self::NoFile(_) => ExitCode::from(2),
            Self::Directory(_) | Self::NoAnswer { .. } | Self::NoProfile(_) | Self::Output(_) => ExitCode::FAILURE,
        }
    }
}

/// Opens the window and returns when it is closed. Where one is open on the same data, that is brought to the front.
pub fn open(options: WindowOptions) -> Result<(), OpenWindowError> {
    let file = options.file.as_deref().map(file_to_open).transpose()?;
    let dirs = DataDirs::resolve(options.data_dir.as_deref())?;
    // Released after the listener: until then nobody else binds one.
    let Some(_lock) = lock_or_show(&dirs, options.profile.as_deref(), file.as_deref())? else { return Ok(()) };
    let listener = bind_listener(dirs.data());
    let is_first_start = !dirs.settings_file().exists();
    let loaded = settings::load(&dirs.settings_file());
    let mut settings = loaded.value;
    if is_first_start {
        settings.first_steps = Some(0);
    }
    let profiles = settings::load_profiles(&dirs.profiles_file(), &mut settings);
    let organisation = Organisation::here();
    settings.profile_id = match &options.profile {
        None => settings.profile_id,
        Some(name) => {
            let saved = organisation.policy().find(&profiles.value, name);
            Some(saved.ok_or_else(|| OpenWindowError::NoProfile(name.clone()))?)
        }
    };
    let runtime = RuntimeConfig {
        embedded: embedded_starters(&dirs),
        vault: Arc::new(Vault::start()),
        files: dirs.store_files(),
        limits: TimeLimits::default(),
        network: organisation.network.clone(),
        notifications: notification_service(options.notifications),
    };
    let errors = loaded.error.into_iter().chain(profiles.error).chain(dirs.open_to_others());
    let problems = organisation.error.map(Problem::from).into_iter().chain(errors.map(Problem::from)).collect();
    let policy = organisation.network.policy;
    let profiles = profiles.value;
    let [data_dir, config_dir] = [dirs.data(), dirs.config()].map(|dir| dir.display().to_string());
    let WindowOptions { renderer, started, recent, .. } = options;
    let crash_reports = crash_report::reports(dirs.data()).into_iter().map(offered).collect();
    let desktop = Desktop {
        settings,
        profiles,
        policy,
        problems,
        runtime,
        data_dir,
        config_dir,
        renderer,
        listener,
        file,
        started,
        crash_reports,
        recent,
    };
    Ok(desktop.run()?)
}

/// Opens the gallery: the kit alone, without data.
pub fn gallery(renderer: Option<RendererKind>) -> Result<(), OpenWindowError> {
    Ok(desktop::gallery(renderer)?)
}

/// As a window that was started elsewhere finds it.
fn file_to_open(file: &Path) -> Result<String, OpenWindowError> {
    let absolute = std::path::absolute(file).ok().filter(|path| path.is_file());
    let text = absolute.and_then(|path| path.to_str().map(str::to_owned));
    text.ok_or_else(|| OpenWindowError::NoFile(file.to_owned()))
}

fn offered(FoundReport { path, name, at }: FoundReport) -> CrashReport {
    CrashReport { path: path.display().to_string(), name, at }
}

/// The one of the system, unless it was refused by the option or in the environment.
fn notification_service(is_wanted: bool) -> NotificationService {
    let is_refused = std::env::var_os(NO_NOTIFICATIONS).is_some_and(|value| !value.is_empty());
    if is_wanted && !is_refused { NotificationService::System } else { NotificationService::Off }
}

/// Takes the data for this process, or has the instance that holds it show its window: then there is nothing to take.
fn lock_or_show(
    dirs: &DataDirs,
    profile: Option<&str>,
    file: Option<&str>,
) -> Result<Option<InstanceLock>, OpenWindowError> {
    match dirs.lock() {
        Err(DataDirsError::InUse(_)) => {}
        lock => return Ok(Some(lock?)),
    }
    match single_instance::ask_running(dirs.data(), file) {
        NotifyAnswer::Shown => print_line("Paydesk is already open; its window was brought to the front")?,
        NotifyAnswer::Starting => print_line("Paydesk is already starting; its window opens in a moment")?,
        NotifyAnswer::None { pid } => {
            return match dirs.lock() {
                Err(DataDirsError::InUse(dir)) => Err(OpenWindowError::NoAnswer { dir, pid }),
                // The other one ended meanwhile.
                lock => Ok(Some(lock?)),
            };
        }
    }
    if let Some(profile) = profile {
        print_line(format_args!("To open “{profile}”, close the window and start Paydesk again"))?;
    }
    Ok(None)
}

/// Without a listener Paydesk works all the same; a second start is then told who holds the data.
fn bind_listener(dir: &Path) -> Option<Arc<InstanceListener>> {
    match InstanceListener::bind(dir, uuid::Uuid::new_v4().simple().to_string()) {
        Ok(listener) => Some(Arc::new(listener)),
        Err(error) => {
            tracing::warn!("starting Paydesk again will not find this window: {error}");
            note_running(dir);
            None
        }
    }
}

pub(super) fn note_running(dir: &Path) {
    if let Err(error) = single_instance::note_running(dir) {
        tracing::warn!("the process using the data directory could not be recorded: {error}");
    }
}
