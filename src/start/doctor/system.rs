//! The program and the machine it runs on.

use chrono::SecondsFormat;

use super::report::DoctorFinding;
use crate::machine;
use crate::version;

/// Which Paydesk this is.
pub fn program() -> Vec<DoctorFinding> {
    let version = DoctorFinding::ok("version", "Version", version::VERSION).with("version", version::VERSION);
    let commit = DoctorFinding::ok("commit", "Commit", version::COMMIT).with("commit", version::COMMIT);
    let build = DoctorFinding::ok("build", "Build", version::TARGET).with("target", version::TARGET);
    let list: Vec<&str> = version::FEATURES.split(", ").filter(|feature| *feature != "none").collect();
    let features = DoctorFinding::ok("features", "Features", version::FEATURES).with("features", list);
    vec![version, commit, build, features]
}

/// The system, its desktop where there is a window, and the clock.
pub fn findings() -> Vec<DoctorFinding> {
    let desktop = desktop_findings();
    [operating_system()].into_iter().chain(desktop).chain([clock(), time_zone()]).collect()
}

#[cfg(feature = "window")]
fn desktop_findings() -> Vec<DoctorFinding> {
    super::desktop::findings()
}

/// The program for servers has nothing to do with one.
#[cfg(not(feature = "window"))]
fn desktop_findings() -> Vec<DoctorFinding> {
    Vec::new()
}

fn operating_system() -> DoctorFinding {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let name = name_of_system().unwrap_or_else(|| os.to_owned());
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").map(|text| format!(", kernel {}", text.trim()));
    let text = format!("{name}, {arch}{}", kernel.unwrap_or_default());
    DoctorFinding::ok("system", "Operating system", text).with("os", os).with("arch", arch)
}

/// As a distribution of Linux calls itself.
fn name_of_system() -> Option<String> {
    let text = std::fs::read_to_string("/etc/os-release").ok()?;
    let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches('"').to_owned())
}

fn clock() -> DoctorFinding {
    let now = machine::now();
    let text = now.format("%-d %b %Y, %H:%M:%S UTC").to_string();
    DoctorFinding::ok("clock", "Clock", text).with("utc", now.to_rfc3339_opts(SecondsFormat::Secs, true))
}

fn time_zone() -> DoctorFinding {
    let zone = machine::local_zone().name();
    DoctorFinding::ok("time_zone", "Time zone", zone).with("zone", zone)
}
