//! The team that an organisation set for a profile.

use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use serde_json::{Value, json};

use crate::desk::{Desk, pay_1};
use crate::managed::{acme, desk, policy, switched};

pub const DATABASE: &str = "postgresql://db.example.com/paydesk";

/// The rules with one profile, whose team is this one.
pub fn with_team(team: &Value) -> ManagedPolicy {
    let mut profile = acme("sandbox");
    profile["team"] = team.clone();
    policy(&json!({"profiles": [profile]}))
}

pub fn set(when_away: &str) -> ManagedPolicy {
    let ca_file = if cfg!(windows) { "C:\\team-ca.pem" } else { "/etc/team-ca.pem" };
    with_team(&json!({"database": DATABASE, "profile": "Acme", "ca_file": ca_file, "when_away": when_away}))
}

/// At work with the profile of the organisation, whose payment is open.
pub fn not_joined(when_away: &str) -> Desk {
    opened(switched(desk(set(when_away))))
}

pub fn opened(mut desk: Desk) -> Desk {
    desk.act(Action::GoTo(Route::List(ResourceKind::Payment)));
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk
}
