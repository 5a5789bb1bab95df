//! Texts of the panel of customers.

/// Where what is shown of a customer comes from.
pub const SOURCE: &str = "Source";
/// Nothing is known of any customer.
pub const EMPTY: &str = "No customers yet. They are listed as payments, payouts and subscriptions name them: the \
                         service has no list. Type an id above to read one";
/// At a customer that was not read.
pub const NOT_READ: &str = "Not read from the service yet: this is what payments and payouts say of the customer";
