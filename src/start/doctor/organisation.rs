//! What the organisation set for this machine. No secret is in it: a proxy is shown without what it is logged in with.

use super::report::DoctorFinding;
use crate::start::organisation::Organisation;
use paydesk_core::managed::{ManagedPolicy, ManagedRule};
use paydesk_core::problem::Problem;
use paydesk_store::managed;

/// The file, then each rule.
pub fn findings(organisation: &Organisation) -> Vec<DoctorFinding> {
    let policy = organisation.policy();
    let mut found = vec![file(organisation)];
    found.extend(policy.rules().into_iter().map(rule));
    found
}

fn file(organisation: &Organisation) -> DoctorFinding {
    let policy = organisation.policy();
    let path = policy.file.clone().unwrap_or_else(managed::path);
    let found = |text: String| {
        let finding = DoctorFinding::ok("managed", "Organisation's rules", text);
        finding.with("path", path.display().to_string()).with("managed", policy.is_active())
    };
    match &organisation.error {
        Some(error) => {
            let Problem { what, what_to_do } = error.clone().into();
            found(what).with("valid", false).problem(what_to_do)
        }
        None if !policy.is_active() => found(format!("None: {} does not exist", path.display())),
        None => writable(policy, found(path.display().to_string()).with("valid", true)),
    }
}

/// Rules that the user can change bind nobody.
fn writable(policy: &ManagedPolicy, found: DoctorFinding) -> DoctorFinding {
    let is_writable = policy.file.as_deref().is_some_and(managed::is_writable);
    let found = found.with("writable", is_writable);
    if is_writable {
        found.warning("This user can change the file: allow only administrators to change it")
    } else {
        found
    }
}

fn rule(rule: ManagedRule) -> DoctorFinding {
    DoctorFinding::ok("managed_rule", rule.name, rule.text).with("rule", rule.id)
}
