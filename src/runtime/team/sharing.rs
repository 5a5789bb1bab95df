//! What a team shares, in the session with its database: what changed is brought in pages, and no more of them than the
//! disk keeps up with; what is to be written is written many at a time.

use paydesk_core::effect::SharingRequest;
use paydesk_core::features::sharing::SharingReport;
use paydesk_domain::shared::{SharedChange, SharedKey, SharedOutcome, SharedWrite};
use paydesk_team::{DeskId, TeamChanges, TeamConnection, TeamError, TeamProfileId};

/// Most changes in one report: a few milliseconds of the core.
const CHANGES_AT_ONCE: usize = 50;
/// Reports that may be on their way to the disk.
const REPORTS_MAX: usize = 8;

/// How far the changes of a profile were reported.
#[derive(Debug)]
pub(super) struct SharingSession {
    /// Up to which change; `None` before anybody asked.
    reported: Option<i64>,
    /// Up to which change the feed has brought them.
    feed: i64,
    /// Reports that are not on disk.
    unkept: usize,
}

impl SharingSession {
    /// `feed` is the number after which the feed begins.
    pub fn new(feed: i64) -> Self {
        Self { reported: None, feed, unkept: 0 }
    }

    /// Whether there are changes that were not reported, and room for them.
    pub fn has_more(&self) -> bool {
        self.unkept < REPORTS_MAX && self.reported.is_some_and(|reported| reported < self.feed)
    }

    /// What the feed brought; `None` where it is read again when it is its turn.
    pub fn follow(&mut self, changes: TeamChanges) -> Vec<SharingReport> {
        let is_next = self.reported == Some(self.feed) && self.unkept < REPORTS_MAX;
        self.feed = changes.upto;
        if is_next { self.reports(changes) } else { Vec::new() }
    }

    /// Reads the next page of what was not reported.
    pub async fn read_on(
        &mut self,
        connection: &TeamConnection,
        profile: TeamProfileId,
    ) -> Result<Vec<SharingReport>, TeamError> {
        let Some(reported) = self.reported else { return Ok(Vec::new()) };
        let changes = connection.changes_after(profile, reported).await?;
        self.feed = self.feed.max(changes.upto);
        Ok(self.reports(changes))
    }

    fn reports(&mut self, changes: TeamChanges) -> Vec<SharingReport> {
        let all: Vec<SharedChange> = changes.records.into_iter().map(SharedChange::from).collect();
        let mut reports: Vec<SharingReport> = all.chunks(CHANGES_AT_ONCE).map(report).collect();
        match reports.last_mut() {
            Some(SharingReport::Changed { upto, .. }) => *upto = changes.upto,
            _ => reports.push(SharingReport::Changed { changes: Vec::new(), upto: changes.upto }),
        }
        self.reported = Some(changes.upto);
        self.unkept += reports.len();
        reports
    }

    /// An error means that the connection is of no use any more.
    pub async fn execute(
        &mut self,
        request: SharingRequest,
        (connection, profile, desk): (&TeamConnection, TeamProfileId, DeskId),
    ) -> Result<Option<SharingReport>, (Option<SharingReport>, TeamError)> {
        match request {
            SharingRequest::Follow { after } => {
                let last = connection.last_change(profile).await.map_err(|error| (None, error))?;
                self.reported = Some(after);
                self.feed = self.feed.max(last);
                Ok(Some(SharingReport::Following { last }))
            }
            SharingRequest::Acknowledge => {
                self.unkept = self.unkept.saturating_sub(1);
                Ok(None)
            }
            SharingRequest::Share(writes) => match written(connection, profile, desk, &writes).await {
                Ok(outcomes) => Ok(Some(SharingReport::Answered(outcomes))),
                Err(error) => Err((Some(SharingReport::NotAnswered), error)),
            },
        }
    }
}

fn report(changes: &[SharedChange]) -> SharingReport {
    let upto = changes.last().map_or(0, |change| change.change);
    SharingReport::Changed { changes: changes.to_vec(), upto }
}

/// Writes all at once; where the server takes none of them because of one, each by itself.
async fn written(
    connection: &TeamConnection,
    profile: TeamProfileId,
    desk: DeskId,
    writes: &[SharedWrite],
) -> Result<Vec<(SharedKey, SharedOutcome)>, TeamError> {
    let keys = writes.iter().map(|write| write.key.clone());
    match connection.share_records(profile, desk, writes).await {
        Ok(outcomes) => return Ok(keys.zip(outcomes).collect()),
        Err(error) if !is_about_content(&error) => return Err(error),
        Err(error) => tracing::warn!(%error, "records were not shared together"),
    }
    let mut outcomes = Vec::with_capacity(writes.len());
    for write in writes {
        let outcome = match connection.share_records(profile, desk, std::slice::from_ref(write)).await {
            Ok(mut outcomes) => outcomes.pop().unwrap_or(SharedOutcome::Refused),
            Err(error) if is_about_content(&error) => SharedOutcome::Refused,
            Err(error) => return Err(error),
        };
        outcomes.push((write.key.clone(), outcome));
    }
    Ok(outcomes)
}

/// Whether the same would fail again with what is to be written.
fn is_about_content(error: &TeamError) -> bool {
    matches!(error, TeamError::Other { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(upto: i64) -> TeamChanges {
        TeamChanges { upto, ..TeamChanges::default() }
    }

    #[test]
    fn what_the_feed_brings_before_the_rest_is_read_waits_for_its_turn() {
        let mut session = SharingSession::new(10);
        assert!(session.follow(changes(12)).is_empty() && !session.has_more(), "nobody follows");
        session.reported = Some(5);
        assert!(session.has_more() && session.follow(changes(13)).is_empty());
        session.reports(changes(13));
        assert!(!session.has_more());
        assert_eq!(session.follow(changes(14)).len(), 1);
        session.unkept = REPORTS_MAX;
        assert!(session.follow(changes(15)).is_empty() && !session.has_more(), "the disk is behind");
        session.unkept -= 1;
        assert!(session.has_more());
    }
}
