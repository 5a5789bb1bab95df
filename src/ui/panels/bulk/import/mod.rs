//! The import page: the sheet as it is at the left, what Paydesk understood at the right, sums and what is left out below.
//! What a person changes here belongs to the reading of the file that is shown.

mod choose;
mod head;
mod not_imported;
mod reads;
mod role_chip;
mod sheet_table;
mod sums;
mod text;

use egui::{ScrollArea, Ui, vec2};

use crate::form::submits_at_once;
use crate::list::row_height;
use paydesk_core::features::bulk::{BulkAction, Import, ImportChange, ImportGap, ImportState, ReadingId};
use paydesk_core::{Action, State};
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::scroll::in_margin_with_rings_ui;
use paydesk_widgets::title::{title_ui, title_with_ui};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, hairline_ui, label_ui, loading_ui, text_width};

pub(super) use reads::reads_ui;

/// The line of buttons at the lower edge, in points.
const FOOT: f32 = 54.0;
/// Beside each other, sums and lists need so much room, in points.
const SIDE_BY_SIDE: f32 = 900.0;
/// What stands beside the text of the button that checks: its edges, and the button that leaves, in points.
const BESIDE_LABEL: f32 = 140.0;

/// What the window keeps of an import.
#[derive(Debug, Default)]
pub(super) struct ImportDraft {
    path: String,
    /// The reading of which all lines are shown.
    shows_all: Option<ReadingId>,
}

/// Draws the page.
pub(super) fn import_ui(
    ui: &mut Ui,
    state: &State,
    import: &ImportState,
    draft: &mut ImportDraft,
    actions: &mut Vec<Action>,
) {
    match import {
        ImportState::Closed => {}
        ImportState::Reading(kind) => {
            title_ui(ui, text::title(*kind), |ui| leave_ui(ui, actions));
            ui.add_space(space::S);
            loading_ui(ui, "Reading the file…", 8, row_height(state));
        }
        ImportState::Choosing(kind, problem) => {
            title_ui(ui, text::title(*kind), |ui| leave_ui(ui, actions));
            ui.add_space(space::S);
            if let Some(problem) = problem {
                Notice::new(Tone::Danger, &problem.what_to_do).title(&problem.what).ui(ui);
                ui.add_space(space::S);
            }
            choose::choose_ui(ui, *kind, &mut draft.path, actions);
        }
        ImportState::Read(import) => read_ui(ui, state, import, draft, actions),
    }
}

fn leave_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    if Button::secondary(text::CANCEL).ui(ui).clicked() {
        actions.push(Action::Bulk(BulkAction::LeaveImport));
    }
}

fn read_ui(ui: &mut Ui, state: &State, import: &Import, draft: &mut ImportDraft, actions: &mut Vec<Action>) {
    head_ui(ui, state, import, actions);
    let height = (ui.available_height() - FOOT).max(100.0);
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        let area = ScrollArea::vertical().id_salt("import").auto_shrink([false, false]);
        in_margin_with_rings_ui(ui, space::XL, area, |ui| content_ui(ui, state, import, draft, actions));
    });
    foot_ui(ui, import, actions);
}

fn head_ui(ui: &mut Ui, state: &State, import: &Import, actions: &mut Vec<Action>) {
    let file = &import.reading().file;
    let read_at = state.zone().short(import.read_at(), state.now);
    let about = text::about_file(&visible(&file.name, 60), file.bytes, &read_at);
    let (mut leaves, mut chooses) = (false, false);
    let back = |ui: &mut Ui| {
        leaves = Button::icon_only(Icon::Left, text::LEAVE).ui(ui).clicked();
        ui.add_space(space::M);
    };
    title_with_ui(ui, text::title(import.interpretation().kind()), back, |ui| {
        chooses = Button::secondary("Choose another file…").ui(ui).clicked();
    });
    actions.extend(leaves.then_some(Action::Bulk(BulkAction::LeaveImport)));
    actions.extend(chooses.then_some(Action::Bulk(BulkAction::Import)));
    let subdued = tokens(ui).subdued;
    ui.add_space(space::XS);
    label_ui(ui, Text::Small, subdued, &about);
    ui.add_space(space::S);
}

fn content_ui(ui: &mut Ui, state: &State, import: &Import, draft: &mut ImportDraft, actions: &mut Vec<Action>) {
    if import.has_changed() {
        Notice::new(
            Tone::Attention,
            "The file changed after you opened it. It was read again: check each column before you go on.",
        )
        .live()
        .ui(ui);
        ui.add_space(space::S);
    }
    head::controls_ui(ui, import, actions);
    ui.add_space(space::S);
    if let Some(gap) = import.gap() {
        let kind = import.interpretation().kind();
        let said = gap_text(import, gap);
        let notice = Notice::new(Tone::Attention, &said).live();
        let answer = match gap {
            ImportGap::OtherOperationLine(..)
            | ImportGap::OtherOperationSheet(_)
            | ImportGap::OtherOperationFile(_) => Some((text::is_meant(kind), ImportChange::Meant)),
            ImportGap::Unread(_) => Some(("This changes nothing".to_owned(), ImportChange::RestChangesNothing)),
            ImportGap::NoLines
            | ImportGap::NoId
            | ImportGap::NoAmounts(_)
            | ImportGap::OtherUnit(_)
            | ImportGap::UnitColumn(..)
            | ImportGap::UnitLine(..)
            | ImportGap::UnitSheet(_)
            | ImportGap::UnitFile(_)
            | ImportGap::NoCurrencies(_)
            | ImportGap::Damaged(_)
            | ImportGap::NothingLeft => None,
        };
        let (label, change) = answer.unzip();
        let is_answered = label.iter().fold(notice, |notice, label| notice.action(label)).ui(ui);
        let change = change.filter(|_| is_answered);
        actions.extend(change.map(|change| Action::Bulk(BulkAction::ChangeImport(import.id(), change))));
        ui.add_space(space::S);
    }
    if let Some(marks) = import.mixed_marks() {
        Notice::new(Tone::Attention, &text::mixed_marks(marks)).live().ui(ui);
        ui.add_space(space::S);
    }
    let shows_all = draft.shows_all == Some(import.id());
    if sheet_table::sheet_ui(ui, import, shows_all, actions) {
        draft.shows_all = (!shows_all).then_some(import.id());
    }
    ui.add_space(space::L);
    below_ui(ui, state, import, actions);
    ui.add_space(space::L);
}

fn below_ui(ui: &mut Ui, state: &State, import: &Import, actions: &mut Vec<Action>) {
    if ui.available_width() < SIDE_BY_SIDE {
        sums::sums_ui(ui, import);
        ui.add_space(space::L);
        return not_imported::not_imported_ui(ui, state, import, actions);
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 40.0;
        ui.allocate_ui(vec2(sums::WIDTH, 0.0), |ui| ui.vertical(|ui| sums::sums_ui(ui, import)));
        ui.vertical(|ui| not_imported::not_imported_ui(ui, state, import, actions));
    });
}

fn foot_ui(ui: &mut Ui, import: &Import, actions: &mut Vec<Action>) {
    hairline_ui(ui);
    let row = vec2(ui.available_width(), FOOT - 2.0);
    line_from_right_ui(ui, row, |ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        let refusal = import.gap().map(|gap| gap_text(import, gap));
        let to_read = import.understood().to_read;
        let label = check_label(ui, import, to_read, refusal.is_some());
        let check = Button::primary(&label).hint("Loads missing details and shows the plan. Nothing is sent.");
        let is_clicked = check.disabled(refusal.as_deref()).busy(import.is_checking()).ui(ui).clicked();
        let by_key = submits_at_once(ui) && refusal.is_none() && !import.is_checking();
        if is_clicked || by_key {
            actions.push(Action::Bulk(BulkAction::PlanFile(import.id())));
        }
        leave_ui(ui, actions);
        let subdued = tokens(ui).subdued;
        if ui.available_width() > 360.0 {
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                label_ui(ui, Text::Small, subdued, &text::next_step(to_read));
            });
        }
    });
}

fn gap_text(import: &Import, gap: &ImportGap) -> String {
    let name = |column| {
        let name = visible(&import.column_name(column), 40);
        if import.is_hidden(column) { text::hidden_column(&name) } else { name }
    };
    text::gap(gap, import.interpretation().kind(), name)
}

/// The exact sums are in the text where there is room for them; all are in the table above.
fn check_label(ui: &Ui, import: &Import, to_read: usize, is_refused: bool) -> String {
    let (understood, kind) = (import.understood(), import.interpretation().kind());
    let imported = understood.sums.iter().filter_map(|sums| sums.imported.clone()).filter(|sum| sum.minor != 0);
    let label = |sums: &str| text::check(kind, understood.imported(), to_read > 0, sums);
    let with_sums = label(&imported.collect::<MoneySums>().text());
    let fits = text_width(ui, Text::Strong, &with_sums) + BESIDE_LABEL < ui.available_width();
    if is_refused || !fits { label("") } else { with_sums }
}
