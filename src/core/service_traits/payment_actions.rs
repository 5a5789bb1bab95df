//! What the service does with actions on payments, payment links and payouts, where that is not what the specification
//! says.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator as _;

use super::entry::{AnyTraitRow, TraitSource, readable};

/// What is known of the actions on payments of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentActionsTraits {
    /// What the service does otherwise than documented.
    #[serde(rename = "payment_actions", skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    known: Vec<KnownPaymentAction>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KnownPaymentAction {
    id: PaymentActionsTrait,
    source: TraitSource,
}

/// Names one trait of the group. Known, it stands for the opposite of the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum PaymentActionsTrait {
    /// An approval captures the whole payment, also one that is captured by hand.
    ApprovalCaptures,
    /// A payment in review is rejected: its cancellation is refused.
    ReviewIsRejected,
    /// Details can be edited until the payment is confirmed, and no longer.
    EditedBeforeConfirmation,
    /// Payment links are made together with a payment: there is no call that makes one.
    LinksWithPayments,
    /// A payment is refunded once its capture is over, and no longer where it was reversed.
    RefundedOnceCaptured,
    /// A payout can be edited until it waits for its fulfilment, and while it is initiated.
    PayoutsEditedBeforeFulfilment,
}

/// What is learned of the group: the service does so, as an answer shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentActionsChange {
    pub id: PaymentActionsTrait,
    pub from: String,
}

impl PaymentActionsTrait {
    fn name(self) -> &'static str {
        match self {
            Self::ApprovalCaptures => "Payments: approval",
            Self::ReviewIsRejected => "Payments: rejecting one in review",
            Self::EditedBeforeConfirmation => "Payments: editing details",
            Self::LinksWithPayments => "Payment links: creating",
            Self::RefundedOnceCaptured => "Payments: refunding",
            Self::PayoutsEditedBeforeFulfilment => "Payouts: editing",
        }
    }

    fn usual(self) -> &'static str {
        match self {
            Self::ApprovalCaptures => "Ends the review; the capture method determines what follows",
            Self::ReviewIsRejected => "Cancelled like any other payment",
            Self::EditedBeforeConfirmation => "Offered in every status",
            Self::LinksWithPayments => "With POST /payment_link",
            Self::RefundedOnceCaptured => "Offered once money has been received",
            Self::PayoutsEditedBeforeFulfilment => "Offered in every status",
        }
    }

    fn instead(self) -> &'static str {
        match self {
            Self::ApprovalCaptures => "Captures the whole amount",
            Self::ReviewIsRejected => "Rejected with POST /payments/{id}/reject",
            Self::EditedBeforeConfirmation => "Offered until the payment is confirmed: refused afterwards",
            Self::LinksWithPayments => "Not in Paydesk: the service creates a link together with its payment",
            Self::RefundedOnceCaptured => {
                "Offered while the payment is Succeeded or Partially captured: refused otherwise"
            }
            Self::PayoutsEditedBeforeFulfilment => {
                "Offered until the payout requires fulfilment, and while it is Initiated: refused otherwise"
            }
        }
    }
}

impl PaymentActionsTraits {
    /// Every default.
    pub const USUAL: Self = Self { known: Vec::new() };

    /// Whether the trait is known: the default does not hold.
    pub fn has(&self, id: PaymentActionsTrait) -> bool {
        self.source(id).is_some()
    }

    fn source(&self, id: PaymentActionsTrait) -> Option<&TraitSource> {
        self.known.iter().find(|known| known.id == id).map(|known| &known.source)
    }

    /// All traits of the group, each with its default and what is known instead.
    pub(super) fn rows(&self) -> Vec<AnyTraitRow<'_, PaymentActionsTrait>> {
        let row = |id: PaymentActionsTrait| AnyTraitRow {
            id,
            name: id.name().to_owned(),
            usual: id.usual(),
            known: self.source(id).map(|source| (id.instead().to_owned(), source)),
        };
        PaymentActionsTrait::iter().map(row).collect()
    }

    pub(super) fn change(&mut self, change: PaymentActionsChange, now: DateTime<Utc>) {
        if !self.has(change.id) {
            self.known.push(KnownPaymentAction { id: change.id, source: TraitSource::learned(&change.from, now) });
        }
    }

    pub(super) fn reset(&mut self, id: PaymentActionsTrait) {
        self.known.retain(|known| known.id != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl PaymentActionsChange {
        /// A change for every trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            PaymentActionsTrait::iter().map(|id| Self { id, from: "400 IR_16".to_owned() }).collect()
        }
    }
}
