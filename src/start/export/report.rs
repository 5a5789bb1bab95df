//! `paydesk report`: the report of disputes as one page, without a window. All disputes and payments are read first: a report
//! is made of all of them, or not at all.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;
use strum::IntoEnumIterator as _;

use paydesk_domain::dispute_report::ReportPeriod;
use paydesk_domain::report_page::ReportFormat;
use paydesk_domain::zone::Zone;
use paydesk_store::{DataDirs, DataDirsError, report};

use super::headless;
use super::request::{ExportError, ProfileRequest, Source};
use crate::start::output::print_line;

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub struct ReportRequest {
    pub profile: ProfileRequest,
    pub period: ReportPeriod,
    /// Whose days are counted; those of the profile where it is absent.
    pub zone: Option<Zone>,
    pub file: PathBuf,
}

/// Reads everything, writes the page, and prints one line of JSON.
pub fn run(request: &ReportRequest) -> Result<ExitCode, ExportError> {
    let format = format_of(&request.file)?;
    let dirs = DataDirs::resolve(request.profile.data_dir.as_deref())?;
    let source = Source::find(&request.profile, &dirs)?;
    let page = match dirs.lock() {
        Ok(_lock) => headless::dispute_page(&source, request.period, request.zone)?,
        Err(DataDirsError::InUse(_)) => {
            let text = "A window is open on the same data. Export the report there, from Reports, or close the window.";
            return Err(ExportError::NotRead(text.to_owned()));
        }
        Err(error) => return Err(error.into()),
    };
    let sha256 = report::save(&request.file, &page, format)?;
    let sentences: Vec<&str> = page.sentences.iter().map(|sentence| sentence.statement.as_str()).collect();
    let printed = json!({"report": page.title, "period": page.period, "profile": request.profile.shown(),
        "sentences": sentences, "sha256": sha256});
    print_line(printed.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// As what the file is written, by its name.
fn format_of(file: &Path) -> Result<ReportFormat, ExportError> {
    let ends = |format: &ReportFormat| file.extension().is_some_and(|end| end.eq_ignore_ascii_case(format.extension()));
    let format = ReportFormat::iter().find(ends).filter(|format| report::is_written_here(*format));
    format.ok_or_else(|| ExportError::NoReportFile(file.display().to_string()))
}
