//! Endpoints by their name and their pattern, so that calls of one endpoint are grouped.

use crate::call::Method;
use crate::endpoints::EndpointSpec;

/// An endpoint of the service as it is described to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EndpointName {
    /// What the call does or reads: `Payment capture`.
    pub name: &'static str,
    /// The path with `{id}` for what differs.
    pub pattern: &'static str,
}

/// One that is not declared.
const OTHER: EndpointName = EndpointName { name: "Another call", pattern: "another path" };

impl EndpointName {
    /// The endpoint a request goes to.
    pub fn of(method: Method, path: &str) -> Self {
        EndpointSpec::of(method, path).map_or(OTHER, |row| Self { name: row.name, pattern: row.path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_its_pattern() {
        let name = |method, path| EndpointName::of(method, path).name;
        assert_eq!(name(Method::Post, "/payments/list"), "List of payments");
        assert_eq!(name(Method::Post, "/payments/pay_1"), "Payment update");
        assert_eq!(name(Method::Get, "/payments/list?limit=10"), "List of payments");
        assert_eq!(name(Method::Get, "/payments/pay_1"), "Payment");
        assert_eq!(name(Method::Get, "/disputes/list?limit=10&offset=0"), "List of disputes");
        assert_eq!(EndpointName::of(Method::Post, "/payments/pay_1/capture").pattern, "/payments/{id}/capture");
        for path in ["/payments/", "/payments/pay_1/void", "", "/payments/pay_1/capture/"] {
            assert_eq!(name(Method::Post, path), "Another call", "{path}");
        }
    }
}
