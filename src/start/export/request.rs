//! What is asked for, of whom, and why it cannot be.

use std::path::PathBuf;
use std::process::ExitCode;

use chrono::{DateTime, Utc};

use crate::machine;
use crate::start::output::{CommandError, OutputError};
use crate::start::secret_file;
use paydesk_core::features::table_exports::text::EMBEDDED;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::settings::Settings;
use paydesk_core::state::{Start, State};
use paydesk_domain::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use paydesk_domain::export::{ExportFormat, ExportKind, ExportStyle};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::secret::{ApiKey, KeyError, Secret};
use paydesk_runtime::NetworkRules;
use paydesk_store::report::ReportFault;
use paydesk_store::table_file::TableFault;
use paydesk_store::{DataDirs, DataDirsError, managed};
use paydesk_vault::Vault;

/// Whose records are read.
#[derive(Debug, Clone)]
pub struct ProfileRequest {
    pub data_dir: Option<PathBuf>,
    /// The embedded sandbox where it is absent or `embedded`.
    pub name: Option<String>,
    /// With the secret key of the profile, instead of the keyring.
    pub api_key_file: Option<PathBuf>,
}

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub struct ExportRequest {
    pub kind: ExportKind,
    pub profile: ProfileRequest,
    pub query: Option<String>,
    /// The name of a saved view.
    pub view: Option<String>,
    pub format: ExportFormat,
    /// Between the cells of CSV, and before its decimals; as spreadsheets on this machine expect where they are absent.
    pub separator: Option<CsvSeparator>,
    pub decimal: Option<CsvDecimal>,
    pub file: PathBuf,
}

impl ProfileRequest {
    /// The key that was given, if one was.
    pub fn key(&self) -> Result<Option<ApiKey>, ExportError> {
        let Some(path) = &self.api_key_file else { return Ok(None) };
        let not_read = |cause| ExportError::KeyFile { path: path.display().to_string(), cause };
        Ok(Some(ApiKey::parse(secret_file::read(path).map_err(not_read)?.expose())?))
    }

    /// As it is called in what is printed.
    pub fn shown(&self) -> &str {
        self.name.as_deref().unwrap_or(EMBEDDED)
    }
}

impl ExportRequest {
    /// How the file is written.
    pub fn style(&self) -> Result<ExportStyle, ExportError> {
        if self.format != ExportFormat::Csv && (self.separator.is_some() || self.decimal.is_some()) {
            return Err(ExportError::NotCsv(self.format.extension()));
        }
        let csv = CsvStyle::chosen(self.separator, self.decimal, machine::local_csv());
        Ok(ExportStyle::for_command(self.format, csv))
    }
}

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{text}\n{place}")]
    Query { text: String, place: String },
    #[error("There is no profile “{0}”. {add}", add = how_to_add())]
    NoProfile(String),
    #[error("There is no key for “{0}”. Name its file with --api-key-file.")]
    NoKey(String),
    #[error("{path} cannot be read: {cause}")]
    KeyFile { path: String, cause: std::io::Error },
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error("{0}")]
    View(String),
    #[error("{0} is no file of a report: name one that ends in .pdf{png}", png = if cfg!(feature = "window") { " or .png" } else { "" })]
    NoReportFile(String),
    #[error(transparent)]
    Report(#[from] ReportFault),
    #[error("--separator and --decimal are for CSV; leave them out with --format {0}")]
    NotCsv(&'static str),
    #[error(transparent)]
    Directory(#[from] DataDirsError),
    #[error("{0}")]
    NotWritten(#[from] TableFault),
    #[error("{0}")]
    NotRead(String),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CommandError for ExportError {
    /// 2 where what was asked for cannot be, 1 where it could not be done.
    fn exit_code(&self) -> ExitCode {
        match self {
            Self::Query { .. } | Self::NoProfile(_) | Self::View(_) | Self::NotCsv(_) => ExitCode::from(2),
            Self::NoReportFile(_) => ExitCode::from(2),
            Self::NoKey(_) | Self::KeyFile { .. } | Self::Key(_) => ExitCode::from(2),
            Self::Directory(_) | Self::NotWritten(_) | Self::NotRead(_) | Self::Output(_) => ExitCode::FAILURE,
            Self::Report(_) => ExitCode::FAILURE,
        }
    }
}

fn how_to_add() -> String {
    match cfg!(feature = "window") {
        true => "See the profiles in Settings, or add it with: paydesk connect NAME URL".to_owned(),
        false => format!("Ask an administrator to add it to {}.", managed::path().display()),
    }
}

/// Where rows come from.
pub struct Source<'a> {
    pub dirs: &'a DataDirs,
    pub settings: Settings,
    pub profiles: SavedProfiles,
    pub network: NetworkRules,
    pub profile_id: ProfileId,
    /// Where it was given on the command line.
    pub key: Option<ApiKey>,
    pub started: DateTime<Utc>,
}

impl Source<'_> {
    /// How the service of the profile counts amounts, as far as a window has learned it.
    pub fn units(&self) -> MinorUnits {
        self.profiles
            .service_traits
            .get(&self.profile_id)
            .map_or(MinorUnits::Undecided, |traits| traits.amounts.units())
    }

    /// Where the key of the profile is found.
    pub fn vault(&self) -> Result<Vault, ExportError> {
        match &self.key {
            Some(key) => Ok(Vault::with_secret(self.profile_id.clone(), Secret::Key(key.clone()))),
            None if paydesk_vault::HAS_KEYRING || self.profile_id.is_embedded() => Ok(Vault::start()),
            None => Err(ExportError::NoKey(self.state().profiles.current_name())),
        }
    }

    /// The core of the profile, without anything read.
    pub fn state(&self) -> State {
        let (settings, profiles) = (self.settings.clone(), self.profiles.clone());
        let policy = self.network.policy.clone();
        State::new(Start { settings, profiles, policy, ..machine::start_values() })
    }
}
