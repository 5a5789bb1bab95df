//! `paydesk doctor`: what a supporter asks for. It reads only, works beside an open window and on data that is absent
//! or broken, and prints no secret and no customer data.

#[cfg(feature = "window")]
mod desktop;
mod files;
mod organisation;
mod report;
mod services;
mod system;
mod teams;

use std::path::PathBuf;
use std::process::ExitCode;

use super::StartError;
use super::organisation::Organisation;
use super::output::print_line;
use paydesk_core::profiles::SavedProfiles;
use paydesk_store::settings::LookedAt;
use paydesk_store::{DataDirs, settings};

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
    print_line(if request.json { report.json() } else { report.text() })?;
    Ok(if report.count(FindingState::Problem) == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is printed of the rules of an organisation, of the profiles that they leave of these, and of their teams, as text and
/// as JSON.
pub fn organisation_report(organisation: &Organisation, own: &SavedProfiles) -> [String; 2] {
    let report = DoctorReport { sections: organisation_sections(organisation, own).into(), home: None };
    [report.text(), report.json()]
}

fn organisation_sections(organisation: &Organisation, own: &SavedProfiles) -> [DoctorSection; 3] {
    let policy = organisation.policy();
    let profiles = policy.profiles_with(own);
    [
        DoctorSection { title: "Organisation", findings: organisation::findings(organisation) },
        DoctorSection { title: "Profiles", findings: services::findings(&profiles, &organisation.network) },
        DoctorSection { title: "Teams", findings: teams::findings(&profiles, policy) },
    ]
}

fn examined(request: &DoctorRequest) -> Result<DoctorReport, StartError> {
    let dirs = DataDirs::located(request.data_dir.as_deref())?;
    let own = match settings::look_at_profiles(&dirs.profiles_file()) {
        LookedAt::Read { value, .. } => value,
        LookedAt::Missing | LookedAt::Newer(_) | LookedAt::NotRead(_) => SavedProfiles::default(),
    };
    let organisation = Organisation::here();
    let [rules, profiles, teams] = organisation_sections(&organisation, &own);
    let sections = vec![
        DoctorSection { title: "Program", findings: system::program() },
        DoctorSection { title: "System", findings: system::findings() },
        rules,
        DoctorSection { title: "Files", findings: files::findings(&dirs) },
        profiles,
        teams,
    ];
    let home = ["HOME", "USERPROFILE"].iter().find_map(|name| std::env::var(name).ok());
    Ok(DoctorReport { sections, home })
}
