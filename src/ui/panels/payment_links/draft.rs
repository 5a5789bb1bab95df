//! What is typed into the panel, kept when it is left.

/// See the module.
#[derive(Debug, Default)]
pub struct PaymentLinksDraft {
    /// What is looked for in the list.
    pub search: String,
}
