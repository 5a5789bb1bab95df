//! `paydesk doctor`: what a supporter asks for. It reads only, works beside an open window and on data that is absent
//! or broken, and prints no secret and no customer data.

mod files;
mod report;
mod services;
mod system;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use super::StartError;
use crate::store::{DataDirs, settings};

use report::{DoctorReport, DoctorSection, FindingState};

/// What was asked for on the command line.
#[derive(Debug, Clone)]
pub struct DoctorRequest {
    pub data_dir: Option<PathBuf>,
    pub json: bool,
}

/// Prints the report. Ends 0 without a problem, 1 with at least one; warnings do not count.
pub fn run(request: &DoctorRequest) -> Result<ExitCode, StartError> {
    let report = examined(request)?;
    // Whoever reads it may have seen enough: `paydesk doctor | head`.
    let _ = writeln!(std::io::stdout(), "{}", if request.json { report.json() } else { report.text() });
    Ok(if report.count(FindingState::Problem) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn examined(request: &DoctorRequest) -> Result<DoctorReport, StartError> {
    let dirs = DataDirs::located(request.data_dir.as_deref())?;
    let profiles = settings::look_at_profiles(&dirs.profiles_file());
    let sections = vec![
        DoctorSection { title: "Program", findings: system::program() },
        DoctorSection { title: "System", findings: system::findings() },
        DoctorSection { title: "Files", findings: files::findings(&dirs) },
        DoctorSection { title: "Profiles", findings: services::findings(profiles) },
    ];
    let home = ["HOME", "USERPROFILE"].iter().find_map(|name| std::env::var(name).ok());
    Ok(DoctorReport { sections, home })
}
