//! Puts the parts together for each command: the window, the sandbox alone, a new profile.
//!
//! Failures end here, on standard error, in sentences a person can act on.

pub mod doctor;
pub mod export;
pub mod hub;
pub mod organisation;
pub mod output;
pub mod team;

use std::io::{BufRead as _, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::crash_report::{self, FoundReport, RecentKinds};
use crate::desktop::{self, Desktop, DesktopError, RendererKind};
use organisation::Organisation;
use output::{OutputError, print_error, print_line};
use paydesk_api::client::TimeLimits;
use paydesk_core::crash_report::CrashReport;
use paydesk_core::failure::ServiceError;
use paydesk_core::problem::Problem;
use paydesk_core::profiles::{FieldProblem, ProfileInput};
use paydesk_domain::ids::{BusinessProfileId, MerchantId};
use paydesk_domain::profile::Profile;
use paydesk_domain::secret::{AdminKey, ApiKey, KeyError, Secret, WebhookSecret};
use paydesk_domain::typed_path::typed_path;
use paydesk_runtime::{EmbeddedStarters, NotificationService, RuntimeConfig, ServiceStarter, StartedService};
use paydesk_sandbox::{self as sandbox, DataLocation, SandboxArgs, SandboxConfig, SandboxError, SandboxShapes};

use crate::single_instance::{self, InstanceListener, NotifyAnswer};
use paydesk_store::{DataDirs, DataDirsError, InstanceLock, journal, settings};
use paydesk_vault::{Vault, VaultError};

/// Requests a minute to the embedded sandbox: the details of all its payments are read within seconds.
const EMBEDDED_RATE_LIMIT: u32 = 6_000;

/// In the environment the same as `--no-notifications`: for tests that start the window.
const NO_NOTIFICATIONS: &str = "PAYDESK_NO_NOTIFICATIONS";

/// What the window is started with.
#[derive(Debug)]
pub struct WindowOptions {
    pub data_dir: Option<PathBuf>,
    /// A file of saved views to import into the profile that is shown.
    pub file: Option<PathBuf>,
    /// Name of a profile added with [`connect`]; the embedded sandbox without it.
    pub profile: Option<String>,
    pub renderer: Option<RendererKind>,
    /// Whether notifications of the system are shown.
    pub notifications: bool,
    pub started: Instant,
    /// Told the kind of each message, for reports of panics.
    pub recent: Arc<RecentKinds>,
}

/// Why a command ended badly.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Desktop(#[from] DesktopError),
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error("{0}.\n{to_do}", to_do = .0.what_to_do())]
    Directory(#[from] DataDirsError),
    #[error(
        "Another Paydesk is running on the data directory {dir}{instance} and does not answer.\n\
         Close its window, or end that process if it hangs, then start again; or name another directory with --data-dir",
        dir = .dir.display(),
        instance = .pid.map(|pid| format!(" (process {pid})")).unwrap_or_default()
    )]
    NoAnswer { dir: PathBuf, pid: Option<u32> },
    #[error("There is no file “{}”, and no command of this name. See: paydesk --help", .0.display())]
    NoFile(PathBuf),
    #[error("There is no profile “{0}”. Add it with: paydesk connect NAME URL")]
    NoProfile(String),
    #[error("{0}")]
    Profile(String),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("{0}.\n{to_do}", to_do = .0.what_to_do())]
    Vault(#[from] VaultError),
    #[error("The key could not be read from standard input: {0}")]
    Input(std::io::Error),
    #[error("{}.\n{}", .0.what, .0.what_to_do)]
    Profiles(Problem),
    #[error("{0}")]
    JournalBroken(String),
    #[error("{}.\n{}", .0.what, .0.what_to_do)]
    JournalNotChecked(Problem),
    #[error("The threads of the sandbox could not be started: {0}")]
    Threads(std::io::Error),
    #[error("The manual could not be written: {0}")]
    Manual(std::io::Error),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl StartError {
    /// 2 where no window can be opened or nothing could be checked, 1 for anything else.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Desktop(_) | Self::JournalNotChecked(_) | Self::NoFile(_) => ExitCode::from(2),
            _ => ExitCode::FAILURE,
        }
    }
}

/// Sends the log to standard error; `RUST_LOG` says how much, warnings by default.
pub fn log_to_stderr() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    let color = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(color);
    tracing_subscriber::registry().with(lines).with(filter).init();
}

/// The same for a server: one JSON object a line, and what happens beside warnings.
pub fn log_as_json() {
    let asked = std::env::var("RUST_LOG").ok().and_then(|text| text.parse::<Targets>().ok());
    let filter = asked
        .unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN).with_target("paydesk", LevelFilter::INFO));
    let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines).with(filter).init();
}

/// Opens the window and returns when it is closed. Where one is open on the same data, that is brought to the front.
pub fn window(options: WindowOptions) -> Result<(), StartError> {
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
            Some(saved.ok_or_else(|| StartError::NoProfile(name.clone()))?)
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
    let (profiles, data_dir) = (profiles.value, dirs.data().display().to_string());
    let WindowOptions { renderer, started, recent, .. } = options;
    let crash_reports = crash_report::reports(dirs.data()).into_iter().map(offered).collect();
    let desktop = Desktop {
        settings,
        profiles,
        policy,
        problems,
        runtime,
        data_dir,
        renderer,
        listener,
        file,
        started,
        crash_reports,
        recent,
    };
    Ok(desktop.run()?)
}

/// As a window that was started elsewhere finds it.
fn file_to_open(file: &Path) -> Result<String, StartError> {
    let typed = file.to_str().map(|text| typed_path(text, std::env::home_dir().as_deref()));
    let named = typed.filter(|_| !file.exists()).unwrap_or_else(|| file.to_owned());
    let absolute = std::path::absolute(named).ok().filter(|path| path.is_file());
    let text = absolute.and_then(|path| path.to_str().map(str::to_owned));
    text.ok_or_else(|| StartError::NoFile(file.to_owned()))
}

fn offered(FoundReport { path, name, at }: FoundReport) -> CrashReport {
    CrashReport { path: path.display().to_string(), name, at }
}

/// From now on a panic also leaves a report in the data directory of this command, if there is one.
pub fn report_panics(data_dir: Option<&Path>, recent: Arc<RecentKinds>) {
    if let Ok(dirs) = DataDirs::located(data_dir) {
        crash_report::install(dirs.data(), recent, desktop::now);
    }
}

/// The one of the system, unless it was refused by the option or in the environment.
fn notification_service(is_wanted: bool) -> NotificationService {
    let is_refused = std::env::var_os(NO_NOTIFICATIONS).is_some_and(|value| !value.is_empty());
    if is_wanted && !is_refused { NotificationService::System } else { NotificationService::Off }
}

/// Opens the gallery: the kit alone, without data.
pub fn gallery(renderer: Option<RendererKind>) -> Result<(), StartError> {
    Ok(desktop::gallery(renderer)?)
}

/// Takes the data for this process, or has the instance that holds it show its window: then there is nothing to take.
fn lock_or_show(
    dirs: &DataDirs,
    profile: Option<&str>,
    file: Option<&str>,
) -> Result<Option<InstanceLock>, StartError> {
    match dirs.lock() {
        Err(DataDirsError::InUse(_)) => {}
        lock => return Ok(Some(lock?)),
    }
    match single_instance::ask_running(dirs.data(), file) {
        NotifyAnswer::Shown => print_line("Paydesk is already open; its window was brought to the front")?,
        NotifyAnswer::Starting => print_line("Paydesk is already starting; its window opens in a moment")?,
        NotifyAnswer::None { pid } => {
            return match dirs.lock() {
                Err(DataDirsError::InUse(dir)) => Err(StartError::NoAnswer { dir, pid }),
                // The other one ended meanwhile.
                lock => Ok(Some(lock?)),
            };
        }
    }
    if let Some(profile) = profile {
        print_line(format_args!("It stays with its profile: close it and start again to open “{profile}”"))?;
    }
    Ok(None)
}

/// Without a listener Paydesk works all the same; a second start is then told who holds the data.
fn bind_listener(dir: &Path) -> Option<Arc<InstanceListener>> {
    match InstanceListener::bind(dir, uuid::Uuid::new_v4().simple().to_string()) {
        Ok(listener) => Some(Arc::new(listener)),
        Err(error) => {
            tracing::warn!("a second start will not find this window: {error}");
            note_running(dir);
            None
        }
    }
}

fn note_running(dir: &Path) {
    if let Err(error) = single_instance::note_running(dir) {
        tracing::warn!("who holds the data directory could not be noted: {error}");
    }
}

/// Serves the sandbox until it is told to end.
pub fn sandbox(args: SandboxArgs) -> Result<(), StartError> {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(StartError::Threads)?;
    Ok(threads.block_on(sandbox::run(args))?)
}

/// Adds a profile: reads its key from standard input, checks both, keeps the key in the keyring.
pub fn connect(data_dir: Option<PathBuf>, name: &str, base_url: &str) -> Result<(), StartError> {
    let dirs = DataDirs::resolve(data_dir.as_deref())?;
    let _lock = dirs.lock()?;
    note_running(dirs.data());
    let mut settings = settings::load(&dirs.settings_file()).value;
    let loaded = settings::load_profiles(&dirs.profiles_file(), &mut settings);
    if let Some(problem) = loaded.error.map(Problem::from) {
        print_error(format_args!("paydesk: {}. {}", problem.what, problem.what_to_do));
    }
    let mut profiles = loaded.value;
    let policy = Organisation::here().network.policy;
    if let Some(refusal) = policy.adding_refusal() {
        return Err(StartError::Profile(refusal.to_owned()));
    }
    let others = policy.profiles_with(&profiles);
    let key = read_key()?;
    let (name, base_url) = (name.to_owned(), base_url.to_owned());
    let input = ProfileInput { name, base_url, ..ProfileInput::default() };
    let saved = input.saved(|| format!("profile_{}", uuid::Uuid::new_v4().simple()).into(), key.environment(), &others);
    let saved = saved.map_err(|problems| StartError::Profile(text_of(&problems)))?;
    let (name, environment) = (saved.name.clone(), saved.environment.word());
    Vault::start().save(&saved.id, Secret::Key(key))?;
    profiles.profiles.push(saved);
    settings::save_profiles(&dirs.profiles_file(), &profiles).map_err(|error| StartError::Profiles(error.into()))?;
    print_line(format_args!("“{name}” is added as {environment}. Open it with: paydesk --profile \"{name}\""))?;
    Ok(())
}

/// Checks every entry of the journal, also while a window is open on it.
pub fn audit_verify(data_dir: Option<PathBuf>) -> Result<(), StartError> {
    let path = DataDirs::located(data_dir.as_deref())?.journal_file();
    let check = journal::check(&path).map_err(|error| StartError::JournalNotChecked(error.into()))?;
    if check.fault.is_some() {
        return Err(StartError::JournalBroken(check.text()));
    }
    print_line(check.text())?;
    Ok(())
}

fn text_of(problems: &[FieldProblem]) -> String {
    problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>().join(". ")
}

fn read_key() -> Result<ApiKey, StartError> {
    if std::io::stdin().is_terminal() {
        print_error("Paste the secret key and press Enter:");
    }
    let mut line = zeroize::Zeroizing::new(String::new());
    std::io::stdin().lock().read_line(&mut line).map_err(StartError::Input)?;
    Ok(ApiKey::parse(&line)?)
}

/// What starts the services that this program carries, with their data in `dirs`.
fn embedded_starters(dirs: &DataDirs) -> EmbeddedStarters {
    EmbeddedStarters {
        sandbox: embedded(dirs.sandbox(), SandboxShapes::Spec),
        hyperswitch: embedded(dirs.sandbox_hyperswitch(), SandboxShapes::Hyperswitch),
    }
}

/// Starts the sandbox this program carries, on a free port, with its data in `dir`.
fn embedded(dir: PathBuf, shapes: SandboxShapes) -> ServiceStarter {
    Arc::new(move || {
        let data = DataLocation::Dir(dir.clone());
        let rate_limit = Some(EMBEDDED_RATE_LIMIT);
        let config = SandboxConfig { data, shapes: Some(shapes), rate_limit, ..SandboxConfig::default() };
        Box::pin(async move {
            let running =
                sandbox::start(config).await.map_err(|error| ServiceError::SandboxNotStarted(error.to_string()))?;
            let key = ApiKey::parse(&running.credentials.api_key).map_err(ServiceError::SandboxWithoutKey)?;
            let credentials = &running.credentials;
            let profile = Profile {
                merchant_id: Some(MerchantId::new(&*credentials.merchant_id)),
                business_profile_id: Some(BusinessProfileId::new(&*credentials.profile_id)),
                ..embedded_profile(shapes, &running.base_url)
            };
            let admin_key = AdminKey::parse(&credentials.admin_key).ok();
            let webhook_secret = WebhookSecret::parse(&running.credentials.webhook_secret).ok();
            Ok(StartedService { profile, key, admin_key, webhook_secret, keep: Box::new(running) })
        })
    })
}

fn embedded_profile(shapes: SandboxShapes, base_url: &str) -> Profile {
    match shapes {
        SandboxShapes::Spec => Profile::embedded_sandbox(base_url),
        SandboxShapes::Hyperswitch => Profile::embedded_hyperswitch(base_url),
    }
}
