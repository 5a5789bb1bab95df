//! What is done with the lines of a file, and which file that is.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::form::submits_at_once;
use paydesk_core::Action;
use paydesk_core::features::bulk::{BulkAction, BulkKind, text as bulk_text};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, TextField, label_ui, segmented_ui};

use super::text;

const PATH_WIDTH: f32 = 420.0;

/// Draws the choice.
pub(super) fn choose_ui(ui: &mut Ui, kind: BulkKind, path: &mut String, actions: &mut Vec<Action>) {
    if let Some(kind) = kind_ui(ui, kind) {
        actions.push(Action::Bulk(BulkAction::ImportFor(kind)));
    }
    ui.add_space(space::M);
    let mut read = |path| actions.push(Action::Bulk(BulkAction::ReadFile(path)));
    label_ui(
        ui,
        Text::Body,
        tokens(ui).text,
        "A CSV file or an Excel workbook with one payment or payout ID in each row, and the \
        amount of each",
    );
    ui.add_space(space::M);
    if Button::primary(crate::text::CHOOSE_FILE).icon(Icon::Attach).ui(ui).clicked() {
        read(None);
    }
    ui.add_space(space::M);
    let field =
        TextField::labelled(crate::text::FILE_PATH, path).hint("Or drop the file on this window").width(PATH_WIDTH);
    let shown = field.ui(ui);
    ui.add_space(space::S);
    let missing = path.trim().is_empty().then_some("Enter a path first");
    if Button::secondary("Read file").disabled(missing).ui(ui).clicked()
        || missing.is_none() && (shown.submitted || submits_at_once(ui))
    {
        read(Some(path.trim().to_owned()));
    }
    let dropped = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
    if let Some(path) = dropped {
        read(Some(path.to_string_lossy().into_owned()));
    }
}

/// The operations side by side; the one that was picked.
fn kind_ui(ui: &mut Ui, kind: BulkKind) -> Option<BulkKind> {
    let kinds: Vec<BulkKind> = BulkKind::iter().collect();
    let labels: Vec<&str> = kinds.iter().map(|kind| bulk_text::verb(*kind)).collect();
    let chosen = kinds.iter().position(|known| *known == kind).unwrap_or_default();
    segmented_ui(ui, text::OPERATION, &labels, chosen).and_then(|picked| kinds.get(picked).copied())
}
