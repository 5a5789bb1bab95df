//! Joining a team and leaving it: what is typed, and what is wrong with it.

use paydesk_domain::open_item::OpenItem;
use paydesk_domain::secret::SecretText;
use paydesk_domain::team::AwayRule;

use super::text;

/// What the person does about the team of the profile at hand.
#[derive(Debug, Clone, PartialEq)]
pub enum TeamAction {
    /// Without a password where the database asks for none.
    Join {
        input: TeamInput,
        password: Option<SecretText>,
    },
    /// Joins the team that the organisation set for the profile, as this user of its database.
    JoinSet {
        user: String,
        when_away: AwayRule,
        password: Option<SecretText>,
    },
    Leave,
    SetAwayRule(AwayRule),
    /// Connects again now.
    Reconnect,
    /// Asks whether to take over what a colleague writes.
    AskTakeOver(OpenItem),
}

/// What is typed to join a team. The password is not in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TeamInput {
    pub address: String,
    /// The profile of the team, by name.
    pub profile: String,
    pub ca_file: String,
    pub when_away: AwayRule,
}

/// A field of the form, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamField {
    Address,
    Profile,
}

impl TeamInput {
    /// What has to be changed before a team can be joined.
    pub fn problem(&self) -> Option<(TeamField, &'static str)> {
        let address = self.address.trim();
        let rest = address.strip_prefix("postgresql://").or_else(|| address.strip_prefix("postgres://"));
        let user = rest.and_then(|rest| rest.split_once('@')).map(|(user, _)| user);
        let names_user = user.is_some() || rest.is_some_and(|rest| rest.contains("user="));
        let has_password = |rest: &str| user.is_some_and(|user| user.contains(':')) || rest.contains("password=");
        match rest {
            Some(rest) if has_password(rest) => Some((TeamField::Address, text::PASSWORD_IN_ADDRESS)),
            _ if !names_user => Some((TeamField::Address, text::NOT_AN_ADDRESS)),
            _ if self.profile.trim().is_empty() => Some((TeamField::Profile, text::PROFILE_MISSING)),
            _ => None,
        }
    }
}

/// What is wrong with the user name that a person enters for the database that their organisation set.
pub fn user_problem(user: &str) -> Option<&'static str> {
    user.trim().is_empty().then_some("Enter your user name in the database")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_the_user_and_never_the_password() {
        let problem = |address: &str| {
            TeamInput { address: address.to_owned(), profile: "Shop".to_owned(), ..TeamInput::default() }.problem()
        };
        for address in [
            "postgresql://anna@db.example.com/paydesk",
            " postgres://anna@a,b:5433/paydesk?sslrootcert=x ",
            "postgresql:///paydesk?user=anna&host=/run/postgresql",
        ] {
            assert_eq!(problem(address), None, "{address}");
        }
        for address in ["", "db.example.com", "postgresql://db.example.com/paydesk", "mysql://anna@db/paydesk"] {
            assert_eq!(problem(address), Some((TeamField::Address, text::NOT_AN_ADDRESS)), "{address}");
        }
        for address in ["postgresql://anna:geheim@db/paydesk", "postgresql://anna@db/paydesk?password=geheim"] {
            assert_eq!(problem(address), Some((TeamField::Address, text::PASSWORD_IN_ADDRESS)), "{address}");
        }
        let unnamed = TeamInput { address: "postgresql://anna@db/paydesk".to_owned(), ..TeamInput::default() };
        assert_eq!(unnamed.problem(), Some((TeamField::Profile, text::PROFILE_MISSING)));
    }
}
