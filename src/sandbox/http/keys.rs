//! Which keys a path takes, and whether the key that came is one of them.

use axum::http::HeaderMap;

use super::answer::ErrorAnswer;
use crate::engine::{Reason, SandboxShapes};
use crate::service::{KeyState, Sandbox};
use crate::sign_ins::TokenStage;
use paydesk_domain::secret::KeyKind;

/// Everything under it is ours: not counted by the rate limit, not subject to faults.
pub const CONTROL_PREFIX: &str = "/_sandbox/";
/// Where the last requests are read.
pub const LOG_PATH: &str = "/_sandbox/log";
/// Pages a customer's browser opens.
const PAGES: [&str; 3] = ["/_sandbox/3ds/", "/_sandbox/pay/", "/_sandbox/payout_links/"];

/// Whether a path leads to a page that a customer's browser opens.
pub fn is_page(path: &str) -> bool {
    PAGES.iter().any(|page| path.starts_with(page))
}

/// Which keys a path takes (ours, where the specification only says 403 for insufficient permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// Pages a customer's browser opens.
    Anyone,
    AnyKey,
    /// Control of the sandbox: a publishable key is visible in web pages, so it is not enough.
    Control,
    Secret,
    Admin,
}

impl Permission {
    pub fn needed_for(path: &str) -> Self {
        // Signing in is asked for without a key; who is signed in is looked at there.
        if is_page(path) || path.starts_with("/user/") {
            Self::Anyone
        } else if path == "/health" {
            Self::AnyKey
        } else if path.starts_with(CONTROL_PREFIX) {
            Self::Control
        } else if path.starts_with("/api_keys/") {
            Self::Admin
        } else {
            Self::Secret
        }
    }
}

/// Refuses a request whose key is missing, not valid any more, or of a kind that the path does not take.
pub fn check_key(sandbox: &Sandbox, needed: Permission, headers: &HeaderMap) -> Result<(), ErrorAnswer> {
    if needed == Permission::Anyone {
        return Ok(());
    }
    if let (Permission::AnyKey | Permission::Secret, Some(token)) = (needed, bearer_of(headers))
        && sandbox.shapes().shapes == SandboxShapes::Hyperswitch
    {
        return check_token(sandbox, token);
    }
    let Some(key) = key_of(headers) else {
        let refused = ErrorAnswer::unauthorized("AU_01", "the api-key header is required");
        return Err(ErrorAnswer { reason: Some(Reason::Missing), ..refused });
    };
    match sandbox.key_state(key) {
        None => Err(ErrorAnswer::unauthorized("AU_01", "the API key is not valid")),
        Some(KeyState::Expired) => Err(ErrorAnswer::unauthorized("AU_01", "the API key has expired")),
        Some(KeyState::Revoked) => Err(ErrorAnswer::unauthorized("AU_02", "the API key was revoked")),
        Some(KeyState::Valid) => check_kind(needed, KeyKind::of(key)),
    }
}

fn check_kind(needed: Permission, kind: KeyKind) -> Result<(), ErrorAnswer> {
    match (needed, kind) {
        (Permission::Anyone | Permission::AnyKey, _)
        | (Permission::Secret | Permission::Control, KeyKind::Secret(_))
        | (Permission::Admin | Permission::Control, KeyKind::Admin) => Ok(()),
        (Permission::Secret, _) => Err(ErrorAnswer::forbidden("this endpoint requires a secret key (snd_…)")),
        (Permission::Admin, _) => Err(ErrorAnswer::forbidden("this endpoint requires an admin key (admin_…)")),
        (Permission::Control, _) => Err(ErrorAnswer::forbidden(
            "controlling the sandbox requires a secret key (snd_…) or an admin key \
                (admin_…)",
        )),
    }
}

/// A person who is signed in may do what a secret key may.
fn check_token(sandbox: &Sandbox, token: &str) -> Result<(), ErrorAnswer> {
    match sandbox.sign_ins().stage(token) {
        Some(TokenStage::Everything) => Ok(()),
        Some(TokenStage::SecondFactor { .. }) | None => {
            Err(ErrorAnswer::unauthorized("IR_17", "Access forbidden, invalid JWT token was used"))
        }
    }
}

/// The token of a sign-in that came with a request.
pub fn bearer_of(headers: &HeaderMap) -> Option<&str> {
    headers.get("authorization")?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The key that came with a request.
pub fn key_of(headers: &HeaderMap) -> Option<&str> {
    headers.get("api-key").and_then(|value| value.to_str().ok()).filter(|key| !key.is_empty())
}
