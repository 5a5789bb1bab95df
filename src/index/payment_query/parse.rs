//! Reads the conditions of a line.

use std::ops::Range;

use strum::IntoEnumIterator as _;

use paydesk_domain::decline::DeclineFamily;
use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;

use super::key::QueryKey;
use super::lexer::{QueryError, QueryFault, RawCondition, RawValue, take_apart, words};
use super::plain_words::{WORDS_MAX, WordsMeaning, is_plain, meaning};
use super::query::PaymentQuery;
use super::term::{QueryCondition, QueryTerm};
use super::values::{amount, created, known_status, repeated};

/// Most conditions of a query.
const CONDITIONS_MAX: usize = 64;

/// Reads a line. The first thing that is wrong is given back with its place.
pub fn parse_query(text: &str) -> Result<PaymentQuery, QueryError> {
    let mut query = PaymentQuery::default();
    parts_of(text)?.into_iter().flat_map(|part| part.conditions).for_each(|condition| query.add(condition));
    Ok(query)
}

/// Words of a line that are conditions, though no key says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnderstoodWords {
    /// Their bytes in the line.
    pub place: Range<usize>,
    pub conditions: Vec<QueryCondition>,
}

/// The plain words of a line that are read as conditions; none of a line with a fault.
pub fn understood_words(text: &str) -> Vec<UnderstoodWords> {
    let parts = parts_of(text).unwrap_or_default();
    let understood = parts.into_iter().filter(|part| part.is_understood);
    understood.map(|part| UnderstoodWords { place: part.place, conditions: part.conditions }).collect()
}

/// A word of a line, or several that are conditions together.
pub(super) struct PartOfLine {
    pub place: Range<usize>,
    pub conditions: Vec<QueryCondition>,
    /// They are plain words, and conditions all the same.
    pub is_understood: bool,
}

/// The parts of a line in their order.
pub(super) fn parts_of(text: &str) -> Result<Vec<PartOfLine>, QueryError> {
    let (decimals, places) = (decimals_of(text), words(text));
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(place) = places.get(at).cloned() {
        if at >= CONDITIONS_MAX {
            return Err(QueryFault::TooMany(CONDITIONS_MAX).at(place));
        }
        match understood(text, &places[at..]) {
            Some((count, part)) => {
                parts.push(part);
                at += count;
            }
            None => {
                let raw = take_apart(text, place.clone())?;
                let negated = raw.negated;
                let condition = term(raw, decimals)?.map(|term| QueryCondition { negated, term });
                parts.push(PartOfLine { place, conditions: condition.into_iter().collect(), is_understood: false });
                at += 1;
            }
        }
    }
    Ok(parts)
}

/// The condition that the first of these words are, where they are plain ones, and how many they are. Only a single word
/// and a single condition can be excluded.
fn understood(text: &str, places: &[Range<usize>]) -> Option<(usize, PartOfLine)> {
    let word = |place: &Range<usize>| &text[place.clone()];
    let first = word(places.first()?);
    let excluded = first.strip_prefix('-');
    let following = places.iter().take(if excluded.is_some() { 1 } else { WORDS_MAX }).map(word);
    let plain: Vec<&str> = following.map(|word| excluded.unwrap_or(word)).take_while(|word| is_plain(word)).collect();
    let WordsMeaning { words, terms } = meaning(&plain)?;
    if excluded.is_some() && terms.len() > 1 {
        return None;
    }
    let place = places[0].start..places[words - 1].end;
    let conditions = terms.into_iter().map(|term| QueryCondition { negated: excluded.is_some(), term }).collect();
    Some((words, PartOfLine { place, conditions, is_understood: true }))
}

/// The word of a family in a query: `issuer`.
pub fn family_word(family: DeclineFamily) -> &'static str {
    match family {
        DeclineFamily::Issuer => "issuer",
        DeclineFamily::Eligibility => "eligibility",
        DeclineFamily::Availability => "availability",
        DeclineFamily::Request => "request",
        DeclineFamily::Authentication => "authentication",
        DeclineFamily::Unrecognised => "unrecognised",
    }
}

/// `None` of an empty phrase, which says nothing.
fn term(raw: RawCondition, decimals: Option<u32>) -> Result<Option<QueryTerm>, QueryError> {
    let texts = |raw: RawCondition| raw.values.into_iter().map(|value| value.text).collect();
    let Some(key) = raw.key else {
        let text = raw.values.into_iter().map(|value| value.text).next().unwrap_or_default();
        return Ok((!text.trim().is_empty()).then_some(QueryTerm::Text(text)));
    };
    let raw = if key == QueryKey::Amount { as_one_value(raw) } else { raw };
    if let (false, Some(second)) = (key.takes_several(), raw.values.get(1)) {
        return Err(QueryFault::OneValue(key.word()).at(second.place.clone()));
    }
    Ok(Some(match key {
        QueryKey::Status => match shown_as(&raw) {
            Some(term) => term,
            None => QueryTerm::Status(each(&raw, status)?),
        },
        QueryKey::Amount => QueryTerm::Amount(one(&raw, |value| amount(value, decimals))?),
        QueryKey::Currency => QueryTerm::Currency(each(&raw, currency)?),
        QueryKey::Created => QueryTerm::Created(one(&raw, created)?),
        QueryKey::Card => QueryTerm::Card(each(&raw, last_four)?),
        QueryKey::Family => QueryTerm::Family(each(&raw, family)?),
        QueryKey::Refunded => QueryTerm::Refunded(one(&raw, yes_or_no)?),
        QueryKey::Disputed => QueryTerm::Disputed(one(&raw, yes_or_no)?),
        QueryKey::Customer => QueryTerm::Customer(texts(raw)),
        QueryKey::Email => QueryTerm::Email(texts(raw)),
        QueryKey::Method => QueryTerm::Method(texts(raw)),
        QueryKey::Code => QueryTerm::Code(texts(raw)),
        QueryKey::Order => QueryTerm::Order(texts(raw)),
        QueryKey::Id => QueryTerm::Id(texts(raw)),
        QueryKey::Tag => QueryTerm::Tag(texts(raw)),
        QueryKey::Note => QueryTerm::Note(texts(raw)),
    }))
}

/// An amount is one value, whatever commas are in it: `amount:1,234.50`.
fn as_one_value(mut raw: RawCondition) -> RawCondition {
    if raw.values.iter().any(|value| value.is_quoted) {
        return raw;
    }
    if let Some(joined) = raw.values.drain(..).reduce(|first, next| RawValue {
        text: format!("{},{}", first.text, next.text),
        place: first.place.start..next.place.end,
        is_quoted: false,
    }) {
        raw.values.push(joined);
    }
    raw
}

/// How many decimals the amounts have that a line is about, where it names their currencies and every service counts them
/// alike.
fn decimals_of(text: &str) -> Option<u32> {
    let raw = words(text).into_iter().filter_map(|place| take_apart(text, place).ok());
    let named = raw.filter(|raw| raw.key == Some(QueryKey::Currency) && !raw.negated).flat_map(|raw| raw.values);
    let mut all = named.map(|value| MinorUnits::Undecided.of(currency(&value).ok()?).exponent());
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// All values, each once.
fn each<T: PartialEq>(
    raw: &RawCondition,
    read: impl Fn(&RawValue) -> Result<T, QueryFault>,
) -> Result<Vec<T>, QueryError> {
    let mut found = Vec::new();
    for value in &raw.values {
        let value = read(value).map_err(|fault| fault.at(value.place.clone()))?;
        if !found.contains(&value) {
            found.push(value);
        }
    }
    Ok(found)
}

fn one<T>(raw: &RawCondition, read: impl Fn(&RawValue) -> Result<T, QueryFault>) -> Result<T, QueryError> {
    let missing = || QueryFault::MissingValue("", "").at(raw.place.clone());
    let value = raw.values.first().ok_or_else(missing)?;
    read(value).map_err(|fault| fault.at(value.place.clone()))
}

/// As the API writes it or as it is shown, with underscores: `in_review`. One that is not known is looked for as it is.
fn status(value: &RawValue) -> Result<PaymentStatus, QueryFault> {
    let word = value.text.trim().replace(' ', "_");
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    if !word.chars().all(is_word) {
        return Err(QueryFault::NotAStatus(repeated(value)));
    }
    Ok(known_status(&word).unwrap_or_else(|| PaymentStatus::from_word(&word)))
}

/// Lists show some payments with what became of them in place of their status: that is searched for by its own key.
fn shown_as(raw: &RawCondition) -> Option<QueryTerm> {
    let [value] = raw.values.as_slice() else { return None };
    match value.text.trim().to_lowercase().replace(' ', "_").as_str() {
        "disputed" if !value.is_quoted => Some(QueryTerm::Disputed(true)),
        "refunded" | "partially_refunded" if !value.is_quoted => Some(QueryTerm::Refunded(true)),
        _ => None,
    }
}

/// Three letters; another code that a service uses is put in quotation marks.
fn currency(value: &RawValue) -> Result<CurrencyCode, QueryFault> {
    let is_code = value.text.len() == 3 && value.text.bytes().all(|byte| byte.is_ascii_alphabetic());
    match is_code || value.is_quoted {
        true => Ok(CurrencyCode::new(&value.text)),
        false => Err(QueryFault::NotACurrency(repeated(value))),
    }
}

fn last_four(value: &RawValue) -> Result<String, QueryFault> {
    let is_it = value.text.len() == 4 && value.text.bytes().all(|byte| byte.is_ascii_digit());
    if is_it { Ok(value.text.clone()) } else { Err(QueryFault::NotLastFour) }
}

fn family(value: &RawValue) -> Result<DeclineFamily, QueryFault> {
    let wanted = value.text.to_ascii_lowercase();
    DeclineFamily::ALL.into_iter().find(|family| family_word(*family) == wanted).ok_or_else(|| {
        let words: Vec<&str> = DeclineFamily::ALL.into_iter().map(family_word).collect();
        QueryFault::NotAFamily(repeated(value), words.join(", "))
    })
}

fn yes_or_no(value: &RawValue) -> Result<bool, QueryFault> {
    match value.text.to_ascii_lowercase().as_str() {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(QueryFault::NotYesOrNo),
    }
}

/// All words that a family is typed with.
pub(super) fn family_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    DeclineFamily::ALL.into_iter().map(|family| (family_word(family), family.meaning()))
}

/// All keys, for a line that has none yet.
pub(super) fn keys() -> impl Iterator<Item = QueryKey> {
    QueryKey::iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is marked, and the sentence.
    fn fault(text: &str) -> (&str, String) {
        let error = parse_query(text).unwrap_err();
        (&text[error.place.clone()], error.to_string())
    }

    #[test]
    fn what_lists_show_in_place_of_a_status_is_found_by_its_own_key() {
        for (text, read) in [
            ("status:disputed", "disputed:yes"),
            ("-status:Disputed", "-disputed:yes"),
            ("status:partially_refunded", "refunded:yes"),
            ("status:\"disputed\"", "status:disputed"),
            ("status:failed,disputed", "status:failed,disputed"),
        ] {
            assert_eq!(parse_query(text).unwrap().to_string(), read, "{text}");
        }
    }

    #[test]
    fn a_line_of_everything_is_read_and_written_back() {
        let text = "anna status:failed,cancelled amount:>100 amount:10..20.50 currency:eur,usd created:2026-10 \
                    created:2026-10-01..2026-10-15 created:7d customer:cus_9 email:@example.com method:card card:4242 \
                    code:UE_1001,UE_5* family:issuer order:\"A 12\" id:pay_1 refunded:yes disputed:no tag:vip,risk note:waits \
                    -status:processing -\"blue shoes\" -currency:jpy https://example.com/a 22:30";
        let query = parse_query(text).unwrap();
        assert_eq!(query.to_string(), text.split_whitespace().collect::<Vec<_>>().join(" "));
        assert_eq!(parse_query(&query.to_string()), Ok(query));
    }

    #[test]
    fn a_key_that_comes_again_has_alternatives_and_statuses_are_found_as_they_are_shown() {
        let merged = parse_query("status:failed STATUS:In_Review status:failed").unwrap();
        assert_eq!(merged.to_string(), "status:failed,requires_merchant_action");
        assert_eq!(parse_query("status:\"in review\"").unwrap().to_string(), "status:requires_merchant_action");
        assert_eq!(parse_query("status:on_hold").unwrap().to_string(), "status:on_hold");
    }

    #[test]
    fn an_amount_may_have_a_decimal_comma() {
        assert_eq!(parse_query("amount:39,80").unwrap().to_string(), "amount:39.80");
        assert_eq!(parse_query("amount:>39,8 eur").unwrap().to_string(), "amount:>39.8 eur");
        assert!(parse_query("amount:1,234").is_err(), "it may be a thousand");
    }

    #[test]
    fn an_amount_is_read_by_the_rules_of_typed_amounts() {
        for (text, read) in [
            ("amount:1,234.56", "amount:1234.56"),
            ("amount:1.234,56", "amount:1234.56"),
            ("amount:>=1,234,567", "amount:>=1234567"),
            ("amount:1.234,50..2.000.000", "amount:1234.50..2000000"),
            ("amount:0.125", "amount:0.125"),
            ("amount:>1,000 currency:jpy", "amount:>1000 currency:jpy"),
            ("currency:kwd,bhd amount:31.250", "currency:kwd,bhd amount:31.2500"),
            ("amount:31.2550", "amount:31.2550"),
        ] {
            let query = parse_query(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(query.to_string(), read, "{text}");
            assert_eq!(parse_query(read), Ok(query), "{text}");
        }
        for (text, place, kinds) in [
            ("amount:>1.000", ">1.000", "type 1000 or 1.00"),
            ("amount:1,234", "1,234", "type 1234 or 1.2340"),
            ("amount:10..31,255", "10..31,255", "type 31255 or 31.2550"),
            ("amount:1.000 currency:kwd,eur", "1.000", "type 1000 or 1.00"),
            ("amount:1,000 currency:kwd", "1,000", "type 1000 or 1.00"),
            ("amount:1.000 -currency:kwd", "1.000", "type 1000 or 1.00"),
        ] {
            let (marked, sentence) = fault(text);
            assert_eq!(marked, place, "{text}");
            assert!(sentence.contains(" can be read in two ways; ") && sentence.ends_with(kinds), "{text}: {sentence}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, place, sentence) in [
            ("anna foo:bar", "foo", "There is no condition “foo”; to search for the text, put it in quotation marks"),
            ("status:", "status:", "Enter a value after “status:”, such as status:failed,cancelled"),
            ("a -status:failed,", "-status:failed,", "Enter a value after “status:”, such as status:failed,cancelled"),
            ("x \"blue shoes", "\"blue shoes", "The quotation mark is not closed"),
            ("amount:ten", "ten", "“ten” is not an amount; write it as 1234.50, >100, <=20 or 10..20"),
            ("amount:10,20,30", "10,20,30", "“10,20,30” is not an amount; write it as 1234.50, >100, <=20 or 10..20"),
            ("disputed:yes,no", "no", "“disputed:” takes only one value"),
            ("amount:20..10", "20..10", "The range is empty: it ends before it begins"),
            ("created:2026-10-15..2026-10", "", ""),
            ("created:2026-11..2026-10", "2026-11..2026-10", "The range is empty: it ends before it begins"),
            (
                "currency:eur,euro",
                "euro",
                "“euro” is not a currency code; a currency code has three letters, such as EUR",
            ),
            ("card:42", "42", "Enter the last four digits of the card, such as 4242"),
            ("refunded:maybe", "maybe", "Enter yes or no"),
            ("über - anna", "-", "Enter what to exclude after the minus sign"),
        ] {
            if place.is_empty() {
                assert!(parse_query(text).is_ok(), "{text}");
            } else {
                assert_eq!(fault(text), (place, sentence.to_owned()), "{text}");
            }
        }
        assert!(fault("created:soon").1.starts_with("“soon” is not a date; write it as 2026"));
        assert!(
            fault("family:bank")
                .1
                .ends_with("choose issuer, eligibility, availability, request, authentication, unrecognised")
        );
        assert!(fault("status:a/b").1.contains("is not a status"));
        assert!(fault(&"a ".repeat(65)).1.contains("at most 64"));
    }

    #[test]
    fn a_code_of_another_form_is_put_in_quotation_marks_and_an_empty_line_says_nothing() {
        assert_eq!(parse_query("currency:\"POINTS\"").unwrap().to_string(), "currency:\"POINTS\"");
        assert!(parse_query("  \"\"  ").unwrap().is_empty());
    }

    #[test]
    fn no_line_makes_the_reader_panic_and_what_is_read_is_written_back_the_same() {
        let parts = [
            "-",
            "\"",
            ":",
            ",",
            "status",
            "amount:",
            "created:",
            " ",
            "\\",
            "é",
            "..",
            ">",
            "2026-10",
            "a",
            "💳",
            "failed",
            "40 eur",
            "last week",
            "€",
            " 7 days",
            "in review",
        ];
        let mut seed = 7_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..8 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(parts[(seed >> 33) as usize % parts.len()]);
            }
            match parse_query(&text) {
                Ok(query) => assert_eq!(parse_query(&query.to_string()), Ok(query), "{text}"),
                Err(error) => assert!(text.get(error.place).is_some(), "{text}"),
            }
        }
    }
}
