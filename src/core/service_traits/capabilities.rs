//! Which reads beyond the specification a service has, for the key of the profile. Each is found out by asking once.
//!
//! What a service was found not to have is asked again by another version of Paydesk, and after a reset.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::entry::{AnyTraitRow, TraitSource, readable};
use paydesk_api::endpoints::ReadEndpoint;
use paydesk_api::http::KeyRole;
use paydesk_api::record_reads::{Offering, reads_of};
use paydesk_domain::operation::ResourceKind;

/// Of Paydesk.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One read that a service may have, for people.
#[derive(Debug, PartialEq, Eq)]
pub struct ServiceCapability {
    pub endpoint: ReadEndpoint,
    /// `Refunds: list`.
    pub name: &'static str,
    /// What is read: `refunds`.
    pub noun: &'static str,
    /// What Paydesk does where the service does not have it.
    pub instead: &'static str,
}

/// Everything a service may have beyond the specification.
pub static CAPABILITIES: &[ServiceCapability] = &[
    ServiceCapability {
        endpoint: ReadEndpoint::ListRefunds,
        name: "Refunds: list",
        noun: "refunds",
        instead: "Paydesk lists the refunds it knows: those created in Paydesk or found in payments and webhook events",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::RetrieveRefund,
        name: "Refunds: status by ID",
        noun: "individual refunds",
        instead: "To get a refund's status, Paydesk resends the request that created it; nothing is refunded twice",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::ListPayouts,
        name: "Payouts: list",
        noun: "payouts",
        instead: "Paydesk lists the payouts it knows: those created in Paydesk or reported by webhook events",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::RetrievePayout,
        name: "Payouts: status by ID",
        noun: "individual payouts",
        instead: "To get a payout's status, Paydesk resends its description unchanged",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::ListCustomers,
        name: "Customers: list",
        noun: "customers",
        instead: "Paydesk lists the customers it knows: those created or read in Paydesk, or named in other records",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::ListPaymentLinks,
        name: "Payment links: list",
        noun: "payment links",
        instead: "Paydesk lists the payment links it knows: those created in Paydesk",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::ListApiKeys,
        name: "API keys: list",
        noun: "API keys",
        instead: "Paydesk lists the API keys it knows: those created in Paydesk",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::RetrieveDispute,
        name: "Disputes: lookup by ID",
        noun: "individual disputes",
        instead: "Paydesk reads the list of disputes",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::RetrieveEvidence,
        name: "Disputes: evidence",
        noun: "the evidence of disputes",
        instead: "Only evidence submitted in Paydesk is shown",
    },
    ServiceCapability {
        endpoint: ReadEndpoint::PaymentCounts,
        name: "Payments: number by status",
        noun: "payment counts",
        instead: NOT_COMPARED,
    },
    ServiceCapability {
        endpoint: ReadEndpoint::RefundCounts,
        name: "Refunds: number by status",
        noun: "refund counts",
        instead: NOT_COMPARED,
    },
    ServiceCapability {
        endpoint: ReadEndpoint::DisputeCounts,
        name: "Disputes: number by status",
        noun: "dispute counts",
        instead: NOT_COMPARED,
    },
];

const NOT_COMPARED: &str = "Reports show Paydesk's own counts, not compared with the service's";

/// What is known of the reads of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CapabilityTraits {
    #[serde(rename = "capabilities", skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    known: Vec<KnownCapability>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KnownCapability {
    endpoint: ReadEndpoint,
    offering: Offering,
    /// Of Paydesk, when it was learned.
    version: String,
    source: TraitSource,
}

/// What is learned of the group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CapabilityChange {
    Learned {
        endpoint: ReadEndpoint,
        offering: Offering,
        /// The answer as text, where it refused the call.
        refusal: Option<String>,
    },
    /// Another key is used: what the last one may not do is asked again.
    KeyReplaced,
}

impl CapabilityTraits {
    /// Nothing was asked.
    pub const USUAL: Self = Self { known: Vec::new() };

    /// Whether the service has this read; `None` where it has to be asked.
    pub fn offering(&self, endpoint: ReadEndpoint) -> Option<Offering> {
        let holds = |known: &&KnownCapability| known.offering == Offering::Offered || known.version == VERSION;
        self.find(endpoint).filter(holds).map(|known| known.offering)
    }

    /// Whether the service has this read, or may have it.
    pub fn may_offer(&self, endpoint: ReadEndpoint) -> bool {
        !matches!(self.offering(endpoint), Some(Offering::NotOffered | Offering::NotForKey))
    }

    /// Whether one of a kind is read by its id. Only a service that has a list of them is asked for that.
    pub fn may_retrieve(&self, kind: ResourceKind) -> bool {
        self.retrieval(kind) == Some(Offering::Offered)
    }

    /// Whether one of a kind is read by its id; `None` where nothing was asked yet.
    pub fn retrieval(&self, kind: ResourceKind) -> Option<Offering> {
        let Some((list, retrieve)) = reads_of(kind).and_then(|reads| Some((reads.list, reads.retrieve?))) else {
            return Some(Offering::NotOffered);
        };
        let is_missing = |endpoint: &ReadEndpoint| !self.may_offer(*endpoint);
        let decisive = [list, retrieve].into_iter().find(is_missing);
        self.offering(decisive.unwrap_or(list)).or_else(|| self.offering(retrieve))
    }

    /// The reads of which `before` knew something and this does not.
    pub(crate) fn missing_of(&self, before: &Self) -> Vec<ReadEndpoint> {
        let known = before.known.iter().map(|known| known.endpoint);
        known.filter(|endpoint| self.find(*endpoint).is_none()).collect()
    }

    fn find(&self, endpoint: ReadEndpoint) -> Option<&KnownCapability> {
        self.known.iter().find(|known| known.endpoint == endpoint)
    }

    /// All reads, each with what is known of it.
    pub(super) fn rows(&self) -> Vec<AnyTraitRow<'_, ReadEndpoint>> {
        let row = |capability: &ServiceCapability| AnyTraitRow {
            id: capability.endpoint,
            name: capability.name.to_owned(),
            usual: "Not available until Paydesk has asked the service once",
            known: self.find(capability.endpoint).map(|known| (capability.text(known.offering), &known.source)),
        };
        CAPABILITIES.iter().map(row).collect()
    }

    pub(super) fn change(&mut self, change: CapabilityChange, now: DateTime<Utc>) {
        match change {
            CapabilityChange::Learned { endpoint, offering, refusal } => {
                if self.offering(endpoint) != Some(offering) {
                    let answer = refusal.unwrap_or_else(|| "an answer".to_owned());
                    let from = format!("{answer} to {}", call_text(endpoint));
                    self.reset(endpoint);
                    let (version, source) = (VERSION.to_owned(), TraitSource::learned(&from, now));
                    self.known.push(KnownCapability { endpoint, offering, version, source });
                }
            }
            CapabilityChange::KeyReplaced => self.known.retain(|known| known.offering != Offering::NotForKey),
        }
    }

    pub(super) fn reset(&mut self, endpoint: ReadEndpoint) {
        self.known.retain(|known| known.endpoint != endpoint);
    }
}

impl ServiceCapability {
    /// Whether a panel works otherwise without it. What reports are compared with is missed by none.
    pub fn is_needed(&self) -> bool {
        use ReadEndpoint::{DisputeCounts, PaymentCounts, RefundCounts};
        !matches!(self.endpoint, PaymentCounts | RefundCounts | DisputeCounts)
    }

    /// Whether it is read with the admin key.
    pub fn needs_admin_key(&self) -> bool {
        self.endpoint.spec().key == KeyRole::Admin
    }

    /// Whether the service has it, as a sentence; where it does not, with what Paydesk does.
    pub fn text(&self, offering: Offering) -> String {
        match offering {
            Offering::Offered => format!("Available: {}", call_text(self.endpoint)),
            Offering::NotOffered => format!("Not available. {}.", self.instead),
            Offering::NotForKey => format!("Not available with this key. {}.", self.instead),
        }
    }
}

fn call_text(endpoint: ReadEndpoint) -> String {
    let call = endpoint.spec();
    format!("{} {}", call.method.as_str(), call.path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: ReadEndpoint = ReadEndpoint::ListRefunds;

    impl CapabilityChange {
        /// A change for every trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            CAPABILITIES.iter().map(|capability| learned(capability.endpoint, Offering::NotOffered)).collect()
        }
    }

    fn learned(endpoint: ReadEndpoint, offering: Offering) -> CapabilityChange {
        CapabilityChange::Learned { endpoint, offering, refusal: Some("HTTP 404 IR_02".to_owned()) }
    }

    fn known(offering: Offering) -> CapabilityTraits {
        let mut traits = CapabilityTraits::default();
        traits.change(learned(LIST, offering), DateTime::UNIX_EPOCH);
        traits
    }

    #[test]
    fn a_service_is_asked_once_and_again_after_an_update() {
        assert!(CapabilityTraits::default().may_offer(LIST), "not asked yet");
        let mut refused = known(Offering::NotOffered);
        assert!(!refused.may_offer(LIST));
        refused.known[0].version = "0.0.1".to_owned();
        assert_eq!(refused.offering(LIST), None, "another version asks again");
        refused.change(learned(LIST, Offering::NotOffered), DateTime::UNIX_EPOCH);
        assert_eq!(refused.offering(LIST), Some(Offering::NotOffered));
        let mut offered = known(Offering::Offered);
        offered.known[0].version = "0.0.1".to_owned();
        assert_eq!(offered.offering(LIST), Some(Offering::Offered));
    }

    #[test]
    fn another_key_may_do_what_the_last_one_may_not() {
        for (offering, stays) in [(Offering::NotForKey, false), (Offering::NotOffered, true), (Offering::Offered, true)]
        {
            let mut traits = known(offering);
            traits.change(CapabilityChange::KeyReplaced, DateTime::UNIX_EPOCH);
            assert_eq!(traits.offering(LIST).is_some(), stays, "{offering:?}");
        }
    }
}
