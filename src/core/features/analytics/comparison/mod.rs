//! What is said of a board that Paydesk counts: what it is counted from, and how far the service counts the same. On the
//! board, in its files and in its pictures.

mod text;

use chrono::{DateTime, Utc};

use super::Analytics;
use super::service_counts::{CountAgreement, ServiceComparison};
use super::service_sums::SumComparison;
use super::words;
use crate::context::WorkspaceView;
use paydesk_api::resources::service_counts::calls::{AddedUp, CountedRecords};
use paydesk_domain::known::Known;
use paydesk_domain::money::grouped_count;
use paydesk_domain::number_text::CountNoun;
use paydesk_domain::status_counts::StatusDifference;

/// Most statuses or currencies named where both sides differ.
const NAMED_MAX: usize = 6;
/// Most amounts named where both sides agree.
const AMOUNTS_MAX: usize = 2;

/// How far the service counts the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ComparisonText {
    /// A sentence each: what agrees, and what cannot be compared.
    pub agreeing: Vec<String>,
    pub differences: Vec<DifferenceText>,
}

/// What differs: a title, and what it may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DifferenceText {
    pub title: String,
    pub lines: Vec<String>,
}

impl Analytics {
    /// What the numbers of the board are counted from, and why; `None` where the service reports them.
    pub fn counted_text(&self) -> Option<String> {
        let refusal = self.refusal.as_ref()?;
        let code = refusal.code().map(|code| format!(" ({code})")).unwrap_or_default();
        let payments = self.counted_from.map_or(Known::Unknown, |from| from.known_payments).text();
        Some(text::counted_from(refusal.what(), code, payments))
    }

    /// How far the service counts the same as the board that is shown.
    pub fn comparison_text(&self, view: &WorkspaceView<'_>) -> ComparisonText {
        let all = self.service_counts.comparisons(view).into_iter();
        let compared: Vec<Compared<'_>> =
            all.map(|counts| Compared { counts, sums: self.service_counts.sums(counts, view), view }).collect();
        let is_current = |compared: &Compared<'_>| self.service_counts.is_current(compared.counts);
        ComparisonText { agreeing: agreeing(&compared, is_current), differences: differences(&compared) }
    }

    /// The comparison for a file, a line each: nothing where the service reports the numbers.
    pub fn counted_notes(&self, view: &WorkspaceView<'_>) -> Vec<String> {
        let Some(counted) = self.counted_text() else { return Vec::new() };
        let ComparisonText { agreeing, differences } = self.comparison_text(view);
        let differences = differences.into_iter().flat_map(|of| std::iter::once(of.title).chain(of.lines));
        std::iter::once(counted).chain(agreeing).chain(differences).collect()
    }
}

/// Both sides of one kind of records.
struct Compared<'a> {
    counts: &'a ServiceComparison,
    sums: Vec<SumComparison>,
    view: &'a WorkspaceView<'a>,
}

/// One sentence for all that is counted now, and one for each that was counted before something changed here.
fn agreeing(compared: &[Compared<'_>], is_current: impl Fn(&Compared<'_>) -> bool) -> Vec<String> {
    let same = compared.iter().filter(|compared| compared.counts.agreement() == CountAgreement::Same);
    let (now, before): (Vec<&Compared<'_>>, Vec<_>) = same.partition(|compared| is_current(compared));
    let now: Vec<String> = now.into_iter().map(Compared::counted).collect();
    let now = (!now.is_empty()).then(|| text::counts_same(words::list(&now)));
    let before = before.into_iter().map(|compared| {
        let at = compared.minute(compared.counts.at);
        text::counted_same(at, compared.counted())
    });
    let silent = compared.iter().filter_map(Compared::silent);
    now.into_iter().chain(before).chain(silent).chain(compared.iter().filter_map(Compared::in_part)).collect()
}

fn differences(compared: &[Compared<'_>]) -> Vec<DifferenceText> {
    let counts = compared.iter().filter_map(|compared| match compared.counts.agreement() {
        CountAgreement::Differs(statuses) => Some(compared.count_difference(&statuses)),
        CountAgreement::Same | CountAgreement::InPart => None,
    });
    counts.chain(compared.iter().filter_map(Compared::sum_difference)).collect()
}

impl Compared<'_> {
    /// A time of a day without seconds.
    fn minute(&self, at: DateTime<Utc>) -> String {
        let zone = self.view.zone;
        zone.told_apart(at, zone.clock(at).chars().take("14:02".len()).collect())
    }

    fn noun(&self) -> CountNoun {
        match self.counts.records {
            CountedRecords::Payments => CountNoun::PAYMENTS,
            CountedRecords::Refunds => CountNoun::REFUNDS,
            CountedRecords::Disputes => CountNoun::DISPUTES,
        }
    }

    fn service_count(&self) -> String {
        self.noun().count(i64::try_from(self.counts.service.total()).unwrap_or(i64::MAX))
    }

    /// `189 payments`, `6 disputes (88.00 EUR won, 45.99 EUR lost)`.
    fn counted(&self) -> String {
        let count = self.service_count();
        let total = match self.counts.created_until() {
            Some(until) => text::created_until(count, self.minute(until)),
            None => count,
        };
        let same = self.sums.iter().filter(|sum| sum.is_same());
        let sums: Vec<String> = same.map(amounts).collect();
        if sums.is_empty() { total } else { format!("{total} ({})", sums.join(", ")) }
    }

    /// The service counts some and adds up none of them.
    fn silent(&self) -> Option<String> {
        let noun = self.noun().many;
        let is_silent = self.sums.iter().any(SumComparison::is_silent);
        is_silent.then(|| text::no_amounts(noun))
    }

    /// What is not known whole here yet is no difference.
    fn in_part(&self) -> Option<String> {
        let is_part = self.counts.agreement() == CountAgreement::InPart;
        let here = self.counts.here_total().spoken();
        is_part.then(|| text::read_so_far(self.service_count(), here))
    }

    fn count_difference(&self, statuses: &[StatusDifference]) -> DifferenceText {
        let here = self.counts.here_total().known().copied().unwrap_or_default();
        let count = self.service_count();
        let title = match self.counts.service.total() == here {
            true => text::counts_other_statuses(count),
            false => text::counts_others(count, grouped_count(here)),
        };
        let named = statuses.iter().take(NAMED_MAX).map(|difference| {
            let label = self.counts.records.status_label(&difference.status);
            text::on_both_sides(&label, grouped_count(difference.service), grouped_count(difference.here))
        });
        let others = statuses.len().saturating_sub(NAMED_MAX);
        let others = (others > 0).then(|| text::and_more_statuses(others));
        DifferenceText { title, lines: named.chain(others).chain(std::iter::once(self.meaning())).collect() }
    }

    /// What a difference may mean, and what to do.
    fn meaning(&self) -> String {
        if self.counts.records.takes_sign_in() && self.counts.service.total() == 0 {
            return "The sign-in and the key may be for different accounts. Sign in again in Settings → Profiles."
                .to_owned();
        }
        let counted = self.minute(self.counts.at);
        match self.counts.here.read_at.map(|at| self.minute(at)) {
            Some(read) => text::read_and_counted_at(read, counted),
            None => text::REFRESH_TO_READ_AGAIN.to_owned(),
        }
    }

    fn sum_difference(&self) -> Option<DifferenceText> {
        let told = self.sums.iter().filter(|sum| !sum.is_silent());
        let differing = told.flat_map(|sum| {
            let label = self.counts.records.status_label(sum.added_up.status());
            let both = sum.differences().into_iter();
            both.map(move |(service, here)| text::on_both_sides(&label, service.to_string(), here.to_string()))
        });
        let mut lines: Vec<String> = differing.take(NAMED_MAX).collect();
        if lines.is_empty() {
            return None;
        }
        let noun = self.noun().many;
        lines.push(text::compare_amounts(noun));
        Some(DifferenceText { title: text::other_amounts(noun), lines })
    }
}

/// `88.00 EUR won`, `with the same amounts in 6 currencies`.
fn amounts(sum: &SumComparison) -> String {
    let verb = match sum.added_up {
        AddedUp::SucceededPayments => "succeeded",
        AddedUp::SucceededRefunds => "refunded",
        AddedUp::WonDisputes => "won",
        AddedUp::LostDisputes => "lost",
    };
    let amounts: Vec<String> = sum.here.amounts().map(|amount| amount.to_string()).collect();
    match amounts.len() {
        0..=AMOUNTS_MAX => format!("{} {verb}", words::list(&amounts)),
        currencies => text::same_amounts(currencies),
    }
}
