//! A file of this machine on its way to the sandbox: looked at, hashed, uploaded once.

use sha2::{Digest, Sha256};

use crate::api::endpoints::ReadEndpoint;
use crate::api::exchange::RequestMeta;
use crate::api::outcome::{Attempt, Body};
use crate::app::failure::{UploadError, UploadRefusal};
use crate::app::features::disputes::UploadedFile;
use crate::app::features::disputes::evidence_draft::FileNote;

use super::calls::ServiceConnection;
use super::clock::now;
use super::typed_path::typed_path;

/// Largest file that is read; the sandbox takes as much.
const FILE_MAX_BYTES: u64 = 16 * 1024 * 1024;
/// What a bank can open, by the first bytes of the file.
const KINDS: [(&str, &[u8]); 4] =
    [("PDF", b"%PDF-"), ("PNG", &[0x89, b'P', b'N', b'G']), ("JPEG", &[0xFF, 0xD8, 0xFF]), ("TIFF or plain text", b"")];

/// Uploads the file at `path`.
pub async fn upload(line: ServiceConnection, path: String) -> Result<UploadedFile, UploadError> {
    // A disk may be slow, and the threads of calls are few.
    let (name, bytes) = tokio::task::spawn_blocking(move || read(&path)).await.map_err(|_| internal())??;
    let note = note(name.clone(), &bytes);
    let Some(client) = &line.client else {
        return Err(UploadError { name, why: UploadRefusal::NoService });
    };
    let path = ReadEndpoint::UploadFile.path("");
    let asked = RequestMeta::upload(client.base_url(), &path, &name, bytes.len(), now());
    let recording = line.recorder.begin(&line.profile_id, asked);
    let (answer, response) = client.upload(&path, &name, &bytes).await;
    recording.end(&answer, response);
    let file_id = match &answer {
        Attempt::Answered(answer) => match &answer.body {
            Body::Json(body) if answer.is_success() => {
                body.get("file_id").and_then(|id| id.as_str()).map(str::to_owned)
            }
            Body::Error(error) => {
                return Err(UploadError { name, why: UploadRefusal::Refused(error.to_string()) });
            }
            Body::Json(_) | Body::Foreign { .. } | Body::Broken(_) => None,
        },
        Attempt::NotSent(_) | Attempt::Lost(_) => None,
    };
    let lost = || UploadError { name, why: UploadRefusal::NoFileId };
    file_id.map(|file_id| UploadedFile { file_id, note }).ok_or_else(lost)
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
            kind(&bytes).ok_or_else(|| refused(UploadRefusal::OtherKind))?;
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

/// What the file is, unless it is something that a bank does not open.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    let known = KINDS.iter().find(|(_, first)| !first.is_empty() && bytes.starts_with(first)).map(|(kind, _)| *kind);
    let tiff = bytes.starts_with(b"II*\0") || bytes.starts_with(b"MM\0*");
    let text = || std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
    known.or_else(|| (tiff || text()).then_some(KINDS[3].0))
}

fn note(name: String, bytes: &[u8]) -> FileNote {
    let sha256 = hex::encode(Sha256::digest(bytes));
    let pages = (kind(bytes) == Some(KINDS[0].0)).then(|| pdf_pages(bytes)).filter(|pages| *pages > 0);
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
    use crate::app::problem::Problem;

    #[test]
    fn a_pdf_tells_its_pages_and_a_program_is_no_evidence() {
        let pdf = b"%PDF-1.4 <</Type /Pages /Count 2>> <</Type /Page>> <</Type/Page /Parent 1>>";
        assert_eq!(note("a.pdf".into(), pdf).pages, Some(2));
        assert_eq!(kind(b"\x7fELF\0\0"), None);
        assert_eq!(kind("Dear Ada".as_bytes()), Some("TIFF or plain text"));
        assert_eq!(note("a.txt".into(), b"abc").pages, None);
        assert!(note("a.txt".into(), b"abc").sha256.starts_with("ba7816bf"));
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
