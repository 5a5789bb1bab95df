//! What a person asks the database to do with a request.

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalStep {
    Request,
    Approve,
    Refuse,
    Withdraw,
}
