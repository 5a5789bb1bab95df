//! The form that makes a payout: only the fields of the chosen method are there. What is typed is judged as it is typed,
//! told at its field once that is left, and all of it when the form is sent.

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui, vec2};

use crate::api::calls::payouts::{CreatePayout, CreatePayoutInput};
use crate::api::input::InputError;
use crate::app::features::form::OpenForm;
use crate::app::features::payouts::PayoutsAction;
use crate::app::features::payouts::alike::Alike;
use crate::app::features::payouts::numbers::{has_card, place_of};
use crate::app::operations::engine::outcome_words;
use crate::app::operations::{Phase, Plan, Seen, Submission};
use crate::app::{Action, State};
use crate::domain::money::parse_amount;
use crate::domain::payout::{PayoutFamily, PayoutVariant};
use crate::domain::profile::Environment;
use crate::domain::text::visible;
use crate::ui::icons::Icon;
use crate::ui::status::outcome_tone;
use crate::ui::tokens::{Text, Tone, size, space, tokens};
use crate::ui::widgets::{Button, Filter, FilterChange, Notice, TextField, check_ui, heading_ui, label_ui};

use super::draft::{FormDraft, MethodChoice};
use super::fields::{self, Field, Fields, How, id_of};
use super::input::{asks_type, create_input};

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
    let (input, errors) = create_input(draft, state, &form.operation_id);
    let alike = state.payout_alike(&input, &form.operation_id);
    let unsaid = unsaid(draft, &input, alike.as_ref());
    let blocked = blocked(state, form);
    let label = match errors.iter().any(|error| matches!(error.field.as_str(), "amount" | "currency")) {
        true => "Create payout".to_owned(),
        false if input.auto_fulfill => format!("Create and pay out {}", input.amount),
        false => format!("Create payout of {}", input.amount),
    };
    let mut wish = foot_ui(ui, &label, blocked.as_deref(), draft);
    page_ui(ui, "Create a payout", |ui| {
        top_ui(ui, state, draft, &errors);
        let mut fields =
            Fields { draft, errors: &errors, required: &["amount", "currency"], submitted: false, cancelled: false };
        sections_ui(ui, state, &input, &mut fields);
        wish = wish.or(wish_of(&fields));
        if let Some(alike) = &alike {
            alike_ui(ui, state, alike, draft);
        }
    });
    match wish {
        Some(Wish::Send) if blocked.is_none() => {
            draft.tried = true;
            match (errors.first(), unsaid) {
                (Some(error), _) => lead_to(draft, error),
                (None, Some(field)) => draft.wants_keyboard = Some(field.to_owned()),
                (None, None) => send(form, input, draft, actions),
            }
        }
        Some(Wish::Leave) => actions.push(Action::Payouts(PayoutsAction::CloseForm)),
        Some(Wish::Send) | None => {}
    }
}

/// The numbers leave with the call, and stay nowhere else.
fn send(form: &OpenForm, input: CreatePayoutInput, draft: &mut FormDraft, actions: &mut Vec<Action>) {
    let id = form.operation_id.clone();
    if let Ok(call) = CreatePayout::new(id.clone(), input) {
        actions.push(Action::Submit(Box::new(Submission { id, plan: Plan::of(&call), seen: Seen::Nothing })));
        draft.wipe_secrets();
        draft.tried = false;
    }
}

/// What the person has to say yet before it may be sent: that it is no mistake, that money may leave at once.
fn unsaid(draft: &FormDraft, input: &CreatePayoutInput, alike: Option<&Alike>) -> Option<&'static str> {
    let typed = parse_amount(draft.get("auto_fulfill_amount"), &input.amount.currency);
    if input.auto_fulfill && typed.as_ref() != Ok(&input.amount) {
        return Some("auto_fulfill_amount");
    }
    (alike.is_some() && !draft.is_checked("another")).then_some("another")
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
pub(super) fn foot_ui(ui: &mut Ui, label: &str, blocked: Option<&str>, draft: &mut FormDraft) -> Option<Wish> {
    let mut wish = None;
    let margin = Margin { top: space::S as i8, bottom: space::M as i8, ..super::super::margin() };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::bottom("payout answers").show_separator_line(true).frame(frame).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
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
        let lines: Vec<String> = errors.iter().take(LISTED_MAX).map(ToString::to_string).collect();
        let more = errors.len().saturating_sub(LISTED_MAX);
        let more = if more > 0 { format!("\nand {more} more") } else { String::new() };
        Notice::new(Tone::Danger, &format!("{}{more}", lines.join("\n")))
            .title("Nothing was sent: something is not right yet")
            .ui(ui);
        ui.add_space(space::S);
    }
}

/// Groups that are folded until they are wanted.
const GROUPS: [(&str, &[Field]); 4] = [
    ("Billing", &fields::BILLING),
    ("More about the payout", &fields::DETAILS),
    ("Browser of the recipient", &fields::BROWSER),
    ("Deprecated customer fields", &fields::DEPRECATED),
];

fn sections_ui(ui: &mut Ui, state: &State, input: &CreatePayoutInput, fields: &mut Fields<'_>) {
    rows_ui(ui, &[fields::AMOUNT, fields::CURRENCY], fields);
    rows_ui(ui, &[fields::REFERENCE, fields::DESCRIPTION], fields);
    group_ui(ui, "Where the money goes");
    method_ui(ui, state, fields);
    group_ui(ui, "Recipient");
    rows_ui(ui, &fields::RECIPIENT, fields);
    group_ui(ui, "How it is paid out");
    schedule_ui(ui, input, fields);
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
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        of(|how| matches!(how, How::Words(_))).for_each(|field| fields.ui(ui, field, 0.0));
    });
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
        let mut taken = None;
        for (family, caption) in FAMILIES {
            let offered = family.variants().filter(|variant| !(production && is_card(variant)));
            let offered: Vec<_> = offered.collect();
            if !offered.is_empty() {
                body.caption(caption);
            }
            for variant in offered {
                let choice = MethodChoice::Variant(variant);
                taken = taken.or(body.choice(variant.label, choice == current).then_some(choice));
            }
        }
        body.divider();
        for choice in [MethodChoice::Token, MethodChoice::Saved, MethodChoice::Later] {
            taken = taken.or(body.choice(method_words(choice), choice == current).then_some(choice));
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
    if asks_type(fields.draft) {
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

fn is_card(variant: &'static PayoutVariant) -> bool {
    has_card(&crate::api::calls::payouts::Destination::new(variant))
}

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
        _ => place_of(&crate::api::calls::payouts::Destination::new(variant)),
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
fn schedule_ui(ui: &mut Ui, input: &CreatePayoutInput, fields: &mut Fields<'_>) {
    let confirm = Field { path: "confirm", label: "Confirm it at once", hint: "", how: How::Check };
    fields.ui(ui, &confirm, 0.0);
    let auto = Field {
        path: "auto_fulfill",
        label: "Pay it out at once, without waiting to be fulfilled",
        hint: "",
        how: How::Check,
    };
    fields.ui(ui, &auto, 0.0);
    if !input.auto_fulfill {
        return;
    }
    let text = "The money leaves as soon as the payout is created; it cannot be called back from here";
    Notice::new(Tone::Attention, text).ui_with(ui, |ui| {
        let label = format!("Type {} to pay it out at once", input.amount);
        let mut typed = std::mem::take(fields.draft.text("auto_fulfill_amount"));
        let is_same = parse_amount(&typed, &input.amount.currency).as_ref() == Ok(&input.amount);
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
    ui.add_space(space::M);
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
        shown.scroll_to_me(None);
    }
    ui.add_space(size::CONTROL / 2.0);
}
