//! The goals of the dispute rate, in a menu beside the filters.

use egui::Ui;

use super::draft::{AnalyticsDraft, GoalsDraft};
use super::text;
use paydesk_core::State;
use paydesk_core::features::analytics::{AnalyticsAction, DisputeGoals, parse_goal};
use paydesk_domain::number_text::percent;
use paydesk_widgets::{Button, FilterButton, FilterChange, TextField};

/// Draws the menu; what it was left with is asked for.
pub fn goals_ui(ui: &mut Ui, state: &State, draft: &mut AnalyticsDraft, asked: &mut Vec<AnalyticsAction>) {
    let goals = state.settings.dispute_goals(&state.workspace.profile_id);
    let shown = goals.by_count.or(goals.by_amount).map(|goal| percent(goal, 2));
    let typed = draft.goals.get_or_insert_with(|| GoalsDraft::of(goals));
    let change = FilterButton::new(text::GOAL, shown.as_deref()).width(300.0).ui(ui, |body| {
        body.caption(
            "Percentage of payments. Card networks monitor this rate; your limit is drawn as a line in \
            the report.",
        );
        body.form(|ui| form_ui(ui, typed))
    });
    match change {
        Some(FilterChange::Set(goals)) => asked.push(AnalyticsAction::SetGoals(goals)),
        Some(FilterChange::Cleared) => asked.push(AnalyticsAction::SetGoals(DisputeGoals::default())),
        None => return,
    }
    draft.goals = None;
}

fn form_ui(ui: &mut Ui, typed: &mut GoalsDraft) -> Option<DisputeGoals> {
    let mut submitted = false;
    let mut field = |ui: &mut Ui, label: &str, typed: &mut String| {
        let goal = parse_goal(typed);
        let shown = TextField::labelled(label, typed).placeholder("0.9").error(goal.err()).ui(ui);
        submitted |= shown.submitted;
        goal
    };
    let by_count = field(ui, text::GOAL_BY_COUNT, &mut typed.by_count);
    let by_amount = field(ui, text::GOAL_BY_AMOUNT, &mut typed.by_amount);
    let problem = by_count.err().or(by_amount.err());
    let clicked = Button::secondary("Save limits").disabled(problem).ui(ui).clicked();
    let goals = DisputeGoals { by_count: by_count.ok()?, by_amount: by_amount.ok()? };
    (clicked || submitted).then_some(goals)
}
