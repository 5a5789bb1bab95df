//! Uploaded files that evidence refers to (ours: the specification leaves the upload out). Their bytes are not stored.

use super::refusal::Refusal;
use super::work::Work;
use crate::rng::new_id;
use crate::storage::files::{self, FileRecord};

/// Stores name, size in bytes and SHA-256 of a file that was uploaded.
pub fn create(work: &Work, name: String, size: i64, sha256: String) -> Result<FileRecord, Refusal> {
    let file = FileRecord { file_id: new_id("file"), name, size, sha256, created: work.now };
    files::insert(work.db, &file)?;
    Ok(file)
}

/// The file of this id.
pub fn find(work: &Work, file_id: &str) -> Result<FileRecord, Refusal> {
    files::by_id(work.db, file_id)?.ok_or_else(|| Refusal::not_found("file", file_id))
}
