//! One newtype per kind of identifier, so that a customer id cannot be passed where a payment id is meant.
//!
//! Ids that come from the service are stored as they are; ids that people type or that we invent are
//! checked against the rules of the specification with `parse`.

/// Longest id the specification allows for a payment (limits).
pub const PAYMENT_ID_MAX_CHARS: usize = 64;

/// Why a typed identifier cannot be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    #[error("Enter a payment ID")]
    Empty,
    #[error("A payment ID has at most {PAYMENT_ID_MAX_CHARS} characters; this one has {0}")]
    TooLong(usize),
    #[error("A payment ID can contain only letters, digits, “_” and “-”; this one has “{0}”")]
    Character(char),
}

/// What the ids of operations begin with.
const OPERATION_PREFIX: &str = "op_";

/// Declares newtypes of ids. An id that only one resource knows is with that resource.
macro_rules! id_newtype {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Takes an id as the service gave it, unchecked.
            pub fn new(id: impl Into<String>) -> Self {
                Self(id.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }

            pub fn into_string(self) -> String {
                self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    )+};
}
pub(super) use id_newtype;

id_newtype! {
    /// Identifies a payment.
    PaymentId,
    /// Identifies a customer.
    CustomerId,
    /// Identifies a bulk run: made with its plan.
    BulkRunId,
    /// Identifies the merchant account.
    MerchantId,
    /// Identifies a business profile of the merchant.
    BusinessProfileId,
    /// Our own id of one money operation: journal key and `metadata.operation_id`.
    OperationId,
    /// Identifies a refund; ours, so that a refund asked for twice is one.
    RefundId,
    /// Identifies a payout, in the service's message.
    PayoutId,
    /// Identifies a dispute.
    DisputeId,
    /// Identifies a subscription.
    SubscriptionId,
    /// Identifies an API key; opens nothing.
    ApiKeyId,
    /// Identifies a webhook event; each is applied once.
    EventId,
}

impl OperationId {
    /// The id without what says that it is of an operation: what is made of it is as much ours alone.
    pub fn random_part(&self) -> &str {
        self.0.strip_prefix(OPERATION_PREFIX).unwrap_or(&self.0)
    }
}

impl PaymentId {
    /// Reads a payment id that a person typed or a client sent: 1–64 letters, digits, `_`, `-`
    /// (limits).
    pub fn parse(text: &str) -> Result<Self, IdError> {
        let chars = text.chars().count();
        match text.chars().find(|c| !is_id_char(*c)) {
            _ if chars == 0 => Err(IdError::Empty),
            Some(c) => Err(IdError::Character(c)),
            None if chars > PAYMENT_ID_MAX_CHARS => Err(IdError::TooLong(chars)),
            None => Ok(Self(text.to_owned())),
        }
    }
}

fn is_id_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_id_has_1_to_64_letters_digits_underscores_and_hyphens() {
        assert!(PaymentId::parse("pay_A-9").is_ok());
        assert!(PaymentId::parse(&"a".repeat(64)).is_ok());
        assert_eq!(PaymentId::parse(""), Err(IdError::Empty));
        assert_eq!(PaymentId::parse(&"a".repeat(65)), Err(IdError::TooLong(65)));
        assert_eq!(PaymentId::parse("pay/1"), Err(IdError::Character('/')));
        assert_eq!(PaymentId::parse("påy"), Err(IdError::Character('å')));
    }
}
