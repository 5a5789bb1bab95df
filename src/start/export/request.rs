//! What is asked for, of whom, and why it cannot be.

use std::path::PathBuf;
use std::process::ExitCode;

use chrono::{DateTime, Utc};

use crate::desktop;
use crate::start::output::OutputError;
use paydesk_core::profiles::SavedProfiles;
use paydesk_core::settings::Settings;
use paydesk_core::state::{Start, State};
use paydesk_domain::export::{ExportFormat, ExportKind};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;
use paydesk_runtime::NetworkRules;
use paydesk_store::table_file::TableFault;
use paydesk_store::{DataDirs, DataDirsError};

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub struct ExportRequest {
    pub kind: ExportKind,
    pub data_dir: Option<PathBuf>,
    /// The embedded sandbox where it is absent or `embedded`.
    pub profile: Option<String>,
    pub query: Option<String>,
    /// The name of a saved view.
    pub view: Option<String>,
    pub format: ExportFormat,
    pub file: PathBuf,
}

/// Why nothing was exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{text}\n{place}")]
    Query { text: String, place: String },
    #[error("There is no profile “{0}”. See which there are in Settings, or add it with: paydesk connect NAME URL")]
    NoProfile(String),
    #[error("{0}")]
    View(String),
    #[error(transparent)]
    Directory(#[from] DataDirsError),
    #[error("{0}")]
    NotWritten(#[from] TableFault),
    #[error("{0}")]
    NotRead(String),
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl ExportError {
    /// 2 where what was asked for cannot be, 1 where it could not be done.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Query { .. } | Self::NoProfile(_) | Self::View(_) => ExitCode::from(2),
            Self::Directory(_) | Self::NotWritten(_) | Self::NotRead(_) | Self::Output(_) => ExitCode::FAILURE,
        }
    }
}

/// Where rows come from.
pub struct Source<'a> {
    pub dirs: &'a DataDirs,
    pub settings: Settings,
    pub profiles: SavedProfiles,
    pub network: NetworkRules,
    pub profile_id: ProfileId,
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

    /// The core of the profile, without anything read.
    pub fn state(&self) -> State {
        let (settings, profiles) = (self.settings.clone(), self.profiles.clone());
        let policy = self.network.policy.clone();
        State::new(Start { settings, profiles, policy, ..desktop::start_values() })
    }
}
