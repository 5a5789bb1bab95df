//! Records by their id or by what is noted about them, of whatever kind: what is known here first, then what the service can be asked for.

use strum::IntoEnumIterator as _;

use paydesk_api::input::id as check_id;
use paydesk_domain::ids::{DisputeId, PaymentId};
use paydesk_domain::object_ref::ObjectRef;

use crate::operations::ResourceKind;
use crate::state::State;

/// How the ids of records begin that can be read although nothing is known of them. Any other id may be a payment's.
const READABLE: [(&str, ResourceKind); 3] =
    [("dsp_", ResourceKind::Dispute), ("dp_", ResourceKind::Dispute), ("cus_", ResourceKind::Customer)];

/// Shortest text that is looked for in notes, in characters.
const NOTED_MIN_CHARS: usize = 2;
/// Most records found by their notes.
const NOTED_MAX: usize = 5;

impl State {
    /// What `text` can be the id of, the likeliest first; nothing where it looks like no id.
    pub fn named(&self, text: &str) -> Vec<ObjectRef> {
        let id = text.trim();
        let could_be_id = id.contains('_') || id.chars().any(|c| c.is_ascii_digit());
        if !could_be_id || check_id("id", id).is_err() {
            return Vec::new();
        }
        let named = |kind| ObjectRef::new(kind, id);
        let known: Vec<ObjectRef> = ResourceKind::iter().filter(|kind| self.knows(*kind, id)).map(named).collect();
        if !known.is_empty() {
            return known;
        }
        let begins = |prefix: &str| id.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
        let readable = READABLE.iter().find(|(prefix, _)| begins(prefix)).map(|(_, kind)| *kind);
        let payment = PaymentId::parse(id).is_ok().then_some(ResourceKind::Payment);
        readable.or(payment).map(named).into_iter().collect()
    }

    /// Records other than payments with `text` in a note or in a tag; payments are found by their search.
    pub fn noted(&self, text: &str) -> Vec<ObjectRef> {
        let text = text.trim();
        if text.chars().count() < NOTED_MIN_CHARS {
            return Vec::new();
        }
        let others = self.workspace.notes.index().objects(text).filter(|(kind, _)| *kind != ResourceKind::Payment);
        others.take(NOTED_MAX).map(|(kind, id)| ObjectRef::new(kind, id)).collect()
    }

    /// Whether there is one with this id on this machine.
    pub fn knows(&self, kind: ResourceKind, id: &str) -> bool {
        let workspace = &self.workspace;
        workspace.records.find(kind, id).is_some()
            || kind == ResourceKind::Payment && workspace.payments.knows(&PaymentId::new(id))
            || kind == ResourceKind::Dispute && workspace.disputes.find(&DisputeId::new(id)).is_some()
    }
}
