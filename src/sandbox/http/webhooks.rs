//! `/_sandbox/webhooks` and `/_sandbox/events`: who receives events, and the log of the deliveries.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId, QueryFields};
use super::control::DataList;
use crate::engine::Refusal;
use crate::engine::webhooks::{self, EventEntry, OptionsChange, WebhookInput};
use crate::service::Sandbox;
use crate::storage::webhooks::{WebhookOptions, WebhookRow};

/// Most events in one answer.
const EVENTS_PAGE: i64 = 1_000;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/_sandbox/webhooks", get(list).post(register))
        .route("/_sandbox/webhooks/{webhook_id}", post(change).delete(remove))
        .route("/_sandbox/events", get(events))
        .route("/_sandbox/events/{event_id}", get(event))
        .route("/_sandbox/events/{event_id}/resend", post(resend))
}

/// A webhook as it is listed; its secret was shown when it was registered.
#[derive(Serialize)]
struct WebhookBody {
    webhook_id: String,
    url: String,
    created: DateTime<Utc>,
    #[serde(flatten)]
    options: WebhookOptions,
}

impl From<WebhookRow> for WebhookBody {
    fn from(row: WebhookRow) -> Self {
        Self { webhook_id: row.webhook_id, url: row.url, created: row.created, options: row.options }
    }
}

/// An event with what webhooks get of it.
#[derive(Serialize)]
struct EventBody {
    #[serde(flatten)]
    entry: EventEntry,
    payload: Value,
}

async fn register(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<Value> {
    let input = WebhookInput::read(&body.fields())?;
    let webhook = sandbox.transaction(move |work| webhooks::register(work, input)).await?;
    let secret = webhook.secret.unwrap_or_else(|| sandbox.credentials().webhook_secret.clone());
    Ok(Json(json!({ "webhook_id": webhook.webhook_id, "secret": secret })))
}

async fn list(State(sandbox): State<Sandbox>) -> HandlerResult<DataList<WebhookBody>> {
    let found = sandbox.read(|work| webhooks::list(work)).await?;
    Ok(Json(DataList { data: found.into_iter().map(WebhookBody::from).collect() }))
}

async fn change(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<WebhookBody> {
    let change = OptionsChange::read(&body.fields())?;
    let webhook = sandbox.transaction(move |work| webhooks::change_options(work, &id, change)).await?;
    Ok(Json(webhook.into()))
}

async fn remove(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<Value> {
    let removed = id.clone();
    sandbox.transaction(move |work| webhooks::delete(work, &removed)).await?;
    Ok(Json(json!({ "webhook_id": id, "deleted": true })))
}

async fn events(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<DataList<EventEntry>> {
    let fields = query.fields();
    let after = fields.integer("after")?.unwrap_or(0);
    let limit = fields.integer("limit")?.unwrap_or(EVENTS_PAGE);
    if !(1..=EVENTS_PAGE).contains(&limit) {
        return Err(Refusal::invalid("limit", format!("must be from 1 to {EVENTS_PAGE}")).into());
    }
    let data = sandbox.read(move |work| webhooks::events(work, after, limit)).await?;
    Ok(Json(DataList { data }))
}

async fn event(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<EventBody> {
    let body = sandbox.read(move |work| {
        let entry = webhooks::event(work, &id)?;
        let payload = webhooks::payload(work, entry.seq)?;
        Ok(EventBody { entry, payload })
    });
    Ok(Json(body.await?))
}

async fn resend(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> HandlerResult<EventEntry> {
    Ok(Json(sandbox.transaction(move |work| webhooks::resend(work, &id)).await?))
}
