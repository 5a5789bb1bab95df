//! The HTTP side: paths, bodies, statuses and headers. Only translates; every rule about payments is in the engine.
//!
//! One module per resource with its `routes()`. A request passes, from the outside in: `transport::outermost_layer`
//! (`browser_guard`, rate limit, headers every answer has, log), `shapes::choose` (the API in other shapes, where the
//! settings ask for them: a router of its own), `transport::key_and_fault_layer` (keys, faults), then its handler.

mod analytics;
mod answer;
mod api_keys;
mod body;
mod browser_guard;
mod control;
mod customers;
mod disputes;
mod fault_layer;
mod files;
mod keys;
mod pages;
mod pay_page;
mod payment_links;
mod payments;
mod payout_page;
mod payouts;
mod refunds;
mod shapes;
mod subscriptions;
mod three_ds;
mod transport;
mod webhooks;

pub use self::fault_layer::CloseConnection;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use self::answer::ErrorAnswer;
use self::shapes::ShapeRouter;
use super::service::Sandbox;

/// All paths of the service and of the sandbox itself.
pub fn router(sandbox: Sandbox) -> Router {
    specified(sandbox.clone())
        .layer(from_fn_with_state(ShapeRouter::new(sandbox.clone(), in_other_shapes(sandbox.clone())), shapes::choose))
        .layer(from_fn_with_state(sandbox, transport::outermost_layer))
}

/// The API in the shapes of the specification, and the sandbox itself.
fn specified(sandbox: Sandbox) -> Router {
    Router::new()
        .route("/health", get(health))
        .merge(payments::routes())
        .merge(refunds::routes())
        .merge(disputes::routes())
        .merge(files::routes())
        .merge(analytics::routes())
        .merge(customers::routes())
        .merge(payouts::routes())
        .merge(payout_page::routes())
        .merge(payment_links::routes())
        .merge(subscriptions::routes())
        .merge(api_keys::routes())
        .merge(control::routes())
        .merge(three_ds::routes())
        .merge(webhooks::routes())
        .route_layer(from_fn_with_state(sandbox.clone(), transport::key_and_fault_layer))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .with_state(sandbox)
}

/// The API in the shapes of hyperswitch.
fn in_other_shapes(sandbox: Sandbox) -> Router {
    shapes::routes()
        .route_layer(from_fn_with_state(sandbox.clone(), transport::key_and_fault_layer))
        .route("/health", get(shapes::health))
        .fallback(unknown_path)
        .method_not_allowed_fallback(wrong_method)
        .with_state(sandbox)
}

/// The specification shows the status only; the body is ours, as every answer is JSON.
async fn health() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

async fn unknown_path(request: Request) -> ErrorAnswer {
    let message = format!("there is no {} {}", request.method(), request.uri().path());
    ErrorAnswer::invalid_request(StatusCode::NOT_FOUND, "IR_05", message)
}

async fn wrong_method(request: Request) -> ErrorAnswer {
    let message = format!("{} does not take {}", request.uri().path(), request.method());
    ErrorAnswer::invalid_request(StatusCode::METHOD_NOT_ALLOWED, "IR_04", message)
}
