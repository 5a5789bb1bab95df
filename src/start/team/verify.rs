//! `paydesk team verify`: whether the copies of the desks' journals are as they were written.

use crate::start::output::print_line;
use paydesk_team::{ChainCheck, DeskId, SeenDesk, TeamAddress};

use super::connecting::{connected, profile_named, shown};
use super::error::TeamCommandError;

/// Checks the copy of every desk's journal; prints one line for each.
pub async fn verify(address: &TeamAddress, profile: Option<&str>) -> Result<String, TeamCommandError> {
    let connection = connected(address).await?;
    let profiles = match profile {
        Some(name) => vec![profile_named(&connection, name).await?],
        None => connection.profiles().await?,
    };
    let (mut all, mut broken) = (0, 0);
    for profile in profiles {
        let seen = connection.desks(profile.id, u32::MAX).await?;
        for desk in connection.journal_desks(profile.id).await? {
            let check = connection.verify_journal(profile.id, desk).await?;
            let seen = seen.iter().find(|seen| seen.id == desk);
            print_line(format_args!("{}: {}", shown(&profile.name), check_line(desk, seen, &check)))?;
            (all, broken) = (all + 1, broken + usize::from(check.first_broken.is_some()));
        }
    }
    match (all, broken) {
        (0, _) => Ok("There are no journals yet".to_owned()),
        (_, 0) => Ok("Verified: no entries were altered".to_owned()),
        (_, _) => Err(TeamCommandError::Broken { broken, all }),
    }
}

/// `ada on office-1 (6f9c0e0e-…): 12 entries, as they were written`.
fn check_line(desk: DeskId, seen: Option<&SeenDesk>, check: &ChainCheck) -> String {
    let who = seen.map(|seen| format!("{} on {} ", shown(&seen.user), shown(&seen.machine))).unwrap_or_default();
    let found = match check.first_broken {
        None => format!("{} entries, none altered", check.head.number),
        Some(entry) => format!("entry {entry} has been altered"),
    };
    format!("{who}({desk}): {found}")
}
