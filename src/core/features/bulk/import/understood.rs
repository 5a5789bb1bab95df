//! What Paydesk makes of each line: the same check that the plan is made by, its amounts summed by currency before and after
//! what is left out.

use crate::context::WorkspaceView;
use crate::features::bulk::exclusion::{Exclusion, ExclusionKind};
use crate::features::bulk::kind::BulkKind;
use crate::features::bulk::known::{KnownTarget, KnownTargets};
use crate::features::bulk::plan::assess;
use crate::features::bulk::wanted::WantedItem;
use crate::features::refunds::refundable_balance;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::money_sums::MoneySums;

/// One line below the header.
#[derive(Debug, Clone, PartialEq)]
pub struct UnderstoodLine {
    /// In the file, from 1.
    pub number: u32,
    pub target: String,
    /// Who paid, where that is known.
    pub customer: Option<String>,
    /// `None` where no amount or no currency is known.
    pub amount: Option<Money>,
    /// What was refunded of its payment before, or is being refunded: a correction may be meant, and would be added.
    pub refunded_before: Option<Money>,
    pub fate: LineFate,
}

/// What comes of a line.
#[derive(Debug, Clone, PartialEq)]
pub enum LineFate {
    Ready,
    /// Too little is known of its payment: it is read before the plan is shown.
    ToRead,
    NotImported(Exclusion),
}

/// The amounts of one currency. A sum that is too large to be counted is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportSums {
    pub currency: Currency,
    pub in_sheet: Option<Money>,
    pub not_imported: Option<Money>,
    pub imported: Option<Money>,
}

/// Each line of a file as Paydesk reads it, with the sums by currency.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Understood {
    pub lines: Vec<UnderstoodLine>,
    pub sums: Vec<ImportSums>,
    /// The places of the lines that are not imported.
    pub not_imported: Vec<usize>,
    /// The places of the lines whose amount no sum can count.
    pub not_counted: Vec<usize>,
    /// How many lines have a payment that is read first.
    pub to_read: usize,
    /// Whether it is known of any line who paid.
    pub names_people: bool,
}

impl Understood {
    pub(super) fn new(
        kind: BulkKind,
        wanted: &[WantedItem],
        known: &KnownTargets<'_>,
        view: &WorkspaceView<'_>,
    ) -> Self {
        let lines = assess(kind, wanted, known, view, |item, found, result| {
            let (amount, fate) = match result {
                Ok(planned) => (Some(planned.amount), LineFate::Ready),
                // What a damaged line says is not known.
                Err(why) if why.kind() == ExclusionKind::Damaged => (None, LineFate::NotImported(why)),
                Err(why) => (item.amount_in(found.currency(), view.units), fate(kind, why)),
            };
            let (number, target) = (item.line.unwrap_or_default(), item.target.clone());
            let refunded_before =
                (fate == LineFate::Ready && kind == BulkKind::Refund).then(|| refunded_before(found, view)).flatten();
            UnderstoodLine { number, target, customer: found.person(), amount, refunded_before, fate }
        });
        let places = |is: fn(&UnderstoodLine) -> bool| {
            lines.iter().enumerate().filter(|(_, line)| is(line)).map(|(place, _)| place).collect()
        };
        let (not_imported, not_counted) = (places(UnderstoodLine::is_left_out), places(UnderstoodLine::has_no_amount));
        let to_read = lines.iter().filter(|line| line.fate == LineFate::ToRead).count();
        let names_people = lines.iter().any(|line| line.customer.is_some());
        Self { sums: sums(&lines), not_imported, not_counted, to_read, names_people, lines }
    }

    /// How many lines are imported.
    pub fn imported(&self) -> usize {
        self.lines.len() - self.not_imported.len()
    }

    /// The lines that a person can import together, by their numbers: they may be totals, or in cents.
    pub fn importable_together(&self) -> impl Iterator<Item = u32> {
        let is_one = |line: &&UnderstoodLine| matches!(&line.fate, LineFate::NotImported(why) if why.may_be_imported_with_others());
        self.lines.iter().filter(is_one).map(|line| line.number)
    }

    /// How many lines are left out in this way.
    pub fn count(&self, kind: ExclusionKind) -> usize {
        let is_of = |line: &&UnderstoodLine| matches!(&line.fate, LineFate::NotImported(why) if why.kind() == kind);
        self.lines.iter().filter(is_of).count()
    }
}

impl UnderstoodLine {
    fn is_left_out(&self) -> bool {
        matches!(self.fate, LineFate::NotImported(_))
    }

    fn has_no_amount(&self) -> bool {
        self.amount.is_none()
    }
}

fn fate(kind: BulkKind, why: Exclusion) -> LineFate {
    if why.may_be_read(kind) { LineFate::ToRead } else { LineFate::NotImported(why) }
}

fn refunded_before(found: &KnownTarget<'_>, view: &WorkspaceView<'_>) -> Option<Money> {
    let KnownTarget::Payment { payment, .. } = found else { return None };
    let balance = refundable_balance(view, payment);
    let minor = balance.given_back_minor();
    (minor > 0).then(|| balance.refunded.with_minor(minor))
}

fn sums(lines: &[UnderstoodLine]) -> Vec<ImportSums> {
    let of = |is: &dyn Fn(&UnderstoodLine) -> bool| -> MoneySums {
        lines.iter().filter(|line| is(line)).filter_map(|line| line.amount.clone()).collect()
    };
    let all = of(&|_| true);
    let (out, imported) = (of(&UnderstoodLine::is_left_out), of(&|line| !line.is_left_out()));
    let currencies = all.currencies().cloned();
    let sum = |sums: &MoneySums, currency: &Currency| {
        sums.of(currency).unwrap_or(Some(0)).map(|minor| Money::new(minor, currency.clone()))
    };
    currencies
        .map(|currency| ImportSums {
            in_sheet: sum(&all, &currency),
            not_imported: sum(&out, &currency),
            imported: sum(&imported, &currency),
            currency,
        })
        .collect()
}
