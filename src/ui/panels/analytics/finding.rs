//! One sentence that a board opens with: what a manager can repeat, and the way to its rows.
//! [`finding_list`](super::finding_list) draws it.
//!
//! A sentence is coloured only where the change is significant, or a goal is missed; why is said
//! under the pointer.

use super::text;
use super::wording;
use paydesk_core::State;
use paydesk_core::features::analytics::significance::{Share, Significance, share_of};
use paydesk_core::features::analytics::{CardContent, CardId, CardValue, DrillDown};
use paydesk_domain::money::grouped_count;
use paydesk_domain::number_text::percent;
use paydesk_domain::text::{capitalized, sentences};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

/// One sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    pub icon: Icon,
    pub tone: Tone,
    /// What is to be repeated, and what is behind it.
    pub statement: String,
    pub detail: String,
    /// How it was counted and judged, on hover.
    pub explanation: String,
    pub rows: Option<DrillDown>,
}

/// The sentence of a card whose numbers are known; that they are on their way, or why there is none.
pub fn of_card(
    state: &State,
    id: CardId,
    name: &str,
    finding: impl FnOnce(&CardContent) -> Option<Finding>,
) -> Option<Finding> {
    of_part(state, id, name, |content| match content.is_part {
        true => Some(Finding::plain(text::not_all_read(name))),
        false => finding(content),
    })
}

/// The sentence of a card of which only a part may be known.
pub fn of_part(
    state: &State,
    id: CardId,
    name: &str,
    finding: impl FnOnce(&CardContent) -> Option<Finding>,
) -> Option<Finding> {
    let card = state.workspace.analytics.card(id);
    let why_not = wording::unspecified(card).map(|(why, _)| why);
    let content = card.and_then(|card| card.remote.value()).filter(|_| why_not.is_none());
    if let Some(content) = content {
        return finding(content);
    }
    let failed = card.and_then(|card| {
        let failed = card.remote.error().map(|error| text::could_not_be_loaded(name, error.what()));
        card.refused.clone().or(failed)
    });
    Some(Finding::plain(why_not.or(failed).unwrap_or_else(|| text::loading(name.to_lowercase()))))
}

impl Finding {
    pub(super) fn plain(statement: String) -> Self {
        let (detail, explanation) = (String::new(), String::new());
        Self { icon: Icon::Info, tone: Tone::Neutral, statement, detail, explanation, rows: None }
    }

    pub(super) fn judged(self, better: Option<bool>) -> Self {
        let (icon, tone) = match better {
            Some(true) => (Icon::Success, Tone::Positive),
            Some(false) => (Icon::Warning, Tone::Danger),
            None => (Icon::Info, Tone::Neutral),
        };
        Self { icon, tone, ..self }
    }

    /// As one line: for screen readers, and in files.
    pub fn name(&self) -> String {
        sentences(&[&self.statement, &self.detail])
    }
}

/// Whether a change is for the better, where it is significant.
pub fn better(significance: Significance, is_better: bool) -> Option<bool> {
    (significance == Significance::Significant).then_some(is_better)
}

/// `, up from 1.40%`, with whether that may be chance. Rates that are written the same did not move.
pub fn moved_rate(
    now: i64,
    decimals: u32,
    before: Option<String>,
    (was, significance): (Option<i64>, Significance),
) -> String {
    let Some((before, was)) = before.zip(was) else { return String::new() };
    let is_same = percent(now, decimals) == percent(was, decimals);
    moved((!is_same).then_some(now > was), before, significance)
}

/// `, up from 512`, with whether that may be chance.
pub fn moved_count(now: i64, was: i64, significance: Significance) -> String {
    moved((now != was).then_some(now > was), grouped_count(was.unsigned_abs()), significance)
}

fn moved(is_up: Option<bool>, before: String, significance: Significance) -> String {
    let moved = match is_up {
        None => return text::as_before(),
        Some(true) => text::up_from(before),
        Some(false) => text::down_from(before),
    };
    let chance = match significance {
        Significance::Significant => ", significant",
        Significance::NotSignificant => ", not a significant change",
        Significance::TooFew => ", too few to compare",
        Significance::NothingBefore | Significance::Unknown => "",
    };
    format!("{moved}{chance}")
}

/// Between which shares a rate lies with 95% confidence, as a line; nothing where its cases are not known.
pub fn interval_text(value: CardValue, decimals: u32) -> String {
    let interval = share_of(value).and_then(Share::interval);
    interval.map_or_else(String::new, |(low, high)| text::interval(percent(low, decimals), percent(high, decimals)))
}

/// `, up from 512` by itself: `Up from 512`.
pub fn sentence(moved: String) -> String {
    capitalized(moved.trim_start_matches(", "))
}

/// `41 of 580`; nothing where a rate comes without its cases.
pub fn cases(value: CardValue) -> String {
    share_of(value).map_or_else(String::new, |share| {
        text::of(grouped_count(share.hits.unsigned_abs()), grouped_count(share.of.unsigned_abs()))
    })
}

/// How many cases a rate is of; none where that is not known.
pub fn cases_of(value: CardValue) -> i64 {
    value.of.unwrap_or_default()
}

/// Whether so many records now can be compared with those before: with a tenth of them or more. With less, the history
/// begins within the period before, and the change would be that.
pub fn is_comparable(now: i64, before: i64) -> bool {
    before > 0 && before.saturating_mul(10) >= now
}
