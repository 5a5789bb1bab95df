//! Vouchers as JSON ([API reference](super::reference)).

use std::sync::Arc;

use paydesk_domain::document::Raw;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::voucher::{Voucher, VoucherId, VoucherStatus};

use crate::error::DecodeError;
use crate::wire::{Object, raw_without_secrets};

/// Reads the answer to `POST /vouchers`.
pub fn decode_voucher(body: impl Into<Raw>, units: MinorUnits) -> Result<Voucher, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?.counted_as(units);
    Ok(Voucher {
        voucher_id: VoucherId::new(object.text("voucher_id")?),
        customer_id: object.optional_text("customer_id")?.map(CustomerId::new),
        amount: object.money()?,
        status: VoucherStatus::from_word(object.text("status")?),
        raw: Arc::clone(&body),
    })
}
