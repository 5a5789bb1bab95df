//! Lines that may add up others: a total in place of a payment would be sent beside its parts.
//!
//! A false alarm costs one word of the person, for one line or for all at once.

use std::collections::{HashMap, HashSet};

use crate::features::bulk::exclusion::Exclusion;
use crate::features::bulk::wanted::{WantedAmount, WantedCurrency, WantedItem};
use paydesk_domain::money::{CurrencyCode, MinorUnits, Money};

/// How many lines below the total of a table may be its tax, its discount, its mean or another total.
const BELOW_TOTAL: usize = 3;
/// Decimals of all sums, whatever their currency has.
const DECIMALS: u32 = 4;

/// Leaves out the lines whose amount is the sum of others, and those below the total of the table. What a person imports
/// all the same is no other line's business.
pub(super) fn refuse_totals(items: &mut [WantedItem], adds_up: impl Fn(u32) -> bool, units: MinorUnits) {
    let lines = amounts(items, adds_up, units);
    let waiting = FoundTotals::find(&lines);
    for (line, why) in lines.iter().zip(waiting) {
        let item = &mut items[line.place];
        // What cannot be sent has a better reason.
        let is_open = line.can_be_sent && item.refused.is_none() && !item.is_repeat_meant && !item.target.is_empty();
        item.refused = item.refused.take().or_else(|| why.filter(|_| is_open));
    }
}

/// The amount of a line, without its sign.
#[derive(Debug)]
struct LineAmount {
    /// Among the items.
    place: usize,
    /// In parts of [`DECIMALS`]; `None` where it cannot be read.
    amount: Option<(CurrencyCode, i128)>,
    can_be_sent: bool,
    /// It is not left out, and no repetition of another line.
    counts: bool,
    /// Its words or its formula say that it adds up others.
    is_total: bool,
}

fn amounts(items: &[WantedItem], adds_up: impl Fn(u32) -> bool, units: MinorUnits) -> Vec<LineAmount> {
    let mut seen = HashSet::new();
    let with_amount = items.iter().enumerate().filter(|(_, item)| item.amount != WantedAmount::Missing);
    with_amount
        .map(|(place, item)| {
            let is_damaged = matches!(item.refused, Some(Exclusion::Damaged { .. }));
            let amount = magnitude(item, units).filter(|_| !is_damaged);
            let is_new = amount.is_none() || seen.insert((item.target.as_str(), amount.clone()));
            let is_total = item.refused == Some(Exclusion::Total) || item.line.is_some_and(&adds_up);
            let can_be_sent = item.amount_in(Some(&units.currency("EUR")), units).is_some();
            LineAmount { place, amount, can_be_sent, counts: item.refused.is_none() && is_new, is_total }
        })
        .collect()
}

/// What an item asks for, whatever its sign; where the file names no currency, any will do.
fn magnitude(item: &WantedItem, units: MinorUnits) -> Option<(CurrencyCode, i128)> {
    let any = units.currency("EUR");
    let unsigned = || {
        let WantedAmount::Text { text, mark, seen } = &item.amount else { return None };
        let text = text.trim_matches(|c: char| c.is_whitespace() || "+-−()".contains(c)).to_owned();
        let amount = WantedAmount::Text { text, mark: *mark, seen: *seen };
        let item = WantedItem { amount, ..item.clone() };
        let in_any = || WantedItem { currency: WantedCurrency::OfObject, ..item.clone() };
        item.amount_in(Some(&any), units).or_else(|| in_any().amount_in(Some(&any), units))
    };
    let Money { minor, currency } = item.amount_in(Some(&any), units).or_else(unsigned)?;
    let scale = 10_i128.pow(DECIMALS.saturating_sub(currency.exponent().unwrap_or(DECIMALS)));
    Some((currency.currency_code().clone(), i128::from(minor).abs() * scale))
}

/// Sums of lines, by currency and over all, with how many lines each has.
#[derive(Debug, Default)]
struct CurrencyTally {
    all: (i128, usize),
    by_currency: HashMap<CurrencyCode, (i128, usize)>,
}

impl CurrencyTally {
    fn add(&mut self, currency: &CurrencyCode, amount: i128) {
        let of_currency = self.by_currency.entry(currency.clone()).or_default();
        for (sum, count) in [&mut self.all, of_currency] {
            *sum += amount;
            *count += 1;
        }
    }

    /// Whether an amount is the sum of at least so many lines.
    fn is_sum(&self, (currency, amount): &(CurrencyCode, i128), least: usize) -> bool {
        let of_currency = self.by_currency.get(currency).copied().unwrap_or_default();
        [self.all, of_currency].iter().any(|(sum, count)| *count >= least && sum == amount)
    }

    /// Whether an amount is at least the sum of its currency.
    fn is_below(&self, (currency, amount): &(CurrencyCode, i128)) -> bool {
        self.by_currency.get(currency).is_none_or(|(sum, _)| sum <= amount)
    }
}

/// The sums of a block of lines: of all that can be read, and of those that are not left out.
#[derive(Debug, Default)]
struct Block {
    readable: CurrencyTally,
    counted: CurrencyTally,
    /// Lines whose amount cannot be read.
    unread: usize,
}

impl Block {
    fn add(&mut self, line: &LineAmount) {
        let Some((currency, amount)) = &line.amount else {
            self.unread += 1;
            return;
        };
        self.readable.add(currency, *amount);
        if line.counts {
            self.counted.add(currency, *amount);
        }
    }

    fn is_sum(&self, amount: &(CurrencyCode, i128), least: usize) -> bool {
        self.readable.is_sum(amount, least) || self.counted.is_sum(amount, least)
    }

    /// Whether an amount may be the sum, of which a part cannot be read.
    fn may_be_sum(&self, amount: &(CurrencyCode, i128)) -> bool {
        self.unread > 0 && self.unread + self.readable.all.1 > 1 && self.readable.is_below(amount)
    }
}

/// Which lines are totals, as far as they were looked at.
#[derive(Debug, Default)]
struct FoundTotals {
    is_total: Vec<bool>,
    /// Every line from the first on that is no total.
    parts: Block,
    /// Every line from the first on, with the totals: one of them may be none.
    all: Block,
    /// Every line behind the last total.
    since_total: Block,
    /// The places of the totals of every line above them.
    whole: Vec<usize>,
    /// The place of the last line, where it may add up lines of which one cannot be read.
    beside_unread: Option<usize>,
}

impl FoundTotals {
    /// Why each line waits.
    fn find(lines: &[LineAmount]) -> Vec<Option<Exclusion>> {
        let mut found = Self::default();
        lines.iter().for_each(|line| found.take(line));
        found.take_last(lines);
        found.take_first(lines);
        let end = lines.len().saturating_sub(BELOW_TOTAL + 1);
        let below = found.whole.iter().copied().find(|place| *place >= end).unwrap_or(lines.len());
        let beside_unread = found.beside_unread;
        let why = |(place, is_total): (usize, bool)| match is_total {
            true if beside_unread == Some(place) => Some(Exclusion::MayAddUpUnread),
            true => Some(Exclusion::MayBeTotal),
            false => (place > below).then_some(Exclusion::BelowTotal),
        };
        found.is_total.into_iter().enumerate().map(why).collect()
    }

    fn take(&mut self, line: &LineAmount) {
        let is_sum = |block: &Block| line.amount.as_ref().is_some_and(|amount| block.is_sum(amount, 2));
        let is_whole = is_sum(&self.parts) || is_sum(&self.all);
        let is_total = line.is_total || is_whole || is_sum(&self.since_total);
        self.whole.extend(is_whole.then_some(self.is_total.len()));
        self.is_total.push(is_total);
        self.all.add(line);
        if is_total {
            self.since_total = Block::default();
        } else {
            self.parts.add(line);
            self.since_total.add(line);
        }
    }

    /// The last line may add up some lines directly above it, or lines of which one cannot be read.
    fn take_last(&mut self, lines: &[LineAmount]) {
        let Some(last) = lines.iter().rposition(|line| !line.is_total) else { return };
        let Some(amount) = lines[last].amount.as_ref().filter(|_| !self.is_total[last]) else { return };
        let may_be_sum = {
            let (mut parts, mut since_total) = (Block::default(), Block::default());
            for (line, is_total) in lines[..last].iter().zip(&self.is_total) {
                if *is_total {
                    since_total = Block::default();
                } else {
                    parts.add(line);
                    since_total.add(line);
                }
            }
            parts.may_be_sum(amount) || since_total.may_be_sum(amount)
        };
        let adds_up = self.adds_up_above(&lines[..last], amount);
        self.beside_unread = (may_be_sum && !adds_up).then_some(last);
        self.is_total[last] = may_be_sum || adds_up;
    }

    /// Whether an amount is the sum of two lines or more directly below others, one of them a total, or of three.
    fn adds_up_above(&self, above: &[LineAmount], amount: &(CurrencyCode, i128)) -> bool {
        let (mut block, mut has_total) = (Block::default(), false);
        above.iter().zip(&self.is_total).rev().any(|(line, is_total)| {
            has_total |= *is_total;
            block.add(line);
            block.is_sum(amount, if has_total { 2 } else { 3 })
        })
    }

    /// The first line may add up all others.
    fn take_first(&mut self, lines: &[LineAmount]) {
        let Some((first, others)) = lines.split_first() else { return };
        let mut block = Block::default();
        let parts = others.iter().zip(&self.is_total[1..]).filter(|(_, is_total)| !**is_total);
        parts.for_each(|(line, _)| block.add(line));
        self.is_total[0] |= first.amount.as_ref().is_some_and(|amount| block.is_sum(amount, 2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::bulk::wanted::MarksSeen;
    use paydesk_domain::money::DecimalMark;

    fn item(place: usize, amount: &str) -> WantedItem {
        let (text, currency) = amount.split_once(' ').unwrap_or((amount, "EUR"));
        let text = text.to_owned();
        let amount = WantedAmount::Text { text, mark: DecimalMark::Any, seen: MarksSeen::default() };
        let currency = WantedCurrency::Named(currency.to_owned());
        let line = u32::try_from(place + 2).ok();
        WantedItem { amount, currency, line, ..WantedItem::whole(format!("pay_{place}")) }
    }

    /// The places of the lines that wait.
    fn waiting(amounts: &[&str]) -> Vec<usize> {
        let mut items: Vec<WantedItem> =
            amounts.iter().enumerate().map(|(place, amount)| item(place, amount)).collect();
        refuse_totals(&mut items, |_| false, MinorUnits::Iso4217);
        items.iter().enumerate().filter(|(_, item)| item.refused.is_some()).map(|(place, _)| place).collect()
    }

    #[test]
    fn a_line_waits_that_is_the_sum_of_others_wherever_it_stands() {
        for (amounts, expected) in [
            (&["10", "11", "21"][..], &[2][..]),
            (&["10 EUR", "11 EUR", "12 USD", "13 USD", "21 EUR", "25 USD"], &[4, 5]),
            (&["10 EUR", "5 USD", "11 EUR", "6 USD", "21 EUR", "11 USD"], &[4, 5]),
            (&["10", "11", "12", "13", "14", "39"], &[5]),
            (&["33", "10", "11", "12"], &[0]),
            (&["10", "11", "12", "33", "3"], &[3, 4]),
            (&["10", "11", "21", "12", "13", "25", "46"], &[2, 5, 6]),
            (&["-10", "-11", "21"], &[2]),
            (&["(10.00)", "(11.00)", "21"], &[2]),
            (&["10", "10", "20", "3.80", "23.80"], &[2, 3, 4]),
            (&["10", "12", "14", "36", "12"], &[3, 4]),
            (&["10", "11", "12", "33", "-3", "30"], &[3, 5]),
            (&["5", "(5.00)", "-10"], &[]),
            (&["1.000,50", "11,00", "1.011,50"], &[2]),
            (&["100 JPY", "110 JPY", "210 JPY"], &[2]),
            (&["10 EUR", "5 USD", "15 EUR"], &[2]),
            (&["10", "eleven", "12", "33"], &[3]),
            (&["10", "11", "12", "33", "7", "8", "9", "13", "4.50"], &[3]),
            (&["1000 JPY", "10 EUR", "1010 EUR"], &[2]),
            // Ordinary lines.
            (&["10", "10", "10", "10"], &[]),
            (&["10", "10"], &[]),
            (&["10", "eleven"], &[]),
            (&["10", "eleven", "9"], &[]),
            (&["19.90", "5.00", "7.45", "19.90"], &[]),
        ] {
            assert_eq!(waiting(amounts), expected, "{amounts:?}");
        }
    }

    #[test]
    fn the_last_line_below_an_unreadable_amount_is_not_said_to_be_a_sum() {
        let lines = ["10", "eleven", "12", "33"];
        let mut items: Vec<WantedItem> = lines.iter().enumerate().map(|(place, amount)| item(place, amount)).collect();
        refuse_totals(&mut items, |_| false, MinorUnits::Iso4217);
        assert_eq!(items[3].refused, Some(Exclusion::MayAddUpUnread));
    }

    #[test]
    fn a_repeated_line_is_no_part_of_a_total() {
        let mut items: Vec<WantedItem> = ["10", "11", "11", "12", "33"].iter().map(|amount| item(0, amount)).collect();
        for (place, id) in ["a", "b", "b", "c", "d"].into_iter().enumerate() {
            items[place].target = id.to_owned();
        }
        refuse_totals(&mut items, |_| false, MinorUnits::Iso4217);
        assert!(items.iter().map(|item| item.refused.is_some()).eq([false, false, false, false, true]));
    }

    #[test]
    fn what_adds_up_by_its_formula_waits_and_a_person_takes_it_in() {
        let mut items: Vec<WantedItem> =
            ["10", "11", "12"].iter().enumerate().map(|(place, a)| item(place, a)).collect();
        items[1].is_repeat_meant = true;
        refuse_totals(&mut items, |line| line != 2, MinorUnits::Iso4217);
        let reasons: Vec<_> = items.into_iter().map(|item| item.refused).collect();
        assert_eq!(reasons, [None, None, Some(Exclusion::MayBeTotal)]);
    }

    #[test]
    fn few_of_a_thousand_round_prices_wait() {
        let mut random = 42_u64;
        let mut price = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            format!("{}", 5 * (1 + (random >> 33) % 40))
        };
        let mut most = 0;
        for _ in 0..20 {
            let prices: Vec<String> = (0..1_000).map(|_| price()).collect();
            most = most.max(waiting(&prices.iter().map(String::as_str).collect::<Vec<_>>()).len());
        }
        assert!(most <= 4, "{most} of 1,000 wait");
    }
}
