//! The form for another plan.

use egui::Ui;

use crate::form::{FormAction, FormFields, FormPage};
use crate::known_facts::customer_row;
use crate::panels::form_action::on_form_action;
use paydesk_core::features::forms::{FormInput, InputError};
use paydesk_core::features::subscriptions::{StepForm, SubscriptionStep, subscription_refusal};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Notice, facts_ui};

use super::draft::PlanDraft;
use super::text;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, open: &StepForm, draft: &mut PlanDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.input(state, &open.subscription_id);
    let blocked = step_refusal(state, open);
    let page = FormPage::new(text::CHANGE_PLAN_TITLE, text::CHANGE_PLAN_TITLE)
        .refusal(open.form.refusal.as_deref())
        .validated(&draft.entry, &errors);
    let form_action = page
        .busy(is_busy(state, open))
        .blocked(blocked.as_deref())
        .ui(ui, |ui| fields_ui(ui, state, open, draft, &errors));
    on_form_action(
        form_action,
        Action::LeaveForm(ResourceKind::Subscription),
        || FormInput::new(input),
        (&mut draft.entry, &errors),
        actions,
    );
}

/// Whether the step of the form is under way.
pub fn is_busy(state: &State, open: &StepForm) -> bool {
    state.workspace.operations.find(&open.form.operation_id).is_some_and(|operation| operation.is_open())
}

/// Why the step of the form cannot be taken now; its own operation hinders nothing.
pub fn step_refusal(state: &State, open: &StepForm) -> Option<String> {
    let known = state.workspace.records.find(ResourceKind::Subscription, &open.subscription_id);
    known.filter(|_| !is_busy(state, open)).and_then(|known| subscription_refusal(&state.view(), open.step, known))
}

/// The subscription that a form is about.
pub fn subject_ui(ui: &mut Ui, state: &State, open: &StepForm) {
    let known = state.workspace.records.find(ResourceKind::Subscription, &open.subscription_id);
    let subscription = known.and_then(|known| known.subscription());
    facts_ui(ui, text::SUBSCRIPTION, |facts| {
        facts.mono(text::ID, &visible_id(&open.subscription_id, 80));
        customer_row(facts, state, subscription.and_then(|subscription| subscription.customer_id.as_ref()), None);
        if let Some(price) = subscription.and_then(|subscription| subscription.item_price_id.as_deref()) {
            let plan = subscription.and_then(|subscription| subscription.plan_id.as_deref());
            let of = plan.map(|plan| text::of(visible(plan, 60))).unwrap_or_default();
            facts.text(text::PRICE, &format!("{}{of}", visible(price, 60)));
        }
        let payment = subscription.and_then(|subscription| subscription.payment.as_ref());
        if let Some(payment) = payment.filter(|_| open.step == SubscriptionStep::Confirm) {
            facts.text(text::FIRST_PAYMENT, &payment.amount.to_string());
        }
    });
    ui.add_space(space::S);
}

fn fields_ui(
    ui: &mut Ui,
    state: &State,
    open: &StepForm,
    draft: &mut PlanDraft,
    errors: &[InputError],
) -> Option<FormAction> {
    subject_ui(ui, state, open);
    let text = "The service may charge for the change immediately; it does not say how much";
    Notice::new(Tone::Attention, text).icon(Icon::Alert).ui(ui);
    ui.add_space(space::S);
    let embedded = state.workspace.profile.as_ref().is_some_and(|profile| profile.embedded);
    let hint = if embedded { "Such as plan_office_monthly" } else { "" };
    let price = if embedded { "Such as price_office_monthly_usd" } else { "A price of that plan" };
    let mut entry = FormFields::new(&mut draft.entry, errors, "plan_id").required(&["plan_id", "item_price_id"]);
    entry.text(ui, "plan_id", "New plan ID", &mut draft.plan_id, hint);
    entry.text(ui, "item_price_id", "New price ID", &mut draft.item_price_id, price);
    entry.form_action()
}
