//! A file of this machine on its way to the service: looked at, hashed, uploaded once.

use sha2::{Digest, Sha256};

use paydesk_api::client::FileForm;
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::exchange::RequestMeta;
use paydesk_api::outcome::{Attempt, Body};
use paydesk_api::refusal_codes::code_advice;
use paydesk_core::failure::{UploadError, UploadRefusal};
use paydesk_core::features::disputes::UploadedFile;
use paydesk_core::features::disputes::evidence_draft::FileNote;
use paydesk_domain::evidence::{EvidenceFileKind, FileService};
use paydesk_domain::ids::DisputeId;

use super::calls::ServiceConnection;
use super::clock::now;
use super::typed_path::typed_path;

/// Largest file that is read; the sandbox takes as much.
const FILE_MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Uploads the file at `path`, for a dispute.
pub async fn upload(
    line: ServiceConnection,
    (dispute_id, service): (&DisputeId, FileService),
    path: String,
) -> Result<UploadedFile, UploadError> {
    // A disk may be slow, and the threads of calls are few.
    let (name, bytes) = tokio::task::spawn_blocking(move || read(&path)).await.map_err(|_| internal())??;
    let Some(kind) = EvidenceFileKind::of(&bytes).filter(|kind| service.takes(*kind)) else {
        return Err(UploadError { name, why: UploadRefusal::OtherKind(service) });
    };
    let note = note(name.clone(), &bytes);
    let Some(client) = &line.client else {
        return Err(UploadError { name, why: UploadRefusal::NoService });
    };
    let (endpoint, fields) = match service {
        FileService::Sandbox => (ReadEndpoint::UploadFile, Vec::new()),
        FileService::Service => (ReadEndpoint::UploadDisputeFile, fields_of(dispute_id)),
    };
    let path = endpoint.path("");
    let asked = RequestMeta::upload(client.base_url(), &path, &name, bytes.len(), now());
    let recording = line.recorder.begin(&line.profile_id, asked);
    let (answer, response) =
        client.upload(&path, &FileForm { name: &name, bytes: &bytes, media_type: kind.media_type(), fields }).await;
    recording.end(&answer, response);
    let refused = |why: UploadRefusal| Err(UploadError { name: name.clone(), why });
    let file_id = match &answer {
        Attempt::Answered(answer) => match &answer.body {
            Body::Json(body) if answer.is_success() => {
                body.get("file_id").and_then(|id| id.as_str()).map(str::to_owned)
            }
            Body::Error(error) => {
                let advice = code_advice(&error.code);
                return refused(UploadRefusal::Refused { answer: error.to_string(), advice });
            }
            Body::Json(_) => None,
            Body::Foreign { .. } | Body::Broken(_) => return refused(UploadRefusal::Lost),
        },
        Attempt::NotSent(_) | Attempt::NoKey(_) => return refused(UploadRefusal::NotSent),
        Attempt::Lost(_) => return refused(UploadRefusal::Lost),
    };
    match file_id {
        Some(file_id) => Ok(UploadedFile { file_id, note }),
        None => refused(UploadRefusal::NoFileId),
    }
}

/// What goes with a file to a service that takes files for more than disputes.
fn fields_of(dispute_id: &DisputeId) -> Vec<(&'static str, String)> {
    vec![("purpose", "dispute_evidence".to_owned()), ("dispute_id", dispute_id.to_string())]
}

fn read(path: &str) -> Result<(String, Vec<u8>), UploadError> {
    let file = &*typed_path(path);
    let name = file.file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    let refused = |why: UploadRefusal| UploadError { name: name.clone(), why };
    let about = std::fs::metadata(file).map_err(|error| refused(unreadable(&error)))?;
    match about.len() {
        _ if about.is_dir() => Err(refused(UploadRefusal::Folder)),
        _ if !about.is_file() => Err(refused(UploadRefusal::NotAFile)),
        0 => Err(refused(UploadRefusal::Empty)),
        size if size > FILE_MAX_BYTES => Err(refused(UploadRefusal::TooLarge(size.div_ceil(1_048_576)))),
        _ => {
            let bytes = std::fs::read(file).map_err(|error| refused(unreadable(&error)))?;
            Ok((name, bytes))
        }
    }
}

fn unreadable(error: &std::io::Error) -> UploadRefusal {
    match error.kind() {
        std::io::ErrorKind::NotFound => UploadRefusal::Missing,
        std::io::ErrorKind::PermissionDenied => UploadRefusal::NotAllowed,
        _ => UploadRefusal::Unreadable(error.to_string()),
    }
}

fn note(name: String, bytes: &[u8]) -> FileNote {
    let sha256 = hex::encode(Sha256::digest(bytes));
    let pages = (EvidenceFileKind::of(bytes) == Some(EvidenceFileKind::Pdf))
        .then(|| pdf_pages(bytes))
        .filter(|pages| *pages > 0);
    FileNote { name, bytes: bytes.len() as u64, sha256, pages }
}

/// The objects of a PDF that are pages; none are found where they are compressed.
fn pdf_pages(bytes: &[u8]) -> u32 {
    let after_type = bytes.windows(5).enumerate().filter(|(_, word)| word == b"/Type").map(|(at, _)| &bytes[at + 5..]);
    let is_page = |rest: &[u8]| {
        let rest = rest.trim_ascii_start();
        rest.starts_with(b"/Page") && !rest.get(5).is_some_and(u8::is_ascii_alphanumeric)
    };
    u32::try_from(after_type.filter(|rest| is_page(rest)).count()).unwrap_or(u32::MAX)
}

/// The upload itself broke down.
pub fn internal() -> UploadError {
    UploadError { name: String::new(), why: UploadRefusal::Internal }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_core::problem::Problem;

    #[test]
    fn a_pdf_tells_its_pages() {
        let pdf = b"%PDF-1.4 <</Type /Pages /Count 2>> <</Type /Page>> <</Type/Page /Parent 1>>";
        assert_eq!(note("a.pdf".into(), pdf).pages, Some(2));
        assert_eq!(note("a.txt".into(), b"abc").pages, None);
        assert!(note("a.txt".into(), b"abc").sha256.starts_with("ba7816bf"));
    }

    #[test]
    fn the_kinds_that_a_service_takes_are_named() {
        let refused = UploadError { name: "letter.txt".into(), why: UploadRefusal::OtherKind(FileService::Service) };
        let said = "“letter.txt” was not uploaded: the service accepts only PDF, PNG and JPEG";
        assert_eq!(Problem::from(refused).what, said);
    }

    /// What is said of a path that is not uploaded.
    fn refusal(path: &std::path::Path) -> String {
        let Problem { what, what_to_do } = read(&path.to_string_lossy()).unwrap_err().into();
        format!("{what}. {what_to_do}")
    }

    #[test]
    fn what_is_not_uploaded_is_named_with_the_reason_and_what_to_do() {
        let dir = tempfile::tempdir().unwrap();
        let (folder, large) = (dir.path().join("March"), dir.path().join("scan.pdf"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::File::create(&large).unwrap().set_len(FILE_MAX_BYTES + 1).unwrap();
        assert_eq!(refusal(&folder), "“March” was not uploaded: it is a folder. Choose a file in it");
        let said = "“scan.pdf” was not uploaded: it is 17 MB; the limit is 16 MB. Choose another file";
        assert_eq!(refusal(&large), said, "more than the limit, however little");
    }
}
