//! `POST /files`: evidence, for a purpose and a dispute; JPEG, PNG or PDF.

use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use paydesk_domain::evidence::FileService;

use super::errors::{Refused, ShapeRefusal, ShapedResult};
use crate::engine::{disputes, files};
use crate::http::body::PathId;
use crate::http::files::{MAX_UPLOAD_BYTES, ReceivedFile, read, unreadable};
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/files", post(upload).layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES)))
        .route("/files/{file_id}", get(retrieve))
}

/// The parts of an upload.
#[derive(Default)]
struct UploadParts {
    purpose: Option<String>,
    dispute_id: Option<String>,
    file: Option<ReceivedFile>,
}

impl UploadParts {
    async fn read(mut form: Multipart) -> Result<Self, Refused> {
        let mut parts = Self::default();
        while let Some(field) = form.next_field().await.map_err(unreadable)? {
            match field.name() {
                Some("purpose") => parts.purpose = Some(text(field.text().await)?),
                Some("dispute_id") => parts.dispute_id = Some(text(field.text().await)?),
                Some("file") => parts.file = Some(read(field).await?),
                Some(_) | None => {}
            }
        }
        Ok(parts)
    }
}

fn text(text: Result<String, MultipartError>) -> Result<String, Refused> {
    Ok(text.map_err(unreadable)?)
}

async fn upload(State(sandbox): State<Sandbox>, form: Result<Multipart, MultipartRejection>) -> ShapedResult {
    let form = form.map_err(|_| ShapeRefusal::body("the upload cannot be read"))?;
    let parts = UploadParts::read(form).await?;
    let missing = |name: &str| ShapeRefusal::bad_request("IR_04", format!("Missing required param: {name}"));
    parts.purpose.filter(|word| word == "dispute_evidence").ok_or_else(|| missing("purpose"))?;
    let no_dispute = || ShapeRefusal::bad_request("IR_34", "the request does not name a dispute");
    let dispute_id = parts.dispute_id.ok_or_else(no_dispute)?;
    let received = parts.file.ok_or_else(|| missing("file"))?;
    // The real server looks at the bytes: neither the name of a file nor the type in the form counts.
    if !received.kind.is_some_and(|kind| FileService::Service.takes(kind)) {
        return Err(ShapeRefusal::bad_request("HE_03", "the file must be a JPEG, PNG or PDF").into());
    }
    let file = sandbox.transaction(move |work| {
        disputes::find(work, &dispute_id)?;
        files::create(work, received.name, received.size, received.sha256)
    });
    Ok(Json(json!({ "file_id": file.await?.file_id })))
}

/// The bytes of a file are not stored.
async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> Result<Json<Value>, Refused> {
    let file = sandbox.read(move |work| files::find(work, &id)).await?;
    Ok(Json(json!({ "file_id": file.file_id, "file_name": file.name })))
}
