//! Texts of bulk operations.

pub use crate::text::{
    BACK, CLOSE, DETAILS as DETAIL, ENVIRONMENT, ID, IMPORT_AS, PAUSE, PLAN, REQUEST_APPROVAL, RESUME, STOP,
};
pub use paydesk_core::text::{AMOUNT, CUSTOMER, EXCLUDED as LEFT_OUT, REASON, STATUS, TOTAL};

use chrono::TimeDelta;

use paydesk_core::features::bulk::{BulkKind, Estimate, ItemGroup, PauseReason, text as bulk_text};
use paydesk_core::service_traits::{PaymentActionsTrait, PaymentActionsTraits};
use paydesk_domain::money::grouped_count;

pub const BULK: &str = "Bulk operations";
pub const NOTHING: &str = "No bulk operation. Select payments in a list, then choose Capture, Cancel, Approve or Refund selected, or import a file of ids. Earlier operations are in Audit";
/// The same below those that have finished.
pub const NOTHING_NOW: &str = "To begin another one, select payments in a list, then choose Capture, Cancel, Approve or Refund selected, or import a file of ids. Earlier operations are in Audit";
pub const GO_TO_PAYMENTS: &str = "Go to payments";
pub const TIME: &str = "Estimated time";
pub const NOTHING_SENT_YET: &str = "Nothing is sent before you confirm";
pub const NOTHING_LEFT: &str = "Nothing can be done: everything selected is excluded";
pub const REASON_HINT: &str = "Optional. Applies to every payment in this run.";
/// Where a file has reasons.
pub const OTHER_REASON_HINT: &str = "Optional. Applies to payments without a reason in the file.";
pub const EXPORT_EXCLUDED: &str = "Export excluded with reasons…";

/// `From the file for 12 of 18`
pub fn own_reasons(count: usize, all: usize) -> String {
    format!("From the file for {} of {}", grouped_count(count as u64), grouped_count(all as u64))
}

pub const APPROVAL_REASON: &str = "Reason for approval";
pub const TYPE_COUNT: &str = "Type the number to confirm";
pub const PLAN_VIEWS: &str = "Rows of the plan";
pub const PLAN_TABLE: &str = "Planned operations";
pub const EXCLUDED_TABLE: &str = "Excluded objects";
pub const RUN_TABLE: &str = "Operations of this run";
pub const RUN_VIEWS: &str = "Rows of the run";
pub const PROGRESS: &str = "Progress";
pub const RESULT: &str = "Result";
pub const WHY: &str = "Reason for exclusion";
pub const LINE: &str = "Line";
pub const FILE: &str = "File";
pub const FULL_OR_PARTIAL: &str = "Full or partial";
pub const IN_FULL: &str = "In full";
const PARTIAL: &str = "Partial";
pub const STOP_HINT: &str = "Starts nothing more. What is in progress is finished";
pub const RETRY_HINT: &str = "Shows a plan of what was certainly not done. Unknown outcomes are left alone";
pub const SAVE_REPORT: &str = "Save report";
pub const REPORT_HINT: &str = "Saves every result and everything that was excluded as CSV";
pub const CLOSE_HINT: &str = "It stays listed here until Paydesk is closed";
pub const ENDED_RUNS: &str = "Finished bulk operations";
pub const SHOW_RESULTS: &str = "Show results";

/// `Results of “Capture finished: 12 of 12 payments done, 25 Nov, 20:01”`
pub fn results_of(run: impl std::fmt::Display) -> String {
    format!("Results of “{run}”")
}

pub const OPEN_NEEDS_ATTENTION: &str = "Open Needs attention";

/// Above the rows of a run.
pub fn outcomes_unknown(count: usize) -> String {
    match count {
        1 => "1 outcome is not known yet. Needs attention shows what can be done about it".to_owned(),
        count => format!(
            "{} outcomes are not known yet. Needs attention shows what can be done about each",
            grouped_count(count as u64)
        ),
    }
}

pub const SAVING: &str = "Writing the plan to disk…";

/// `Capture plan`
pub fn plan_title(kind: BulkKind) -> String {
    format!("{} plan", bulk_text::verb(kind))
}

pub fn included(count: usize) -> String {
    format!("Included {}", grouped_count(count as u64))
}

/// Of an item: everything that remains of it, or a part.
pub fn extent(is_whole: bool) -> &'static str {
    if is_whole { IN_FULL } else { PARTIAL }
}

/// `12 of 16`
pub fn in_full(count: usize, all: usize) -> String {
    format!("{} of {}", grouped_count(count as u64), grouped_count(all as u64))
}

pub fn excluded(count: usize) -> String {
    format!("Excluded {}", grouped_count(count as u64))
}

pub fn excluded_for(count: usize, why: &str) -> String {
    format!("{} · {why}", grouped_count(count as u64))
}

pub fn all(count: usize) -> String {
    format!("All {}", grouped_count(count as u64))
}

pub fn group(group: ItemGroup, count: usize) -> String {
    let name = match group {
        ItemGroup::Waiting => bulk_text::WAITING,
        ItemGroup::UnderWay => bulk_text::UNDER_WAY,
        ItemGroup::Done => bulk_text::DONE,
        ItemGroup::Pending => bulk_text::PENDING,
        ItemGroup::NotSent => bulk_text::NOT_SENT,
        ItemGroup::Failed => "Failed",
        ItemGroup::Unknown => "Unknown",
        ItemGroup::Settled => bulk_text::SETTLED,
    };
    format!("{name} {}", grouped_count(count as u64))
}

/// `412 of 1,000 done · 8,240.00 EUR`
pub fn progress(done: usize, all: usize, sums: &str) -> String {
    let counts = format!("{} of {} done", grouped_count(done as u64), grouped_count(all as u64));
    if sums.is_empty() { counts } else { format!("{counts} · {sums}") }
}

/// `Retry 14 payments…`
pub fn retry(kind: BulkKind, count: usize) -> String {
    format!("Retry {}…", bulk_text::count(kind.subject(), count))
}

pub fn estimated(estimate: &Estimate) -> String {
    let minutes = |time: TimeDelta| (time.num_seconds() + 59) / 60;
    let time = match (minutes(estimate.least), minutes(estimate.most)) {
        (_, 0) => "Less than a minute".to_owned(),
        (0, most) => format!("Up to {most} min"),
        (least, most) if least == most => format!("About {least} min"),
        (least, most) => format!("{least} to {most} min"),
    };
    match estimate.limit {
        Some(limit) => format!("{time}, at {} requests a minute", grouped_count(limit.into())),
        None => time,
    }
}

/// What the operation leads to, before it is confirmed.
pub fn after(kind: BulkKind, service: &PaymentActionsTraits) -> &'static str {
    match kind {
        BulkKind::Capture => {
            "Each amount is taken from the customer. Each payment is checked again before its capture is sent"
        }
        BulkKind::Cancel => "Each payment is cancelled and its authorization released. This cannot be undone",
        BulkKind::Approve if service.has(PaymentActionsTrait::ApprovalCaptures) => {
            "This service captures each payment with its approval: each customer is charged now"
        }
        BulkKind::Approve => "Each payment moves out of review: it is captured, or awaits its capture",
        BulkKind::Refund => "Each amount goes back to the customer. This cannot be undone",
        BulkKind::Fulfil => "Each amount is paid out to its recipient. This cannot be undone",
    }
}

pub fn type_count(count: usize) -> String {
    format!("Production: type {count} to confirm")
}

pub fn paused(reason: &PauseReason) -> String {
    match reason {
        PauseReason::Person => bulk_text::PAUSED_BY_PERSON.to_owned(),
        PauseReason::Restarted => bulk_text::RESTARTED.to_owned(),
        PauseReason::ReadOnly(why) => bulk_text::read_only(why),
        PauseReason::Failing(why) => bulk_text::failing(why),
    }
}
