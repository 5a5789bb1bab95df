//! `/payments`: every call answers the whole payment; the lists are in `payment_lists`.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::TimeDelta;
use serde_json::Value;

use super::errors::{ShapeRefusal, ShapedResult};
use super::payment_requests::PaymentRequest;
use super::requests::QueryPairs;
use crate::engine::fields::FieldReader;
use crate::engine::payments::{self, CaptureInput, PaymentInput};
use crate::engine::{Refusal, Work, customers, payment_links};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch::{self, Expansion};
use crate::service::Sandbox;
use crate::storage;
use crate::storage::customers::CustomerDetail;
use crate::storage::payments::PaymentRecord;
use paydesk_domain::payment::PaymentStatus;

/// Parameters of a payment that is retrieved.
const RETRIEVE_PARAMETERS: [&str; 7] =
    ["force_sync", "client_secret", "expand_attempts", "expand_captures", "all_keys_required", "param", "connector"];

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payments", post(create))
        .route("/payments/{payment_id}", get(retrieve).post(update))
        .route("/payments/{payment_id}/confirm", post(confirm))
        .route("/payments/{payment_id}/capture", post(capture))
        .route("/payments/{payment_id}/cancel", post(cancel))
        .route("/payments/{payment_id}/approve", post(approve))
        .route("/payments/{payment_id}/reject", post(reject))
}

/// Runs `work` and answers the payment that it leads to.
async fn whole(
    sandbox: &Sandbox,
    expansion: Expansion,
    work: impl FnOnce(&mut Work) -> Result<PaymentRecord, Refusal> + Send + 'static,
) -> ShapedResult {
    let body = sandbox.transaction(move |unit| {
        let payment = work(unit)?;
        Ok(hyperswitch::payment(unit, &payment, expansion)?)
    });
    Ok(Json(body.await?))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let request = PaymentRequest::read(sandbox.credentials(), body.0)?;
    let mut input = PaymentInput::read(&FieldReader::new(&request.body))?;
    let refused = if input.confirm { request.refused_by_processor() } else { None };
    input.confirm &= refused.is_none();
    let is_refused = refused.is_some();
    let payment = whole(&sandbox, Expansion::default(), move |work| {
        add_customer(work, &request)?;
        let mut payment = payments::create(work, &input)?;
        if is_refused {
            payment.status = PaymentStatus::RequiresPaymentMethod;
        }
        finish(work, payment, request)
    });
    let payment = payment.await?;
    refused.map_or(Ok(payment), |refused| Err(refused.into()))
}

async fn update(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> ShapedResult {
    let request = PaymentRequest::read(sandbox.credentials(), body.0)?;
    let input = PaymentInput::read(&FieldReader::new(&request.body))?;
    let work = move |work: &mut Work| {
        add_customer(work, &request)?;
        let payment = payments::update(work, &id, &input)?;
        finish(work, payment, request)
    };
    whole(&sandbox, Expansion::default(), work).await
}

async fn confirm(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> ShapedResult {
    let request = PaymentRequest::read(sandbox.credentials(), body.0)?;
    let input = PaymentInput::read(&FieldReader::new(&request.body))?;
    let work = move |work: &mut Work| {
        add_customer(work, &request)?;
        let payment = payments::confirm(work, &id, &input)?;
        finish(work, payment, request)
    };
    whole(&sandbox, Expansion::default(), work).await
}

/// A customer that a payment names is created where there is none of that id.
fn add_customer(work: &Work, request: &PaymentRequest) -> Result<(), Refusal> {
    let Some(id) = &request.customer_id else {
        return Ok(());
    };
    if storage::customers::seq_of(work.db, id)?.is_none() {
        let text = |name: &str| request.body.get(name).and_then(Value::as_str).map(str::to_owned);
        let detail = CustomerDetail {
            email: text("email"),
            name: text("name"),
            phone: text("phone"),
            phone_country_code: text("phone_country_code"),
            ..CustomerDetail::default()
        };
        customers::insert(work, Some(id.clone()), detail)?;
    }
    Ok(())
}

/// Notes what only these shapes know of a payment: how often it is captured, what the answers repeat, its link.
fn finish(work: &mut Work, mut payment: PaymentRecord, request: PaymentRequest) -> Result<PaymentRecord, Refusal> {
    payment.detail.single_capture = request.single_capture.unwrap_or(payment.detail.single_capture);
    payment.detail.write_only.extend(request.said);
    if let Some(fields) = request.link {
        let life = payment.detail.write_only.get("session_expiry").and_then(Value::as_i64).map(TimeDelta::seconds);
        let link = payment_links::attach(work, &payment, fields, life)?;
        let shown = hyperswitch::payment_link_of_payment(&link, work.base_url);
        payment.detail.write_only.insert("payment_link".to_owned(), shown);
    }
    payments::save(work, &mut payment)?;
    Ok(payment)
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId, query: QueryPairs) -> ShapedResult {
    let query = query.only(&RETRIEVE_PARAMETERS)?;
    let expansion =
        Expansion { attempts: query.is_true("expand_attempts"), captures: query.is_true("expand_captures") };
    whole(&sandbox, expansion, move |work| work.payment(&id)).await
}

async fn capture(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> ShapedResult {
    let input = CaptureInput::read(&body.fields())?;
    let (asked, read) = (input.amount_to_capture, id.clone());
    let held = sandbox.read(move |work| Ok(work.payment(&read)?.amount_capturable)).await?;
    if asked.is_some_and(|asked| held > 0 && asked > held) {
        return Err(ShapeRefusal::data("amount_to_capture is more than can be captured").into());
    }
    whole(&sandbox, Expansion::default(), move |work| payments::capture(work, &id, &input)).await
}

async fn cancel(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> ShapedResult {
    let reason = body.fields().string("cancellation_reason")?;
    let work = move |work: &mut Work| {
        if is_in_review(work, &work.payment(&id)?) {
            return Err(Refusal::not_allowed(format!("payment {id} is in review: reject it")));
        }
        payments::cancel(work, &id, reason)
    };
    whole(&sandbox, Expansion::default(), work).await
}

/// Takes all that is held, of a payment in review as of any other.
async fn approve(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> ShapedResult {
    let work = move |work: &mut Work| {
        let is_held = work.payment(&id)?.status == PaymentStatus::RequiresCapture;
        work.settings.approve_captures_manual = true;
        let payment = match is_held {
            true => payments::capture(work, &id, &CaptureInput::default())?,
            false => payments::approve(work, &id)?,
        };
        decided(work, payment, "approved")
    };
    whole(&sandbox, Expansion::default(), work).await
}

/// Releases what is held, of a payment in review as of any other.
async fn reject(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> ShapedResult {
    let work = move |work: &mut Work| {
        let payment = work.payment(&id)?;
        if payment.status != PaymentStatus::RequiresCapture && !is_in_review(work, &payment) {
            return Err(Refusal::not_allowed(format!("payment {id} is {} and cannot be rejected", payment.status)));
        }
        let payment = payments::cancel(work, &id, None)?;
        decided(work, payment, "rejected")
    };
    whole(&sandbox, Expansion::default(), work).await
}

fn decided(work: &mut Work, mut payment: PaymentRecord, decision: &str) -> Result<PaymentRecord, Refusal> {
    payment.detail.write_only.insert("merchant_decision".to_owned(), decision.into());
    payments::save(work, &mut payment)?;
    Ok(payment)
}

fn is_in_review(work: &Work, payment: &PaymentRecord) -> bool {
    payment.status == work.settings.review()
}
