//! Simulation of boards between whose periods, and between whose groups, nothing truly differs: at most one in twenty may
//! claim that something does. Every card that calls a change or a difference significant is on them, all of the same
//! disputes and payments, as on the screen.

use chrono::NaiveDate;
use paydesk_domain::analytics::{Dimension, Subject};
use paydesk_domain::money::{CurrencyCode, MinorUnits};
use paydesk_domain::payment::PaymentStatus;
use paydesk_index::payment_columns::PaymentGroups;

use super::boards::PaymentGrouping;
use super::card_content::{
    AxisSlot, CardContent, CardValue, DimensionValues, Pane, TotalChange, ValueSeries, ValueUnit,
};
use super::chance::Dice;
use super::grid::Coverage;
use super::measure::Measure;
use super::payment_groups::{GroupedPayment, panes};
use super::range::Period;
use super::significance::{REPORTS, Share, Significance, of_shares};

const SEEDS: u64 = 10_000;
const CODES: [&str; 3] = ["EUR", "USD", "JPY"];
/// How frequent each currency is, in percent.
const CURRENCIES: [u64; 3] = [60, 30, 10];
const REASONS: [u64; 6] = [35, 25, 15, 12, 8, 5];
const STAGES: [u64; 3] = [10, 80, 10];
const PROFILES: [u64; 2] = [70, 30];
/// Succeeded, failed, requires capture, processing.
const STATUSES: [u64; 4] = [80, 12, 5, 3];
/// The fields of the evidence of a dispute.
const FIELDS: usize = 4;

/// A number now and before.
type NumberMove = (i64, i64);
/// A value now and before.
type ValueMove = (Option<CardValue>, Option<CardValue>);

/// A dispute of one of both periods.
struct ThrownDispute {
    is_now: bool,
    currency: usize,
    reason: usize,
    stage: usize,
    profile: usize,
    minor: i64,
    /// `None` while it is open.
    is_won: Option<bool>,
    fields: [bool; FIELDS],
}

impl ThrownDispute {
    fn thrown(dice: &mut Dice, is_now: bool) -> Self {
        Self {
            is_now,
            currency: dice.pick(&CURRENCIES),
            reason: dice.pick(&REASONS),
            stage: dice.pick(&STAGES),
            profile: dice.pick(&PROFILES),
            minor: amount(dice),
            is_won: dice.happens(85).then(|| dice.happens(40)),
            fields: [(); FIELDS].map(|()| dice.happens(60)),
        }
    }
}

/// Small amounts are more frequent than large ones.
fn amount(dice: &mut Dice) -> i64 {
    let magnitude = 500_u64 << (dice.roll() % 7);
    i64::try_from(magnitude + dice.roll() % magnitude).unwrap()
}

/// So many cases of two periods that do not differ.
fn cases(dice: &mut Dice, expected: u64) -> Vec<ThrownDispute> {
    let mut all = Vec::new();
    for is_now in [true, false] {
        all.extend((0..dice.events(expected)).map(|_| ThrownDispute::thrown(dice, is_now)));
    }
    all
}

/// Adds up what is wanted of each case, now and before.
fn pair<T>(cases: &[T], when: impl Fn(&T) -> bool, number: impl Fn(&T) -> i64) -> NumberMove {
    cases.iter().fold((0, 0), |sum, case| match when(case) {
        true => (sum.0 + number(case), sum.1),
        false => (sum.0, sum.1 + number(case)),
    })
}

fn of_cases(cases: &[ThrownDispute], number: impl Fn(&ThrownDispute) -> i64) -> NumberMove {
    pair(cases, |case| case.is_now, number)
}

fn counted((now, before): NumberMove) -> ValueMove {
    (Some(CardValue::count(now)), Some(CardValue::count(before)))
}

fn rated(hits: NumberMove, of: NumberMove) -> ValueMove {
    (CardValue::rate(hits.0, of.0), CardValue::rate(hits.1, of.1))
}

fn slot(values: DimensionValues) -> AxisSlot {
    AxisSlot {
        label: String::new(),
        full_label: String::new(),
        span: None,
        cover: Coverage::Whole,
        label_before: String::new(),
        dimension_values: values,
        merged: 0,
    }
}

/// A series with a value in each slot, and their total.
fn series(measure: Option<Measure>, moved: &[ValueMove], total: ValueMove) -> ValueSeries {
    ValueSeries {
        name: String::new(),
        definition: "",
        measure,
        dimension_values: DimensionValues::new(),
        values: moved.iter().map(|(now, _)| *now).collect(),
        before: moved.iter().map(|(_, before)| *before).collect(),
        total: total.0,
        total_before: total.1,
        change: TotalChange::None,
        here: None,
        merged: 0,
    }
}

/// Counts of groups, as the cards by reason, currency, stage and profile have them.
fn groups(cases: &[ThrownDispute], groups: usize, of: fn(&ThrownDispute) -> usize) -> CardContent {
    let count = |group: usize| counted(of_cases(cases, |case| i64::from(of(case) == group)));
    let moved: Vec<ValueMove> = (0..groups).map(count).collect();
    let total = counted(of_cases(cases, |_| 1));
    board_card(Subject::Disputes, vec![(ValueUnit::Count, vec![series(Some(Measure::Disputes), &moved, total)])])
}

/// A card whose panes have a slot for each currency or group; those of money have one.
fn board_card(subject: Subject, panes: Vec<(ValueUnit, Vec<ValueSeries>)>) -> CardContent {
    let in_currency = |code: &str| slot(vec![(Dimension::Currency, Some(code.to_owned()))]);
    let pane = |(unit, series): (ValueUnit, Vec<ValueSeries>)| {
        let slots = match &unit {
            ValueUnit::Money(currency) => vec![in_currency(currency.code())],
            ValueUnit::Count | ValueUnit::Rate if series[0].values.len() == CODES.len() => {
                CODES.map(in_currency).to_vec()
            }
            ValueUnit::Count | ValueUnit::Rate => vec![slot(Vec::new()); series[0].values.len()],
        };
        Pane { unit, title: String::new(), over_time: false, slots, series }
    };
    CardContent { subject, minutes: (1, 1), panes: panes.into_iter().map(pane).collect(), ..CardContent::default() }
}

fn money(code: &str) -> ValueUnit {
    ValueUnit::Money(MinorUnits::Iso4217.currency(code))
}

/// Disputes, amounts and win rates by currency.
fn dispute_totals(cases: &[ThrownDispute]) -> CardContent {
    let is_in =
        |case: &ThrownDispute, currency: Option<usize>| currency.is_none_or(|currency| case.currency == currency);
    let count = |currency: Option<usize>| of_cases(cases, |case| i64::from(is_in(case, currency)));
    let with = |currency: Option<usize>, is_won: bool| {
        of_cases(cases, |case| i64::from(is_in(case, currency) && case.is_won == Some(is_won)))
    };
    let rate = |currency: Option<usize>| {
        let (won, lost) = (with(currency, true), with(currency, false));
        rated(won, (won.0 + lost.0, won.1 + lost.1))
    };
    let each = |of: &dyn Fn(Option<usize>) -> ValueMove| (0..CODES.len()).map(|it| of(Some(it))).collect::<Vec<_>>();
    let disputes = series(Some(Measure::Disputes), &each(&|it| counted(count(it))), counted(count(None)));
    let win_rate = series(Some(Measure::WinRate), &each(&rate), rate(None));
    let amounts = CODES.iter().enumerate().map(|(currency, code)| {
        let sum = |is_wanted: fn(&ThrownDispute) -> bool| {
            let minor =
                |case: &ThrownDispute| if case.currency == currency && is_wanted(case) { case.minor } else { 0 };
            counted(of_cases(cases, minor))
        };
        let (disputed, lost) = (sum(|_| true), sum(|case| case.is_won == Some(false)));
        let all = [(Measure::DisputedAmount, disputed), (Measure::LostAmount, lost)];
        (money(code), all.map(|(measure, moved)| series(Some(measure), &[moved], moved)).to_vec())
    });
    let counts = [(ValueUnit::Count, vec![disputes]), (ValueUnit::Rate, vec![win_rate])];
    board_card(Subject::Disputes, counts.into_iter().chain(amounts).collect())
}

/// The rate of all disputes per payments, and that of each currency.
fn dispute_rate(cases: &[ThrownDispute], dice: &mut Dice) -> CardContent {
    let payments = CURRENCIES.map(|percent| (dice.events(6 * percent), dice.events(6 * percent)));
    let all = payments.iter().fold((0, 0), |sum, (now, before)| (sum.0 + now, sum.1 + before));
    let total = rated(of_cases(cases, |_| 1), all);
    let in_currency = |currency: usize| of_cases(cases, |case| i64::from(case.currency == currency));
    let rates: Vec<ValueMove> = (0..CODES.len()).map(|it| rated(in_currency(it), payments[it])).collect();
    let by_count = series(None, &rates, (None, None));
    let rate = Pane {
        unit: ValueUnit::Rate,
        title: String::new(),
        over_time: true,
        slots: Vec::new(),
        series: vec![series(None, &[], total)],
    };
    let of_currencies = Pane { over_time: false, slots: vec![slot(Vec::new()); CODES.len()], ..rate.clone() };
    let panes = vec![rate, Pane { series: vec![by_count], ..of_currencies }];
    CardContent { minutes: (1, 1), panes, ..CardContent::default() }
}

/// Whether the card of the dispute rate claims that it changed, or that one currency has a higher one.
fn rate_claims(content: &CardContent) -> bool {
    content.significance(0, 0, None) == Significance::Significant || content.highest_rate(1).is_some()
}

/// Whether a card claims that a number of a group, or a total, changed.
fn claims(content: &CardContent) -> bool {
    let places = content.panes.iter().enumerate().flat_map(|(pane, it)| {
        let slots = move || (0..it.slots.len()).map(Some).chain([None]);
        (0..it.series.len()).flat_map(move |series| slots().map(move |slot| (pane, series, slot)))
    });
    let mut judged = places.map(|(pane, series, slot)| content.significance(pane, series, slot));
    judged.any(|significance| significance == Significance::Significant)
}

/// Whether the card of evidence claims that a field made a difference: the reasons, and the fields of each, are its lines.
fn evidence_claims(cases: &[ThrownDispute]) -> bool {
    let lines = REASONS.len() * (1 + FIELDS);
    let share = |reason: usize, field: usize, is_with: bool| {
        let decided = || {
            let now = cases.iter().filter(|case| case.is_now && case.reason == reason);
            now.filter(move |case| case.fields[field] == is_with).filter_map(|case| case.is_won)
        };
        let count = |count: usize| i64::try_from(count).unwrap();
        Share { hits: count(decided().filter(|is_won| *is_won).count()), of: count(decided().count()) }
    };
    let fields = (0..REASONS.len()).flat_map(|reason| (0..FIELDS).map(move |field| (reason, field)));
    let mut judged =
        fields.map(|(reason, field)| of_shares(share(reason, field, true), share(reason, field, false), lines));
    judged.any(|significance| significance == Significance::Significant)
}

/// A payment that succeeded.
struct Paid {
    currency: usize,
    minor: i64,
    method: &'static str,
    brand: Option<&'static str>,
    country: Option<&'static str>,
    is_disputed: bool,
}

impl Paid {
    fn thrown(dice: &mut Dice) -> Self {
        let (brand, country) = (dice.pick(&[45, 35, 15, 5]), dice.pick(&[40, 20, 15, 15, 10]));
        let method = ["card", "wallet", "bank_redirect"][dice.pick(&[75, 15, 10])];
        let has_card = method == "card";
        Self {
            currency: dice.pick(&CURRENCIES),
            minor: amount(dice),
            method,
            brand: has_card.then_some(["Visa", "Mastercard", "Amex", "Discover"][brand]),
            country: has_card.then_some(["DE", "FR", "US", "GB", "NL"][country]),
            is_disputed: dice.happens(12),
        }
    }
}

/// Whether one of the cards of disputed payments claims that a group differs from the others.
fn share_claims(paid: &[Paid], codes: &[CurrencyCode; 3]) -> bool {
    let status = PaymentStatus::Succeeded;
    let grouped = paid.iter().map(|paid| GroupedPayment {
        groups: PaymentGroups {
            status: &status,
            minor: paid.minor,
            currency: &codes[paid.currency],
            method: Some(paid.method),
            brand: paid.brand,
            card_country: paid.country,
        },
        is_disputed: paid.is_disputed,
    });
    let grouped: Vec<GroupedPayment<'_>> = grouped.collect();
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let cards =
        [PaymentGrouping::CardBrand, PaymentGrouping::CardCountry, PaymentGrouping::Method, PaymentGrouping::Amount];
    cards.into_iter().any(|grouping| {
        let panes = panes(grouping, (&grouped, None), MinorUnits::Iso4217, Period { from: day, to: day });
        let groups = CardContent { panes, ..CardContent::default() }.group_rates();
        let differences = groups.into_iter().filter_map(|group| group.difference);
        differences.into_iter().any(|difference| difference.significance == Significance::Significant)
    })
}

/// Whether anything on a board of disputes claims something. What was won and lost by day of decision, the largest disputes
/// and what is open now are compared with nothing.
fn dispute_board_claims(seed: u64, codes: &[CurrencyCode; 3]) -> bool {
    let dice = &mut Dice::of(seed);
    let cases = cases(dice, 60);
    let rate = dispute_rate(&cases, dice);
    let cards = [
        dispute_totals(&cases),
        groups(&cases, REASONS.len(), |case| case.reason),
        groups(&cases, CODES.len(), |case| case.currency),
        groups(&cases, STAGES.len(), |case| case.stage),
        groups(&cases, PROFILES.len(), |case| case.profile),
    ];
    let paid: Vec<Paid> = (0..dice.events(200)).map(|_| Paid::thrown(dice)).collect();
    rate_claims(&rate) || cards.iter().any(claims) || evidence_claims(&cases) || share_claims(&paid, codes)
}

/// A payment of one of both periods.
struct Tried {
    is_now: bool,
    currency: usize,
    status: usize,
    minor: i64,
}

fn payment_board_claims(seed: u64) -> bool {
    let dice = &mut Dice::of(seed);
    let mut tried = Vec::new();
    for is_now in [true, false] {
        tried.extend((0..dice.events(300)).map(|_| Tried {
            is_now,
            currency: dice.pick(&CURRENCIES),
            status: dice.pick(&STATUSES),
            minor: amount(dice),
        }));
    }
    [payment_totals(&tried), payments_by_status(&tried)].iter().any(claims)
}

fn of_tried(tried: &[Tried], number: impl Fn(&Tried) -> i64) -> NumberMove {
    pair(tried, |tried| tried.is_now, number)
}

/// Payments, amounts and success rates by currency.
fn payment_totals(tried: &[Tried]) -> CardContent {
    let is_in = |tried: &Tried, currency: Option<usize>| currency.is_none_or(|currency| tried.currency == currency);
    let count = |currency: Option<usize>, statuses: usize| {
        of_tried(tried, |tried| i64::from(is_in(tried, currency) && tried.status < statuses))
    };
    let rate = |currency: Option<usize>| rated(count(currency, 1), count(currency, 2));
    let each = |of: &dyn Fn(Option<usize>) -> ValueMove| (0..CODES.len()).map(|it| of(Some(it))).collect::<Vec<_>>();
    let all = |it: Option<usize>| counted(count(it, STATUSES.len()));
    let payments = series(Some(Measure::Payments), &each(&all), all(None));
    let success = series(Some(Measure::SuccessRate), &each(&rate), rate(None));
    let amounts = CODES.iter().enumerate().map(|(currency, code)| {
        let minor = |tried: &Tried| if tried.currency == currency && tried.status == 0 { tried.minor } else { 0 };
        let moved = counted(of_tried(tried, minor));
        (money(code), vec![series(Some(Measure::ProcessedAmount), &[moved], moved)])
    });
    let counts = [(ValueUnit::Count, vec![payments]), (ValueUnit::Rate, vec![success])];
    board_card(Subject::Payments, counts.into_iter().chain(amounts).collect())
}

fn payments_by_status(tried: &[Tried]) -> CardContent {
    let count = |status: usize| counted(of_tried(tried, |tried| i64::from(tried.status == status)));
    let moved: Vec<ValueMove> = (0..STATUSES.len()).map(count).collect();
    let total = counted(of_tried(tried, |_| 1));
    board_card(Subject::Payments, vec![(ValueUnit::Count, vec![series(Some(Measure::Payments), &moved, total)])])
}

/// At most one in twenty, and some: else the simulation could not fail.
#[track_caller]
fn claims_are_rare(board: impl Fn(u64) -> bool) {
    let false_claims = (0..SEEDS).filter(|seed| board(*seed)).count() as u64;
    println!("{false_claims} of {SEEDS} boards claim a change or a difference");
    assert!(false_claims * REPORTS <= SEEDS, "{false_claims} of {SEEDS} boards claim a change or a difference");
    assert!(false_claims > 0, "the test can see a claim");
}

#[test]
fn where_nothing_differs_at_most_one_board_of_disputes_in_twenty_claims_something() {
    let codes = CODES.map(CurrencyCode::new);
    claims_are_rare(|seed| dispute_board_claims(seed, &codes));
}

#[test]
fn where_nothing_changed_at_most_one_board_of_payments_in_twenty_claims_something() {
    claims_are_rare(payment_board_claims);
}

/// Six cards over the same disputes depend on each other, which makes false claims rarer together: here each has its own,
/// which is the worst case.
#[test]
fn cards_that_share_nothing_claim_something_on_at_most_one_board_in_twenty() {
    claims_are_rare(|seed| {
        let dice = &mut Dice::of(seed);
        let mut next = || cases(dice, 50);
        let (totals, reasons, currencies) = (next(), next(), next());
        let (stages, profiles, evidence) = (next(), next(), next());
        let cards = [
            dispute_totals(&totals),
            groups(&reasons, REASONS.len(), |case| case.reason),
            groups(&currencies, CODES.len(), |case| case.currency),
            groups(&stages, STAGES.len(), |case| case.stage),
            groups(&profiles, PROFILES.len(), |case| case.profile),
        ];
        cards.iter().any(claims) || evidence_claims(&evidence)
    });
}

#[test]
fn a_true_change_of_some_size_is_found_on_most_boards() {
    let found = (0..200).filter(|seed| {
        let dice = &mut Dice::of(*seed);
        let total = counted((dice.events(120), dice.events(60)));
        let disputes = series(Some(Measure::Disputes), &[total], total);
        claims(&board_card(Subject::Disputes, vec![(ValueUnit::Count, vec![disputes])]))
    });
    assert!(found.count() > 180);
}

#[test]
fn a_group_of_which_truly_more_are_disputed_is_found_on_most_boards() {
    let codes = CODES.map(CurrencyCode::new);
    let found = (0..100).filter(|seed| {
        let dice = &mut Dice::of(*seed);
        let mut paid: Vec<Paid> = (0..400).map(|_| Paid::thrown(dice)).collect();
        for wallet in paid.iter_mut().filter(|paid| paid.method == "wallet") {
            wallet.is_disputed |= dice.happens(40);
        }
        share_claims(&paid, &codes)
    });
    assert!(found.count() > 90);
}

#[test]
fn a_currency_with_a_truly_higher_dispute_rate_is_named_on_most_boards() {
    let found = (0..200).filter(|seed| {
        let dice = &mut Dice::of(*seed);
        let mut cases = cases(dice, 60);
        cases.extend((0..25).map(|_| ThrownDispute { currency: 2, ..ThrownDispute::thrown(dice, true) }));
        dispute_rate(&cases, dice).highest_rate(1) == Some(2)
    });
    assert!(found.count() > 180);
}
