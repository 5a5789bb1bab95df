//! A payment as it was reported, beside what was asked and seen; and amounts that cannot be true whatever was asked for.

use paydesk_domain::money::Money;
use paydesk_domain::payment::PaymentStatus;

use super::asked::{Asked, PaymentBefore, ProofSource};
use super::judgement::Judgement;
use super::reason::JudgementReason as Reason;
use super::statement::{Minor, Statement};

/// A payment as it was reported, beside what was asked and seen.
pub struct PaymentSaid<'a> {
    pub asked: &'a Asked<'a>,
    pub source: ProofSource,
    pub statement: &'a Statement<'a>,
    pub status: PaymentStatus,
    /// The service's word for it.
    pub word: &'a str,
    pub received: Minor,
    pub capturable: Minor,
}

impl<'a> PaymentSaid<'a> {
    pub fn judged(
        asked: &'a Asked<'a>,
        source: ProofSource,
        statement: &'a Statement<'a>,
        judge: impl FnOnce(&Self) -> Judgement,
    ) -> Judgement {
        let Some(word) = statement.status() else {
            return Judgement::Unclear(Reason::FieldUnreadable("status".to_owned()));
        };
        let (received, capturable) = (statement.minor("amount_received"), statement.minor("amount_capturable"));
        let said =
            Self { asked, source, statement, status: PaymentStatus::from_word(word), word, received, capturable };
        said.impossible().unwrap_or_else(|| judge(&said))
    }

    /// It happened: by this call where the object says so.
    pub fn happened(&self) -> Judgement {
        match self.source {
            ProofSource::Answer => Judgement::Ours(self.word.to_owned()),
            ProofSource::Report => Judgement::There(self.word.to_owned()),
        }
    }

    pub fn is_answer(&self) -> bool {
        self.source == ProofSource::Answer
    }

    pub fn still_holds(&self) -> bool {
        self.asked.payment_before().is_some_and(|before| holds(&before, &self.status, self.statement))
    }

    /// An amount of its currency.
    pub fn money(&self, minor: i64) -> Option<Money> {
        let known = self.asked.payment_before().map(|before| before.amount).or(self.asked.money);
        known.map(|known| known.with_minor(minor)).or_else(|| Some(self.statement.money(None)?.with_minor(minor)))
    }

    /// What was received before, where that is known: of what waits for its first capture, nothing was.
    fn received_before(&self) -> Option<i64> {
        let before = self.asked.payment_before()?;
        let waits = matches!(before.status, PaymentStatus::RequiresCapture | PaymentStatus::PartiallyAuthorized);
        before.received_minor.or(waits.then_some(0))
    }

    /// What was received since, where both times say it.
    pub fn received_since(&self) -> Option<i64> {
        self.received.shown()?.checked_sub(self.received_before()?)
    }

    /// Amounts that cannot be true whatever was asked for.
    fn impossible(&self) -> Option<Judgement> {
        for (field, minor) in [("amount_received", self.received), ("amount_capturable", self.capturable)] {
            if minor == Minor::Unreadable {
                return Some(Judgement::Contradiction(Reason::FieldUnreadable(field.to_owned())));
            }
        }
        let received = self.received.shown()?;
        let (money, amount) = (self.money(received)?, self.statement.minor("amount").shown());
        if let Some(amount) = amount.filter(|amount| *amount < received) {
            let amount = self.money(amount)?;
            return Some(Judgement::Contradiction(Reason::ReceivedMore { received: money, amount }));
        }
        let is_new = received > self.received_before().unwrap_or(0);
        let reason = Reason::ReceivedAlthough { received: money, status: self.status.clone() };
        (is_new && excludes_money(&self.status)).then_some(Judgement::Contradiction(reason))
    }

    /// The answer still has the status that the call was to end.
    pub fn has_ended_status(&self) -> bool {
        let ended = self.asked.expectation.ended_status.as_deref();
        ended.is_some_and(|ended| ended.eq_ignore_ascii_case(self.word))
    }

    pub fn is_now(&self) -> Reason {
        Reason::PaymentIsNow(self.status.clone())
    }
}

/// Whether it still is what was seen. Its texts may have changed.
pub fn holds(before: &PaymentBefore<'_>, status: &PaymentStatus, statement: &Statement<'_>) -> bool {
    let same_amount = statement.money(Some(before.amount)).is_none_or(|amount| amount == *before.amount);
    same_amount
        && status == before.status
        && statement.minor("amount_received").shown() == before.received_minor
        && statement.minor("amount_capturable").shown() == before.capturable_minor
}

/// Whether no money can have been received of a payment in this status by something that was asked of it.
fn excludes_money(status: &PaymentStatus) -> bool {
    match status {
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresAction
        | PaymentStatus::Failed
        | PaymentStatus::Cancelled
        | PaymentStatus::Expired => true,
        PaymentStatus::Processing
        | PaymentStatus::RequiresCapture
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::Succeeded
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Unknown(_) => false,
    }
}
