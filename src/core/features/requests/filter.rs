//! Which calls are listed.

use paydesk_api::call::Method;
use paydesk_domain::operation::CallKind;

use super::row::LoggedCall;

/// What calls of one group of errors have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FailureGroupKey {
    /// The service's code, `HTTP 503`, the way the answer was lost.
    pub code: String,
    pub pattern: &'static str,
    pub method: &'static str,
}

impl FailureGroupKey {
    /// The group of a call in which something went wrong.
    pub(super) fn of(call: &LoggedCall) -> Option<Self> {
        let exchange = &call.exchange;
        let method: Method = exchange.asked.method;
        exchange.proof.is_trouble().then(|| Self {
            code: exchange.code.clone(),
            pattern: exchange.asked.endpoint.pattern,
            method: method.as_str(),
        })
    }
}

/// Which calls are listed: by text, failures only, by kind of call, by kind of failure.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CallFilter {
    /// As it was typed.
    pub text: String,
    pub only_errors: bool,
    pub kind: Option<CallKind>,
    pub group: Option<FailureGroupKey>,
}

impl CallFilter {
    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }

    /// The filter, ready to be asked many times.
    pub(super) fn ready(&self) -> ReadyFilter<'_> {
        ReadyFilter { filter: self, exact: self.text.trim(), folded: self.text.trim().to_lowercase() }
    }
}

pub(super) struct ReadyFilter<'a> {
    filter: &'a CallFilter,
    exact: &'a str,
    folded: String,
}

impl ReadyFilter<'_> {
    pub(super) fn matches(&self, call: &LoggedCall) -> bool {
        let filter = self.filter;
        let exchange = &call.exchange;
        (!filter.only_errors || exchange.proof.is_trouble())
            && filter.kind.is_none_or(|kind| exchange.asked.kind == kind)
            && (filter.group.is_none() || filter.group == FailureGroupKey::of(call))
            && (self.exact.is_empty() || call.row.search.contains(&self.folded) || self.is_in_a_body(call))
    }

    /// Bodies are long: they are looked through as they are, capitals and all.
    fn is_in_a_body(&self, call: &LoggedCall) -> bool {
        let answer = call.exchange.response().and_then(|response| response.body.as_ref());
        call.exchange.asked.body.iter().chain(answer).any(|body| body.text().contains(self.exact))
    }
}
