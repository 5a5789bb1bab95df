//! What a hub says of itself: `/healthz` for who watches it, `/metrics` for Prometheus. Neither says anything of a
//! payment or a person.

use paydesk_receiver::PageAnswer;

use super::metrics::HubGauges;
use super::state::HubState;

/// The answer to GET of a path.
pub fn answer(path: &str, state: &HubState) -> Option<PageAnswer> {
    match path {
        "/healthz" => Some(health(state)),
        "/metrics" => Some(metrics(state)),
        _ => None,
    }
}

/// 200 only where events can be stored.
fn health(state: &HubState) -> PageAnswer {
    let (status, word) = if state.is_storing() { (200, "ok") } else { (503, "database unreachable") };
    let body = format!("{{\"status\":\"{word}\",\"leader\":{}}}\n", state.is_leading());
    PageAnswer { status, content_type: "application/json", body }
}

fn metrics(state: &HubState) -> PageAnswer {
    let gauges = HubGauges { is_storing: state.is_storing(), is_leading: state.is_leading() };
    let body = state.metrics.text(&gauges);
    PageAnswer { status: 200, content_type: "text/plain; version=0.0.4; charset=utf-8", body }
}
