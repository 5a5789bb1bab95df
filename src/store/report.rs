//! A report as a file.

use std::io::Write as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use paydesk_domain::report_page::{ReportFormat, ReportPage};

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum ReportFault {
    #[error("The page could not be set: {0}")]
    NotSet(String),
    #[error("{path} could not be written: {cause}")]
    NotWritten { path: String, cause: std::io::Error },
}

/// Whether this program writes the format: programs for servers draw no pictures.
pub fn is_written_here(format: ReportFormat) -> bool {
    match format {
        ReportFormat::Pdf => true,
        ReportFormat::Png => cfg!(feature = "png"),
    }
}

/// The bytes of the file.
pub fn render(page: &ReportPage, format: ReportFormat) -> Result<Vec<u8>, ReportFault> {
    match format {
        ReportFormat::Pdf => paydesk_print::pdf(page).map_err(|error| ReportFault::NotSet(error.to_string())),
        #[cfg(feature = "png")]
        ReportFormat::Png => paydesk_print::png(page).map_err(|error| ReportFault::NotSet(error.to_string())),
        #[cfg(not(feature = "png"))]
        ReportFormat::Png => Err(ReportFault::NotSet("this build cannot draw images".to_owned())),
    }
}

/// Writes the page, in its place once it is whole; the SHA-256 of the file.
pub fn save(path: &Path, page: &ReportPage, format: ReportFormat) -> Result<String, ReportFault> {
    let bytes = render(page, format)?;
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || {
        let mut file = NamedTempFile::new_in(dir)?;
        file.write_all(&bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|refused| refused.error)
    };
    write().map_err(|cause| ReportFault::NotWritten { path: path.display().to_string(), cause })?;
    Ok(hex::encode(Sha256::digest(&bytes)))
}
