//! Connects the team's copies of journals to the journal of this desk and to the list of all operations. Decides nothing: that is the
//! business of [`crate::features::journal_copy`] and [`crate::features::operation_log`].

use paydesk_domain::profile::ProfileId;

use crate::features::journal_copy::{JournalCopyReport, StoredEntries};
use crate::features::operation_log::OperationLogAction;
use crate::features::team::TeamLink;
use crate::problem::Problem;
use crate::route::Route;
use crate::state::State;
use crate::workspace::Workspace;

impl State {
    /// The database of the team answers: what it lacks of the journal follows, where this person may write.
    pub(crate) fn copy_journal(&mut self) {
        let Workspace { team, journal_copy, profile_id, .. } = &mut self.workspace;
        match team.link() {
            TeamLink::Connected(session) if session.role.may_operate() => {
                journal_copy.connected(profile_id, &mut self.outbox);
            }
            TeamLink::NotJoined | TeamLink::Connecting | TeamLink::Connected(_) | TeamLink::Away { .. } => {
                journal_copy.away();
            }
        }
    }

    /// Entries of a profile were read, to be copied.
    pub(crate) fn entries_read(&mut self, profile_id: &ProfileId, result: Result<StoredEntries, Problem>) {
        self.in_workspace(profile_id, |state| {
            let Workspace { journal_copy, profile_id, .. } = &mut state.workspace;
            match result {
                Ok(read) => journal_copy.entries_read(read, profile_id, &mut state.outbox),
                // The next connection tries again.
                Err(problem) => {
                    journal_copy.away();
                    state.notice(problem);
                }
            }
        });
    }

    /// The database of the team reported something of journals.
    pub(crate) fn journal_copy_reported(&mut self, report: JournalCopyReport) {
        let Workspace { journal_copy, profile_id, .. } = &mut self.workspace;
        match report {
            JournalCopyReport::End(last) => journal_copy.end_found(last.as_deref(), profile_id, &mut self.outbox),
            JournalCopyReport::Copied => journal_copy.copied(profile_id, &mut self.outbox),
            JournalCopyReport::NotCopied(None) => journal_copy.away(),
            JournalCopyReport::NotCopied(Some(problem)) => {
                journal_copy.refused();
                self.notice(problem);
            }
            JournalCopyReport::Colleagues { page, entries, has_more } => {
                self.with(|features, cx| features.operation_log.colleagues_read(page, entries, has_more, cx));
            }
        }
    }

    /// What colleagues have open changed, or the database is back: their journals have more.
    pub(crate) fn read_colleagues(&mut self) {
        if matches!(self.workspace.route, Route::AllOperations | Route::Home) {
            self.with(|features, cx| features.operation_log.handle(OperationLogAction::ReadColleagues, cx));
        }
    }
}
