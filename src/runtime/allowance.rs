//! Whether a request may leave now: asked before each, beside the gate in the core. Alone, a desk is always allowed; a team
//! shares what the service allows.

use std::pin::Pin;

use paydesk_api::call::Request;
use paydesk_api::rate_limit::Priority;
use paydesk_domain::operation::CallKind;
use paydesk_domain::profile::ProfileId;
use paydesk_team::TokenKind;

/// Says when requests may leave.
pub trait CallAllowance: Send + Sync {
    /// Returns once a request for this profile may leave; it is counted.
    fn admit<'a>(&'a self, profile_id: &'a ProfileId, kind: TokenKind)
    -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;

    /// The service said how many requests a minute it allows.
    fn reported(&self, profile_id: &ProfileId, per_minute: u32);
}

/// What a request takes a token for.
pub fn token_kind(request: &Request, priority: Priority) -> TokenKind {
    match (request.kind, priority) {
        (CallKind::Operation, _) | (CallKind::Read, Priority::Reconciliation) => TokenKind::Operation,
        (CallKind::Read, Priority::Ordinary) => TokenKind::Read,
        (CallKind::Read, Priority::Background) => TokenKind::Background,
    }
}
