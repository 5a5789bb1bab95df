//! [`/payment_link`](crate::api::resources::payment_links::reference), the page a link leads to, and the sandbox's own way to read
//! links.

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use super::answer::{ErrorAnswer, HandlerResult};
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::{Objects, PageForm, PageToken, amount_html, escape, form, html, refusal_html, status_of};
use crate::domain::payment::PaymentStatus;
use crate::sandbox::engine::Refusal;
use crate::sandbox::engine::page::PageInput;
use crate::sandbox::engine::payment_links::{self, LinkAndPayment, LinkBody, LinkStatus, PaymentLinkInput};
use crate::sandbox::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payment_link", post(create))
        .route("/_sandbox/payment_links", get(list))
        .route("/_sandbox/payment_links/{payment_link_id}", get(retrieve))
        .route("/_sandbox/pay/{payment_link_id}", get(pay_page).post(pay))
}

fn body_of(link: LinkAndPayment, sandbox: &Sandbox) -> LinkBody {
    LinkBody::new(link, sandbox.hosts().base_url())
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<LinkBody> {
    let input = PaymentLinkInput::read(&body.fields())?;
    let link = sandbox.transaction(move |work| payment_links::create(work, input)).await?;
    Ok(Json(body_of(link, &sandbox)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<LinkBody> {
    let link = sandbox.transaction(move |work| payment_links::find(work, &id)).await?;
    Ok(Json(body_of(link, &sandbox)))
}

async fn list(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<Objects<LinkBody>> {
    let page = PageInput::read(&query.fields())?;
    let (links, total) = sandbox.transaction(move |work| payment_links::list(work, page)).await?;
    Ok(Json(Objects::new(links.into_iter().map(|link| body_of(link, &sandbox)), total)))
}

async fn pay_page(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
) -> Result<Html<String>, ErrorAnswer> {
    Ok(link_html(&sandbox.transaction(move |work| payment_links::find(work, &id)).await?, &token, None))
}

async fn pay(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
    form: PageForm,
) -> Result<Response, ErrorAnswer> {
    let link_id = id.clone();
    match sandbox.transaction(move |work| payment_links::pay(work, &id, &form.0)).await {
        Ok(link) => Ok(link_html(&link, &token, None).into_response()),
        Err(refusal) => {
            let link = sandbox.transaction(move |work| payment_links::find(work, &link_id)).await?;
            Ok((status_of(&refusal), link_html(&link, &token, Some(&refusal))).into_response())
        }
    }
}

fn link_html(link: &LinkAndPayment, token: &PageToken, refusal: Option<&Refusal>) -> Html<String> {
    let record = &link.record;
    let seller = record.seller_name.as_deref().map(|name| format!("<p>{}</p>", escape(name))).unwrap_or_default();
    let about = record.description.as_deref().map(escape).unwrap_or_default();
    let amount = amount_html(record.amount, &record.currency);
    let rest = match link.status {
        LinkStatus::Paid => "<p>This link is <strong>paid</strong>.</p>".to_owned(),
        LinkStatus::Expired => "<p>This link has <strong>expired</strong>.</p>".to_owned(),
        LinkStatus::Active => open_link(link, token),
    };
    html("Pay", &format!("{seller}<p><strong>{amount}</strong><br>{about}</p>{}{rest}", refusal_html(refusal)))
}

fn open_link(link: &LinkAndPayment, token: &PageToken) -> String {
    let payment_id = escape(&link.payment.payment_id);
    let notice = match link.payment.status {
        PaymentStatus::RequiresAction => {
            return format!("<p><a href=\"/_sandbox/3ds/{payment_id}\">Authenticate the payment</a></p>");
        }
        PaymentStatus::Processing => return "<p>The payment is <strong>processing</strong>.</p>".to_owned(),
        PaymentStatus::Failed => "<p>The last payment <strong>failed</strong>. Try another card.</p>",
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresCapture
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::Succeeded
        | PaymentStatus::Cancelled
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Expired
        | PaymentStatus::Unknown(_) => "",
    };
    let fields = [
        ("card_number", "Card number", "4242424242424242"),
        ("card_exp_month", "Month", "12"),
        ("card_exp_year", "Year", "2035"),
        ("card_cvc", "Security code", "123"),
        ("card_holder_name", "Name on the card", ""),
        ("email", "E-mail", ""),
    ];
    let action = format!("/_sandbox/pay/{}", escape(&link.record.payment_link_id));
    format!("{notice}{}", form(&action, token, &fields, "Pay"))
}
