//! All operations of this data directory as the journal records it, whoever confirmed it and in whatever
//! profile, with its outcome; and whether the journal is as it was written.
//!
//! Entries are read in pages, oldest first, once; later only those that came since. The steps of an operation are read
//! when it is opened.

mod colleagues;
mod log;
mod opened;
mod record;

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::effect::{JournalCopyRequest, StoreJob, TeamEffect};
use crate::features::team::TeamLink;
use crate::operations::journal::{JournalCheck, JournalEntry, JournalPage};
use crate::problem::Problem;
use crate::route::Route;
use paydesk_domain::ids::OperationId;
use paydesk_domain::journal_copy::{ColleagueEntry, CopyPage};
use paydesk_domain::zone::Zone;

use chrono::{DateTime, Utc};

use colleagues::ColleagueLog;

pub use log::{LoggedOperations, OperationFilter, OperationPeriod};
pub use opened::{LoggedRequest, LoggedStep, LoggedSteps, OpenedOperation};
pub use record::{LoggedOperation, LoggedOutcome, LoggedResolver};

/// Entries read at once: some ten milliseconds of the store's thread.
const PAGE: u32 = 1_000;

/// How far the check of the journal came.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum CheckProgress {
    #[default]
    NotAsked,
    Running,
    Checked {
        check: JournalCheck,
        at: DateTime<Utc>,
    },
    Failed(Problem),
}

/// The operations of the journal, what is listed of them, and the one that is open.
#[derive(Debug, Default)]
pub struct OperationLog {
    pub filter: OperationFilter,
    pub open: Option<OpenedOperation>,
    pub check: CheckProgress,
    /// Why the journal could not be read.
    pub problem: Option<Problem>,
    log: LoggedOperations,
    colleagues: ColleagueLog,
    /// The last entry that was read.
    last: i64,
    reading: bool,
    /// Entries were written while a page was being read.
    behind: bool,
    read_once: bool,
}

/// What a person asks of the list.
#[derive(Debug, Clone, PartialEq)]
pub enum OperationLogAction {
    Open(Option<OperationId>),
    /// Reads what was written since; another window may have written it.
    Refresh,
    Filter(OperationFilter),
    /// Reads what colleagues did since, where there is a team.
    ReadColleagues,
    /// Reads more of what they did before.
    ReadOlder,
    /// Checks that every entry of the journal is as it was written.
    Verify,
}

impl OperationLog {
    pub fn log(&self) -> &LoggedOperations {
        &self.log
    }

    /// Nothing was read yet.
    pub fn is_opening(&self) -> bool {
        !self.read_once && self.problem.is_none()
    }

    pub fn is_reading(&self) -> bool {
        self.reading
    }

    /// Whether the last check found the journal whole, as a sentence; `None` before one ended.
    pub fn check_text(&self) -> Option<(bool, String)> {
        let CheckProgress::Checked { check, .. } = &self.check else { return None };
        Some((check.fault.is_none(), check.text()))
    }

    pub(crate) fn handle(&mut self, action: OperationLogAction, cx: &mut Context<'_>) {
        match action {
            OperationLogAction::Open(None) => self.open = None,
            OperationLogAction::Open(Some(operation_id)) => self.read_operation(operation_id, cx),
            OperationLogAction::Refresh => {
                self.refresh(cx);
                self.read_colleagues(cx);
            }
            OperationLogAction::ReadColleagues => self.read_colleagues(cx),
            OperationLogAction::ReadOlder => {
                let page = self.colleagues.older();
                ask_colleagues(page, cx);
            }
            OperationLogAction::Filter(filter) => {
                let asked_anew = self.filter != filter;
                self.filter = filter;
                self.log.list(&self.filter, cx.zone, cx.now, asked_anew);
            }
            OperationLogAction::Verify => {
                if self.check != CheckProgress::Running {
                    self.check = CheckProgress::Running;
                    cx.outbox.push(StoreJob::CheckJournal);
                }
            }
        }
    }

    /// The panel is shown.
    pub(crate) fn entered(&mut self, cx: &mut Context<'_>) {
        self.log.write_times(cx.zone, cx.now);
        self.log.list(&self.filter, cx.zone, cx.now, false);
        self.refresh(cx);
        self.read_colleagues(cx);
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        let shown = if let FeatureFact::PanelShown { route, .. } = fact { Some(*route) } else { None };
        let is_ready = *fact == FeatureFact::ServiceReady;
        match shown.or(is_ready.then_some(cx.route)) {
            Some(Route::Home) => self.entered(cx),
            Some(Route::AllOperations | Route::ReviewQueue) if !is_ready => self.entered(cx),
            _ => {}
        }
    }

    /// An entry was written: it is read where the list was looked at.
    pub(crate) fn written(&mut self, operation_id: &OperationId, cx: &mut Context<'_>) {
        if self.read_once {
            self.refresh(cx);
        }
        if self.open.as_ref().is_some_and(|open| open.operation_id == *operation_id) {
            cx.outbox.push(StoreJob::ReadOperation { operation_id: operation_id.clone() });
        }
    }

    fn refresh(&mut self, cx: &mut Context<'_>) {
        if self.reading {
            self.behind = true;
        } else {
            self.read_on(cx);
        }
    }

    fn read_on(&mut self, cx: &mut Context<'_>) {
        (self.reading, self.behind) = (true, false);
        cx.outbox.push(StoreJob::ReadJournal { after: self.last, most: PAGE });
    }

    pub(crate) fn page_read(&mut self, result: Result<JournalPage, Problem>, cx: &mut Context<'_>) {
        self.reading = false;
        match result {
            Ok(page) => {
                let more = page.more;
                (self.last, self.problem) = (page.last, None);
                if !page.lines.is_empty() || !self.read_once {
                    self.log.take(page, cx.zone, cx.now);
                    self.log.note_people();
                    self.log.list(&self.filter, cx.zone, cx.now, false);
                }
                self.read_once |= !more;
                if more || self.behind {
                    self.read_on(cx);
                }
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    fn read_operation(&mut self, operation_id: OperationId, cx: &mut Context<'_>) {
        if let Some(entries) = self.colleagues.entries(&operation_id) {
            let steps = LoggedSteps::of(&entries, cx.zone);
            self.open = Some(OpenedOperation { operation_id, steps });
            return;
        }
        cx.outbox.push(StoreJob::ReadOperation { operation_id: operation_id.clone() });
        self.open = Some(OpenedOperation { operation_id, steps: LoggedSteps::Reading });
    }

    pub(crate) fn operation_read(
        &mut self,
        operation_id: &OperationId,
        result: Result<Vec<JournalEntry>, Problem>,
        zone: Zone,
    ) {
        if let Some(open) = self.open.as_mut().filter(|open| open.operation_id == *operation_id) {
            open.steps = result.map_or_else(LoggedSteps::Failed, |entries| LoggedSteps::of(&entries, zone));
        }
    }

    /// Whether colleagues did more, before what is listed of them.
    pub fn has_older(&self) -> bool {
        self.colleagues.has_older()
    }

    /// The database answers again: what was asked of it before is not answered any more.
    pub(crate) fn colleagues_lost(&mut self) {
        self.colleagues.lost();
    }

    fn read_colleagues(&mut self, cx: &mut Context<'_>) {
        if matches!(cx.team.link(), TeamLink::Connected(_)) {
            let page = self.colleagues.newer(cx.profile_id);
            ask_colleagues(page, cx);
        }
    }

    /// Entries of colleagues were read.
    pub(crate) fn colleagues_read(
        &mut self,
        page: CopyPage,
        entries: Vec<ColleagueEntry>,
        has_more: bool,
        cx: &mut Context<'_>,
    ) {
        let last = entries.last().map(|entry| entry.place.clone()).filter(|_| has_more);
        let is_newer = matches!(page, CopyPage::After(_));
        if self.colleagues.take(cx.profile_id, &page, entries, has_more) {
            self.log.take_colleagues(&self.colleagues, cx.zone, cx.now);
            self.log.list(&self.filter, cx.zone, cx.now, false);
            let opened = self.open.as_mut();
            if let Some(open) = opened
                && let Some(entries) = self.colleagues.entries(&open.operation_id)
            {
                open.steps = LoggedSteps::of(&entries, cx.zone);
            }
        }
        if let Some(last) = last.filter(|_| is_newer) {
            let page = self.colleagues.further(last);
            ask_colleagues(page, cx);
        }
    }

    pub(crate) fn checked(&mut self, result: Result<JournalCheck, Problem>, at: DateTime<Utc>) {
        self.check = result.map_or_else(CheckProgress::Failed, |check| CheckProgress::Checked { check, at });
    }
}

fn ask_colleagues(page: Option<CopyPage>, cx: &mut Context<'_>) {
    if let Some(page) = page {
        let (profile_id, request) = (cx.profile_id.clone(), JournalCopyRequest::ReadColleagues(page));
        cx.outbox.push(TeamEffect::Journal { profile_id, request });
    }
}
