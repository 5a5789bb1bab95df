//! The page of a payout link at `/_sandbox/payout_links/{payout_id}`, where the recipient names a bank account (ours:
//! the specification does not show it).

use axum::Router;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};

use super::answer::ErrorAnswer;
use super::body::PathId;
use super::pages::{PageForm, PageToken, amount_html, escape, form, html, refusal_html, status_of};
use crate::domain::payout::PayoutStatus;
use crate::sandbox::engine::Refusal;
use crate::sandbox::engine::fields::FieldReader;
use crate::sandbox::engine::payouts::{self, PayoutChange};
use crate::sandbox::service::Sandbox;
use crate::sandbox::storage::payouts::PayoutRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/_sandbox/payout_links/{payout_id}", get(page).post(complete))
}

/// The payout behind a link; a payout that has none has no page.
async fn linked_payout(sandbox: &Sandbox, id: String) -> Result<PayoutRecord, ErrorAnswer> {
    let payout = sandbox.transaction(move |work| payouts::find(work, &id)).await?;
    match payout.payout_link {
        Some(_) => Ok(payout),
        None => Err(Refusal::not_found("payout link", &payout.payout_id).into()),
    }
}

async fn page(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
) -> Result<Html<String>, ErrorAnswer> {
    Ok(payout_html(&linked_payout(&sandbox, id).await?, &token, None))
}

/// The recipient names a bank account by holder and IBAN.
async fn complete(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
    form: PageForm,
) -> Result<Response, ErrorAnswer> {
    let payout = linked_payout(&sandbox, id.clone()).await?;
    let mut bank = form.0;
    bank.insert("payout_method_type".to_owned(), Value::from("open_banking"));
    let change = json!({"payout_type": "bank", "payout_method_data": {"bank_transfer": bank}});
    let change = change.as_object().cloned().unwrap_or_default();
    let changed = match read_change(&change) {
        Ok(change) => sandbox.transaction(move |work| payouts::update(work, &id, change)).await,
        Err(refusal) => Err(refusal),
    };
    Ok(match changed {
        Ok(payout) => payout_html(&payout, &token, None).into_response(),
        Err(refusal) => (status_of(&refusal), payout_html(&payout, &token, Some(&refusal))).into_response(),
    })
}

fn read_change(change: &Map<String, Value>) -> Result<PayoutChange, Refusal> {
    PayoutChange::read_update(&FieldReader::new(change))
}

fn payout_html(payout: &PayoutRecord, token: &PageToken, refusal: Option<&Refusal>) -> Html<String> {
    let amount = amount_html(payout.amount, &payout.currency);
    let rest = match payout.status {
        PayoutStatus::RequiresPayoutMethodData | PayoutStatus::RequiresConfirmation => {
            let fields = [("account_holder_name", "Account holder", ""), ("iban", "IBAN", "")];
            let action = format!("/_sandbox/payout_links/{}", escape(&payout.payout_id));
            form(&action, token, &fields, "Send it there")
        }
        _ => format!("<p>The payout is <strong>{}</strong>.</p>", escape(payout.status.as_str())),
    };
    html("Receive a payout", &format!("<p><strong>{amount}</strong></p>{}{rest}", refusal_html(refusal)))
}
