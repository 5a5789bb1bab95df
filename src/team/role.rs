//! What a person may do in a profile of a team.

/// What a member may do in a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamRole {
    /// Sees everything.
    Reader,
    /// Sends operations, and edits what the team shares.
    Operator,
    /// The same, and decides on what others ask approval for.
    Approver,
    /// The same as an operator, and says who is a member and what needs approval.
    Admin,
}

impl TeamRole {
    pub const ALL: [Self; 4] = [Self::Reader, Self::Operator, Self::Approver, Self::Admin];

    /// As it is stored and shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Operator => "operator",
            Self::Approver => "approver",
            Self::Admin => "admin",
        }
    }

    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}
