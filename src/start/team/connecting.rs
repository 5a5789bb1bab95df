//! Connects a command to the database, with the password that it has or asks for.

use std::io::{BufRead as _, IsTerminal as _};

use paydesk_domain::secret::SecretText;
use paydesk_domain::text::visible;
use paydesk_team::{TeamAddress, TeamConnection, TeamError, TeamLimits, TeamProfile};

use super::error::TeamCommandError;

/// Where the password of the person who asks may be.
const PASSWORD: &str = "PGPASSWORD";

/// What others typed, as it may be printed to a terminal.
pub fn shown(text: &str) -> String {
    visible(text, 200)
}

pub async fn profile_named(connection: &TeamConnection, name: &str) -> Result<TeamProfile, TeamCommandError> {
    let profiles = connection.profiles().await?;
    if let Some(found) = profiles.iter().find(|profile| profile.name == name) {
        return Ok(found.clone());
    }
    let names: Vec<String> = profiles.iter().map(|profile| format!("“{}”", shown(&profile.name))).collect();
    let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    Err(TeamCommandError::NoProfile { name: shown(name), there })
}

pub async fn connected(address: &TeamAddress) -> Result<TeamConnection, TeamCommandError> {
    let limits = TeamLimits::default();
    with_password(address, async |password| TeamConnection::open(address, password, limits).await).await
}

/// Tries without a password where there is none: a server may know the person otherwise. Asks where it wants one.
pub async fn with_password<T>(
    address: &TeamAddress,
    open: impl AsyncFn(Option<&SecretText>) -> Result<T, TeamError>,
) -> Result<T, TeamCommandError> {
    let given = std::env::var(PASSWORD).ok().filter(|text| !text.is_empty()).map(SecretText::moved);
    match open(given.as_ref()).await {
        Err(TeamError::PasswordMissing { .. }) if given.is_none() => {}
        result => return Ok(result?),
    }
    let password = read_password(&format!("Type the password of “{}” and press Enter:", shown(address.user())))?;
    Ok(open(Some(&password)).await?)
}

pub fn read_password(prompt: &str) -> Result<SecretText, TeamCommandError> {
    if std::io::stdin().is_terminal() {
        eprintln!("{prompt}");
    }
    let mut line = zeroize::Zeroizing::new(String::new());
    std::io::stdin().lock().read_line(&mut line).map_err(TeamCommandError::Input)?;
    let password = SecretText::moved(line.trim_end_matches(['\r', '\n']).to_owned());
    if password.is_empty() { Err(TeamCommandError::NoPassword) } else { Ok(password) }
}
