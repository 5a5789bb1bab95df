//! Which colleagues have something open, in words.

use paydesk_core::State;
use paydesk_core::features::team::Colleague;
use paydesk_domain::open_item::OpenItemKind;
use paydesk_domain::text::visible;

use super::text;

/// Longest name of a person, in characters.
const PERSON_CHARS: usize = 40;

/// At whom something is open, as far as it is known.
pub fn open_at_colleagues(state: &State, kind: OpenItemKind, id: &str) -> Option<String> {
    open_at(state.workspace.team.items.colleagues_at(kind, id))
}

/// Who has a dispute open beside the writer of its evidence.
pub fn open_beside_writer(state: &State, dispute_id: &str) -> Option<String> {
    let items = &state.workspace.team.items;
    let writer = items.holder_here(OpenItemKind::Draft, dispute_id);
    let mut colleagues = items.colleagues_at(OpenItemKind::Draft, dispute_id);
    colleagues.retain(|colleague| Some(*colleague) != writer);
    open_at(colleagues)
}

fn open_at(colleagues: Vec<&Colleague>) -> Option<String> {
    let names: Vec<String> = colleagues.iter().map(|colleague| visible(&colleague.person, PERSON_CHARS)).collect();
    text::open_at(&names)
}
