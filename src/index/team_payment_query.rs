//! What a person searches for, as the database is asked for it: it finds what the
//! [local search](crate::payment_columns::search()) finds in the same payments.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::payment_columns::texts::{SEPARATOR, folded};
use crate::payment_columns::{SearchContext, StoredText, last4_of, spellings};
use crate::payment_query::{AmountCondition, CreatedCondition, Decimal, PaymentQuery, QueryCondition, QueryTerm};
use paydesk_domain::decline::{self, DeclineFamily};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

/// The decimals that a currency can have.
const EXPONENTS: RangeInclusive<u32> = 0..=4;

/// Conditions that have to hold together. Days are times in it, and notes and tags are the ids of their payments: it says
/// the same wherever it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TeamPaymentQuery {
    /// A payment whose time is not known is not found.
    is_dated: bool,
    from: Option<DateTime<Utc>>,
    before: Option<DateTime<Utc>>,
    conditions: Vec<TeamCondition>,
}

/// One of the alternatives has to hold; or none, where it is negated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TeamCondition {
    /// The word of its key; none of a free text.
    key: Option<String>,
    negated: bool,
    any: Vec<Alternative>,
}

/// What can hold of a payment, by the columns of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Alternative {
    /// A pattern of LIKE, in all texts.
    Text {
        like: String,
    },
    /// A pattern of LIKE in all texts, and another in one field. Fields are counted as `split_part` does.
    Field {
        like: String,
        place: usize,
        within: String,
    },
    /// One of these values, whole.
    Value {
        column: String,
        values: Vec<String>,
    },
    /// One of these values, whole, in lower case.
    Lower {
        column: String,
        values: Vec<String>,
    },
    /// A pattern of LIKE for the code in lower case.
    Code {
        like: String,
    },
    /// A code of this first digit; without one, a code of none of the families.
    Family {
        digit: Option<char>,
    },
    Last4 {
        values: Vec<u16>,
    },
    /// Smallest and largest amount of currencies with so many decimals.
    Amount {
        exponent: u32,
        from: i64,
        to: i64,
    },
    Created {
        from: Option<DateTime<Utc>>,
        before: Option<DateTime<Utc>>,
    },
    Flag {
        column: String,
        is_set: bool,
    },
    Ids {
        ids: Vec<PaymentId>,
    },
}

impl TeamPaymentQuery {
    /// What `query` means, with the days and the notes of `context`.
    pub fn new(query: &PaymentQuery, context: &SearchContext<'_>) -> Self {
        let mut made = Self::default();
        for condition in &query.conditions {
            match (&condition.term, condition.negated) {
                (QueryTerm::Created(created), false) => {
                    let (from, before) = span(*created, context);
                    (made.is_dated, made.from) = (true, made.from.max(from));
                    made.before = [made.before, before].into_iter().flatten().min();
                }
                _ => made.conditions.push(TeamCondition::of(condition, context)),
            }
        }
        made
    }

    /// Whether all conditions are of what is counted month by month.
    pub fn is_counted(&self) -> bool {
        let is_counted = |alternative: &Alternative| match alternative {
            Alternative::Value { .. }
            | Alternative::Lower { .. }
            | Alternative::Code { .. }
            | Alternative::Family { .. }
            | Alternative::Flag { .. } => true,
            Alternative::Text { .. }
            | Alternative::Field { .. }
            | Alternative::Last4 { .. }
            | Alternative::Amount { .. }
            | Alternative::Created { .. }
            | Alternative::Ids { .. } => false,
        };
        self.conditions.iter().flat_map(|condition| &condition.any).all(is_counted)
    }
}

impl TeamCondition {
    fn of(condition: &QueryCondition, context: &SearchContext<'_>) -> Self {
        let key = condition.term.key().map(|key| key.word().to_owned());
        Self { key, negated: condition.negated, any: alternatives(&condition.term, context) }
    }
}

/// From when until before when a condition holds; an end that is open has none.
fn span(condition: CreatedCondition, context: &SearchContext<'_>) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
    let (first, last) = condition.days(context.today);
    let before = last.and_then(|day| day.succ_opt());
    (first.map(context.day_start), before.map(context.day_start))
}

fn alternatives(term: &QueryTerm, context: &SearchContext<'_>) -> Vec<Alternative> {
    let each = |values: &[String], make: &dyn Fn(&str) -> Alternative| values.iter().map(|value| make(value)).collect();
    let noted = |values: &[String], find: &dyn Fn(&str) -> Vec<PaymentId>| {
        vec![Alternative::Ids { ids: values.iter().flat_map(|value| find(value)).collect() }]
    };
    match term {
        QueryTerm::Text(text) => free_text(text, context),
        QueryTerm::Status(statuses) => of_statuses(statuses),
        QueryTerm::Currency(currencies) => {
            vec![value("currency", currencies.iter().map(|code| code.as_str().to_owned()))]
        }
        QueryTerm::Method(words) => ["method", "method_type"].map(|column| lower(column, words)).into(),
        QueryTerm::Code(words) => words.iter().map(|word| of_code(word)).collect(),
        QueryTerm::Family(families) => families.iter().map(|family| of_family(*family)).collect(),
        QueryTerm::Card(values) => {
            vec![Alternative::Last4 { values: values.iter().filter_map(|value| last4_of(value)).collect() }]
        }
        QueryTerm::Amount(condition) => amounts(*condition),
        QueryTerm::Created(condition) => {
            let (from, before) = span(*condition, context);
            vec![Alternative::Created { from, before }]
        }
        QueryTerm::Customer(ids) => each(ids, &|id| whole(id, StoredText::Customer)),
        QueryTerm::Email(values) => each(values, &|value| part(value, StoredText::Email)),
        QueryTerm::Order(values) => each(values, &|value| part(value, StoredText::Order)),
        QueryTerm::Id(values) => each(values, &|value| part(value, StoredText::Id)),
        QueryTerm::Refunded(is_set) => vec![flag("refunded", *is_set)],
        QueryTerm::Disputed(is_set) => vec![flag("disputed", *is_set)],
        QueryTerm::Tag(tags) => noted(tags, &|tag| context.notes.tagged(tag)),
        QueryTerm::Note(texts) => noted(texts, &|text| context.notes.noted(text)),
    }
}

/// In a text, or else by what is in no text: the last four digits, a currency, an amount, a note.
fn free_text(text: &str, context: &SearchContext<'_>) -> Vec<Alternative> {
    let mut any: Vec<Alternative> =
        spellings(text).iter().map(|text| Alternative::Text { like: anywhere(text) }).collect();
    any.extend(last4_of(text).map(|last4| Alternative::Last4 { values: vec![last4] }));
    // A currency that is known is stored in capitals, another one as it came.
    let code = CurrencyCode::new(text);
    any.push(match code.is_listed() {
        true => value("currency", [code.as_str().to_owned()]),
        false => lower("currency", &[text.to_owned()]),
    });
    if let Some(amount) = Decimal::parse(text).or_else(|| Decimal::parse_grouped(text)) {
        any.extend(amounts(AmountCondition::Exactly(amount)));
    }
    let ids = context.notes.annotated(text);
    if !ids.is_empty() {
        any.push(Alternative::Ids { ids });
    }
    any
}

fn of_statuses(statuses: &[PaymentStatus]) -> Vec<Alternative> {
    let mut any = vec![value("status", statuses.iter().map(|status| status.as_str().to_owned()))];
    if statuses.contains(&PaymentStatus::PartiallyCaptured) {
        any.push(flag("in_part", true));
    }
    any
}

/// The whole code, or with `*` at the end what it begins with.
fn of_code(word: &str) -> Alternative {
    let like = match word.strip_suffix('*') {
        Some(beginning) => format!("{}%", escaped(&beginning.to_ascii_lowercase())),
        None => escaped(&word.to_ascii_lowercase()),
    };
    Alternative::Code { like }
}

/// The families have the first digits from 1 on, in their order; what is unrecognised has none of them.
fn of_family(family: DeclineFamily) -> Alternative {
    let digit = ('1'..='9').find(|digit| decline::family(&format!("UE_{digit}")) == family);
    Alternative::Family { digit: digit.filter(|_| family != DeclineFamily::Unrecognised) }
}

/// One for each number of decimals, where there are any amounts in it.
fn amounts(condition: AmountCondition) -> Vec<Alternative> {
    let of = |exponent| {
        let range = condition.minor_range(exponent);
        (!range.is_empty()).then(|| Alternative::Amount { exponent, from: *range.start(), to: *range.end() })
    };
    EXPONENTS.filter_map(of).collect()
}

fn value(column: &str, values: impl IntoIterator<Item = String>) -> Alternative {
    let values = values.into_iter().map(|value| storable(&value)).collect();
    Alternative::Value { column: column.to_owned(), values }
}

fn lower(column: &str, values: &[String]) -> Alternative {
    let values = values.iter().map(|value| storable(value).to_ascii_lowercase()).collect();
    Alternative::Lower { column: column.to_owned(), values }
}

fn flag(column: &str, is_set: bool) -> Alternative {
    Alternative::Flag { column: column.to_owned(), is_set }
}

/// The first separator stands before the first field.
fn place(field: StoredText) -> usize {
    field as usize + 2
}

fn part(text: &str, field: StoredText) -> Alternative {
    let like = anywhere(&folded(text));
    Alternative::Field { within: like.clone(), like, place: place(field) }
}

fn whole(text: &str, field: StoredText) -> Alternative {
    let (within, separator) = (escaped(&folded(text)), char::from(SEPARATOR));
    Alternative::Field { like: format!("%{separator}{within}{separator}%"), within, place: place(field) }
}

fn anywhere(text: &str) -> String {
    format!("%{}%", escaped(text))
}

/// A text as LIKE finds it and nothing else.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in storable(text).chars() {
        if matches!(c, '\\' | '%' | '_') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A text without the one character that texts of PostgreSQL cannot have.
pub fn storable(text: &str) -> String {
    text.replace('\0', "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, NaiveTime};

    use super::*;
    use crate::payment_query::parse_query;

    fn day_start(day: NaiveDate) -> DateTime<Utc> {
        day.and_time(NaiveTime::MIN).and_utc()
    }

    fn query(text: &str) -> TeamPaymentQuery {
        let today = "2026-11-26".parse().unwrap();
        let context = SearchContext { today, day_start: &day_start, notes: &() };
        TeamPaymentQuery::new(&parse_query(text).unwrap(), &context)
    }

    #[test]
    fn a_query_says_the_same_once_it_was_written_and_read_again() {
        for text in ["", "anna -status:failed", "created:2026-10 amount:10..20 family:issuer,unrecognised 12.50"] {
            let json = serde_json::to_string(&query(text)).unwrap();
            assert_eq!(serde_json::from_str::<TeamPaymentQuery>(&json).unwrap(), query(text), "{text}");
        }
    }

    #[test]
    fn days_that_have_to_hold_together_are_one_span() {
        let made = query("created:2026-10 created:>=2026-10-20");
        assert_eq!(made.from, Some(day_start("2026-10-20".parse().unwrap())));
        assert_eq!(made.before, Some(day_start("2026-11-01".parse().unwrap())));
        let open = query("created:<2026");
        assert_eq!((open.is_dated, open.from), (true, None));
        assert!(!query("-created:2026").is_dated);
    }

    #[test]
    fn what_like_has_a_meaning_for_is_looked_for_as_it_stands() {
        assert_eq!(anywhere("100%_a\\b\0"), "%100\\%\\_a\\\\b\u{FFFD}%");
    }

    #[test]
    fn only_values_that_are_counted_by_month_can_be_counted() {
        for (text, is_counted) in
            [("", true), ("status:failed created:7d -method:card", true), ("anna", false), ("amount:>1", false)]
        {
            assert_eq!(query(text).is_counted(), is_counted, "{text}");
        }
    }
}
