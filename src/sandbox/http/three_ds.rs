//! The authentication page at `/_sandbox/3ds/{payment_id}`: what a bank's page, a wallet or a redirect would be. Opened
//! in a browser without a key; a script sends its secret key instead of the page's token, and gets the payment as JSON.

use axum::extract::{Path, State};
use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use super::answer::ErrorAnswer;
use super::body::PathId;
use super::pages::{
    NoticeKind, PageForm, PageHtml, PageToken, amount_html, escape, facts, form, notice, page, quiet_button,
};
use crate::engine::payments::{self, Authentication, PaymentBody};
use crate::service::Sandbox;
use crate::storage::payments::PaymentRecord;
use paydesk_domain::decline;
use paydesk_domain::payment::PaymentStatus;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/_sandbox/3ds/{payment_id}", get(open))
        .route("/_sandbox/3ds/{payment_id}/{result}", post(finish))
}

async fn open(State(sandbox): State<Sandbox>, token: PageToken, PathId(id): PathId) -> Result<PageHtml, ErrorAnswer> {
    let payment = sandbox.read(move |work| work.payment(&id)).await?;
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

fn payment_html(payment: &PaymentRecord, token: &PageToken) -> PageHtml {
    let amount = amount_html(payment.amount, &payment.currency, token);
    let id = escape(&payment.payment_id);
    let above = format!("<p class=\"merchant\">{}</p>", merchant(payment));
    match payment.status {
        PaymentStatus::RequiresAction => {
            let text = "<p class=\"about\">Your bank asks you to confirm that it is you. In this sandbox, you choose the outcome.</p>";
            let below = format!("{text}{}{}", facts_of(payment), buttons(&id, token));
            page(&above, &format!("Confirm your payment of {amount}"), &below)
        }
        _ => page(&above, &ended_heading(payment, &amount), &format!("{}{}", ended(payment), facts_of(payment))),
    }
}

/// What stands on the statement: a payment has no other name of the merchant.
fn merchant(payment: &PaymentRecord) -> String {
    escape(payment.detail.statement_descriptor.as_deref().unwrap_or("Sandbox shop"))
}

fn facts_of(payment: &PaymentRecord) -> String {
    let detail = &payment.detail;
    let card = detail.card.as_ref().map(|card| format!("{} ending in {}", escape(&card.brand), escape(&card.last4)));
    facts(&[
        ("For", detail.description.as_deref().map(escape).unwrap_or_default()),
        ("Card", card.unwrap_or_default()),
        ("Payment", escape(&payment.payment_id)),
        ("Status", escape(payment.status.as_str())),
    ])
}

fn buttons(id: &str, token: &PageToken) -> String {
    let action = |word: &str| format!("/_sandbox/3ds/{id}/{word}");
    [
        form(&action("complete"), token, "", "Confirm payment"),
        quiet_button(&action("reject"), token, "This wasn't me: decline"),
        quiet_button(&action("abandon"), token, "Leave without answering"),
    ]
    .concat()
}

fn ended_heading(payment: &PaymentRecord, amount: &str) -> String {
    match payment.status {
        PaymentStatus::Failed => format!("Payment of {amount} declined"),
        PaymentStatus::Cancelled => format!("Payment of {amount} cancelled"),
        _ => format!("Payment of {amount} confirmed"),
    }
}

/// How the authentication ended, and the way back.
fn ended(payment: &PaymentRecord) -> String {
    let code = payment.unified_code.as_deref().unwrap_or_default();
    let state = match payment.status {
        PaymentStatus::Failed => {
            let reason = escape(decline::message(code).unwrap_or("Payment declined"));
            let text = format!("{reason}. No money was taken. Go back to the shop to try again.");
            notice(NoticeKind::Bad, "The payment was declined", &text)
        }
        PaymentStatus::Cancelled => notice(NoticeKind::Wait, "The payment was cancelled", "No money was taken."),
        _ => notice(NoticeKind::Good, "Thank you", "Your bank confirmed the payment. You can go back to the shop."),
    };
    let back = payment.detail.return_url.as_deref().map(escape);
    let link = back.map(|url| format!("<a class=\"button\" href=\"{url}\">Back to the shop</a>"));
    format!("{state}{}", link.unwrap_or_default())
}
