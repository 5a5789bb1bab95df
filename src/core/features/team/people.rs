//! Who belongs to the team, and who is at work.

use paydesk_domain::team::TeamRole;

use super::text;

/// Whoever was seen within so many seconds is connected: desks say twice a minute that they are there.
const CONNECTED_S: u64 = 75;

/// A member of the team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamPerson {
    /// The user of the database.
    pub name: String,
    pub role: TeamRole,
    /// Seconds since a desk of theirs said that it is there, by the clock of the database; `None` where none ever did.
    pub seen_s: Option<u64>,
}

impl TeamPerson {
    pub fn is_connected(&self) -> bool {
        self.seen_s.is_some_and(|seconds| seconds < CONNECTED_S)
    }

    /// `operator · connected`.
    pub fn line(&self) -> String {
        format!("{} · {}", self.role.name(), text::last_seen(self.is_connected(), self.seen_s))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_listed_with_the_role_and_when_a_desk_of_theirs_was_last_there() {
        let line = |seen_s| TeamPerson { name: "anna".to_owned(), role: TeamRole::Admin, seen_s }.line();
        assert_eq!(line(None), "admin · never connected");
        assert_eq!(line(Some(20)), "admin · connected");
        assert_eq!(line(Some(180)), "admin · last connected 3 min ago");
        assert_eq!(line(Some(7_300)), "admin · last connected 2 h ago");
    }
}
