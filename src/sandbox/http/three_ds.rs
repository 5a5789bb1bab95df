//! The authentication page at `/_sandbox/3ds/{payment_id}`: what a bank's page, a wallet or a redirect would be. Opened
//! in a browser without a key; a script sends its secret key instead of the page's token, and gets the payment as JSON.

use axum::extract::{Path, State};
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use super::answer::ErrorAnswer;
use super::body::PathId;
use super::pages::{PageForm, PageToken, amount_html, escape, form, html};
use crate::domain::payment::PaymentStatus;
use crate::sandbox::engine::payments::{self, Authentication, PaymentBody};
use crate::sandbox::service::Sandbox;
use crate::sandbox::storage::payments::PaymentRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/_sandbox/3ds/{payment_id}", get(page))
        .route("/_sandbox/3ds/{payment_id}/{result}", post(finish))
}

async fn page(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
) -> Result<Html<String>, ErrorAnswer> {
    let payment = sandbox.transaction(move |work| work.payment(&id)).await?;
    Ok(payment_html(&payment, &token))
}

async fn finish(
    State(sandbox): State<Sandbox>,
    path: Result<Path<(String, String)>, axum::extract::rejection::PathRejection>,
    headers: HeaderMap,
    token: PageToken,
    _: PageForm,
) -> Result<Response, ErrorAnswer> {
    let unknown = || {
        let message = "an authentication ends with complete, reject or abandon";
        ErrorAnswer::invalid_request(StatusCode::NOT_FOUND, "IR_05", message)
    };
    let Path((id, word)) = path.map_err(|_| unknown())?;
    let result = match word.as_str() {
        "complete" => Authentication::Completed,
        "reject" => Authentication::Rejected,
        "abandon" => Authentication::Abandoned,
        _ => return Err(unknown()),
    };
    let payment = sandbox.transaction(move |work| payments::authenticate(work, &id, result)).await?;
    let wants_html = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).is_some_and(|a| a.contains("html"));
    Ok(match wants_html {
        true => payment_html(&payment, &token).into_response(),
        false => Json(PaymentBody::new(sandbox.credentials(), payment)).into_response(),
    })
}

fn payment_html(payment: &PaymentRecord, token: &PageToken) -> Html<String> {
    let amount = amount_html(payment.amount, &payment.currency);
    let id = escape(&payment.payment_id);
    let rest = match payment.status {
        PaymentStatus::RequiresAction => buttons(&id, token),
        _ => finished(payment),
    };
    html("Authenticate a payment", &format!("<p><strong>{amount}</strong><br>{id}</p>{rest}"))
}

fn buttons(id: &str, token: &PageToken) -> String {
    let button = |word: &str, label: &str| form(&format!("/_sandbox/3ds/{id}/{word}"), token, &[], label);
    [
        button("complete", "Complete authentication"),
        button("reject", "Reject authentication"),
        button("abandon", "Leave without authenticating"),
    ]
    .concat()
}

fn finished(payment: &PaymentRecord) -> String {
    let status = escape(payment.status.as_str());
    let back = payment.detail.return_url.as_deref().map(escape);
    let link = back.map_or_else(String::new, |url| format!("<p><a href=\"{url}\">Back to the shop</a></p>"));
    format!("<p>The payment is <strong>{status}</strong>.</p>{link}")
}
