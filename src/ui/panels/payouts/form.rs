//! The form that makes a payout: only the fields of the chosen method are there. What is typed is judged as it is typed,
//! told at its field once that is left, and all of it when the form is sent.

use egui::Ui;

use crate::app::features::form::{InputError, OpenForm};
use crate::app::features::payouts::PayoutsAction;
use crate::app::features::payouts::alike::Alike;
use crate::app::features::payouts::input::{Filled, Typed as _};
use crate::app::{Action, State};
use crate::domain::metadata::METADATA_MAX_PAIRS;
use crate::domain::money::{Money, parse_amount};
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::{Button, Notice, TextField, check_ui, heading_ui, label_ui};

use crate::ui::widgets::form::Entry;

use super::draft::FormDraft;
use super::fields::{self, Field, Fields, How, id_of};
use super::frame::{Wish, foot_ui, page_ui, rows_ui, top_ui, wish_of};
use super::method::{method_ui, source_ui};

/// Draws the form that makes a payout.
pub fn create_ui(ui: &mut Ui, state: &State, form: &OpenForm, draft: &mut FormDraft, actions: &mut Vec<Action>) {
    let filled = state.fill_payout(draft, &form.operation_id);
    let unsaid = unsaid(draft, &filled);
    let blocked = blocked(state, form);
    let label = match &filled.amount {
        None => "Create payout".to_owned(),
        Some(amount) if filled.auto_fulfill => format!("Create and pay out {amount}"),
        Some(amount) => format!("Create payout of {amount}"),
    };
    let mut wish = foot_ui(ui, (&label, blocked.as_deref()), draft, |ui, draft| {
        if let Some(alike) = filled.alike.as_ref().filter(|_| blocked.is_none()) {
            alike_ui(ui, state, alike, draft);
        }
    });
    page_ui(ui, "Create a payout", |ui| {
        top_ui(ui, state, draft, &filled.faults);
        let mut fields = Fields {
            draft,
            errors: &filled.faults,
            required: &["amount", "currency"],
            submitted: false,
            cancelled: false,
        };
        sections_ui(ui, state, &filled, &mut fields);
        wish = wish.or(wish_of(&mut fields));
    });
    match wish {
        Some(Wish::Send) if blocked.is_none() => {
            draft.tried = true;
            match (filled.faults.first(), unsaid) {
                (Some(error), _) => lead_to(draft, error),
                (None, Some(field)) => draft.wants_keyboard = Some(field.to_owned()),
                (None, None) => send(form, filled, draft, actions),
            }
        }
        Some(Wish::Leave) => actions.push(Action::Payouts(PayoutsAction::CloseForm)),
        Some(Wish::Send) | None => {}
    }
}

/// The numbers leave with the call, and stay nowhere else.
fn send(form: &OpenForm, filled: Filled, draft: &mut FormDraft, actions: &mut Vec<Action>) {
    if let Some(submission) = filled.submission(form.operation_id.clone()) {
        actions.push(Action::Submit(Box::new(submission)));
        draft.wipe_secrets();
        draft.tried = false;
    }
}

/// What the person has to say yet before it may be sent: that it is no mistake, that money may leave at once.
fn unsaid(draft: &FormDraft, filled: &Filled) -> Option<&'static str> {
    let is_same = |amount: &Money| is_typed_again(draft.get("auto_fulfill_amount"), amount);
    if filled.auto_fulfill && !filled.amount.as_ref().is_some_and(is_same) {
        return Some("auto_fulfill_amount");
    }
    (filled.alike.is_some() && !draft.is_checked("another")).then_some("another")
}

fn is_typed_again(typed: &str, amount: &Money) -> bool {
    parse_amount(typed, &amount.currency).as_ref() == Ok(amount)
}

/// Why it cannot be sent now.
pub(super) fn blocked(state: &State, form: &OpenForm) -> Option<String> {
    let under_way = state.operations.find(&form.operation_id).map(|operation| operation.word().to_owned());
    under_way.or_else(|| state.read_only_reason())
}

/// Leads the keyboard to the first field with something wrong.
pub(super) fn lead_to(draft: &mut FormDraft, error: &InputError) {
    let last = error.field.rsplit('.').next().unwrap_or(&error.field);
    let path = match error.field.split('.').next() {
        Some("payout_method_data") => format!("method.{last}"),
        Some("source_bank_data") => format!("source.{last}"),
        _ => error.field.clone(),
    };
    let group = GROUPS.iter().find(|(_, fields)| fields.iter().any(|field| field.path == path));
    if let Some((title, _)) = group {
        draft.unfolded.insert(title);
    }
    draft.wants_keyboard = Some(path);
}

/// Groups that are folded until they are wanted.
pub(super) const GROUPS: [(&str, &[Field]); 4] = [
    ("Billing", &fields::BILLING),
    ("More about the payout", &fields::DETAILS),
    ("Browser of the recipient", &fields::BROWSER),
    ("Deprecated customer fields", &fields::DEPRECATED),
];

fn sections_ui(ui: &mut Ui, state: &State, filled: &Filled, fields: &mut Fields<'_>) {
    rows_ui(ui, &[fields::AMOUNT, fields::CURRENCY], fields);
    rows_ui(ui, &[fields::REFERENCE, fields::DESCRIPTION], fields);
    group_ui(ui, "Where the money goes");
    method_ui(ui, state, fields);
    group_ui(ui, "Recipient");
    rows_ui(ui, &fields::RECIPIENT, fields);
    group_ui(ui, "How it is paid out");
    schedule_ui(ui, filled, fields);
    link_ui(ui, fields);
    folded_ui(ui, "Account the money comes from", fields, source_ui);
    for (title, group) in GROUPS {
        folded_ui(ui, title, fields, |ui, fields| {
            if group.first().is_some_and(|field| field.path == "customer_id") {
                let words =
                    "The service prefers the recipient's fields above; these may repeat them, not contradict them";
                label_ui(ui, Text::Small, tokens(ui).subdued, words);
            }
            rows_ui(ui, group, fields);
        });
    }
    folded_ui(ui, "Metadata", fields, |ui, fields| {
        let FormDraft { entry, metadata, .. } = &mut *fields.draft;
        Entry::new(entry, fields.errors, "").metadata(ui, "metadata", metadata, METADATA_MAX_PAIRS - 1);
    });
}

fn group_ui(ui: &mut Ui, title: &str) {
    ui.add_space(space::M);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, title);
    ui.add_space(space::XS);
}

fn folded_ui(ui: &mut Ui, title: &'static str, fields: &mut Fields<'_>, body: impl FnOnce(&mut Ui, &mut Fields<'_>)) {
    ui.add_space(space::XS);
    let open = fields.draft.unfolded.contains(title);
    let icon = if open { Icon::Down } else { Icon::Right };
    if Button::link(title).icon(icon).ui(ui).clicked() {
        if open {
            fields.draft.unfolded.remove(title);
        } else {
            fields.draft.unfolded.insert(title);
        }
    }
    if open {
        body(ui, fields);
    }
}

/// Whether money leaves at once: never by default, and only with the amount typed again.
fn schedule_ui(ui: &mut Ui, filled: &Filled, fields: &mut Fields<'_>) {
    let confirm = Field { path: "confirm", label: "Confirm it at once", hint: "", how: How::Check };
    fields.ui(ui, &confirm, 0.0);
    let auto = Field {
        path: "auto_fulfill",
        label: "Pay it out at once, without waiting to be fulfilled",
        hint: "",
        how: How::Check,
    };
    fields.ui(ui, &auto, 0.0);
    let Some(amount) = filled.amount.as_ref().filter(|_| filled.auto_fulfill) else { return };
    let text = "The money leaves as soon as the payout is created; it cannot be called back from here";
    Notice::new(Tone::Attention, text).ui_with(ui, |ui| {
        let label = format!("Type {amount} to pay it out at once");
        let mut typed = std::mem::take(fields.draft.text("auto_fulfill_amount"));
        let is_same = is_typed_again(&typed, amount);
        let error = (fields.draft.tried && !is_same).then_some("Type the amount, or let it wait to be fulfilled");
        let field = TextField::labelled(&label, &mut typed).error(error).width(240.0).id(id_of("auto_fulfill_amount"));
        let shown = field.ui(ui);
        *fields.draft.text("auto_fulfill_amount") = typed;
        if fields.draft.wants_keyboard.as_deref() == Some("auto_fulfill_amount") {
            fields.draft.wants_keyboard = None;
            shown.take_keyboard();
        }
    });
}

fn link_ui(ui: &mut Ui, fields: &mut Fields<'_>) {
    let label = "Make a payout link: the recipient says on its page where the money goes";
    fields.ui(ui, &Field { path: "payout_link", label, hint: "", how: How::Check }, 0.0);
    if fields.draft.is_checked("payout_link") {
        ui.add_space(space::XS);
        rows_ui(ui, &fields::LINK, fields);
    }
}

fn alike_ui(ui: &mut Ui, state: &State, alike: &Alike, draft: &mut FormDraft) {
    let at = state.zone().full(alike.at);
    let which = match &alike.id {
        Some(id) => format!("Payout {} of {at}", visible(id, 40)),
        None => format!("A payout sent at {at}, whose answer is not there yet,"),
    };
    let text = format!("{which} is over the same amount and goes to {}", visible(&alike.by, 80));
    let said = draft.is_checked("another");
    let tone = if draft.tried && !said { Tone::Danger } else { Tone::Attention };
    let shown = Notice::new(tone, &text)
        .title("This looks like a payout made twice")
        .ui_with(ui, |ui| check_ui(ui, said, "It is another payout: create it nonetheless"));
    if shown.clicked() {
        draft.check("another", !said);
    }
    if draft.wants_keyboard.as_deref() == Some("another") {
        draft.wants_keyboard = None;
        shown.request_focus();
    }
    ui.add_space(space::S);
}
