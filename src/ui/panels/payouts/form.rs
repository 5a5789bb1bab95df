//! The form that makes a payout: only the fields of the chosen method are there. What is typed is judged as it is typed,
//! told at its field once that is left, and all of it when the form is sent.

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui, vec2};

use crate::app::features::form::OpenForm;
use crate::app::features::payouts::alike::Alike;
use crate::app::features::payouts::input::{Filled, MethodChoice, Typed as _};
use crate::app::features::payouts::numbers::{place_of, takes_card};
use crate::app::features::payouts::{InputError, PayoutsAction};
use crate::app::operations::Phase;
use crate::app::operations::engine::outcome_words;
use crate::app::{Action, State};
use crate::domain::money::{Money, parse_amount};
use crate::domain::payout::{PayoutFamily, PayoutVariant, VARIANTS};
use crate::domain::profile::Environment;
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::outcome_tone;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{Button, Filter, FilterChange, Notice, TextField, check_ui, heading_ui, label_ui};

use super::draft::FormDraft;
use super::fields::{self, Field, Fields, How, id_of};

/// Widest form, in points.
const COLUMN: f32 = 720.0;
/// Below this width, fields stand below each other.
const NARROW: f32 = 480.0;
/// Most that is wrong which is listed above the form; all of it stands at the fields.
const LISTED_MAX: usize = 6;

/// What the person wants done with the whole form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Send,
    Leave,
}

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
        wish = wish.or(wish_of(&fields));
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

pub(super) fn wish_of(fields: &Fields<'_>) -> Option<Wish> {
    if fields.submitted {
        return Some(Wish::Send);
    }
    (fields.cancelled && fields.draft.is_empty()).then_some(Wish::Leave)
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

/// The frame of the form: a title, and what scrolls below it.
pub(super) fn page_ui(ui: &mut Ui, title: &str, body: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(super::super::margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        super::super::title_ui(ui, title, |_| ());
        ui.add_space(space::S);
        ScrollArea::vertical().id_salt("payout form").auto_shrink([false, false]).show(ui, |ui| {
            ui.set_max_width(COLUMN.min(ui.available_width()));
            ui.spacing_mut().item_spacing.y = space::XS;
            body(ui);
            ui.add_space(space::L);
        });
    });
}

/// The answers to the form, always in sight.
pub(super) fn foot_ui(
    ui: &mut Ui,
    (label, blocked): (&str, Option<&str>),
    draft: &mut FormDraft,
    above: impl FnOnce(&mut Ui, &mut FormDraft),
) -> Option<Wish> {
    let mut wish = None;
    let margin = Margin { top: space::S as i8, bottom: space::M as i8, ..super::super::margin() };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::bottom("payout answers").show_separator_line(true).frame(frame).show(ui, |ui| {
        above(ui, draft);
        let row = vec2(ui.available_width(), size::CONTROL);
        ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            if Button::primary(label).disabled(blocked).ui(ui).clicked() {
                wish = Some(Wish::Send);
            }
            let cancel = Button::secondary("Cancel").ui(ui);
            if draft.wants_keyboard.as_deref() == Some("cancel") {
                draft.wants_keyboard = None;
                cancel.request_focus();
            }
            if cancel.clicked() {
                wish = Some(Wish::Leave);
            }
            if let Some(reason) = blocked {
                label_ui(ui, Text::Small, tokens(ui).subdued, reason);
            }
        });
    });
    wish
}

/// What became of the last try, and what is wrong now.
pub(super) fn top_ui(ui: &mut Ui, state: &State, draft: &FormDraft, errors: &[InputError]) {
    let refused = state.payouts.refused.as_ref().and_then(|id| state.operations.find(id));
    if let Some(Phase::Ended(outcome)) = refused.map(|operation| &operation.phase)
        && let Some(operation) = refused
    {
        let (kind, words) = outcome_words(&operation.plan, outcome);
        let advice = if operation.plan.with_secret {
            "Nothing of the account was kept: type its numbers again for another try"
        } else {
            "Correct it and try again"
        };
        Notice::new(outcome_tone(kind), advice).title(&words).ui(ui);
        ui.add_space(space::S);
    }
    if draft.tried && !errors.is_empty() {
        let lines: Vec<String> = errors.iter().take(LISTED_MAX).map(error_words).collect();
        let more = errors.len().saturating_sub(LISTED_MAX);
        let more = if more > 0 { format!("\nand {more} more") } else { String::new() };
        Notice::new(Tone::Danger, &format!("{}{more}", lines.join("\n")))
            .title("Nothing was sent: something is not right yet")
            .ui(ui);
        ui.add_space(space::S);
    }
}

/// `IBAN: an IBAN whose check digits are right`: the field as it is called on the screen.
fn error_words(error: &InputError) -> String {
    let all = GROUPS.iter().flat_map(|(_, group)| group.iter()).chain(&fields::RECIPIENT).chain(&fields::LINK);
    let others = [fields::AMOUNT, fields::CURRENCY, fields::REFERENCE, fields::METADATA, fields::TYPE];
    let named = all.chain(&others).find(|field| field.path == error.field).map(|field| field.label.to_owned());
    let last = error.field.rsplit('.').next().unwrap_or(&error.field);
    let of_method = VARIANTS.iter().flat_map(|variant| variant.fields()).find(|field| field.name == last);
    let of_method = of_method.filter(|_| error.field.contains("_data.")).map(|field| fields::words_of(field).0);
    let label = named.or(of_method).unwrap_or_else(|| error.field.clone());
    format!("{label}: {}", error.rule)
}

/// Groups that are folded until they are wanted.
const GROUPS: [(&str, &[Field]); 4] = [
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
        let width = ui.available_width();
        fields.ui(ui, &fields::METADATA, width);
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

/// Texts two by two where there is room, then choices in a row, then what is ticked.
pub(super) fn rows_ui(ui: &mut Ui, group: &[Field], fields: &mut Fields<'_>) {
    let typed: Vec<&Field> =
        group.iter().filter(|field| matches!(field.how, How::Text | How::Lines | How::Secret)).collect();
    for pair in typed.chunks(per_row(ui)) {
        row_ui(ui, |ui, width| pair.iter().for_each(|field| fields.ui(ui, field, width)));
    }
    let of = |wanted: fn(&How) -> bool| group.iter().filter(move |field| wanted(&field.how));
    if of(|how| matches!(how, How::Words(_))).next().is_some() {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = space::S;
            of(|how| matches!(how, How::Words(_))).for_each(|field| fields.ui(ui, field, 0.0));
        });
    }
    of(|how| matches!(how, How::Check)).for_each(|field| fields.ui(ui, field, 0.0));
}

fn per_row(ui: &Ui) -> usize {
    if ui.available_width() < NARROW { 1 } else { 2 }
}

fn row_ui(ui: &mut Ui, mut body: impl FnMut(&mut Ui, f32)) {
    let width = ui.available_width();
    if per_row(ui) == 1 {
        body(ui, width);
        return;
    }
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::left_to_right(Align::TOP), |ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        body(ui, (width - space::M) / 2.0);
    });
}

fn method_ui(ui: &mut Ui, state: &State, fields: &mut Fields<'_>) {
    let production = state.profile.as_ref().is_none_or(|profile| profile.environment == Environment::Production);
    let current = fields.draft.method;
    let picked = Filter::new("Method", Some(method_words(current))).always_set().width(280.0).ui(ui, |body| {
        // What is set at first stands first: the list begins at its top.
        let mut taken = None;
        for choice in [MethodChoice::Later, MethodChoice::Token, MethodChoice::Saved] {
            taken = taken.or(body.choice(method_words(choice), choice == current).then_some(choice));
        }
        for (family, caption) in FAMILIES {
            let offered = family.variants().filter(|variant| !(production && takes_card(variant)));
            let offered: Vec<_> = offered.collect();
            if !offered.is_empty() {
                body.caption(caption);
            }
            for variant in offered {
                let choice = MethodChoice::Variant(variant);
                taken = taken.or(body.choice(variant.label, choice == current).then_some(choice));
            }
        }
        taken
    });
    if let Some(FilterChange::Set(choice)) = picked {
        fields.draft.choose_method(choice);
    }
    ui.add_space(space::S);
    match fields.draft.method {
        MethodChoice::Variant(variant) => variant_ui(ui, variant, "method", fields),
        MethodChoice::Token => rows_ui(ui, &[fields::TOKEN], fields),
        MethodChoice::Saved => rows_ui(ui, &[fields::SAVED], fields),
        MethodChoice::Later => {
            let words = "Without a method the payout waits: the recipient can name one on the page of a payout link";
            label_ui(ui, Text::Small, tokens(ui).subdued, words);
        }
    }
    if fields.draft.method.asks_type() {
        rows_ui(ui, &[fields::TYPE], fields);
    }
}

const FAMILIES: [(PayoutFamily, &str); 5] = [
    (PayoutFamily::BankTransfer, "Bank transfer"),
    (PayoutFamily::Card, "Card"),
    (PayoutFamily::Wallet, "Wallet"),
    (PayoutFamily::BankRedirect, "Bank redirect"),
    (PayoutFamily::Passthrough, "Passed through"),
];

fn method_words(choice: MethodChoice) -> &'static str {
    match choice {
        MethodChoice::Later => "Said later",
        MethodChoice::Variant(variant) => variant.label,
        MethodChoice::Token => "Stored method, by token",
        MethodChoice::Saved => "Saved method, by id",
    }
}

fn variant_ui(ui: &mut Ui, variant: &'static PayoutVariant, own: &str, fields: &mut Fields<'_>) {
    let place = match own {
        "source" => "source_bank_data".to_owned(),
        _ => place_of(variant),
    };
    let all: Vec<_> = variant.fields().collect();
    for pair in all.chunks(per_row(ui)) {
        row_ui(ui, |ui, width| {
            for field in pair {
                fields.method_ui(ui, field, (own, &place), variant.required.contains(field), width);
            }
        });
    }
}

fn source_ui(ui: &mut Ui, fields: &mut Fields<'_>) {
    let current = fields.draft.source;
    let value = current.map(|variant| variant.label);
    let picked = Filter::new("Source account", value).width(280.0).ui(ui, |body| {
        let mut banks = PayoutFamily::BankTransfer.variants();
        banks.by_ref().filter(|variant| body.choice(variant.label, Some(*variant) == current)).last()
    });
    match picked {
        Some(FilterChange::Set(variant)) => fields.draft.choose_source(Some(variant)),
        Some(FilterChange::Cleared) => fields.draft.choose_source(None),
        None => {}
    }
    ui.add_space(space::S);
    if let Some(variant) = fields.draft.source {
        variant_ui(ui, variant, "source", fields);
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
