//! A service that gives no reports to keys, and counts payments, refunds and disputes by status.

use paydesk_api::outcome::Attempt;
use paydesk_core::Message;
use paydesk_core::features::analytics::Board;
use paydesk_core::features::history::ReadPlace;
use paydesk_core::read::Read;
use paydesk_domain::profile::ProfileId;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::known_boards::{desk, show, stored};
use crate::service::answered;

/// What a service answers that counts so many of each status.
pub fn counts(counts: Value) -> Attempt {
    answered(200, json!({ "status_with_count": counts }))
}

/// A desk at a service that gives no reports to keys. Ten payments are known here, all of them succeeded.
pub fn with_payments(read: ReadPlace) -> Desk {
    let mut desk = desk();
    desk.event(stored(read));
    desk
}

pub fn sign_in(desk: &mut Desk) {
    desk.event(Message::SignInFound { profile_id: ProfileId::embedded() });
}

/// Answers what the service is asked to count, and what it lists of refunds and disputes.
pub fn serve_counts(desk: &mut Desk) {
    for _ in 0..50 {
        let is_it = |read: &Read| {
            let is_list = matches!(read, Read::Records(_) | Read::Disputes(_));
            is_list || matches!(read, Read::StatusCounts(_) | Read::AddedUp(_))
        };
        let Some(place) = desk.reads.iter().position(|(_, read)| is_it(read)) else { return };
        let read = desk.reads.remove(place);
        desk.reads.insert(0, read);
        desk.serve_one();
    }
}

/// Shows the board with everything on it answered.
pub fn shown(desk: &mut Desk, board: Board) {
    show(desk, board, 30);
    serve_counts(desk);
    desk.tick(6);
    serve_counts(desk);
}
