//! Many payments.

use crate::service::Pay;

pub fn many(count: usize) -> Vec<Pay> {
    let status = |index: usize| ["succeeded", "requires_merchant_action", "failed"][index % 3];
    (0..count).map(|index| Pay::with_status(&format!("pay_{index:04}"), status(index), 1_000 + index as i64)).collect()
}
