//! `paydesk connect`: adds a profile, and keeps its key in the keyring.

use std::io::{BufRead as _, IsTerminal as _};
use std::path::PathBuf;
use std::process::ExitCode;

use paydesk_core::problem::Problem;
use paydesk_core::profiles::{FieldProblem, ProfileInput};
use paydesk_domain::secret::{ApiKey, KeyError, Secret};
use paydesk_domain::text::sentences;
use paydesk_store::{DataDirs, DataDirsError, settings};
use paydesk_vault::{Vault, VaultError};

use super::note_running;
use crate::start::organisation::Organisation;
use crate::start::output::{CommandError, OutputError, print_error, print_line};

/// Why no profile was added.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("{0}.\n{to_do}", to_do = .0.what_to_do())]
    Directory(#[from] DataDirsError),
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
    #[error(transparent)]
    Output(#[from] OutputError),
}

impl CommandError for ConnectError {
    fn exit_code(&self) -> ExitCode {
        ExitCode::FAILURE
    }
}

/// Adds a profile: reads its key from standard input, checks both, keeps the key in the keyring.
pub fn connect(data_dir: Option<PathBuf>, name: &str, base_url: &str) -> Result<(), ConnectError> {
    let dirs = DataDirs::resolve(data_dir.as_deref())?;
    let _lock = dirs.lock()?;
    note_running(dirs.data());
    let mut settings = settings::load(&dirs.settings_file()).value;
    let loaded = settings::load_profiles(&dirs.profiles_file(), &mut settings);
    if let Some(problem) = loaded.error.map(Problem::from) {
        print_error(format_args!("paydesk: {}", problem.text()));
    }
    let mut profiles = loaded.value;
    let policy = Organisation::here().network.policy;
    if let Some(refusal) = policy.adding_refusal() {
        return Err(ConnectError::Profile(refusal.to_owned()));
    }
    let others = policy.profiles_with(&profiles);
    let key = read_key()?;
    let (name, base_url) = (name.to_owned(), base_url.to_owned());
    let input = ProfileInput { name, base_url, ..ProfileInput::default() };
    let saved = input.saved(|| format!("profile_{}", uuid::Uuid::new_v4().simple()).into(), key.environment(), &others);
    let saved = saved.map_err(|problems| ConnectError::Profile(text_of(&problems)))?;
    let (name, environment) = (saved.name.clone(), saved.environment.word());
    Vault::start().save(&saved.id, Secret::Key(key))?;
    profiles.profiles.push(saved);
    settings::save_profiles(&dirs.profiles_file(), &profiles).map_err(|error| ConnectError::Profiles(error.into()))?;
    print_line(format_args!("“{name}” was added as {environment}. Open it with: paydesk --profile \"{name}\""))?;
    Ok(())
}

fn text_of(problems: &[FieldProblem]) -> String {
    sentences(&problems.iter().map(|problem| problem.what.as_str()).collect::<Vec<_>>())
}

fn read_key() -> Result<ApiKey, ConnectError> {
    if std::io::stdin().is_terminal() {
        print_error("Paste the secret key and press Enter:");
    }
    let mut line = zeroize::Zeroizing::new(String::new());
    std::io::stdin().lock().read_line(&mut line).map_err(ConnectError::Input)?;
    Ok(ApiKey::parse(&line)?)
}
