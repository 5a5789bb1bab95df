//! Finds the rows of a query and counts them, on at most two threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use strum::IntoEnumIterator as _;

use crate::payment_query::{PaymentQuery, QueryCondition, QueryKey, QueryTerm};
use paydesk_domain::money::{CurrencyCode, Money};
use paydesk_domain::money_sums::MoneySums;

use super::chunk::Chunk;
use super::columns::{KnownPayments, SharedColumns};
use super::facets::{Counters, Facet, PaymentFacets, newest_millis};
use super::matcher::{ChunkBits, ReadyCondition, SearchContext, WORDS, make_ready};
use super::row_set::{RowSet, each_bit};

/// With fewer chunks a second thread costs more than it brings.
const CHUNKS_FOR_TWO: usize = 4;

/// What a query found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchResult {
    pub rows: RowSet,
    pub facets: PaymentFacets,
}

/// Which payments a query finds, with counts of each facet where they are wanted.
pub fn search(
    columns: &KnownPayments,
    query: &PaymentQuery,
    context: &SearchContext<'_>,
    with_facets: bool,
) -> SearchResult {
    let conditions = make_ready(query, columns, context);
    let newest = columns.newest().first().map_or(0, |row| newest_millis(columns.created_millis(*row as usize)));
    let job = Job { columns, conditions, newest, with_facets, next: AtomicUsize::new(0) };
    let chunks = columns.chunks().len();
    let bits: Vec<Mutex<ChunkBits>> = (0..chunks).map(|_| Mutex::new([0; WORDS])).collect();
    let counters = if chunks < CHUNKS_FOR_TWO {
        job.work(&bits)
    } else {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| job.work(&bits));
            let ours = job.work(&bits);
            match other.join() {
                Ok(theirs) => ours.add(&theirs),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    };
    let words = bits.into_iter().flat_map(|bits| bits.into_inner().unwrap_or([0; WORDS])).collect();
    let facets = if with_facets { counters.facets(columns.dictionaries(), context) } else { PaymentFacets::default() };
    SearchResult { rows: RowSet::from_words(words, columns.len()), facets }
}

/// What the payments in these rows come to, each currency by itself. A sum that is too large to be counted is left out.
pub fn sums(columns: &KnownPayments, rows: &RowSet) -> MoneySums {
    let of = columns.dictionaries();
    let mut minor: Vec<Option<Option<i64>>> = vec![None; of.currencies.values().len()];
    for (place, chunk) in columns.chunks().iter().enumerate() {
        each_bit(rows.of_chunk(place), |row| {
            if let Some(sum) = minor.get_mut(usize::from(chunk.currency.get(row))) {
                *sum = Some(sum.unwrap_or(Some(0)).and_then(|sum| sum.checked_add(chunk.amount[row])));
            }
        });
    }
    let money = |(code, minor): (&CurrencyCode, Option<Option<i64>>)| {
        Some(Money::new(minor.flatten()?, of.units.of(code.clone())))
    };
    of.currencies.values().iter().zip(minor).filter_map(money).collect()
}

/// How many payments a query leaves out, or finds, only because their time of creation is not known; 0 where it asks for
/// no days.
pub fn undated(columns: &KnownPayments, query: &PaymentQuery, context: &SearchContext<'_>) -> usize {
    let asks_days = |condition: &&QueryCondition| matches!(condition.term, QueryTerm::Created(_));
    if columns.undated().next().is_none() || !query.conditions.iter().any(|condition| asks_days(&condition)) {
        return 0;
    }
    let others = query.conditions.iter().filter(|condition| !asks_days(condition)).cloned();
    let found = search(columns, &PaymentQuery { conditions: others.collect() }, context, false).rows;
    columns.undated().filter(|row| found.has(*row as usize)).count()
}

/// What is needed to count what queries find, whatever becomes of the payments and the notes meanwhile.
#[derive(Clone)]
pub struct CountInput {
    columns: SharedColumns,
    /// The conditions of each query; `None` keeps the place of one that is not counted.
    queries: Arc<Vec<Option<Vec<ReadyCondition>>>>,
}

impl std::fmt::Debug for CountInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CountInput").field("queries", &self.queries.len()).finish_non_exhaustive()
    }
}

/// Equal where they are the same.
impl PartialEq for CountInput {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.queries, &other.queries)
    }
}

impl CountInput {
    pub fn new(columns: &KnownPayments, queries: &[Option<PaymentQuery>], context: &SearchContext<'_>) -> Self {
        let ready = |query: &Option<PaymentQuery>| query.as_ref().map(|query| make_ready(query, columns, context));
        Self { columns: columns.share(), queries: Arc::new(queries.iter().map(ready).collect()) }
    }

    /// How many payments each query finds.
    pub fn count(&self) -> Vec<Option<u64>> {
        self.queries.iter().map(|query| query.as_ref().map(|conditions| self.count_of(conditions))).collect()
    }

    fn count_of(&self, conditions: &[ReadyCondition]) -> u64 {
        let count = |(place, chunk): (usize, &Arc<Chunk>)| {
            let mut bits = all(chunk.len());
            for condition in conditions {
                let rows = condition.rows(place, chunk, &bits);
                and(&mut bits, &rows);
            }
            bits.iter().map(|word| u64::from(word.count_ones())).sum::<u64>()
        };
        self.columns.chunks.iter().enumerate().map(count).sum()
    }
}

/// What the threads share.
struct Job<'a> {
    columns: &'a KnownPayments,
    conditions: Vec<ReadyCondition>,
    newest: i64,
    with_facets: bool,
    /// The chunk that is taken next.
    next: AtomicUsize,
}

impl Job<'_> {
    /// Takes chunks until none is left.
    fn work(&self, bits: &[Mutex<ChunkBits>]) -> Counters {
        let mut counters = Counters::new(self.columns.dictionaries(), self.newest);
        loop {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let (Some(chunk), Some(bits)) = (self.columns.chunks().get(place), bits.get(place)) else {
                return counters;
            };
            let found = self.search(place, chunk, &mut counters);
            if let Ok(mut bits) = bits.lock() {
                *bits = found;
            }
        }
    }

    /// The rows of a chunk that are found. Each facet is counted over what the conditions of the other keys find.
    fn search(&self, place: usize, chunk: &Chunk, counters: &mut Counters) -> ChunkBits {
        let mut of_others = all(chunk.len());
        let mut of_facets: Vec<(Facet, ChunkBits)> = Vec::new();
        for condition in &self.conditions {
            let rows = condition.rows(place, chunk, &of_others);
            match condition.key.and_then(facet_of).filter(|_| self.with_facets) {
                None => and(&mut of_others, &rows),
                Some(facet) => match of_facets.iter_mut().find(|(known, _)| *known == facet) {
                    Some((_, known)) => and(known, &rows),
                    None => of_facets.push((facet, rows)),
                },
            }
        }
        if self.with_facets && of_facets.is_empty() {
            counters.count_all(chunk, &of_others);
        } else if self.with_facets {
            for facet in Facet::iter() {
                let mut bits = of_others;
                let others = of_facets.iter().filter(|(known, _)| *known != facet);
                others.for_each(|(_, rows)| and(&mut bits, rows));
                counters.count(facet, chunk, &bits);
            }
        }
        of_facets.iter().for_each(|(_, rows)| and(&mut of_others, rows));
        of_others
    }
}

fn facet_of(key: QueryKey) -> Option<Facet> {
    match key {
        QueryKey::Status => Some(Facet::Status),
        QueryKey::Currency => Some(Facet::Currency),
        QueryKey::Method => Some(Facet::Method),
        QueryKey::Family => Some(Facet::Family),
        QueryKey::Created => Some(Facet::Day),
        QueryKey::Disputed => Some(Facet::Disputed),
        QueryKey::Refunded => Some(Facet::Refunded),
        QueryKey::Amount
        | QueryKey::Customer
        | QueryKey::Email
        | QueryKey::Card
        | QueryKey::Code
        | QueryKey::Order
        | QueryKey::Id
        | QueryKey::Tag
        | QueryKey::Note => None,
    }
}

/// The bits of so many rows.
fn all(rows: usize) -> ChunkBits {
    let mut bits = [0; WORDS];
    for (word, bits) in bits.iter_mut().enumerate() {
        *bits = match rows.saturating_sub(word * 64) {
            0 => 0,
            left if left < 64 => (1 << left) - 1,
            _ => u64::MAX,
        };
    }
    bits
}

fn and(bits: &mut ChunkBits, other: &ChunkBits) {
    bits.iter_mut().zip(other).for_each(|(ours, theirs)| *ours &= theirs);
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};

    use super::super::matcher::NoteMatches;
    use super::super::order::{ColumnOrder, SortKey};
    use super::super::payment::{PaymentTexts, StoredPayment, last4_of};
    use super::super::samples::{SampleRng, payment};
    use super::*;
    use crate::payment_query::{Decimal, QueryTerm, parse_query};
    use paydesk_domain::decline;
    use paydesk_domain::ids::PaymentId;
    use paydesk_domain::payment::PaymentStatus;
    use paydesk_domain::payment_mark::is_captured_in_part;
    use paydesk_domain::search_text::plain;

    /// A zone an hour and three quarters before UTC.
    fn day_start(day: NaiveDate) -> DateTime<Utc> {
        day.and_time(NaiveTime::MIN).and_utc() - TimeDelta::minutes(105)
    }

    fn day_of(time: DateTime<Utc>) -> NaiveDate {
        (time + TimeDelta::minutes(105)).date_naive()
    }

    const TODAY: &str = "2026-09-21";

    /// Every seventh payment is tagged, and every fifth has a note.
    struct Written;

    impl Written {
        fn is_tagged(id: &str) -> bool {
            number(id) % 7 == 3
        }

        fn is_noted(id: &str) -> bool {
            number(id) % 5 == 2
        }

        fn of(has: fn(&str) -> bool) -> Vec<PaymentId> {
            let ids = (0..66_000).map(|number| PaymentId::new(format!("pay_{number:08}Ab")));
            ids.filter(|id| has(id.as_str())).chain([PaymentId::new("pay_unknown")]).collect()
        }
    }

    fn number(id: &str) -> usize {
        id.bytes().fold(7, |number: usize, byte| number.wrapping_mul(31).wrapping_add(usize::from(byte)))
    }

    impl NoteMatches for Written {
        fn tagged(&self, tag: &str) -> Vec<PaymentId> {
            if tag == "vip" { Self::of(Self::is_tagged) } else { Vec::new() }
        }

        fn noted(&self, text: &str) -> Vec<PaymentId> {
            if text == "waits" { Self::of(Self::is_noted) } else { Vec::new() }
        }

        fn annotated(&self, text: &str) -> Vec<PaymentId> {
            [self.tagged(text), self.noted(text)].concat()
        }
    }

    fn context() -> SearchContext<'static> {
        SearchContext { today: TODAY.parse().unwrap(), day_start: &day_start, notes: &Written }
    }

    fn columns(count: usize) -> KnownPayments {
        let (mut columns, mut rng) = (KnownPayments::default(), SampleRng(11));
        (0..count).for_each(|number| {
            columns.put(&payment(number, &mut rng));
        });
        columns.order_new();
        columns
    }

    fn texts(of: &StoredPayment) -> Vec<String> {
        let (row, texts) = (&of.row, &of.texts);
        let id = |id: &str| id.to_owned();
        let fields = [
            id(row.payment_id.as_str()),
            row.customer_id.as_ref().map(|customer| id(customer.as_str())).unwrap_or_default(),
            texts.email.clone(),
            texts.name.clone(),
            texts.description.clone(),
            texts.order.clone(),
            texts.metadata.clone(),
            texts.error_code.clone(),
            row.unified_code.clone().unwrap_or_default(),
            row.unified_message.clone().unwrap_or_default(),
            texts.brand.clone(),
        ];
        fields.iter().flat_map(|text| [text.to_lowercase(), plain(text)]).collect()
    }

    /// Evaluates a term row by row and field by field, as the columns do.
    fn holds(term: &QueryTerm, of: &StoredPayment) -> bool {
        let row = &of.row;
        let part = |values: &[String], text: &str| {
            values.iter().any(|value| text.to_lowercase().contains(&value.to_lowercase()))
        };
        let code = row.unified_code.as_deref();
        let exponent = row.amount.currency.exponent().unwrap_or(0);
        match term {
            QueryTerm::Text(text) => {
                let amount = Decimal::parse(text).or_else(|| Decimal::parse_grouped(text));
                let is_amount = amount.and_then(|amount| amount.minor(exponent)) == Some(row.amount.minor)
                    || row.amount.currency.code().eq_ignore_ascii_case(text);
                let is_card = last4_of(text).is_some_and(|last4| of.last4 == Some(last4));
                let id = row.payment_id.as_str();
                let is_written =
                    (text == "vip" && Written::is_tagged(id)) || (text == "waits" && Written::is_noted(id));
                let wanted = [text.to_lowercase(), plain(text)];
                texts(of).iter().any(|known| wanted.iter().any(|text| known.contains(text)))
                    || is_amount
                    || is_card
                    || is_written
            }
            QueryTerm::Status(statuses) => {
                let is_part = statuses.contains(&PaymentStatus::PartiallyCaptured) && is_captured_in_part(row);
                statuses.contains(&row.status) || is_part
            }
            QueryTerm::Currency(codes) => codes.contains(row.amount.currency.currency_code()),
            QueryTerm::Amount(condition) => condition.minor_range(exponent).contains(&row.amount.minor),
            QueryTerm::Created(condition) => row.created.is_some_and(|created| {
                let (from, to) = condition.days(TODAY.parse().unwrap());
                let day = day_of(created);
                from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
            }),
            QueryTerm::Customer(ids) => {
                row.customer_id.as_ref().is_some_and(|id| ids.iter().any(|known| known == id.as_str()))
            }
            QueryTerm::Email(values) => part(values, &of.texts.email),
            QueryTerm::Order(values) => part(values, &of.texts.order),
            QueryTerm::Id(values) => part(values, row.payment_id.as_str()),
            QueryTerm::Method(words) => {
                words.iter().any(|word| row.payment_method.as_ref() == Some(word) || *word == of.texts.method_type)
            }
            QueryTerm::Card(values) => values.iter().any(|value| last4_of(value) == of.last4),
            QueryTerm::Code(words) => code.is_some_and(|code| {
                words.iter().any(|word| match word.strip_suffix('*') {
                    Some(beginning) => code.starts_with(beginning),
                    None => code == word,
                })
            }),
            QueryTerm::Family(families) => code.is_some_and(|code| families.contains(&decline::family(code))),
            QueryTerm::Refunded(is_so) => of.refunded == *is_so,
            QueryTerm::Disputed(is_so) => of.disputed == *is_so,
            QueryTerm::Tag(tags) => tags.iter().any(|tag| tag == "vip") && Written::is_tagged(row.payment_id.as_str()),
            QueryTerm::Note(parts) => {
                parts.iter().any(|part| part == "waits") && Written::is_noted(row.payment_id.as_str())
            }
        }
    }

    fn is_found(query: &PaymentQuery, of: &StoredPayment, without: Option<QueryKey>) -> bool {
        let others = query.conditions.iter().filter(|condition| without.is_none() || condition.term.key() != without);
        others.into_iter().all(|condition| holds(&condition.term, of) != condition.negated)
    }

    const QUERIES: [&str; 49] = [
        "",
        "anna",
        "ANNA",
        "jürgen",
        "\"anna müller\"",
        "jurgen",
        "-ju\u{308}rgen visa",
        "\"ANNA MULLER\"",
        "u",
        "-visa",
        "mastercard",
        "pay_0000004",
        "ab",
        "e",
        "-e",
        "shoes -anna",
        "insufficient",
        "ue_3",
        "0042",
        "12.50",
        "zebra",
        "status:failed",
        "status:failed,succeeded anna",
        "-status:failed currency:eur",
        "status:odd_word",
        "status:partially_captured",
        "-status:partially_captured,failed",
        "currency:jpy,kwd amount:>1500",
        "amount:10..20",
        "amount:<0",
        "amount:12.34",
        "created:2026-09-21",
        "created:2026-09",
        "created:>2026-09-20 created:<=2026-09-21",
        "created:2d",
        "customer:cus_9",
        "-customer:cus_9 customer:cus_8,cus_9,cus_10",
        "email:@example.com order:A-1 -email:anna",
        "method:card,debit",
        "code:UE_1001,UE_3* family:issuer,availability",
        "id:_00000 refunded:yes disputed:no",
        "51",
        "tag:vip",
        "-tag:vip,none note:waits status:failed",
        "note:nothing",
        "vip -waits",
        "a card:0042 -b",
        "-anna amount:<3 refunded:yes",
        "email:anna -id:7 card:0007,0042",
    ];

    /// Found by a clerk: `visa 1926` found somebody else's payment, whose id had these digits.
    #[test]
    fn four_digits_beside_a_brand_are_those_of_a_card() {
        let mut columns = KnownPayments::default();
        let mut rng = SampleRng(3);
        for (number, (id, last4, order)) in
            [("pay_V1926x", Some(7), ""), ("pay_2", Some(1926), ""), ("pay_3", None, "A-1926")].into_iter().enumerate()
        {
            let mut known = payment(number, &mut rng);
            (known.row.payment_id, known.last4, known.row.customer_id) = (PaymentId::new(id), last4, None);
            known.texts = PaymentTexts { order: order.to_owned(), brand: "Visa".to_owned(), ..PaymentTexts::default() };
            columns.put(&known);
        }
        columns.order_new();
        let found = |text: &str| {
            let found = search(&columns, &parse_query(text).unwrap(), &context(), true).rows;
            (0..3).filter(|row| found.has(*row)).collect::<Vec<usize>>()
        };
        assert_eq!((found("1926"), found("visa 1926"), found("V1926")), (vec![0, 1, 2], vec![1], vec![0]));
    }

    #[test]
    fn what_is_found_is_what_a_look_at_every_payment_finds() {
        // One chunk and a part, and enough for two threads.
        for count in [300, 4 * crate::payment_columns::CHUNK_ROWS + 130] {
            let columns = columns(count);
            let all: Vec<StoredPayment> = (0..count).filter_map(|row| columns.payment(row)).collect();
            for text in QUERIES {
                let query = parse_query(text).unwrap();
                let found = search(&columns, &query, &context(), true);
                let expected: Vec<usize> = (0..count).filter(|row| is_found(&query, &all[*row], None)).collect();
                let rows: Vec<usize> = (0..count + 64).filter(|row| found.rows.has(*row)).collect();
                assert_eq!(rows, expected, "{text} in {count}");
                assert_eq!(found.rows, search(&columns, &query, &context(), false).rows, "{text}");
                let picked: Vec<usize> = found.rows.pick(columns.newest()).iter().map(|row| *row as usize).collect();
                let newest = columns.newest().iter().map(|row| *row as usize).filter(|row| found.rows.has(*row));
                assert_eq!(picked, newest.collect::<Vec<_>>(), "{text}");
            }
        }
    }

    #[test]
    fn what_is_found_is_summed_by_currency() {
        let columns = columns(300);
        for text in ["", "anna", "status:failed", "zebra"] {
            let found = search(&columns, &parse_query(text).unwrap(), &context(), false).rows;
            let rows = (0..300).filter(|row| found.has(*row));
            let expected: MoneySums = rows.filter_map(|row| columns.amount(row)).collect();
            assert_eq!(sums(&columns, &found), expected, "{text}");
        }
    }

    #[test]
    fn every_facet_counts_what_the_other_conditions_find() {
        let columns = columns(3_000);
        let all: Vec<StoredPayment> = (0..3_000).filter_map(|row| columns.payment(row)).collect();
        for text in QUERIES {
            let query = parse_query(text).unwrap();
            let facets = search(&columns, &query, &context(), true).facets;
            let count = |key: QueryKey, has: &dyn Fn(&StoredPayment) -> bool| {
                all.iter().filter(|of| is_found(&query, of, Some(key)) && has(of)).count() as u64
            };
            for (status, counted) in &facets.statuses {
                assert_eq!(*counted, count(QueryKey::Status, &|of| of.row.status == *status), "{text} {status}");
            }
            for (currency, counted) in &facets.currencies {
                assert_eq!(
                    *counted,
                    count(QueryKey::Currency, &|of| of.row.amount.currency.currency_code() == currency),
                    "{text}"
                );
            }
            for (method, counted) in &facets.methods {
                assert_eq!(*counted, count(QueryKey::Method, &|of| of.row.payment_method.as_ref() == Some(method)));
            }
            for (family, counted) in &facets.families {
                let is_it = |of: &StoredPayment| of.row.unified_code.as_deref().map(decline::family) == Some(*family);
                assert_eq!(*counted, count(QueryKey::Family, &is_it), "{text} {family:?}");
            }
            for (day, counted) in &facets.days {
                let is_it = |of: &StoredPayment| of.row.created.map(day_of) == Some(*day);
                assert_eq!(*counted, count(QueryKey::Created, &is_it), "{text} {day}");
            }
            assert_eq!(facets.disputed, count(QueryKey::Disputed, &|of| of.disputed), "{text}");
            assert_eq!(facets.refunded, count(QueryKey::Refunded, &|of| of.refunded), "{text}");
            let of_days: u64 = facets.days.iter().map(|(_, count)| count).sum();
            assert_eq!(of_days + facets.older, count(QueryKey::Created, &|_| true), "{text}");
            assert!(facets.days.is_sorted_by(|one, other| one.0 > other.0), "{text}");
        }
    }

    #[test]
    fn rows_are_sorted_by_every_column_with_the_newest_of_equal_ones_first() {
        use strum::IntoEnumIterator as _;
        let columns = columns(60_000);
        let all: Vec<StoredPayment> = (0..60_000).filter_map(|row| columns.payment(row)).collect();
        let code = |of: &StoredPayment| of.row.amount.currency.code().to_owned();
        let last = |text: String| (text.is_empty(), text);
        let first_of = |texts: [&str; 3]| {
            texts.into_iter().find(|text| !text.is_empty()).map(str::to_lowercase).unwrap_or_default()
        };
        for key in SortKey::iter() {
            let order = ColumnOrder::new(&columns.sort_input(), key);
            let mut expected: Vec<u32> = columns.newest().to_vec();
            match key {
                SortKey::PaymentId => expected.sort_by_key(|row| all[*row as usize].row.payment_id.clone()),
                SortKey::Amount => {
                    expected.sort_by_key(|row| (code(&all[*row as usize]), all[*row as usize].row.amount.minor))
                }
                SortKey::Currency => expected.sort_by_key(|row| code(&all[*row as usize])),
                SortKey::Status => expected.sort_by_key(|row| all[*row as usize].row.status.clone()),
                SortKey::Created => expected.reverse(),
                SortKey::Customer => expected.sort_by_key(|row| {
                    last(all[*row as usize].row.customer_id.as_ref().map(ToString::to_string).unwrap_or_default())
                }),
                SortKey::Email => expected.sort_by_key(|row| last(all[*row as usize].texts.email.to_lowercase())),
                SortKey::Payer => expected.sort_by_key(|row| {
                    let StoredPayment { row, texts, .. } = &all[*row as usize];
                    let id = row.customer_id.as_ref().map(ToString::to_string).unwrap_or_default();
                    last(first_of([&texts.name, &texts.email, &id]))
                }),
                SortKey::Order => expected.sort_by_key(|row| {
                    let texts = &all[*row as usize].texts;
                    last(first_of([&texts.order, &texts.description, ""]))
                }),
                SortKey::Description => {
                    expected.sort_by_key(|row| last(all[*row as usize].texts.description.to_lowercase()))
                }
                SortKey::OrderReference => {
                    expected.sort_by_key(|row| last(all[*row as usize].texts.order.to_lowercase()))
                }
                SortKey::Last4 => expected.sort_by_key(|row| all[*row as usize].last4.unwrap_or(u16::MAX)),
                SortKey::CardCountry => {
                    expected.sort_by_key(|row| last(all[*row as usize].texts.card_country.clone()));
                }
                SortKey::CaptureBefore | SortKey::Refunded | SortKey::LeftToRefund | SortKey::Tags | SortKey::Note => {}
                SortKey::Method => {
                    expected.sort_by_key(|row| last(all[*row as usize].row.payment_method.clone().unwrap_or_default()))
                }
                SortKey::Decline => {
                    expected.sort_by_key(|row| last(all[*row as usize].row.unified_code.clone().unwrap_or_default()))
                }
                SortKey::Seen => expected.sort_by_key(|row| all[*row as usize].seen_at),
            }
            assert!(order.rows() == expected, "{key:?}");
            assert!(order.is_of(&columns, key));
        }
    }
    #[test]
    fn an_order_takes_what_came_and_changed_and_equals_one_made_anew() {
        use strum::IntoEnumIterator as _;
        let mut columns = columns(30_000);
        let orders: Vec<ColumnOrder> =
            SortKey::iter().map(|key| ColumnOrder::new(&columns.sort_input(), key)).collect();
        let mut rng = SampleRng(77);
        for round in 0..700 {
            let number = if round % 2 == 0 { rng.below(30_000) as usize } else { 30_000 + round };
            let mut payment = payment(number, &mut rng);
            payment.row.created = payment.row.created.map(|at| at + chrono::TimeDelta::milliseconds(round as i64));
            payment.row.status = PaymentStatus::from_word("newly_known");
            columns.put(&payment);
        }
        columns.order_new();
        for order in orders {
            let key = order.key();
            let updated = order.updated(&columns).expect("few changes");
            let anew = ColumnOrder::new(&columns.sort_input(), key);
            // Rows without a time of creation have no age to be ordered by.
            let has_age = |row: &&u32| columns.created(**row as usize).is_some();
            let of = |order: &ColumnOrder| order.rows().iter().filter(has_age).copied().collect::<Vec<u32>>();
            assert!(of(&updated) == of(&anew), "{key:?}");
            assert_eq!(updated.rows().len(), anew.rows().len());
            assert!(updated.is_of(&columns, key));
        }
        let order = ColumnOrder::new(&columns.sort_input(), SortKey::Email);
        for number in 0..3_000 {
            columns.put(&payment(50_000 + number, &mut rng));
        }
        assert_eq!(order.updated(&columns), None, "too many changes");
        assert!(!order.can_be_updated(&columns));
    }
}
