//! The members of a profile, with when each was last seen.

use std::collections::HashMap;

use paydesk_core::features::team::TeamPerson;
use paydesk_domain::text::visible;
use paydesk_team::{TeamConnection, TeamError, TeamProfileId};

/// Members that are listed.
const PEOPLE_MAX: usize = 500;

pub(super) async fn people(connection: &TeamConnection, profile: TeamProfileId) -> Result<Vec<TeamPerson>, TeamError> {
    let members = connection.members(profile).await?;
    let mut seen: HashMap<String, u64> = HashMap::new();
    // Whenever that was.
    for desk in connection.desks(profile, u32::MAX).await? {
        let seconds = u64::try_from(desk.seconds_ago).unwrap_or(0);
        seen.entry(desk.user).and_modify(|known| *known = seconds.min(*known)).or_insert(seconds);
    }
    let person = |member: paydesk_team::TeamMember| TeamPerson {
        seen_s: seen.get(&member.user).copied(),
        name: visible(&member.user, 60),
        role: member.role,
    };
    Ok(members.into_iter().take(PEOPLE_MAX).map(person).collect())
}
