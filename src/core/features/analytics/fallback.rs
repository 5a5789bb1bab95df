//! What a card asks otherwise after the service refused its query: without a part, in another body, in another spelling.
//!
//! One step after each refusal, each step once, and at most [`STEPS_MAX`] of them. What was done is learned only when the
//! service answers in the end; an error of another kind ends it, and nothing is learned from that.

use crate::service_traits::{AnalyticsChange, QueryPart, TraitChange};
use paydesk_api::error::{ApiError, CallError};
use paydesk_domain::analytics::{Dimension, Granularity, GranularitySpelling, QueryBody, QueryForm, Subject};

use super::question::QueryPlan;

/// A query has four groups, a granularity and a form at most.
const STEPS_MAX: usize = 8;
/// The code of a body that cannot be read.
const BODY_CODE: &str = "IR_06";
/// How services speak of the body of a query itself.
const BODY_WORDS: [&str; 6] = ["array", "sequence", "list", "object", "map", "struct"];

/// One thing that is done otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueryStep {
    Without(QueryPart),
    Body(QueryBody),
    Spelling(GranularitySpelling),
}

impl QueryStep {
    /// Whether both do the same thing otherwise; a form is tried once, whatever was learned of another card meanwhile.
    fn repeats(self, other: Self) -> bool {
        match (self, other) {
            (Self::Without(one), Self::Without(two)) => one == two,
            (Self::Body(_), Self::Body(_)) | (Self::Spelling(_), Self::Spelling(_)) => true,
            (Self::Without(_) | Self::Body(_) | Self::Spelling(_), _) => false,
        }
    }
}

#[derive(Debug, Clone)]
struct TakenStep {
    step: QueryStep,
    /// The refusal spoke of it.
    is_named: bool,
    from: String,
}

/// The steps since the query was first asked.
#[derive(Debug)]
pub struct Fallback {
    /// What was said of the query as it was first asked.
    refusal: CallError,
    taken: Vec<TakenStep>,
}

impl Fallback {
    /// The next step after an error, added to those that were taken; false where nothing is left to do otherwise.
    pub fn step(fallback: &mut Option<Self>, plan: &QueryPlan, error: &CallError) -> bool {
        let CallError::Service { status: 400 | 422, error: refusal } = error else { return false };
        if error.wants_login() {
            return false;
        }
        let taken = fallback.as_ref().map_or(&[][..], |fallback| &fallback.taken);
        let is_new = |step: &QueryStep| !taken.iter().any(|taken| taken.step.repeats(*step));
        if taken.len() >= STEPS_MAX {
            return false;
        }
        let Some((step, is_named)) = next_step(plan, refusal, is_new) else { return false };
        let from = error.answer_text().unwrap_or_default();
        let fallback = fallback.get_or_insert_with(|| Self { refusal: error.clone(), taken: Vec::new() });
        fallback.taken.push(TakenStep { step, is_named, from });
        true
    }

    /// What was said of the query as it was first asked, unless the last refusal spoke of what it refuses.
    pub fn unnamed_refusal(&self) -> Option<&CallError> {
        let is_named = self.taken.last().is_some_and(|taken| taken.is_named);
        Some(&self.refusal).filter(|_| !is_named)
    }

    /// The parts that are given up.
    pub fn parts(&self) -> impl Iterator<Item = QueryPart> {
        self.taken.iter().filter_map(|taken| match taken.step {
            QueryStep::Without(part) => Some(part),
            QueryStep::Body(_) | QueryStep::Spelling(_) => None,
        })
    }

    /// The form with what is done otherwise.
    pub fn form(&self, usual: QueryForm) -> QueryForm {
        self.taken.iter().fold(usual, |form, taken| match taken.step {
            QueryStep::Body(body) => QueryForm { body, ..form },
            QueryStep::Spelling(spelling) => QueryForm { spelling, ..form },
            QueryStep::Without(_) => form,
        })
    }

    /// What is shown where `last` ended it: the refusal of the query as it was first asked, or an error of another kind,
    /// such as a login that is wanted once the body can be read.
    pub fn into_error(self, last: CallError) -> CallError {
        match last.status() {
            Some(400 | 422) if !last.wants_login() => self.refusal,
            Some(_) | None => last,
        }
    }

    /// What the answer to `plan` shows: the last step was needed, and those that a refusal named.
    pub fn into_learned(self, plan: &QueryPlan) -> Vec<TraitChange> {
        let (subject, last) = (plan.question.subject, self.taken.len().saturating_sub(1));
        let taken = self.taken.into_iter().enumerate();
        let proved = taken.filter(|(at, taken)| *at == last || taken.is_named);
        let change = |taken: TakenStep| learned(subject, taken.step, taken.from);
        proved.map(|(_, taken)| TraitChange::Analytics(change(taken))).collect()
    }
}

fn learned(subject: Subject, step: QueryStep, from: String) -> AnalyticsChange {
    match step {
        QueryStep::Without(part) => AnalyticsChange::PartRefused { subject, part, from },
        QueryStep::Body(body) => AnalyticsChange::Body { subject, body, from },
        QueryStep::Spelling(spelling) => AnalyticsChange::Spelling { subject, spelling, from },
    }
}

/// What to do otherwise, and whether the refusal speaks of it: the part that it names first, then the body, then what
/// is not documented.
fn next_step(plan: &QueryPlan, refusal: &ApiError, is_new: impl Fn(&QueryStep) -> bool) -> Option<(QueryStep, bool)> {
    let (text, subject) = (refusal.message.as_str(), plan.question.subject);
    let steps: Vec<(Option<usize>, QueryStep)> =
        steps(plan, text).into_iter().filter(|(_, step)| is_new(step)).collect();
    let named = steps.iter().filter_map(|(at, step)| Some(((*at)?, *step))).min_by_key(|(at, _)| *at);
    if let Some((_, step)) = named {
        return Some((step, true));
    }
    let body = || Some(QueryStep::Body(plan.query.form.body.other())).filter(&is_new);
    let speaks_of_body = BODY_WORDS.iter().any(|word| text.to_ascii_lowercase().contains(word));
    if let Some(step) = body().filter(|_| speaks_of_body) {
        return Some((step, true));
    }
    let undocumented = steps.into_iter().map(|(_, step)| step).find(|step| match step {
        QueryStep::Without(part) => part.is_undocumented(subject),
        QueryStep::Body(_) | QueryStep::Spelling(_) => false,
    });
    let unnamed = undocumented.or_else(|| body().filter(|_| refusal.code == BODY_CODE));
    unnamed.map(|step| (step, false))
}

/// What could be done otherwise about each part of the query, and where a text names the part.
fn steps(plan: &QueryPlan, text: &str) -> Vec<(Option<usize>, QueryStep)> {
    let spelling = plan.query.form.spelling;
    let granularity = plan.query.granularity.and_then(|granularity| {
        let named = text.find(granularity.word(spelling)).or_else(|| text.find("granularity"));
        let step = match is_spelling_refused(text, granularity, spelling) {
            true => Some(QueryStep::Spelling(spelling.other())),
            false => without(granularity),
        };
        step.map(|step| (named, step))
    });
    let group =
        |dimension: &Dimension| (text.find(dimension.name()), QueryStep::Without(QueryPart::GroupBy(*dimension)));
    granularity.into_iter().chain(plan.query.group_by.iter().map(group)).collect()
}

/// Only hours can be given up: days are what is left of them.
fn without(granularity: Granularity) -> Option<QueryStep> {
    let is_hour = granularity == Granularity::Hour;
    is_hour.then_some(QueryStep::Without(QueryPart::Granularity(granularity)))
}

/// Whether a text refuses the word for a granularity, rather than the granularity: it names words in the other spelling,
/// or this word and no other in the same.
fn is_spelling_refused(text: &str, asked: Granularity, spelling: GranularitySpelling) -> bool {
    let all = [Granularity::Hour, Granularity::Day, Granularity::Week];
    let names_other_spelling = all.iter().any(|granularity| text.contains(granularity.word(spelling.other())));
    let others = all.iter().filter(|granularity| **granularity != asked);
    let names_others = others.into_iter().any(|granularity| text.contains(granularity.word(spelling)));
    names_other_spelling || text.contains(asked.word(spelling)) && !names_others
}
