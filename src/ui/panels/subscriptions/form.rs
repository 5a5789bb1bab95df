//! The form for a new subscription.

use egui::Ui;

use crate::customer_picker::{customer_ui, plan_ui, price_note};
use crate::form::{FormAction, FormFields, FormPage, PickerTexts, group_ui, halves_ui, help_ui, parts_ui, word_ui};
use crate::panels::form_action::on_form_action;
use paydesk_core::features::forms::{FormInput, FormSession, InputError, SUBSCRIPTION_BILLING};
use paydesk_core::features::subscriptions::new_subscription_refusal;
use paydesk_core::features::subscriptions::{CaptureSchedule, PaymentType};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Action, State};

use super::draft::CreateDraft;
use super::text;

/// Draws the page.
pub fn page_ui(ui: &mut Ui, state: &State, form: &FormSession, draft: &mut CreateDraft, actions: &mut Vec<Action>) {
    let (input, errors) = draft.input(state, form);
    draft.entry.refuse_by_service(draft.unknown_customer(state).is_some(), &errors);
    let blocked = new_subscription_refusal(&state.view());
    let busy = state.form_is_busy(form);
    let page = FormPage::new(text::NEW_SUBSCRIPTION, "Create subscription")
        .refusal(form.refusal.as_deref())
        .validated(&draft.entry, &errors)
        .in_two_parts();
    let form_action = page.busy(busy).blocked(blocked.as_deref()).ui(ui, |ui| fields_ui(ui, state, draft, &errors));
    on_form_action(
        form_action,
        Action::LeaveForm(ResourceKind::Subscription),
        || FormInput::new(input),
        (&mut draft.entry, &errors),
        actions,
    );
}

fn fields_ui(ui: &mut Ui, state: &State, draft: &mut CreateDraft, errors: &[InputError]) -> Option<FormAction> {
    let required = ["customer_id", "item_price_id", "payment_details.return_url"];
    let mut own = std::mem::take(&mut draft.entry);
    let mut entry = FormFields::new(&mut own, errors, "customer_id").required(&required);
    help_ui(ui, "Includes the first payment. No charge until you confirm it.");
    parts_ui(ui, |ui, part| match part {
        0 => plan_part_ui(ui, state, &mut entry, draft),
        _ => payment_part_ui(ui, &mut entry, draft),
    });
    let form_action = entry.form_action();
    draft.entry = own;
    form_action
}

/// Who subscribes to what.
fn plan_part_ui(ui: &mut Ui, state: &State, entry: &mut FormFields<'_>, draft: &mut CreateDraft) {
    group_ui(ui, text::CUSTOMER);
    let field = ("customer_id", text::CUSTOMER_ID, text::ID_OR_NAME_OF_CUSTOMER);
    customer_ui(ui, state, entry, field, &mut draft.customer_id);
    group_ui(ui, text::PLAN);
    let embedded = state.workspace.profile.as_ref().is_some_and(|profile| profile.embedded);
    let (price_hint, plan_hint) = if embedded {
        ("Such as price_beans_monthly_usd", "Such as plan_beans_monthly")
    } else {
        ("Sets amount, currency and period", "The plan this price belongs to")
    };
    plan_pair_ui(ui, state, entry, (&mut draft.plan_id, plan_hint), (&mut draft.item_price_id, price_hint));
    entry.pair(
        ui,
        [
            ("coupon_code", "Coupon code", &mut draft.coupon_code, ""),
            ("merchant_reference_id", text::YOUR_REFERENCE, &mut draft.merchant_reference_id, "Generated if empty"),
        ],
    );
}

/// How it is paid, and the addresses.
fn payment_part_ui(ui: &mut Ui, entry: &mut FormFields<'_>, draft: &mut CreateDraft) {
    group_ui(ui, text::PAYMENT);
    let url_hint = "Where the customer returns; starts with https://";
    entry.text(ui, "payment_details.return_url", text::RETURN_URL, &mut draft.return_url, url_hint);
    payment_ui(
        ui,
        entry,
        PaymentFields {
            authentication_type: &mut draft.authentication_type,
            capture_method: &mut draft.capture_method,
            setup_future_usage: &mut draft.setup_future_usage,
            payment_type: &mut draft.payment_type,
        },
    );
    entry.optional_address(ui, "billing", text::BILLING, &SUBSCRIPTION_BILLING, &mut draft.billing);
    entry.optional_address(ui, "shipping", text::SHIPPING, &SUBSCRIPTION_BILLING, &mut draft.shipping);
}

/// A plan and its price, side by side.
fn plan_pair_ui(
    ui: &mut Ui,
    state: &State,
    entry: &mut FormFields<'_>,
    (plan, plan_hint): (&mut String, &str),
    (price, price_hint): (&mut String, &str),
) {
    halves_ui(ui, |ui, column| match column {
        0 => {
            let texts = PickerTexts { label: "Plan ID", hint: plan_hint, open: "Show known plans" };
            let place = ("plan_id", &mut *plan);
            plan_ui(ui, state, entry, texts, place, |one| one.plan_id.as_deref(), |_| None);
        }
        _ => {
            let texts = PickerTexts { label: "Price ID", hint: price_hint, open: "Show known prices" };
            let place = ("item_price_id", &mut *price);
            plan_ui(ui, state, entry, texts, place, |one| one.item_price_id.as_deref(), price_note);
        }
    });
}

/// The text of the payment details.
struct PaymentFields<'a> {
    authentication_type: &'a mut Option<paydesk_core::features::subscriptions::AuthenticationType>,
    capture_method: &'a mut Option<CaptureSchedule>,
    setup_future_usage: &'a mut Option<paydesk_core::features::subscriptions::SetupFutureUsage>,
    payment_type: &'a mut Option<PaymentType>,
}

fn payment_ui(ui: &mut Ui, entry: &mut FormFields<'_>, fields: PaymentFields<'_>) {
    let at = |name: &str| format!("payment_details.{name}");
    halves_ui(ui, |ui, column| {
        if column == 0 {
            let place = at("authentication_type");
            word_ui(ui, entry, &place, text::AUTHENTICATION, fields.authentication_type, Into::into);
        } else {
            word_ui(ui, entry, &at("capture_method"), text::CAPTURE, fields.capture_method, CaptureSchedule::word);
        }
    });
    halves_ui(ui, |ui, column| {
        if column == 0 {
            let place = at("setup_future_usage");
            word_ui(ui, entry, &place, text::SAVE_PAYMENT_METHOD, fields.setup_future_usage, Into::into);
        } else {
            word_ui(ui, entry, &at("payment_type"), text::PAYMENT_TYPE, fields.payment_type, PaymentType::word);
        }
    });
}
