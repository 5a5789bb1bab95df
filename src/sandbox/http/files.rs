//! `/_sandbox/files`: uploads that evidence refers to (ours: the specification leaves the upload out).

use axum::extract::multipart::{Field, MultipartError, MultipartRejection};
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::answer::{ErrorAnswer, HandlerResult};
use super::body::PathId;
use crate::engine::{Refusal, files};
use crate::service::Sandbox;
use crate::storage::files::FileRecord;
use paydesk_domain::evidence::{EvidenceFileKind, FIRST_BYTES};
use paydesk_domain::text::visible;

/// Largest file that is taken (ours: the specification shows no limit).
pub const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;
/// Room for the multipart envelope, and so that the sender of a slightly larger one gets the answer.
pub const MAX_UPLOAD_BYTES: usize = MAX_FILE_BYTES + 1024 * 1024;
/// Longest name that is stored.
const NAME_MAX_CHARS: usize = 255;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/_sandbox/files", post(upload).layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES)))
        .route("/_sandbox/files/{file_id}", get(retrieve))
}

/// The answer to an upload.
#[derive(Serialize)]
struct UploadedBody {
    file_id: String,
    name: String,
    size: i64,
}

async fn upload(
    State(sandbox): State<Sandbox>,
    form: Result<Multipart, MultipartRejection>,
) -> HandlerResult<UploadedBody> {
    let mut form = form.map_err(|error| ErrorAnswer::invalid_value(format!("the upload cannot be read: {error}")))?;
    let upload = loop {
        match form.next_field().await.map_err(unreadable)? {
            None => return Err(Refusal::missing("file").into()),
            Some(field) if field.name() == Some("file") => break read(field).await?,
            Some(_) => {}
        }
    };
    let ReceivedFile { name, size, sha256, kind: _ } = upload;
    let file = sandbox.transaction(move |work| files::create(work, name, size, sha256)).await?;
    Ok(Json(UploadedBody { file_id: file.file_id, name: file.name, size: file.size }))
}

/// What is kept of a file that came.
pub struct ReceivedFile {
    pub name: String,
    /// In bytes.
    pub size: i64,
    /// Of the bytes, in lower-case hex.
    pub sha256: String,
    /// What the first bytes say; `None` of a text, too.
    pub kind: Option<EvidenceFileKind>,
}

/// Reads the part that is the file.
pub async fn read(mut field: Field<'_>) -> Result<ReceivedFile, ErrorAnswer> {
    let name = visible(field.file_name().unwrap_or("file"), NAME_MAX_CHARS);
    let mut hash = Sha256::new();
    let (mut size, mut first) = (0_usize, Vec::new());
    while let Some(chunk) = field.chunk().await.map_err(unreadable)? {
        size += chunk.len();
        hash.update(&chunk);
        first.extend_from_slice(&chunk[..chunk.len().min(FIRST_BYTES.saturating_sub(first.len()))]);
    }
    match size {
        0 => Err(Refusal::invalid("file", "must not be empty").into()),
        1..=MAX_FILE_BYTES => {
            let (sha256, kind) = (hex::encode(hash.finalize()), EvidenceFileKind::of_first(&first));
            Ok(ReceivedFile { name, size: size as i64, sha256, kind })
        }
        _ => Err(too_large()),
    }
}

/// Why an upload could not be read to its end.
pub fn unreadable(error: MultipartError) -> ErrorAnswer {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ErrorAnswer::invalid_value(format!("the upload cannot be read: {}", error.body_text())),
    }
}

fn too_large() -> ErrorAnswer {
    let message = format!("the file is larger than {MAX_FILE_BYTES} bytes");
    ErrorAnswer::invalid_request(StatusCode::PAYLOAD_TOO_LARGE, "IR_04", message)
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<FileRecord> {
    Ok(Json(sandbox.read(move |work| files::find(work, &id)).await?))
}
