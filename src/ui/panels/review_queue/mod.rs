//! The review queue: the payment in front with what a person decides by, the decisions that were just made, and at the
//! end a summary.

mod actions;
mod decided;
mod draft;
mod facts;
mod summary;
mod text;

use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, ScrollArea, Ui};

use crate::colleagues::open_at_colleagues;
use crate::drafts::Drafts;
use crate::notes::{NotesDraft, notes_ui};
use crate::panel_view::PanelView;
use paydesk_core::features::review_queue::item::{ReviewDecision, ReviewItem};
use paydesk_core::features::review_queue::{ReviewQueueAction, ReviewSession};
use paydesk_core::remote::Remote;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::note::NoteSubject;
use paydesk_domain::open_item::OpenItemKind;
use paydesk_domain::text::visible_id;
use paydesk_widgets::chip::toned_text_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, at_least_high_ui, in_margin_ui};
use paydesk_widgets::title::{margin, title_ui};
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Failed, copyable_ui, empty_ui, failed_ui, label_ui, loading_ui};

use super::disputes::assign_menu_ui;
use super::payments::{amount_ui, groups_ui, other_groups_ui, review_note_ui};

pub use draft::ReviewQueueDraft;

/// Room that two columns take, in points.
const TWO_COLUMNS_MIN: f32 = 860.0;

/// Room for the counts and some rows of the summary, in points.
const SUMMARY_MIN_HEIGHT: f32 = 420.0;

/// How the panel is drawn.
pub const VIEW: PanelView = PanelView::new(Route::ReviewQueue, Icon::Review, panel_ui);

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    let Some(session) = state.workspace.review_queue.session() else {
        CentralPanel::no_frame().frame(frame).show(ui, |ui| nothing_ui(ui, state, actions));
        return;
    };
    if let Some(current) = session.current() {
        drafts.of::<ReviewQueueDraft>().follow(&current.payment_id);
        let bar = Frame::new().fill(tokens(ui).surface).inner_margin(Margin { bottom: space::M as i8, ..margin() });
        Panel::bottom("review actions").resizable(false).frame(bar).show(ui, |ui| {
            // Here nothing moves when a decision comes or goes: the bar grows upwards.
            decided::decisions_ui(ui, state, session, actions);
            actions::actions_ui(ui, state, (session, current), drafts.of::<ReviewQueueDraft>(), actions);
        });
    }
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        head_ui(ui, session, actions);
        if session.current().is_none() {
            decided::decisions_ui(ui, state, session, actions);
        }
        match session.current() {
            Some(current) => current_ui(ui, state, current, drafts, actions),
            None if session.items().is_empty() => nothing_ui(ui, state, actions),
            None => at_least_high_ui(ui, text::REVIEW_QUEUE, SUMMARY_MIN_HEIGHT, |ui| {
                summary::summary_ui(ui, state, session, &mut drafts.of::<ReviewQueueDraft>().summary, actions);
            }),
        }
    });
}

fn head_ui(ui: &mut Ui, session: &ReviewSession, actions: &mut Vec<Action>) {
    let mut act = |action| actions.push(Action::ReviewQueue(action));
    title_ui(ui, text::REVIEW_QUEUE, |ui| {
        if Button::secondary("Finish").hint("Shows what you decided, then ends this round").ui(ui).clicked() {
            act(ReviewQueueAction::Finish);
        }
        ui.add_space(space::S);
        let is_last = session.current().is_none().then_some(text::LAST);
        if Button::icon_only(Icon::Right, text::NEXT).disabled(is_last).ui(ui).clicked() {
            act(ReviewQueueAction::Next);
        }
        ui.add_space(space::XS);
        let is_first = (session.place() == 0).then_some(text::FIRST);
        if Button::icon_only(Icon::Left, "Previous payment (K)").disabled(is_first).ui(ui).clicked() {
            act(ReviewQueueAction::Previous);
        }
    });
    let place = session.current().map(|_| session.place() + 1);
    let line = text::progress(place, session.items().len(), &session.counts());
    label_ui(ui, Text::Small, tokens(ui).subdued, &line.join(" · "));
    ui.add_space(space::M);
}

/// Nothing is in review, as far as it is known.
fn nothing_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let payments = &state.workspace.payments;
    if payments.is_reading_work() || state.workspace.profile.is_none() {
        return loading_ui(ui, text::LOADING, 6, size::ROW);
    }
    if empty_ui(ui, Icon::Success, text::NOTHING_IN_REVIEW, Some("Go to home")) {
        actions.push(Action::GoTo(Route::Home));
    }
}

/// Who reviews it, and which colleagues have it open: nobody is kept from deciding.
fn people_ui(ui: &mut Ui, state: &State, current: &ReviewItem, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let workspace = &state.workspace;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        let assignee = workspace.review_queue.assignee(&current.payment_id);
        if let Some(to) = assign_menu_ui(ui, state, assignee, &mut drafts.of::<ReviewQueueDraft>().assignee) {
            let payment_id = current.payment_id.clone();
            actions.push(Action::ReviewQueue(ReviewQueueAction::Assign { payment_id, to }));
        }
        if let Some(open) = open_at_colleagues(state, OpenItemKind::Review, current.payment_id.as_str()) {
            toned_text_ui(ui, Icon::Review, &open, Tone::Attention);
        }
    });
}

fn current_ui(ui: &mut Ui, state: &State, current: &ReviewItem, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let scroll = ScrollArea::vertical().id_salt(("review", current.payment_id.as_str())).auto_shrink([false, false]);
    in_margin_ui(ui, LANE, scroll, |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        let width = ui.available_width();
        if width < TWO_COLUMNS_MIN {
            ui.set_max_width(width);
            payment_ui(ui, state, current, drafts, actions);
            facts::facts_of_payment_ui(ui, state, actions);
            return;
        }
        let column = (width - space::XL) / 2.0;
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::XL, space::M);
            ui.vertical(|ui| {
                ui.set_width(column);
                payment_ui(ui, state, current, drafts, actions);
            });
            ui.vertical(|ui| {
                ui.set_width(column);
                facts::facts_of_payment_ui(ui, state, actions);
            });
        });
    });
}

/// The payment as the service reports it, with the notes on it.
fn payment_ui(ui: &mut Ui, state: &State, current: &ReviewItem, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let payment_id = &current.payment_id;
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = size::QUIET;
        copyable_ui(ui, &visible_id(payment_id.as_str(), 80));
        let zone = state.zone();
        if let Some(at) = current.created {
            label_ui(ui, Text::Small, tokens(ui).subdued, &text::created(zone.full(at)));
        }
    });
    let detail = state.workspace.payments.detail(payment_id);
    let Some(payment) = detail.and_then(Remote::value) else {
        return match detail.and_then(Remote::error) {
            Some(error) => {
                let (what, code) = (error.what(), error.code());
                let title = text::not_loaded(&visible_id(payment_id.as_str(), 64));
                let advice = Some(error.what_to_do());
                let failed = Failed { title: &title, message: &what, code: code.as_deref(), advice, retrying: false };
                if failed_ui(ui, &failed) {
                    actions.push(Action::ReviewQueue(ReviewQueueAction::Show(payment_id.clone())));
                }
            }
            None => loading_ui(ui, text::LOADING_PAYMENT, 6, size::ROW),
        };
    };
    amount_ui(ui, state, payment);
    people_ui(ui, state, current, drafts, actions);
    match &current.decision {
        ReviewDecision::Open | ReviewDecision::Skipped => review_note_ui(ui, state, payment),
        ReviewDecision::Elsewhere(status) => decided::elsewhere_ui(ui, status),
        ReviewDecision::Decided(decided) => decided::decision_ui(ui, state, current, decided, actions),
    }
    notes_ui(ui, state, &NoteSubject::payment(payment_id), drafts.of::<NotesDraft>(), actions);
    groups_ui(ui, state, payment, actions);
    other_groups_ui(ui, payment);
}
