//! A record as a list shows it: texts written once, when the record comes or changes, never while drawing.

use chrono::{DateTime, Utc};

use paydesk_domain::search_text::plain;

use super::status::RecordStatus;

/// The texts of one record in a list. A text that the kind does not have is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RecordRow {
    /// The service's id, as it can be shown.
    pub id: String,
    /// What it is found by: the payment of a refund, the recipient of a payout, what a link is for, or a name.
    pub title: String,
    /// The reason of a refund, the e-mail address of a customer, the plan of a subscription.
    pub note: String,
    /// Its customer, as far as known: the name, else the e-mail address, else the ID.
    pub customer: String,
    /// Without its currency.
    pub amount: String,
    /// In the smallest unit of its currency.
    pub amount_minor: Option<i64>,
    pub currency: String,
    pub status: RecordStatus,
    /// When it was made, in the zone that is shown.
    pub created: String,
    pub expires: String,
    pub expires_at: Option<DateTime<Utc>>,
    /// Who made it from here.
    pub by: String,
    /// What the search looks through, as [`plain`] makes it.
    pub(super) search: String,
    /// When it says something else because time has passed.
    pub changes_at: Option<DateTime<Utc>>,
}

impl RecordRow {
    /// Whether it has each word of a [`plain`] text in it, in any order. Everything has the empty text.
    pub fn has(&self, wanted: &str) -> bool {
        wanted.split_whitespace().all(|word| self.search.contains(word))
    }

    /// The row is found by each of these texts.
    pub fn searched_by<'t>(mut self, texts: impl IntoIterator<Item = &'t str>) -> Self {
        // A line each: what is looked for is part of one of them.
        self.search = plain(&texts.into_iter().collect::<Vec<_>>().join("\n"));
        self
    }

    /// The row is found by each of these texts, too.
    pub(super) fn also_searched_by(mut self, texts: [&str; 4]) -> Self {
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            self.search.push('\n');
            self.search.push_str(&plain(text));
        }
        self
    }

    /// Whether nothing is known of its customer, so that it is shown by its title.
    pub fn is_anonymous(&self) -> bool {
        self.customer == self.title
    }
}
