//! The form that makes a payout: only the fields of the chosen method are there.

use egui::Ui;
use paydesk_core::operations::ResourceKind;

use crate::form::{FormAction, FormFields, FormPage, fold_ui, group_ui, help_ui, parts_ui};
use paydesk_core::features::forms::{Billing, FormSession, InputError, Rule, SUBSCRIPTION_BILLING, is_refused};
use paydesk_core::features::payouts::duplicate_check::PossibleDuplicate;
use paydesk_core::features::payouts::input::{FilledPayout, PayoutFormValues as _, fill_payout};
use paydesk_core::operations::Phase;
use paydesk_core::operations::wording::outcome_text;
use paydesk_core::{Action, State};
use paydesk_domain::metadata::METADATA_MAX_PAIRS;
use paydesk_domain::money::{Money, parse_amount};
use paydesk_domain::text::{visible, visible_id};
use paydesk_widgets::Notice;
use paydesk_widgets::tokens::{Tone, space};

use super::draft::PayoutFormDraft;
use super::fields::{self, FieldInput, PayoutFields, PayoutFormField};
use super::method::{method_ui, source_ui};
use super::text;

/// Where the amount is typed again before the money leaves at once.
const AGAIN: &str = "auto_fulfill_amount";
/// Some processors want one.
const PRIORITY: &str = "priority";
/// Where it is said that a payout that looks like one before is another.
const ANOTHER: &str = "another";
/// Groups of the table that are folded until they are wanted.
const GROUPS: [(&str, &[PayoutFormField]); 3] = [
    (text::IDENTITY, &fields::IDENTITY),
    ("More about the payout", &fields::DETAILS),
    ("Deprecated customer fields", &fields::DEPRECATED),
];

/// Draws the form that makes a payout.
pub fn create_ui(
    ui: &mut Ui,
    state: &State,
    form: &FormSession,
    draft: &mut PayoutFormDraft,
    actions: &mut Vec<Action>,
) {
    let filled = fill_payout(&state.view(), draft, &form.operation_id);
    forget_answers(draft, &filled);
    let missing = missing_priority(state, form, draft);
    let faults = filled.faults.iter().cloned().chain(unspecified(draft, &filled)).chain(missing.clone());
    let faults: Vec<InputError> = faults.collect();
    if missing.is_some_and(|_| draft.asked_for_priority(form.last_try.as_ref())) {
        show_faults(draft, &faults);
    }
    let (blocked, refusal) = (blocked(state, form), refusal(state, form));
    let label = match &filled.amount {
        None => "Create payout".to_owned(),
        Some(amount) if filled.auto_fulfill => text::create_and_pay_out(amount),
        Some(amount) => text::create_payout_of(amount),
    };
    let page = FormPage::new("New payout", &label).blocked(blocked.as_deref()).validated(&draft.entry, &faults);
    let page = page.in_two_parts();
    let page = page.refused(refusal.as_ref().map(|(title, text)| (title.as_str(), *text)));
    let page = page.close(text::CLOSE, "Your entries stay in this form, except account numbers");
    let mut own = std::mem::take(&mut draft.entry);
    let page = page.guarded(draft.would_lose()).focus_close(std::mem::take(&mut draft.wants_close));
    let form_action = page.ui_with(
        ui,
        &mut (&mut *draft, &mut own),
        |ui, (draft, own)| {
            if let Some(possible_duplicate) = filled.possible_duplicate.as_ref().filter(|_| blocked.is_none()) {
                possible_duplicate_ui(
                    ui,
                    state,
                    possible_duplicate,
                    &mut PayoutFields {
                        state,
                        draft,
                        entry: &mut FormFields::new(own, &faults, "amount").counted_as(state.units()),
                    },
                );
            }
        },
        |_, _| (),
        |ui, (draft, own)| {
            let mut entry =
                FormFields::new(own, &faults, "amount").required(&["amount", "currency"]).counted_as(state.units());
            sections_ui(ui, state, &filled, &mut PayoutFields { state, draft, entry: &mut entry });
            entry.form_action()
        },
    );
    draft.entry = own;
    match form_action {
        Some(FormAction::Submit) if !is_refused(&faults) => send(filled, draft, actions),
        Some(FormAction::Submit) => show_faults(draft, &faults),
        Some(FormAction::Close) => actions.push(Action::LeaveForm(ResourceKind::Payout)),
        None => {}
    }
}

/// Everything that is wrong is said, in view.
fn show_faults(draft: &mut PayoutFormDraft, faults: &[InputError]) {
    draft.entry.refuse(faults);
    draft.browser.show_faults(faults);
    draft.unfolded.extend(faults.iter().filter_map(|fault| group_of(&fault.field)));
}

/// The service refused the last try because the processor wants a priority, and none is chosen yet.
fn missing_priority(state: &State, form: &FormSession, draft: &PayoutFormDraft) -> Option<InputError> {
    let operation = form.last_try.as_ref().and_then(|id| state.workspace.operations.find(id))?;
    let Phase::Ended(outcome) = &operation.phase else { return None };
    let is_missing = outcome.wants_priority() && draft.get(PRIORITY).is_empty();
    is_missing
        .then(|| InputError::new(PRIORITY, Rule::sentence("Choose a priority: this payout's processor needs one")))
}

/// What was answered to a question that is not asked any more does not answer it when it is asked again.
fn forget_answers(draft: &mut PayoutFormDraft, filled: &FilledPayout) {
    if !filled.auto_fulfill {
        draft.text(AGAIN).clear();
    }
    if filled.possible_duplicate.is_none() {
        draft.check(ANOTHER, false);
    }
}

/// The numbers leave with the call, and stay nowhere else.
fn send(filled: FilledPayout, draft: &mut PayoutFormDraft, actions: &mut Vec<Action>) {
    actions.push(Action::SendForm(Box::new(filled.input)));
    draft.wipe_secrets();
    draft.entry.begin_again();
}

/// What the person has to say yet before it may be sent: that money may leave at once, that it is no mistake.
fn unspecified(draft: &PayoutFormDraft, filled: &FilledPayout) -> Option<InputError> {
    let is_same = |amount: &Money| parse_amount(draft.get(AGAIN), &amount.currency).as_ref() == Ok(amount);
    if filled.auto_fulfill && !filled.amount.as_ref().is_some_and(is_same) {
        return Some(InputError::new(AGAIN, Rule::sentence("Type the amount, or untick “Pay out immediately”")));
    }
    let is_mistake = filled.possible_duplicate.is_some() && !draft.is_checked(ANOTHER);
    is_mistake.then(|| {
        InputError::new(
            ANOTHER,
            Rule::sentence(
                "Confirm that this is a separate payout, or close \
        the form",
            ),
        )
    })
}

/// Why it cannot be sent now.
pub(super) fn blocked(state: &State, form: &FormSession) -> Option<String> {
    let under_way =
        state.workspace.operations.find(&form.operation_id).map(|operation| state.word_of(operation).to_owned());
    under_way.or_else(|| state.read_only_reason())
}

/// What became of the last try, which says what to do, and what has to be entered again.
pub(super) fn refusal(state: &State, form: &FormSession) -> Option<(String, &'static str)> {
    let operation = form.last_try.as_ref().and_then(|id| state.workspace.operations.find(id))?;
    let Phase::Ended(outcome) = &operation.phase else { return None };
    let entered_again = "Account details are not stored: enter them again to retry";
    Some((outcome_text(operation, outcome).1, if operation.plan.with_secret { entered_again } else { "" }))
}

/// The folded group that a field is in.
fn group_of(path: &str) -> Option<&'static str> {
    match path.split('.').next() {
        Some("source_bank_data") => Some(text::ACCOUNT_MONEY_COMES_FROM),
        Some("billing") => Some(text::BILLING),
        Some("metadata") => Some(text::METADATA),
        _ => GROUPS.iter().find(|(_, fields)| fields.iter().any(|field| field.path == path)).map(|(title, _)| *title),
    }
}

fn sections_ui(ui: &mut Ui, state: &State, filled: &FilledPayout, fields: &mut PayoutFields<'_, '_>) {
    parts_ui(ui, |ui, part| match part {
        0 => payout_part_ui(ui, state, filled, fields),
        _ => details_part_ui(ui, fields),
    });
}

/// What is paid out, to whom and when.
fn payout_part_ui(ui: &mut Ui, state: &State, filled: &FilledPayout, fields: &mut PayoutFields<'_, '_>) {
    money_ui(ui, fields);
    fields.rows_ui(ui, &[fields::REFERENCE, fields::DESCRIPTION]);
    group_ui(ui, text::WHERE_MONEY_GOES);
    method_ui(ui, state, fields);
    group_ui(ui, text::RECIPIENT);
    fields.rows_ui(ui, &fields::RECIPIENT);
    group_ui(ui, "Payout method");
    schedule_ui(ui, filled, fields);
    link_ui(ui, fields);
}

/// What few payouts need, folded away.
fn details_part_ui(ui: &mut Ui, fields: &mut PayoutFields<'_, '_>) {
    folded_ui(ui, text::ACCOUNT_MONEY_COMES_FROM, fields, source_ui);
    folded_ui(ui, text::BILLING, fields, |ui, fields| {
        let PayoutFields { draft, entry, .. } = fields;
        entry.billing(ui, "billing", "billing address", &SUBSCRIPTION_BILLING, &mut draft.billing);
    });
    for (title, group) in GROUPS {
        folded_ui(ui, title, fields, |ui, fields| {
            if group.first().is_some_and(|field| field.path == "customer_id") {
                help_ui(
                    ui,
                    "The service prefers the recipient fields above. These may repeat them but must not differ.",
                );
            }
            fields.rows_ui(ui, group);
        });
    }
    fields.entry.browser(ui, "Recipient's browser", &mut fields.draft.browser);
    folded_ui(ui, text::METADATA, fields, |ui, fields| {
        let PayoutFields { draft, entry, .. } = fields;
        entry.metadata(ui, "metadata", &mut draft.metadata, Some(METADATA_MAX_PAIRS));
    });
}

fn money_ui(ui: &mut Ui, fields: &mut PayoutFields<'_, '_>) {
    let PayoutFields { draft, entry, .. } = fields;
    let [mut amount, mut currency] = ["amount", "currency"].map(|path| std::mem::take(draft.text(path)));
    entry.money(ui, ("amount", text::AMOUNT), &mut amount, &mut currency);
    (*draft.text("amount"), *draft.text("currency")) = (amount, currency);
}

fn folded_ui(
    ui: &mut Ui,
    title: &'static str,
    fields: &mut PayoutFields<'_, '_>,
    body: impl FnOnce(&mut Ui, &mut PayoutFields<'_, '_>),
) {
    let mut is_open = fields.draft.unfolded.contains(title);
    let is_filled = is_filled(fields.draft, title);
    fold_ui(ui, title, &mut is_open, is_filled, |ui| body(ui, fields));
    if is_open {
        fields.draft.unfolded.insert(title);
    } else {
        fields.draft.unfolded.remove(title);
    }
}

/// Whether anything was entered in a folded group.
fn is_filled(draft: &PayoutFormDraft, title: &str) -> bool {
    let is_typed =
        |path: &str| !draft.get(path).is_empty() || !draft.get_secret(path).is_empty() || draft.is_checked(path);
    match GROUPS.iter().find(|(group, _)| *group == title) {
        Some((_, fields)) => fields.iter().any(|field| is_typed(field.path)),
        None if title == text::BILLING => draft.billing() != Billing::default(),
        None if title == text::METADATA => !draft.metadata().is_empty(),
        None => draft.source().is_some(),
    }
}

/// Whether money leaves at once: never by default, and only with the amount typed again.
fn schedule_ui(ui: &mut Ui, filled: &FilledPayout, fields: &mut PayoutFields<'_, '_>) {
    let check =
        |path: &'static str, label: &'static str| PayoutFormField { path, label, hint: "", how: FieldInput::Check };
    let auto = check("auto_fulfill", "Pay out immediately, without fulfilment");
    fields.rows_ui(ui, &[check("confirm", "Confirm immediately")]);
    if !fields.draft.is_checked("confirm") {
        help_ui(
            ui,
            "If off, the payout may have to be confirmed at the service before you can fulfil it: Paydesk cannot do this",
        );
    }
    fields.rows_ui(ui, &[auto]);
    let Some(amount) = filled.amount.as_ref().filter(|_| filled.auto_fulfill) else { return };
    let text = "The money is sent as soon as the payout is created; it cannot be recalled from here";
    Notice::new(Tone::Attention, text).ui_with(ui, |ui| {
        let label = text::type_to_pay_out_immediately(amount);
        let (typed, code) = (fields.draft.text(AGAIN), amount.currency.code());
        fields.entry.amount(ui, AGAIN, &label, typed, code);
    });
}

fn link_ui(ui: &mut Ui, fields: &mut PayoutFields<'_, '_>) {
    let label = "Create a payout link: the recipient enters their account details there";
    fields.rows_ui(ui, &[PayoutFormField { path: "payout_link", label, hint: "", how: FieldInput::Check }]);
    if fields.draft.is_checked("payout_link") {
        ui.add_space(space::XS);
        fields.rows_ui(ui, &fields::LINK);
    }
}

fn possible_duplicate_ui(
    ui: &mut Ui,
    state: &State,
    possible_duplicate: &PossibleDuplicate,
    fields: &mut PayoutFields<'_, '_>,
) {
    let at = state.zone().full(possible_duplicate.at);
    let which = match &possible_duplicate.id {
        Some(id) => text::payout_of(visible_id(id, 40), &at),
        None => text::payout_sent_at_still_waiting(&at),
    };
    let text = text::has_same_amount_and_goes(&which, visible(&possible_duplicate.by, 80));
    let said = PayoutFormField {
        path: ANOTHER,
        label: "This is a separate payout: create it anyway",
        hint: "",
        how: FieldInput::Check,
    };
    Notice::new(Tone::Attention, &text)
        .title("This looks like a duplicate payout")
        .ui_with(ui, |ui| fields.rows_ui(ui, &[said]));
    ui.add_space(space::S);
}
