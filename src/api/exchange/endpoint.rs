//! Endpoints by their name and their pattern, so that calls of one endpoint are told together.

use crate::api::call::Method;

/// An endpoint of the service as it is told to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Endpoint {
    /// What the call does or reads: `Capture of a payment`.
    pub name: &'static str,
    /// The path with `{id}` for what differs.
    pub pattern: &'static str,
}

/// One that is not listed below.
const OTHER: Endpoint = Endpoint { name: "Another call", pattern: "another path" };

const fn of(method: Method, pattern: &'static str, name: &'static str) -> (Method, Endpoint) {
    (method, Endpoint { name, pattern })
}

/// Every endpoint the desk calls; a word stands before `{id}`.
const ALL: [(Method, Endpoint); 29] = [
    of(Method::Get, "/health", "Health"),
    of(Method::Post, "/payments", "New payment"),
    of(Method::Post, "/payments/list", "List of payments"),
    of(Method::Get, "/payments/{id}", "Payment"),
    of(Method::Post, "/payments/{id}", "Update of a payment"),
    of(Method::Post, "/payments/{id}/confirm", "Confirmation of a payment"),
    of(Method::Post, "/payments/{id}/capture", "Capture of a payment"),
    of(Method::Post, "/payments/{id}/cancel", "Cancellation of a payment"),
    of(Method::Post, "/payments/{id}/approve", "Approval of a payment"),
    of(Method::Post, "/refunds", "Refund"),
    of(Method::Post, "/payouts/create", "New payout"),
    of(Method::Put, "/payouts/{id}", "Update of a payout"),
    of(Method::Post, "/payouts/{id}/fulfill", "Fulfilment of a payout"),
    of(Method::Get, "/disputes/list", "List of disputes"),
    of(Method::Post, "/disputes/evidence", "Evidence of a dispute"),
    of(Method::Post, "/customers", "New customer"),
    of(Method::Get, "/customers/{id}", "Customer"),
    of(Method::Post, "/customers/{id}", "Update of a customer"),
    of(Method::Post, "/payment_link", "New payment link"),
    of(Method::Post, "/subscriptions/create", "New subscription"),
    of(Method::Post, "/subscriptions/{id}/confirm", "Confirmation of a subscription"),
    of(Method::Put, "/subscriptions/{id}/update", "Change of a subscription's plan"),
    of(Method::Post, "/api_keys/{id}", "New API key"),
    of(Method::Post, "/analytics/v1/merchant/metrics/payments", "Figures of payments"),
    of(Method::Post, "/analytics/v1/merchant/metrics/disputes", "Figures of disputes"),
    of(Method::Post, "/_sandbox/files", "Upload of a file"),
    of(Method::Post, "/_sandbox/webhooks", "Webhooks of the sandbox"),
    of(Method::Get, "/_sandbox/events", "Events of the sandbox"),
    of(Method::Post, "/_sandbox/clock", "Clock of the sandbox"),
];

impl Endpoint {
    /// The endpoint a request goes to.
    pub fn of(method: Method, path: &str) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let known = ALL.iter().find(|(of, endpoint)| *of == method && matches(endpoint.pattern, path));
        known.map_or(OTHER, |(_, endpoint)| *endpoint)
    }
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some("{id}"), Some(id)) if !id.is_empty() => {}
            (Some(word), Some(part)) if word == part => {}
            (_, _) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_its_pattern() {
        let name = |method, path| Endpoint::of(method, path).name;
        assert_eq!(name(Method::Post, "/payments/list"), "List of payments");
        assert_eq!(name(Method::Post, "/payments/pay_1"), "Update of a payment");
        assert_eq!(name(Method::Get, "/payments/list"), "Payment");
        assert_eq!(name(Method::Get, "/disputes/list?limit=10&offset=0"), "List of disputes");
        assert_eq!(Endpoint::of(Method::Post, "/payments/pay_1/capture").pattern, "/payments/{id}/capture");
        for path in ["/payments/", "/payments/pay_1/void", "", "/payments/pay_1/capture/"] {
            assert_eq!(name(Method::Post, path), "Another call", "{path}");
        }
    }

    #[test]
    fn no_endpoint_is_listed_twice_or_hidden_by_an_earlier_one() {
        for (method, endpoint) in &ALL {
            assert_eq!(Endpoint::of(*method, endpoint.pattern), *endpoint);
        }
    }
}
