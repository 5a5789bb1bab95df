//! Copies of journals, in the session with a team's database.

use paydesk_core::effect::JournalCopyRequest;
use paydesk_core::failure::TeamFailure;
use paydesk_core::features::journal_copy::JournalCopyReport;
use paydesk_domain::journal_copy::CopyPage;
use paydesk_team::{DeskId, JournalHead, TeamConnection, TeamError, TeamProfileId};

/// Entries of colleagues that are read at once.
const COLLEAGUES_AT_ONCE: i64 = 500;

/// Where the copy of this desk's journal ends, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct JournalCopySession {
    head: Option<JournalHead>,
}

impl JournalCopySession {
    /// What is reported; an error means that the connection is of no use any more.
    pub async fn execute(
        &mut self,
        request: JournalCopyRequest,
        (connection, profile, desk): (&TeamConnection, TeamProfileId, DeskId),
    ) -> (Option<JournalCopyReport>, Result<(), TeamError>) {
        let result = match request {
            JournalCopyRequest::FindEnd => self.find_end(connection, profile, desk).await,
            JournalCopyRequest::Copy(entries) => return self.copy(&entries, (connection, profile, desk)).await,
            JournalCopyRequest::ReadColleagues(page) => read_colleagues(connection, profile, desk, page).await,
        };
        match result {
            Ok(report) => (Some(report), Ok(())),
            Err(error) => (None, Err(error)),
        }
    }

    async fn find_end(
        &mut self,
        connection: &TeamConnection,
        profile: TeamProfileId,
        desk: DeskId,
    ) -> Result<JournalCopyReport, TeamError> {
        let head = connection.journal_head(profile, desk).await?;
        self.head = Some(head);
        let last = connection.journal_after(profile, desk, head.number - 1, 1).await?.pop();
        Ok(JournalCopyReport::End(last.map(|last| last.entry)))
    }

    async fn copy(
        &mut self,
        entries: &[String],
        (connection, profile, desk): (&TeamConnection, TeamProfileId, DeskId),
    ) -> (Option<JournalCopyReport>, Result<(), TeamError>) {
        let Some(head) = self.head else { return (Some(JournalCopyReport::NotCopied(None)), Ok(())) };
        match connection.append_journal(profile, desk, head, entries).await {
            Ok(head) => {
                self.head = Some(head);
                (Some(JournalCopyReport::Copied), Ok(()))
            }
            Err(TeamError::Refused(refusal)) => {
                let problem =
                    TeamFailure::JournalNotCopied { why: refusal.to_string(), what_to_do: refusal.what_to_do() };
                (Some(JournalCopyReport::NotCopied(Some(problem.into()))), Ok(()))
            }
            Err(error) => (Some(JournalCopyReport::NotCopied(None)), Err(error)),
        }
    }
}

async fn read_colleagues(
    connection: &TeamConnection,
    profile: TeamProfileId,
    desk: DeskId,
    page: CopyPage,
) -> Result<JournalCopyReport, TeamError> {
    let entries = connection.colleagues_journal(profile, desk, &page, COLLEAGUES_AT_ONCE).await?;
    let has_more = i64::try_from(entries.len()).is_ok_and(|count| count == COLLEAGUES_AT_ONCE);
    Ok(JournalCopyReport::Colleagues { page, entries, has_more })
}
