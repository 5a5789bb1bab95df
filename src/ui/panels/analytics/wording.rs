//! What filters, intervals and periods are called on the boards, beside the [`words`] that files have too.

use chrono::{DateTime, Utc};

use crate::status::{dispute_status, payment_status};
use paydesk_core::State;
use paydesk_core::features::analytics::card_content::DimensionValues;
use paydesk_core::features::analytics::words;
pub use paydesk_core::features::analytics::words::{dimension, group, list, word};
use paydesk_core::features::analytics::{BucketSize, Card, Dimension, Question};
use paydesk_domain::analytics::Subject;
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::number_text::CountNoun;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::Tone;

use super::text;

/// What lifts a filter.
pub fn lift(filter: Dimension) -> &'static str {
    match filter {
        Dimension::DisputeStatus | Dimension::Status => "Remove the filter by status",
        Dimension::DisputeStage => "Remove the filter by stage",
        Dimension::Currency => "Remove the filter by currency",
        Dimension::ProfileId => "Remove the filter by profile",
    }
}

pub fn bucket_size(size: Option<BucketSize>) -> &'static str {
    match size {
        None => "Interval: none",
        Some(BucketSize::Auto) => "Interval: automatic",
        Some(BucketSize::Hour) => text::BY_HOUR,
        Some(BucketSize::Day) => "By day",
        Some(BucketSize::Week) => "By week",
        Some(BucketSize::Month) => "By month",
    }
}

pub fn counted(subject: Subject) -> CountNoun {
    match subject {
        Subject::Disputes => CountNoun::DISPUTES,
        Subject::Payments => CountNoun::PAYMENTS,
    }
}

pub fn subject(subject: Subject) -> &'static str {
    match subject {
        Subject::Disputes => text::DISPUTES,
        Subject::Payments => text::PAYMENTS,
    }
}

/// The shape and tone of a group that is of one status.
pub fn look(values: &DimensionValues) -> Option<(Icon, Tone)> {
    values.iter().find_map(|(dimension, word)| {
        let look = match (dimension, word.as_deref()?) {
            (Dimension::DisputeStatus, word) => dispute_status(&DisputeStatus::from_word(word)),
            (Dimension::Status, word) => payment_status(&PaymentStatus::from_word(word)),
            (Dimension::DisputeStage | Dimension::Currency | Dimension::ProfileId, _) => return None,
        };
        Some((look.icon, look.tone))
    })
}

/// The days that are asked for, their zone, and what they are compared with where something `compares`.
pub fn caption(state: &State, compares: bool) -> String {
    let question = state.workspace.analytics.question();
    let period = state.workspace.analytics.shown_period(state.now, state.zone());
    let (days, before) = (text::days_of(period.label(), state.zone()), question.range.before(period));
    match question.compare && compares && state.workspace.analytics.data_since().is_none() {
        true if question.range.is_compared_by_weekdays(period) => text::versus_same_weekdays(&days, before.label()),
        true => text::versus(&days, before.label()),
        false => days,
    }
}

/// Why a card has no number with these filters, and the one that is to be lifted.
pub fn unspecified(card: Option<&Card>) -> Option<(String, Option<Dimension>)> {
    let card = card?;
    if let Some(why) = card.uncounted {
        return Some((why.why(), Some(why.filter())));
    }
    if let Some((why, filter)) = card.unreported() {
        return Some((why.to_owned(), filter));
    }
    let (measure, why, filter) = card.meaningless()?;
    Some((format!("{} {why}", measure.name()), filter))
}

/// When what is shown was reported: `Updated 15:34`, or `Metrics updated 15:34, lists 15:39`.
pub fn freshness(state: &State) -> Option<String> {
    let cards = state.workspace.analytics.board.cards().iter().filter_map(|id| state.workspace.analytics.card(*id));
    let minute = |at: DateTime<Utc>| minute(state, at);
    let oldest = |asked: bool| {
        let shown = cards.clone().filter(|card| card.plan.is_some() == asked).filter_map(|card| card.shown_at);
        shown.min().map(minute)
    };
    match (oldest(true), oldest(false)) {
        (Some(metrics), Some(lists)) if metrics != lists => Some(text::updated_apart(&metrics, &lists)),
        (metrics, lists) => metrics.or(lists).map(|at| text::updated(&at)),
    }
}

/// A time of a day without seconds.
pub fn minute(state: &State, at: DateTime<Utc>) -> String {
    state.zone().told_apart(at, state.zone().clock(at).chars().take("14:02".len()).collect())
}

/// What a question filters by and what it groups by, in parts.
pub fn filters(question: &Question) -> Vec<String> {
    let names: Vec<&str> = question.group_by.iter().map(|group| dimension(*group)).collect();
    let groups = (!names.is_empty()).then(|| text::grouped_by(names.join(", ").to_lowercase()));
    question.filters.iter().map(words::filter).chain(groups).collect()
}

/// What a picture must say of itself beside that: whose numbers they are, when it was taken.
pub fn of_picture(state: &State) -> [String; 2] {
    let environment = state.profiles.current_environment().word();
    let profile = format!("{} ({environment})", visible(&state.profiles.current_name(), 60));
    [profile, text::created(state.zone().told_apart(state.now, state.zone().full(state.now)))]
}

/// What holds for all numbers of a board.
pub fn foot(state: &State, in_picture: bool) -> String {
    let zone = state.zone();
    let range = state.workspace.analytics.question().range;
    let held = text::amounts_are_never_added(zone, range.period(state.now, zone).to >= zone.date(state.now));
    if in_picture { held } else { text::click_number_to_see(held) }
}
