//! The report of disputes, made on a schedule: disputes from the service, payments from the team's database.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};

use paydesk_api::call::Call as _;
use paydesk_api::resources::disputes::calls::{DisputeListFilter, ListDisputes};
use paydesk_api::resources::payments::calls::PAGE_MAX;
use paydesk_core::pages::{ListProgress, PageRead};
use paydesk_core::scheduled_exports::ScheduledExport;
use paydesk_domain::deadline::{known_reason, plain_reason};
use paydesk_domain::dispute::Dispute;
use paydesk_domain::dispute_report::{
    DisputeFacts, ReportDeadline, ReportDispute, ReportSpan, counted_from, dispute_report,
};
use paydesk_domain::report_page::{ReportFormat, ReportPage};
use paydesk_domain::text::visible_id;
use paydesk_index::note_index::NoteIndex;
use paydesk_index::payment_columns::SearchContext;
use paydesk_index::payment_query::parse_query;
use paydesk_store::report;
use paydesk_team::{DueExport, ExportedFile, TeamError, TeamPaymentQuery, TeamPaymentState};

use super::making::{Making, TAKEN};
use super::pages::{ExportPages, NextPage};
use super::rows::NotExported;
use crate::service::HubService;
use crate::sync::TakenBlock;

const NEEDS_SERVICE: &str = "A report needs --service-url and an API key: the hub reads disputes from the service";
/// Before the rate limit of the team is asked again.
const WAIT: Duration = Duration::from_millis(500);

/// Why no report was made.
enum NotMade {
    Team(TeamError),
    /// In words.
    Because(NotExported),
}

impl From<TeamError> for NotMade {
    fn from(error: TeamError) -> Self {
        Self::Team(error)
    }
}

impl From<&str> for NotMade {
    fn from(why: &str) -> Self {
        Self::Because(why.to_owned())
    }
}

impl Making {
    /// Makes the report that was due, as PDF.
    pub(super) async fn make_report(
        &self,
        export: &ScheduledExport,
        due: &DueExport,
        attempt: i32,
        now: DateTime<Utc>,
    ) -> Result<Result<ExportedFile, NotExported>, TeamError> {
        match self.report(export, due, attempt, now).await {
            Ok(file) => Ok(Ok(file)),
            Err(NotMade::Because(why)) => Ok(Err(why)),
            Err(NotMade::Team(error)) => Err(error),
        }
    }

    async fn report(
        &self,
        export: &ScheduledExport,
        due: &DueExport,
        attempt: i32,
        now: DateTime<Utc>,
    ) -> Result<ExportedFile, NotMade> {
        let service = self.service.as_ref().ok_or(NEEDS_SERVICE)?;
        let span = export.times.report_period().last_before(due.due_at, export.times.zone);
        let known = self.connection.payment_state(self.profile.id).await?;
        let read_at = read_at(&known, export.times.zone.day_end(span.to))?;
        let disputes = self.disputes(service).await?;
        let succeeded = self.succeeded(export, due, attempt).await?;
        let (page, payments) = page(self, export, &span, (&disputes, &succeeded), (now, read_at), &known)?;
        let name = self.file_name(export, due);
        let path = self.dir.join(&name);
        let saved = tokio::task::spawn_blocking(move || report::save(&path, &page, ReportFormat::Pdf)).await;
        match saved {
            Ok(Ok(sha256)) => Ok(ExportedFile { name, payments, sha256 }),
            Ok(Err(fault)) => Err(NotMade::Because(fault.to_string())),
            Err(_) => Err("The file writer failed".into()),
        }
    }

    /// All disputes of the service, page by page, within the rate limit of the team.
    async fn disputes(&self, service: &HubService) -> Result<Vec<Dispute>, NotMade> {
        let (mut disputes, mut seen, mut offset) = (Vec::new(), BTreeSet::new(), 0_u32);
        let mut tokens = TakenBlock::new(service.per_minute);
        loop {
            while !tokens.use_one(&self.connection, self.profile.id).await? {
                tokio::time::sleep(WAIT).await;
            }
            let filter = DisputeListFilter { status: None, payment_id: None };
            let list = ListDisputes { filter, limit: PAGE_MAX, offset, by_body: false };
            let (answer, response) = service.client.exchange(&list.request()).await;
            let page = list.read(answer, response.units).map_err(|error| NotMade::Because(error.what()))?;
            if !page.unreadable.is_empty() {
                return Err("Some disputes of the service cannot be read".into());
            }
            let (known, rows, total_count) = (seen.len(), page.rows.len(), page.total_count);
            disputes.extend(page.rows.into_iter().filter(|dispute| seen.insert(dispute.dispute_id.clone())));
            offset = offset.saturating_add(u32::try_from(rows).unwrap_or(u32::MAX));
            let read = PageRead {
                limit: PAGE_MAX,
                rows,
                next_offset: offset,
                has_new_rows: seen.len() > known,
                total_count,
                has_more: page.has_more,
            };
            match read.progress() {
                ListProgress::More => {}
                ListProgress::Whole if total_count.is_none_or(|total| seen.len() as u64 >= total) => {
                    return Ok(disputes);
                }
                ListProgress::Whole | ListProgress::Stalled => {
                    return Err("The service did not list all of its disputes".into());
                }
            }
        }
    }

    /// When the payments were made that succeeded, since those that the report counts.
    async fn succeeded(
        &self,
        export: &ScheduledExport,
        due: &DueExport,
        attempt: i32,
    ) -> Result<Vec<DateTime<Utc>>, NotMade> {
        let zone = export.times.zone;
        let from = counted_from(export.times.report_period(), due.due_at, zone);
        let text = format!("status:succeeded created:>={}", zone.date(from));
        let query = parse_query(&text).map_err(|error| NotMade::Because(error.to_string()))?;
        let (day_start, notes) = (|day| zone.day_start(day), NoteIndex::default());
        let context = SearchContext { today: zone.date(due.due_at), day_start: &day_start, notes: &notes };
        let query = TeamPaymentQuery::new(&query, &context);
        let mut pages = ExportPages::new((&*self.connection, self.profile.id, &*self.state), &query, (due, attempt));
        let mut succeeded = Vec::new();
        loop {
            match pages.next().await? {
                NextPage::Payments(payments) => {
                    succeeded.extend(payments.iter().filter_map(|payment| payment.row.created));
                }
                NextPage::End => return Ok(succeeded),
                NextPage::Taken => return Err(TAKEN.into()),
            }
        }
    }
}

/// When the payments of the database were read, where all until `end` are there.
fn read_at(known: &TeamPaymentState, end: DateTime<Utc>) -> Result<DateTime<Utc>, NotMade> {
    let read_at = known.as_of.filter(|at| known.is_whole && *at > end);
    read_at.ok_or_else(|| "Not all payments in the period are in the database yet".into())
}

/// The page, and how many payments it counts.
fn page(
    making: &Making,
    export: &ScheduledExport,
    span: &ReportSpan,
    (disputes, succeeded): (&[Dispute], &[DateTime<Utc>]),
    (now, read_at): (DateTime<Utc>, DateTime<Utc>),
    known: &TeamPaymentState,
) -> Result<(ReportPage, u64), NotMade> {
    let facts: Option<Vec<ReportDispute>> = disputes.iter().map(fact).collect();
    let facts = facts.ok_or("Some disputes at the service have no readable date")?;
    let first = succeeded.iter().copied().chain(facts.iter().map(|fact| fact.opened)).min().max(known.kept_since);
    let facts = DisputeFacts {
        profile: &making.profile.name,
        zone: export.times.zone,
        now,
        read_at,
        disputes: &facts,
        succeeded,
        first,
        goal: None,
    };
    Ok((dispute_report(&facts, span), succeeded.len() as u64))
}

fn fact(dispute: &Dispute) -> Option<ReportDispute> {
    let takes_evidence = dispute.status.takes_evidence();
    let deadline = dispute.evidence_deadline.filter(|_| takes_evidence);
    Some(ReportDispute {
        dispute_id: dispute.dispute_id.clone(),
        opened: dispute.created?,
        amount: dispute.amount.clone(),
        status: dispute.status.clone(),
        reason: plain_reason(known_reason(dispute.reason.as_deref().unwrap_or_default())).short.to_owned(),
        decided_at: dispute.modified_at.filter(|_| !takes_evidence),
        customer: None,
        payment: visible_id(dispute.payment_id.as_str(), 80),
        deadline: deadline.map(|at| ReportDeadline { at, is_estimated: false }),
        has_evidence: dispute.evidence_submitted_at.is_some(),
    })
}
