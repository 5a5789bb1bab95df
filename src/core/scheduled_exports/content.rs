//! What the team shares that a query needs: the view whose payments are exported, and the notes that it asks for.

use serde_json::Value;

use paydesk_domain::note::Annotation;
use paydesk_index::payment_query::{PaymentQuery, QueryTerm};
use paydesk_index::payment_view::PaymentView;

/// A shared view; `None` where another version of Paydesk wrote it.
pub fn shared_view(body: Value) -> Option<PaymentView> {
    serde_json::from_value(body).ok()
}

/// A shared note or tag.
pub fn shared_note(body: Value) -> Option<Annotation> {
    serde_json::from_value(body).ok()
}

/// Whether notes and tags decide which payments a query finds.
pub fn asks_for_notes(query: &PaymentQuery) -> bool {
    let is_noted = |term: &QueryTerm| matches!(term, QueryTerm::Text(_) | QueryTerm::Tag(_) | QueryTerm::Note(_));
    query.conditions.iter().any(|condition| is_noted(&condition.term))
}
