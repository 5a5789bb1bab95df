//! What the service of a profile does where its documentation is silent: every guess of Paydesk, its default, and what
//! took the place of the default.
//!
//! A trait is learned from an answer; until then its default holds. All of them are listed in the
//! settings, where a person can undo each. What is learned of one profile never counts for another. Nothing here decides
//! what is done with a trait: that is the business of the feature that asks.
//!
//! The traits of one matter are a group in a file of its own, with its own ids and its own changes. A group has a field
//! in [`ServiceTraits`], a variant in [`TraitId`] and in [`TraitChange`], and a line in each function here.

mod amounts;
mod analytics;
mod capabilities;
mod disputes;
mod entry;
mod payment_actions;
mod payments_list;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use paydesk_api::endpoints::ReadEndpoint;
use paydesk_domain::profile::ProfileId;

pub use amounts::{AmountsChange, AmountsTrait, AmountsTraits};
pub use analytics::{AnalyticsChange, AnalyticsTrait, AnalyticsTraits, QueryPart};
pub use capabilities::{CAPABILITIES, CapabilityChange, CapabilityTraits, ServiceCapability};
pub use disputes::{DisputesChange, DisputesTrait, DisputesTraits};
pub use entry::TraitSource;
pub use payment_actions::{PaymentActionsChange, PaymentActionsTrait, PaymentActionsTraits};
pub use payments_list::{PaymentListChange, PaymentListTrait, PaymentListTraits, SMALL_PAGE};

/// What is known of one service. What is absent has its default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ServiceTraits {
    #[serde(flatten)]
    pub analytics: AnalyticsTraits,
    #[serde(flatten)]
    pub payment_list: PaymentListTraits,
    #[serde(flatten)]
    pub disputes: DisputesTraits,
    #[serde(flatten)]
    pub amounts: AmountsTraits,
    #[serde(flatten)]
    pub capabilities: CapabilityTraits,
    #[serde(flatten)]
    pub payment_actions: PaymentActionsTraits,
}

/// Names one trait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TraitId {
    Analytics(AnalyticsTrait),
    PaymentList(PaymentListTrait),
    Disputes(DisputesTrait),
    Amounts(AmountsTrait),
    Capability(ReadEndpoint),
    PaymentActions(PaymentActionsTrait),
}

/// What becomes of a trait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraitChange {
    Analytics(AnalyticsChange),
    PaymentList(PaymentListChange),
    Disputes(DisputesChange),
    Amounts(AmountsChange),
    Capability(CapabilityChange),
    PaymentActions(PaymentActionsChange),
    /// The default holds again; what was learned may be learned again.
    Reset(TraitId),
    /// Every default holds again; what was learned may be learned again.
    ResetAll,
}

/// One trait as it is listed.
pub type TraitRow<'a> = entry::AnyTraitRow<'a, TraitId>;

impl ServiceTraits {
    /// Every default.
    pub const USUAL: Self = Self {
        analytics: AnalyticsTraits::USUAL,
        payment_list: PaymentListTraits::USUAL,
        disputes: DisputesTraits::USUAL,
        amounts: AmountsTraits::USUAL,
        capabilities: CapabilityTraits::USUAL,
        payment_actions: PaymentActionsTraits::USUAL,
    };

    /// All traits, each with its default and what is known instead.
    pub fn rows(&self) -> Vec<TraitRow<'_>> {
        let analytics = self.analytics.rows().into_iter().map(|row| row.named(TraitId::Analytics));
        let payment_list = self.payment_list.rows().into_iter().map(|row| row.named(TraitId::PaymentList));
        let disputes = self.disputes.rows().into_iter().map(|row| row.named(TraitId::Disputes));
        let amounts = std::iter::once(self.amounts.row().named(TraitId::Amounts));
        let capabilities = self.capabilities.rows().into_iter().map(|row| row.named(TraitId::Capability));
        let actions = self.payment_actions.rows().into_iter().map(|row| row.named(TraitId::PaymentActions));
        amounts.chain(payment_list).chain(actions).chain(capabilities).chain(disputes).chain(analytics).collect()
    }

    pub(crate) fn change(&mut self, change: TraitChange, now: DateTime<Utc>) {
        match change {
            TraitChange::Analytics(change) => self.analytics.change(change, now),
            TraitChange::PaymentList(change) => self.payment_list.change(change, now),
            TraitChange::Disputes(change) => self.disputes.change(change, now),
            TraitChange::Amounts(change) => self.amounts.change(change, now),
            TraitChange::Capability(change) => self.capabilities.change(change, now),
            TraitChange::PaymentActions(change) => self.payment_actions.change(change, now),
            TraitChange::ResetAll => {
                let mut amounts = std::mem::take(&mut self.amounts);
                amounts.forget_learned();
                *self = Self { amounts, ..Self::USUAL };
            }
            TraitChange::Reset(TraitId::Analytics(id)) => self.analytics.reset(id),
            TraitChange::Reset(TraitId::PaymentList(id)) => self.payment_list.reset(id),
            TraitChange::Reset(TraitId::Disputes(id)) => self.disputes.reset(id),
            TraitChange::Reset(TraitId::PaymentActions(id)) => self.payment_actions.reset(id),
            TraitChange::Reset(TraitId::Amounts(AmountsTrait)) => self.amounts = AmountsTraits::USUAL,
            TraitChange::Reset(TraitId::Capability(endpoint)) => self.capabilities.reset(endpoint),
        }
    }
}

/// The traits of every profile's service, as they are stored beside the profiles.
pub type TraitsByProfile = BTreeMap<ProfileId, ServiceTraits>;

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::analytics::{Granularity, Subject};

    const HOURS: QueryPart = QueryPart::Granularity(Granularity::Hour);

    fn now() -> DateTime<Utc> {
        "2026-11-22T12:00:00Z".parse().unwrap()
    }

    /// Something that is learned of every trait there is.
    fn everything() -> Vec<TraitChange> {
        let analytics = AnalyticsChange::samples().into_iter().map(TraitChange::Analytics);
        let payment_list = PaymentListChange::samples().into_iter().map(TraitChange::PaymentList);
        let disputes = DisputesChange::samples().into_iter().map(TraitChange::Disputes);
        let amounts = AmountsChange::samples().into_iter().map(TraitChange::Amounts);
        let capabilities = CapabilityChange::samples().into_iter().map(TraitChange::Capability);
        let actions = PaymentActionsChange::samples().into_iter().map(TraitChange::PaymentActions);
        analytics.chain(payment_list).chain(disputes).chain(amounts).chain(capabilities).chain(actions).collect()
    }

    #[test]
    fn what_was_learned_is_stored_and_a_later_versions_entries_are_left_out() {
        let mut traits = ServiceTraits::default();
        let from = "400 IR_04 of prd_dK3v9tXq21LmPz8R7yNw".to_owned();
        let refused = AnalyticsChange::PartRefused { subject: Subject::Payments, part: HOURS, from };
        traits.change(TraitChange::Analytics(refused), now());
        let mut json = serde_json::to_value(&traits).unwrap();
        let later = serde_json::json!({"subject": "refunds", "part": {"percentile": 99}, "source": {}});
        json["refused_parts"].as_array_mut().unwrap().push(later);
        json["of_a_later_version"] = serde_json::json!({"any": ["thing"]});
        let read: ServiceTraits = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read, traits);
        let refuses = |subject| read.analytics.refuses(subject, HOURS);
        assert!(refuses(Subject::Payments) && !refuses(Subject::Disputes));
        assert!(!json.to_string().contains("dK3v9tXq21LmPz8R7yNw"), "{json}");
    }

    #[test]
    fn every_trait_has_a_row_and_can_be_reset() {
        let mut traits = ServiceTraits::default();
        assert!(traits.rows().iter().all(|row| row.known.is_none() && !row.usual.is_empty()));
        everything().into_iter().for_each(|change| traits.change(change, now()));
        assert!(traits.rows().iter().all(|row| row.known.is_some()));
        let ids: Vec<TraitId> = traits.rows().iter().map(|row| row.id).collect();
        let everything = traits.clone();
        ids.into_iter().for_each(|id| traits.change(TraitChange::Reset(id), now()));
        assert_eq!(traits, ServiceTraits::default());
        traits = everything;
        traits.change(TraitChange::ResetAll, now());
        assert_eq!(traits, ServiceTraits::default());
    }
}
