//! How the service lists payments, where it does not do so as documented.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator as _;

use super::entry::{AnyTraitRow, TraitSource, readable};
use paydesk_api::resources::payments::calls::{FilterWords, ListForm, ListMethod, PaymentListFilter};
use paydesk_domain::payment::PaymentStatus;

/// Largest page of a service that refuses the documented one.
pub const SMALL_PAGE: u32 = 50;

/// What is known of the list of payments of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentListTraits {
    /// What the service does otherwise than documented.
    #[serde(rename = "list_of_payments", skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    known: Vec<KnownTrait>,
    /// The statuses that it spells otherwise.
    #[serde(rename = "payment_status_words", skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    status_words: Vec<StatusWord>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KnownTrait {
    id: PaymentListTrait,
    source: TraitSource,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct StatusWord {
    status: PaymentStatus,
    word: String,
    source: TraitSource,
}

/// Names one trait of the group. Known, it stands for the opposite of the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum PaymentListTrait {
    /// The list is asked for with GET.
    AskedByQuery,
    SmallPages,
    /// Filters take lists of words.
    ListsOfWords,
    /// POST does not filter by the time of creation.
    CreatedIgnored,
    /// Nor does GET.
    CreatedIgnoredInQuery,
    /// Statuses are spelled otherwise.
    StatusWords,
    /// It does not filter by a status that the specification does not list.
    DocumentedStatusesAlone,
}

/// What is learned of the group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentListChange {
    Learned {
        id: PaymentListTrait,
        from: String,
    },
    /// The service spells a status otherwise than documented.
    Spelled {
        status: PaymentStatus,
        word: String,
        from: String,
    },
    /// It spells it as documented.
    SpelledAsDocumented(PaymentStatus),
}

impl PaymentListTrait {
    /// The trait that a service does not filter by the time of creation.
    pub fn created_ignored(method: ListMethod) -> Self {
        match method {
            ListMethod::Post => Self::CreatedIgnored,
            ListMethod::Get => Self::CreatedIgnoredInQuery,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::AskedByQuery => "List of payments: call",
            Self::SmallPages => "List of payments: rows per page",
            Self::ListsOfWords => "List of payments: status, currency and method in filters",
            Self::CreatedIgnored => "List of payments: filter by creation time with POST",
            Self::CreatedIgnoredInQuery => "List of payments: filter by creation time with GET",
            Self::StatusWords => "List of payments: spelling of statuses",
            Self::DocumentedStatusesAlone => "List of payments: statuses of partial captures",
        }
    }

    fn usual(self) -> &'static str {
        match self {
            Self::AskedByQuery => "POST /payments/list",
            Self::SmallPages => "100",
            Self::ListsOfWords => "One value each",
            Self::CreatedIgnored | Self::CreatedIgnoredInQuery => "Filtered by the service; each row is checked",
            Self::StatusWords => "As documented",
            Self::DocumentedStatusesAlone => "Filtered by the service, one status at a time",
        }
    }

    fn instead(self) -> &'static str {
        match self {
            Self::AskedByQuery => {
                "GET /payments/list: Paydesk filters by status, currency and method itself, by reading all pages"
            }
            Self::SmallPages => "50",
            Self::ListsOfWords => "Lists of values",
            Self::CreatedIgnored | Self::CreatedIgnoredInQuery => {
                "Ignored by the service: Paydesk filters by creation time itself, by reading all pages"
            }
            Self::StatusWords => "",
            Self::DocumentedStatusesAlone => "Not filtered: Paydesk lists these payments once it has read them",
        }
    }
}

impl PaymentListTraits {
    /// Every default.
    pub const USUAL: Self = Self { known: Vec::new(), status_words: Vec::new() };

    /// Whether the trait is known: the default does not hold.
    pub fn has(&self, id: PaymentListTrait) -> bool {
        self.source(id).is_some() || id == PaymentListTrait::StatusWords && !self.status_words.is_empty()
    }

    fn source(&self, id: PaymentListTrait) -> Option<&TraitSource> {
        self.known.iter().find(|known| known.id == id).map(|known| &known.source)
    }

    /// Whether the service is asked for status, currency and method.
    pub fn filters_by_words(&self) -> bool {
        !self.has(PaymentListTrait::AskedByQuery)
    }

    /// How the list is asked for.
    pub fn form(&self) -> ListForm {
        let method = if self.has(PaymentListTrait::AskedByQuery) { ListMethod::Get } else { ListMethod::Post };
        self.form_of(method)
    }

    /// How a filter is asked for, by a person who is signed in to the dashboard or not: with a sign-in where the key filters
    /// less.
    pub fn form_for(&self, filter: &PaymentListFilter, is_signed_in: bool) -> ListForm {
        let form = self.form();
        match is_signed_in && form.method == ListMethod::Get && !filter.unasked(&form).is_empty() {
            true => form.signed_in(),
            false => form,
        }
    }

    /// How the list is asked for with this method.
    pub fn form_of(&self, method: ListMethod) -> ListForm {
        let usual = ListForm::default();
        let lists = self.has(PaymentListTrait::ListsOfWords);
        ListForm {
            method,
            page_max: if self.has(PaymentListTrait::SmallPages) { SMALL_PAGE } else { usual.page_max },
            words: if lists { FilterWords::Lists } else { usual.words },
            asks_created: !self.has(PaymentListTrait::created_ignored(method)),
            status_words: self.status_words.iter().map(|known| (known.status.clone(), known.word.clone())).collect(),
            with_sign_in: false,
        }
    }

    /// How a status is spelled, where that is not as documented.
    pub fn word(&self, status: &PaymentStatus) -> Option<&str> {
        self.status_words.iter().find(|known| known.status == *status).map(|known| known.word.as_str())
    }

    /// All traits of the group, each with its default and what is known instead.
    pub(super) fn rows(&self) -> Vec<AnyTraitRow<'_, PaymentListTrait>> {
        let row = |id: PaymentListTrait| AnyTraitRow {
            id,
            name: id.name().to_owned(),
            usual: id.usual(),
            known: self.source(id).map(|source| (id.instead().to_owned(), source)).or_else(|| self.spelling(id)),
        };
        PaymentListTrait::iter().map(row).collect()
    }

    /// The spellings as text, for the row of them.
    fn spelling(&self, id: PaymentListTrait) -> Option<(String, &TraitSource)> {
        let last = self.status_words.last().filter(|_| id == PaymentListTrait::StatusWords)?;
        let text = |known: &StatusWord| format!("“{}” for {}", known.word, known.status);
        let texts: Vec<String> = self.status_words.iter().map(text).collect();
        Some((texts.join(", "), &last.source))
    }

    pub(super) fn change(&mut self, change: PaymentListChange, now: DateTime<Utc>) {
        match change {
            PaymentListChange::Learned { id, from } => {
                if self.source(id).is_none() {
                    self.known.push(KnownTrait { id, source: TraitSource::learned(&from, now) });
                }
            }
            PaymentListChange::Spelled { status, word, from } => {
                if self.word(&status) != Some(word.as_str()) {
                    self.status_words.retain(|known| known.status != status);
                    self.status_words.push(StatusWord { status, word, source: TraitSource::learned(&from, now) });
                }
            }
            PaymentListChange::SpelledAsDocumented(status) => self.status_words.retain(|known| known.status != status),
        }
    }

    pub(super) fn reset(&mut self, id: PaymentListTrait) {
        self.known.retain(|known| known.id != id);
        if id == PaymentListTrait::StatusWords {
            self.status_words.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(id: PaymentListTrait) -> PaymentListChange {
        PaymentListChange::Learned { id, from: "401 IR_17".to_owned() }
    }

    fn spelled(word: &str) -> PaymentListChange {
        PaymentListChange::Spelled { status: PaymentStatus::Failed, word: word.to_owned(), from: word.to_owned() }
    }

    impl PaymentListChange {
        /// A change for every trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            let others = PaymentListTrait::iter().filter(|id| *id != PaymentListTrait::StatusWords);
            others.map(learned).chain([spelled("FAILED")]).collect()
        }
    }

    #[test]
    fn the_list_is_asked_for_as_documented_until_something_else_is_known() {
        let mut traits = PaymentListTraits::default();
        assert_eq!(traits.form(), ListForm::default());
        PaymentListChange::samples().into_iter().for_each(|change| traits.change(change, DateTime::UNIX_EPOCH));
        let form = traits.form();
        assert_eq!((form.method, form.page_max, form.words), (ListMethod::Get, 50, FilterWords::Lists));
        assert_eq!((form.asks_created, form.word(&PaymentStatus::Failed).as_str()), (false, "FAILED"));
    }

    #[test]
    fn a_range_that_one_call_ignores_is_asked_of_the_other() {
        let mut traits = PaymentListTraits::default();
        traits.change(learned(PaymentListTrait::CreatedIgnored), DateTime::UNIX_EPOCH);
        assert!(!traits.form().asks_created && traits.form_of(ListMethod::Get).asks_created);
    }

    #[test]
    fn a_spelling_is_replaced_by_a_newer_one_and_by_the_documented_one() {
        let mut traits = PaymentListTraits::default();
        for word in ["FAILED", "Failed"] {
            traits.change(spelled(word), DateTime::UNIX_EPOCH);
            assert_eq!(traits.word(&PaymentStatus::Failed), Some(word));
        }
        traits.change(PaymentListChange::SpelledAsDocumented(PaymentStatus::Failed), DateTime::UNIX_EPOCH);
        assert_eq!(traits, PaymentListTraits::default());
    }
}
