//! Payments that a stored event names.

use paydesk_api::resources::webhooks::wire::decode_event;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::webhook::ContentType;
use paydesk_team::TeamEvent;

/// A payment that is to be read, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPayment {
    pub payment_id: PaymentId,
    /// The first change that named it.
    pub change: Option<i64>,
    /// A refund of it succeeded.
    pub refunded: bool,
    /// A dispute of it is known.
    pub disputed: bool,
    /// How often its read failed while others came.
    pub failures: u32,
}

impl NamedPayment {
    /// One that no event names.
    pub fn of(payment_id: PaymentId) -> Self {
        Self { payment_id, change: None, refunded: false, disputed: false, failures: 0 }
    }

    /// The payment that an event is about, if it is about one: it need not say all of it.
    pub fn in_event(event: &TeamEvent) -> Option<Self> {
        let decoded = decode_event(&event.body).ok()?;
        let text = |name: &str| decoded.object.get(name).and_then(|value| value.as_str());
        let payment_id = text("payment_id").filter(|id| !id.is_empty())?;
        let named = Self { change: Some(event.change), ..Self::of(PaymentId::new(payment_id)) };
        match decoded.content {
            ContentType::Payment => Some(named),
            ContentType::Refund => {
                let status = text("status").map(RefundStatus::from_word);
                Some(Self { refunded: status == Some(RefundStatus::Succeeded), ..named })
            }
            ContentType::Dispute => Some(Self { disputed: true, ..named }),
            ContentType::Payout | ContentType::Subscription | ContentType::PaymentLink | ContentType::Unknown(_) => {
                None
            }
        }
    }

    /// Another event names it as well.
    pub fn join(&mut self, other: Self) {
        self.change = match (self.change, other.change) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.refunded |= other.refunded;
        self.disputed |= other.disputed;
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use paydesk_domain::ids::EventId;

    fn event(body: &str) -> TeamEvent {
        let body = format!(r#"{{"event_id":"evt_1","content":{body}}}"#);
        TeamEvent {
            event_id: EventId::new("evt_1"),
            headers: Vec::new(),
            body: body.into_bytes().into(),
            received_at: DateTime::UNIX_EPOCH,
            change: 7,
        }
    }

    #[test]
    fn an_event_names_the_payment_that_it_is_about_and_what_became_of_it() {
        for (body, refunded, disputed) in [
            (r#"{"type":"payment_details","object":{"payment_id":"pay_1","status":"failed"}}"#, false, false),
            (r#"{"type":"refund_details","object":{"payment_id":"pay_1","status":"succeeded"}}"#, true, false),
            (r#"{"type":"refund_details","object":{"payment_id":"pay_1","status":"pending"}}"#, false, false),
            (r#"{"type":"dispute_details","object":{"payment_id":"pay_1"}}"#, false, true),
        ] {
            let named =
                NamedPayment { change: Some(7), refunded, disputed, ..NamedPayment::of(PaymentId::new("pay_1")) };
            assert_eq!(NamedPayment::in_event(&event(body)), Some(named), "{body}");
        }
        for body in [
            "7",
            r#"{"type":"payout_details","object":{"payout_id":"po_1","payment_id":"pay_1"}}"#,
            r#"{"type":"payment_details","object":{"payment_id":""}}"#,
            r#"{"type":"payment_details"}"#,
        ] {
            assert_eq!(NamedPayment::in_event(&event(body)), None, "{body}");
        }
    }

    #[test]
    fn of_two_events_the_earlier_counts_and_what_both_say() {
        let mut one = NamedPayment { change: Some(9), refunded: true, ..NamedPayment::of(PaymentId::new("pay_1")) };
        one.join(NamedPayment { change: Some(4), disputed: true, ..NamedPayment::of(PaymentId::new("pay_1")) });
        assert_eq!((one.change, one.refunded, one.disputed), (Some(4), true, true));
    }
}
