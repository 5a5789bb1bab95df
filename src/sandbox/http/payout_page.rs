//! The page of a payout link at `/_sandbox/payout_links/{payout_id}`, where the recipient names a bank account (ours:
//! the specification does not show it).

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};

use super::answer::ErrorAnswer;
use super::body::PathId;
use super::pages::{
    NoticeKind, PageField, PageForm, PageHtml, PageToken, amount_html, escape, facts, form, notice, page, status_of,
};
use crate::engine::Refusal;
use crate::engine::fields::FieldReader;
use crate::engine::payouts::{self, PayoutChange};
use crate::service::Sandbox;
use crate::storage::payouts::PayoutRecord;
use paydesk_domain::payout::PayoutStatus;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/_sandbox/payout_links/{payout_id}", get(open).post(complete))
}

/// The payout behind a link; a payout that has none has no page.
async fn linked_payout(sandbox: &Sandbox, id: String) -> Result<PayoutRecord, ErrorAnswer> {
    let payout = sandbox.read(move |work| payouts::find(work, &id)).await?;
    match payout.payout_link {
        Some(_) => Ok(payout),
        None => Err(Refusal::not_found("payout link", &payout.payout_id).into()),
    }
}

async fn open(State(sandbox): State<Sandbox>, token: PageToken, PathId(id): PathId) -> Result<PageHtml, ErrorAnswer> {
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
    let (typed, mut bank) = (form.0.clone(), form.0);
    bank.insert("payout_method_type".to_owned(), Value::from("open_banking"));
    let change = json!({"payout_type": "bank", "payout_method_data": {"bank_transfer": bank}});
    let change = change.as_object().cloned().unwrap_or_default();
    let changed = match read_change(&change) {
        Ok(change) => sandbox.transaction(move |work| payouts::update(work, &id, change)).await,
        Err(refusal) => Err(refusal),
    };
    Ok(match changed {
        Ok(payout) => payout_html(&payout, &token, None).into_response(),
        Err(refusal) => {
            let sent = Some((&refusal, &typed));
            (status_of(&refusal), payout_html(&payout, &token, sent)).into_response()
        }
    })
}

fn read_change(change: &Map<String, Value>) -> Result<PayoutChange, Refusal> {
    PayoutChange::read_update(&FieldReader::new(change))
}

fn payout_html(payout: &PayoutRecord, token: &PageToken, sent: Option<(&Refusal, &Map<String, Value>)>) -> PageHtml {
    let amount = amount_html(payout.amount, &payout.currency, token);
    let about = payout.detail.description.as_deref().map(escape).unwrap_or_default();
    let about = if about.is_empty() { String::new() } else { format!("<p class=\"about\">{about}</p>") };
    match payout.status {
        PayoutStatus::RequiresPayoutMethodData | PayoutStatus::RequiresConfirmation => {
            let action = format!("/_sandbox/payout_links/{}", escape(&payout.payout_id));
            let below = format!("{about}{}{}", refused(sent), form(&action, token, &inputs(sent), "Save bank account"));
            page("", &format!("Where should {amount} go?"), &below)
        }
        _ => {
            let status = escape(payout.status.as_str());
            let rows = [("Payout", escape(&payout.payout_id)), ("Status", status)];
            let text = "There is nothing more to do here.";
            let state = notice(NoticeKind::Good, "Account details received", text);
            page("", &format!("Payout of {amount}"), &format!("{about}{state}{}", facts(&rows)))
        }
    }
}

/// A field of the form: name, label, hint, `autocomplete`, and what to do where it is refused.
const FIELDS: [(&str, &str, &str, &str, &str); 2] = [
    ("account_holder_name", "Account holder", "", "name", "Enter the name of the account holder"),
    ("iban", "IBAN", "Such as DE89 3704 0044 0532 0130 00", "off", "Enter the IBAN of the account"),
];

fn refused(sent: Option<(&Refusal, &Map<String, Value>)>) -> String {
    let Some((refusal, _)) = sent else { return String::new() };
    match FIELDS.iter().find(|field| refusal.message.contains(field.0)) {
        Some((name, label, .., what_to_do)) => {
            let text = format!("<a href=\"#{name}\">{label}: {what_to_do}</a>.");
            notice(NoticeKind::Bad, "Please check one field", &text)
        }
        None => notice(NoticeKind::Bad, "The account was not saved", &escape(&refusal.message)),
    }
}

/// The IBAN is not written into the page again.
fn inputs(sent: Option<(&Refusal, &Map<String, Value>)>) -> String {
    let mut html = String::new();
    for (name, label, hint, autocomplete, what_to_do) in FIELDS {
        let typed = sent.and_then(|(_, typed)| typed.get(name)?.as_str()).filter(|_| name != "iban");
        let error = sent.filter(|(refusal, _)| refusal.message.contains(name)).map(|_| what_to_do);
        let value = typed.unwrap_or_default();
        html.push_str(&PageField { name, label, hint, value, autocomplete, keyboard: "text", error }.html());
    }
    html
}
