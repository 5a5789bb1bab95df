//! `/payment_link`, the page a link leads to, and the sandbox's own way to read
//! links.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};

use super::answer::{ErrorAnswer, HandlerResult};
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::{Objects, PageForm, PageHtml, PageToken, status_of};
use super::pay_page::{FormState, link_page};
use crate::engine::page::PageInput;
use crate::engine::payment_links::{self, LinkAndPayment, LinkBody, PaymentLinkInput};
use crate::service::Sandbox;

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
    let link = sandbox.read(move |work| payment_links::find(work, &id)).await?;
    Ok(Json(body_of(link, &sandbox)))
}

async fn list(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<Objects<LinkBody>> {
    let page = PageInput::read(&query.fields())?;
    let (links, total) = sandbox.read(move |work| payment_links::list(work, page)).await?;
    Ok(Json(Objects::new(links.into_iter().map(|link| body_of(link, &sandbox)), total)))
}

async fn pay_page(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
) -> Result<PageHtml, ErrorAnswer> {
    let link = sandbox.read(move |work| payment_links::find(work, &id)).await?;
    Ok(link_page(&link, &token, &FormState::New))
}

async fn pay(
    State(sandbox): State<Sandbox>,
    token: PageToken,
    PathId(id): PathId,
    form: PageForm,
) -> Result<Response, ErrorAnswer> {
    let (link_id, typed) = (id.clone(), form.0.clone());
    match sandbox.transaction(move |work| payment_links::pay(work, &id, &form.0)).await {
        Ok(link) => Ok(link_page(&link, &token, &FormState::Sent).into_response()),
        Err(refusal) => {
            let link = sandbox.read(move |work| payment_links::find(work, &link_id)).await?;
            let status = status_of(&refusal);
            Ok((status, link_page(&link, &token, &FormState::Refused(&refusal, &typed))).into_response())
        }
    }
}
