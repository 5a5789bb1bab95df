//! What was read of bulk runs for their approval: the items, and what was begun without one.

use std::collections::BTreeMap;

use crate::features::bulk::ApprovedRun;
use crate::problem::Problem;
use paydesk_domain::approval::{ApprovalId, ApprovalItem, ApprovalRequest, RunTotal};

use super::{run_plan, text};

/// What is known of the items of a run.
#[derive(Debug, Clone, PartialEq)]
pub enum RunItems {
    Reading,
    Read(Box<ApprovedRun>),
    NotRead(Problem),
    /// They are not what the request says.
    Differ,
}

/// The items of bulk runs that wait for approval.
#[derive(Debug, Default)]
pub(super) struct Runs {
    items: BTreeMap<ApprovalId, RunItems>,
    /// What this person began in runs of the last 24 hours without approval, as the database said last.
    pub(super) totals: Vec<RunTotal>,
}

impl Runs {
    pub(super) fn items(&self, id: ApprovalId) -> Option<&RunItems> {
        self.items.get(&id)
    }

    /// The run, once its items are read.
    pub(super) fn of(&self, id: ApprovalId) -> Option<&ApprovedRun> {
        match self.items.get(&id) {
            Some(RunItems::Read(run)) => Some(run),
            Some(RunItems::Reading | RunItems::NotRead(_) | RunItems::Differ) | None => None,
        }
    }

    /// Why a run cannot be approved or begun yet.
    pub(super) fn why_not_begin(&self, id: ApprovalId) -> Option<&'static str> {
        match self.items.get(&id) {
            Some(RunItems::Read(_)) => None,
            Some(RunItems::Differ) => Some(text::OTHER_VERSION),
            Some(RunItems::Reading | RunItems::NotRead(_)) | None => Some("Its items have not loaded yet"),
        }
    }

    /// What is being read is asked for again: the session that was asked may be gone.
    pub(super) fn keep(&mut self, is_there: impl Fn(ApprovalId) -> bool) {
        self.items.retain(|id, items| is_there(*id) && *items != RunItems::Reading);
    }

    /// Whether the items of a run are to be read now; `again` also where they could not be.
    pub(super) fn read(&mut self, id: ApprovalId, again: bool) -> bool {
        let is_known = match self.items.get(&id) {
            Some(RunItems::Read(_) | RunItems::Reading | RunItems::Differ) => true,
            Some(RunItems::NotRead(_)) => !again,
            None => false,
        };
        if !is_known {
            self.items.insert(id, RunItems::Reading);
        }
        !is_known
    }

    /// The items of a request came, or why not.
    pub(super) fn answered(&mut self, request: &ApprovalRequest, result: Result<Vec<ApprovalItem>, Problem>) {
        let read = match result {
            Ok(items) => {
                run_plan::read_run(request, &items).map_or(RunItems::Differ, |run| RunItems::Read(Box::new(run)))
            }
            Err(problem) => RunItems::NotRead(problem),
        };
        self.items.insert(request.id, read);
    }
}
