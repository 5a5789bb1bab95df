//! How many payments the service counts, beside those that are known here.

mod text;

use crate::context::Context;
use crate::context::fact::FeatureFact;
use crate::read::{Read, RequestId};
use crate::reads::ReadOwner;
use crate::route::Route;
use paydesk_api::error::CallError;
use paydesk_api::resources::sign_in::calls::CountPayments;
use paydesk_domain::known::Known;

/// What was counted last.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PaymentCount {
    asked: Option<RequestId>,
    counted: Option<CountedPayments>,
}

/// Both counts at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CountedPayments {
    service: u64,
    here: Known<u64>,
}

impl PaymentCount {
    /// Takes in what is known now.
    #[expect(clippy::wildcard_enum_match_arm, reason = "it takes what it builds on")]
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, cx: &mut Context<'_>) {
        match fact {
            FeatureFact::PanelShown { route: Route::Settings, .. } => self.ask(cx),
            FeatureFact::ServiceReady | FeatureFact::SignedIn if cx.route == Route::Settings => self.ask(cx),
            _ => {}
        }
    }

    /// Asks the service how many payments it has, where a person is signed in.
    fn ask(&mut self, cx: &mut Context<'_>) {
        if cx.is_signed_in && cx.can_read() {
            self.asked = Some(cx.read_fresh(ReadOwner::PaymentCount, Read::PaymentCount(CountPayments)));
        }
    }

    /// The service answered; where it did not count, what it said before stays.
    pub(crate) fn answered(&mut self, request_id: RequestId, result: Result<u64, CallError>, here: Known<u64>) {
        if self.asked.take_if(|asked| *asked == request_id).is_some()
            && let Ok(service) = result
        {
            self.counted = Some(CountedPayments { service, here });
        }
    }

    /// Whether both agree, as a sentence; `None` where the service was not asked.
    pub fn text(&self) -> Option<String> {
        let CountedPayments { service, here } = self.counted?;
        Some(text::both(service, here))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(service: u64, here: Known<u64>) -> String {
        let mut count = PaymentCount { asked: Some(RequestId(1)), ..PaymentCount::default() };
        count.answered(RequestId(1), Ok(service), here);
        count.text().unwrap()
    }

    #[test]
    fn both_counts_are_said_with_what_is_missing() {
        assert_eq!(text(174, Known::Exact(174)), "The service counts 174 payments, the same as Paydesk");
        assert_eq!(text(1, Known::Exact(1)), "The service counts 1 payment, the same as Paydesk");
        assert_eq!(
            text(1_189, Known::Exact(1_186)),
            "The service counts 1,189 payments. Paydesk has 1,186: 3 are missing."
        );
        assert_eq!(text(2, Known::Exact(1)), "The service counts 2 payments. Paydesk has 1: 1 is missing.");
        assert_eq!(
            text(174, Known::Exact(175)),
            "The service counts 174 payments. Paydesk has 175: 1 more than the service counts."
        );
        assert_eq!(text(174, Known::AtLeast(100)), "The service counts 174 payments. Paydesk has read 100 of them.");
    }

    #[test]
    fn an_answer_that_nobody_waits_for_counts_nothing() {
        let mut count = PaymentCount::default();
        count.answered(RequestId(1), Ok(174), Known::Exact(174));
        assert_eq!(count.text(), None);
    }
}
