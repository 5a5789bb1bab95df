//! Which payments are listed, and how the list is asked for: as the specification says, or in another way that services
//! of the same kind take.
//!
//! Says which parts of a filter the service is asked for, and which rows are those that were wanted. Which form a service
//! takes is not decided here (`service_traits`).

use chrono::{DateTime, TimeDelta, Utc};
use strum::IntoEnumIterator as _;

use crate::input::PaymentMethod;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::{PaymentFilterPart, PaymentRow, PaymentStatus};

/// Most rows one page may have ([limits](crate::reference::limits#pagination)).
pub const PAGE_MAX: u32 = 100;

/// How far a time of creation may be out of the range that was asked for: some services cut times to seconds.
const CREATED_TOLERANCE: TimeDelta = TimeDelta::seconds(1);

/// Which payments are wanted. The service filters as far as its [form](ListForm) goes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentListFilter {
    /// One of [`PaymentStatus::FILTERABLE`], or one that a service [may filter by](ListForm::statuses_left).
    pub status: Option<PaymentStatus>,
    /// What can be captured, in place of one status.
    pub to_capture: bool,
    pub customer_id: Option<CustomerId>,
    pub currency: Option<CurrencyCode>,
    /// Among the filters that lists generally accept, and not among those shown for this call.
    pub payment_method: Option<PaymentMethod>,
    pub created_gte: Option<DateTime<Utc>>,
    pub created_lte: Option<DateTime<Utc>>,
}

impl PaymentListFilter {
    /// All that can be captured.
    pub fn to_capture() -> Self {
        Self { to_capture: true, ..Self::default() }
    }

    /// The statuses that are wanted; none where any is.
    pub fn statuses(&self) -> &[PaymentStatus] {
        if self.to_capture { &PaymentStatus::TO_CAPTURE } else { self.status.as_slice() }
    }

    /// The parts that it has.
    pub fn parts(&self) -> impl Iterator<Item = PaymentFilterPart> {
        let has = |part: &PaymentFilterPart| match part {
            PaymentFilterPart::Status => !self.statuses().is_empty(),
            PaymentFilterPart::Currency => self.currency.is_some(),
            PaymentFilterPart::Method => self.payment_method.is_some(),
            PaymentFilterPart::Customer => self.customer_id.is_some(),
            PaymentFilterPart::Created => self.created_gte.is_some() || self.created_lte.is_some(),
        };
        PaymentFilterPart::iter().filter(has)
    }

    /// The parts that a service which is asked in this form is not asked for.
    pub fn unasked(&self, form: &ListForm) -> Vec<PaymentFilterPart> {
        self.parts().filter(|part| !form.asks(*part, self)).collect()
    }

    /// Whether a row that came is one of those that are wanted. What a row does not tell is believed where the service
    /// was asked for it.
    pub fn admits(&self, row: &PaymentRow, form: &ListForm) -> bool {
        self.parts().all(|part| self.fits(part, row).unwrap_or_else(|| form.asks(part, self)))
    }

    /// Whether a row of which all is known is one of those that are wanted.
    pub fn is_met_by(&self, row: &PaymentRow) -> bool {
        self.parts().all(|part| self.fits(part, row) == Some(true))
    }

    /// Whether the row is of the range of creation that was asked for; `None` where it does not tell.
    pub fn fits_created(&self, row: &PaymentRow) -> Option<bool> {
        let created = row.created?;
        let after = self.created_gte.is_none_or(|from| created + CREATED_TOLERANCE > from);
        Some(after && self.created_lte.is_none_or(|to| created < to + CREATED_TOLERANCE))
    }

    fn fits(&self, part: PaymentFilterPart, row: &PaymentRow) -> Option<bool> {
        match part {
            PaymentFilterPart::Status if self.to_capture => Some(row.status.can_be_captured(row.capturable_minor)),
            PaymentFilterPart::Status => Some(self.status.as_ref() == Some(&row.status)),
            PaymentFilterPart::Currency => Some(self.currency.as_ref() == Some(row.amount.currency.currency_code())),
            PaymentFilterPart::Method => row
                .payment_method
                .as_deref()
                .map(|word| self.payment_method.is_some_and(|wanted| wanted.word() == word)),
            PaymentFilterPart::Customer => row.customer_id.as_ref().map(|id| self.customer_id.as_ref() == Some(id)),
            PaymentFilterPart::Created => self.fits_created(row),
        }
    }
}

/// The method of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ListMethod {
    /// `POST /payments/list` with a body: the form of the specification.
    Post,
    /// `GET /payments/list`: it filters by customer and time alone, and a page begins after a payment.
    Get,
}

/// How `status`, `currency` and `payment_method` are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FilterWords {
    /// As one word: the form of the specification.
    One,
    /// As a list of words.
    Lists,
    /// Not at all.
    Unasked,
}

/// How the list is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListForm {
    pub method: ListMethod,
    /// Most rows that the service gives in one page.
    pub page_max: u32,
    pub words: FilterWords,
    /// Whether the service is asked for times of creation.
    pub asks_created: bool,
    /// How the service spells statuses, where it is not as the specification does.
    pub status_words: Vec<(PaymentStatus, String)>,
    /// As juspay/hyperswitch takes it with the token of a dashboard sign-in, instead of the key.
    pub with_sign_in: bool,
}

impl Default for ListForm {
    fn default() -> Self {
        Self {
            method: ListMethod::Post,
            page_max: PAGE_MAX,
            words: FilterWords::One,
            asks_created: true,
            status_words: Vec::new(),
            with_sign_in: false,
        }
    }
}

/// Largest page of a list with a dashboard sign-in.
const SIGNED_IN_PAGE: u32 = 50;

impl ListForm {
    /// The form for a signed-in person: takes lists of words, and counts what they match.
    pub fn signed_in(self) -> Self {
        Self {
            method: ListMethod::Post,
            page_max: SIGNED_IN_PAGE,
            words: FilterWords::Lists,
            asks_created: true,
            with_sign_in: true,
            ..self
        }
    }

    /// Whether the service is asked for this part of the filter, where the filter has it.
    pub fn asks(&self, part: PaymentFilterPart, filter: &PaymentListFilter) -> bool {
        let takes_words = self.method == ListMethod::Post && self.words != FilterWords::Unasked;
        match part {
            PaymentFilterPart::Status => !self.statuses(filter).is_empty(),
            PaymentFilterPart::Currency | PaymentFilterPart::Method => takes_words,
            PaymentFilterPart::Customer => true,
            // With a sign-in a range has a beginning.
            PaymentFilterPart::Created => self.asks_created && (!self.with_sign_in || filter.created_gte.is_some()),
        }
    }

    /// Whether a service that is asked in this form picks those that can be captured itself.
    pub fn picks_to_capture(&self) -> bool {
        self.asks(PaymentFilterPart::Status, &PaymentListFilter::to_capture())
    }

    /// The statuses that the service is asked for. As one word, of several that is one that the specification lists.
    pub fn statuses(&self, filter: &PaymentListFilter) -> Vec<PaymentStatus> {
        let wanted = filter.statuses();
        let is_listed = |status: &&PaymentStatus| wanted.len() == 1 || PaymentStatus::FILTERABLE.contains(status);
        match (self.method, self.words) {
            (ListMethod::Get, _) | (ListMethod::Post, FilterWords::Unasked) => Vec::new(),
            (ListMethod::Post, FilterWords::One) => wanted.iter().filter(is_listed).take(1).cloned().collect(),
            (ListMethod::Post, FilterWords::Lists) => wanted.to_vec(),
        }
    }

    /// The statuses of what can be captured that a service which picks them itself is not asked for.
    pub fn statuses_left(&self) -> Vec<PaymentStatus> {
        let asked = self.statuses(&PaymentListFilter::to_capture());
        let left = PaymentStatus::TO_CAPTURE.into_iter().filter(|status| !asked.contains(status));
        if asked.is_empty() { Vec::new() } else { left.collect() }
    }

    /// A status as this service spells it. One that was not seen yet is taken to be in capitals, where all others are.
    pub fn word(&self, status: &PaymentStatus) -> String {
        let seen = self.status_words.iter().find(|(known, _)| known == status).map(|(_, word)| word.clone());
        let is_upper = |word: &String| *word == word.to_ascii_uppercase();
        let all_upper = !self.status_words.is_empty() && self.status_words.iter().all(|(_, word)| is_upper(word));
        seen.unwrap_or_else(|| match all_upper {
            true => status.as_str().to_ascii_uppercase(),
            false => status.as_str().to_owned(),
        })
    }
}
