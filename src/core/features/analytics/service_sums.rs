//! What the analytics of the service add up, beside the same amounts counted here.
//!
//! They are asked with a sign-in, once the service counts as many as are known here. A service that knows nothing of what
//! it counts itself is not believed: its 0 never stands beside a number.

use std::collections::{BTreeMap, BTreeSet};

use strum::IntoEnumIterator as _;

use super::known_counts::KnownCounts;
use crate::context::Context;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use paydesk_api::error::CallError;
use paydesk_api::resources::service_counts::calls::{AddUpAmounts, AddedUp, CountedRecords, ReportedSums};
use paydesk_domain::money::{Currency, CurrencyCode, Money};
use paydesk_domain::money_sums::MoneySums;

/// What the service adds up, as far as it was asked.
#[derive(Debug, Default)]
pub struct ServiceSums(BTreeMap<AddedUp, AskedSums>);

#[derive(Debug)]
struct AskedSums {
    request_id: Option<RequestId>,
    here: MoneySums,
    /// `None` where it did not answer.
    service: Option<MoneySums>,
}

/// Amounts as Paydesk and as the service count them, by currency.
#[derive(Debug, Clone, PartialEq)]
pub struct SumComparison {
    pub added_up: AddedUp,
    pub service: MoneySums,
    pub here: MoneySums,
}

impl SumComparison {
    pub fn is_same(&self) -> bool {
        self.service == self.here
    }

    /// Whether the service knows of none of what it counts: that says nothing of what is here.
    pub fn is_silent(&self) -> bool {
        self.service.is_empty()
    }

    /// The sums that differ: at the service, and here.
    pub fn differences(&self) -> Vec<(Money, Money)> {
        let currencies: BTreeSet<&Currency> = self.service.currencies().chain(self.here.currencies()).collect();
        let sum = |sums: &MoneySums, currency: &Currency| {
            Money::new(sums.of(currency).flatten().unwrap_or_default(), currency.clone())
        };
        let both = currencies.into_iter().map(|currency| (sum(&self.service, currency), sum(&self.here, currency)));
        both.filter(|(service, here)| service != here).collect()
    }
}

impl ServiceSums {
    /// What was asked of what is known here now, and answered.
    pub fn comparisons(&self, records: CountedRecords, here: &KnownCounts) -> Vec<SumComparison> {
        let compared = AddedUp::iter().filter(|added_up| added_up.records() == records).filter_map(|added_up| {
            let asked = self.0.get(&added_up).filter(|asked| Some(&asked.here) == here.sums(added_up))?;
            Some(SumComparison { added_up, service: asked.service.clone()?, here: asked.here.clone() })
        });
        compared.collect()
    }

    pub fn ask(&mut self, records: CountedRecords, here: &KnownCounts, cx: &mut Context<'_>) {
        for added_up in AddedUp::iter().filter(|added_up| added_up.records() == records) {
            let Some(sums) = here.sums(added_up) else { continue };
            let call = AddUpAmounts { added_up, time: here.time };
            let request_id = Some(cx.read_fresh(ReadOwner::Analytics, Read::AddedUp(call)));
            self.0.insert(added_up, AskedSums { request_id, here: sums.clone(), service: None });
        }
    }

    pub fn answered(&mut self, request_id: RequestId, result: Result<ReportedSums, CallError>) {
        let asked = self.0.values_mut().find(|asked| asked.request_id == Some(request_id));
        if let (Some(asked), Ok(reported)) = (asked, result) {
            asked.request_id = None;
            asked.service = Some(in_currencies_of(&asked.here, reported));
        }
    }

    /// What was under way is not answered any more.
    pub fn reads_dropped(&mut self) {
        self.0.values_mut().for_each(|asked| asked.request_id = None);
    }
}

/// Sums as this service counts them; one without a currency is of what is known here, which has one alone.
fn in_currencies_of(here: &MoneySums, reported: ReportedSums) -> MoneySums {
    let currency = |code: Option<CurrencyCode>| {
        let first = here.currencies().next()?;
        let Some(code) = code else { return Some(first.clone()) };
        let known = here.currencies().find(|currency| *currency.currency_code() == code);
        Some(known.cloned().unwrap_or_else(|| first.units().of(code)))
    };
    reported.into_iter().filter_map(|(code, minor)| Some(Money::new(minor, currency(code)?))).collect()
}
