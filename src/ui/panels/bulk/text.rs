//! Texts of bulk operations.

pub use crate::text::{
    BACK, CLOSE, DETAILS as DETAIL, ENVIRONMENT, ID, OPEN_OPERATIONS, PAUSE, PLAN, RECIPIENT, REQUEST_APPROVAL, RESULT,
    RESUME, STOP, type_number_to_confirm,
};
pub use paydesk_core::text::{AMOUNT, CUSTOMER, EXCLUDED as LEFT_OUT, REASON, STATUS, TOTAL};

use chrono::TimeDelta;

use paydesk_core::features::bulk::{BulkKind, Estimate, ItemGroup, PauseReason, text as bulk_text};
use paydesk_core::service_traits::{PaymentActionsTrait, PaymentActionsTraits};
use paydesk_domain::money::grouped_count;

pub const NOTHING_LEFT: &str = "None of the selected items can be processed";

pub const LINE: &str = "Line";
pub const IN_FULL: &str = "In full";
const PARTIAL: &str = "Partial";

/// `Capture plan`
pub fn plan_title(kind: BulkKind) -> String {
    format!("{} plan", bulk_text::verb(kind))
}

/// Of an item: everything that remains of it, or a part.
pub fn extent(is_whole: bool) -> &'static str {
    if is_whole { IN_FULL } else { PARTIAL }
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
        BulkKind::Capture => "Each customer is charged. Each payment is checked again before its capture is sent.",
        BulkKind::Cancel => "Each payment is cancelled and its authorization released. This cannot be undone.",
        BulkKind::Approve if service.has(PaymentActionsTrait::ApprovalCaptures) => {
            "This service captures each payment on approval: each customer is charged now"
        }
        BulkKind::Approve => "Each payment moves out of review and is captured, now or later",
        BulkKind::Refund => "Each amount goes back to the customer. This cannot be undone.",
        BulkKind::Fulfil => "Each amount is paid out to its recipient. This cannot be undone.",
    }
}

pub fn paused(reason: &PauseReason) -> String {
    match reason {
        PauseReason::Person => bulk_text::PAUSED_BY_PERSON.to_owned(),
        PauseReason::Restarted => {
            "Paused: Paydesk was closed while it was running. Nothing is sent until you resume.".to_owned()
        }
        PauseReason::ReadOnly(why) => bulk_text::read_only(why),
        PauseReason::Failing(why) => bulk_text::failing(why),
    }
}
