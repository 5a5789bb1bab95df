//! The kinds of records: one file each, and one row here.

mod api_key;
mod customer;
pub mod payment_link;
mod payout;
mod refund;
mod subscription;

use paydesk_domain::api_key::ApiKeyRecord;
use paydesk_domain::customer::Customer;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment_link::PaymentLink;
use paydesk_domain::payout::Payout;
use paydesk_domain::refund::Refund;
use paydesk_domain::subscription::Subscription;

use super::kind::KindSpec;

/// What the service lists itself has no records: payments and disputes.
static KINDS: &[KindSpec] = &[
    KindSpec::of::<Customer>(),
    KindSpec::of::<Refund>(),
    KindSpec::of::<Subscription>(),
    KindSpec::of::<PaymentLink>(),
    KindSpec::of::<Payout>(),
    KindSpec::of::<ApiKeyRecord>(),
];

/// The kinds of records, in the order in which they are listed together.
pub(crate) fn all() -> impl Iterator<Item = ResourceKind> {
    KINDS.iter().map(|spec| spec.kind)
}

/// What a kind declares; `None` for what the service lists itself.
pub(super) fn spec(kind: ResourceKind) -> Option<&'static KindSpec> {
    KINDS.iter().find(|spec| spec.kind == kind)
}
