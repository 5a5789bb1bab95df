//! The one function that judges what an object says.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::asked::{Asked, ProofSource};
use super::judgement::Judgement;
use super::statement::Statement;
use super::{payment, record};

/// What `object` says of what was asked. It is what the call makes or changes; what the payment of a call for something else
/// says is judged by [`judge_payment`].
pub fn judge(asked: Asked<'_>, source: ProofSource, object: &Value) -> Judgement {
    let statement = Statement::new(object);
    if let Some(judgement) = statement.identity(&asked, source) {
        return judgement;
    }
    match payment::judge(&asked, source, &statement) {
        Some(judgement) => judgement,
        None => record::judge(&asked, source, &statement),
    }
}

/// What the payment of a call says of it, where the call makes or changes something else: a subscription that it pays
/// for, or a refund of it.
pub fn judge_payment(asked: Asked<'_>, payment: &Value) -> Judgement {
    payment::judge_other(&asked, &Statement::new(payment))
}

/// Whether `object` may be what was made, although it does not name us: nothing in it says that it is another one.
pub fn may_be_made_by(asked: Asked<'_>, object: &Value) -> bool {
    Statement::new(object).may_be_made_by(&asked)
}

/// When an object was changed last, by the service's clock, where it says so.
pub fn modified_at(object: &Value) -> Option<DateTime<Utc>> {
    Statement::new(object).modified_at()
}
