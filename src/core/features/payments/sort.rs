//! The order of the list of payments.

use paydesk_index::payment_columns::SortKey;

/// The order of the list. The service gives newest first; any other order is of the loaded rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentSort {
    pub column: SortKey,
    pub descending: bool,
}

impl Default for PaymentSort {
    fn default() -> Self {
        Self { column: SortKey::Created, descending: true }
    }
}

impl PaymentSort {
    /// What is captured first, so that nothing expires.
    pub const MOST_URGENT_FIRST: Self = Self { column: SortKey::CaptureBefore, descending: false };

    pub fn is_service_order(self) -> bool {
        self == Self::default()
    }
}
