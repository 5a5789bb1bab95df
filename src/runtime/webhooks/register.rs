//! Tells the embedded sandbox where to send webhooks. The one place outside the sandbox that calls its `/_sandbox` side
//! for Paydesk itself: a real service is configured by a person, in its own dashboard.

use std::net::SocketAddr;

use paydesk_api::call::{Method, Request};
use paydesk_api::client::ApiClient;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::resources::webhooks::wire::{registered, registration};
use paydesk_core::failure::ReceiverError;

/// Distinguishes the registrations of Paydesk from those of a person.
const PATH: &str = "/paydesk";

/// A registration of an earlier start.
pub struct KnownRegistration {
    webhook_id: String,
    pub port: u16,
}

/// The registrations that Paydesk made.
pub async fn known(client: &ApiClient) -> Vec<KnownRegistration> {
    let listed = match client.send(&Request::read_from(ReadEndpoint::Webhooks, "", None)).await {
        Attempt::Answered(HttpAnswer { body: Body::Json(listed), .. }) => registered(&listed),
        Attempt::Answered(_) | Attempt::NotSent(_) | Attempt::NoKey(_) | Attempt::Lost(_) => Vec::new(),
    };
    let port = |url: &str| url.strip_prefix("http://127.0.0.1:")?.strip_suffix(PATH)?.parse().ok();
    listed
        .into_iter()
        .filter_map(|(webhook_id, url)| Some(KnownRegistration { webhook_id, port: port(&url)? }))
        .collect()
}

/// Registers the address, unless it was `stored`, and takes back what an earlier start left.
pub async fn register(
    client: &ApiClient,
    address: SocketAddr,
    stored: bool,
    known: &[KnownRegistration],
) -> Result<(), ReceiverError> {
    let webhooks = ReadEndpoint::Webhooks.path("");
    let body = registration(&format!("http://{address}{PATH}"));
    if !stored && !is_taken(client, Request::read(Method::Post, webhooks.as_str(), Some(body))).await {
        return Err(ReceiverError::NotRegistered);
    }
    for left in known.iter().filter(|known| known.port != address.port()) {
        // What stays is tried again at the next start.
        is_taken(client, Request::read(Method::Delete, format!("{webhooks}/{}", left.webhook_id), None)).await;
    }
    Ok(())
}

async fn is_taken(client: &ApiClient, request: Request) -> bool {
    matches!(client.send(&request).await, Attempt::Answered(answer) if answer.is_success())
}
