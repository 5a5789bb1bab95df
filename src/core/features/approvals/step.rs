//! What a person asks the database to do with a request.

/// What a person does with a request for approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApprovalStep {
    Request,
    Approve,
    Refuse,
    Withdraw,
}
