//! The role of a column, above it: what it is used for, and the choice of another.

use egui::{Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};
use strum::IntoEnumIterator as _;

use paydesk_core::features::bulk::{BulkKind, ColumnRole};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{choices_popup_ui, focus_ring, galley_at, text_line};

use super::text;

const HEIGHT: f32 = 22.0;
const ARROW: f32 = 12.0;
const POPUP_WIDTH: f32 = 160.0;

/// A chip at the edge of `cell` where the texts of its column are; the role that was chosen.
pub(super) fn role_chip_ui(
    ui: &mut Ui,
    cell: Rect,
    name: &str,
    kind: BulkKind,
    (role, is_open, is_right): (ColumnRole, bool, bool),
) -> Option<ColumnRole> {
    let label = text::role(role, is_open, kind);
    let response = chip_ui(ui, cell, (name, label), (role, is_open, is_right));
    let roles = ColumnRole::iter().filter(|role| *role != ColumnRole::Undecided);
    let picked = choices_popup_ui(&response, name, POPUP_WIDTH, |body| {
        let mut picked = None;
        for choice in roles {
            if body.choice(text::role(choice, false, kind), choice == role) {
                picked = Some(choice);
            }
        }
        picked
    });
    picked.filter(|picked| *picked != role)
}

fn chip_ui(
    ui: &mut Ui,
    cell: Rect,
    (name, label): (&str, &str),
    (role, is_open, is_right): (ColumnRole, bool, bool),
) -> Response {
    let tokens = tokens(ui);
    let is_used = !matches!(role, ColumnRole::Ignored | ColumnRole::Undecided);
    let (ground, color) = match (is_used, is_open) {
        (true, _) => (tokens.accent.ground, tokens.accent.text),
        (false, true) => (tokens.attention.ground, tokens.attention.text),
        (false, false) => (tokens.sunken, tokens.subdued),
    };
    let around = 2.0 * space::S + ARROW + space::XS;
    let galley = text_line(ui.painter(), label, Text::Chip, color, (cell.width() - around).max(16.0));
    let chip = vec2((galley.size().x + around).min(cell.width()), HEIGHT);
    let left = if is_right { cell.right() - chip.x } else { cell.left() };
    let rect = Rect::from_min_size(pos2(left, cell.center().y - HEIGHT / 2.0), chip);
    let id = ui.next_auto_id();
    ui.skip_ahead_auto_ids(1);
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_value(label));
    ui.painter().rect_filled(rect, size::CHIP / 2.0, ground);
    galley_at(ui.painter(), galley, rect.left() + space::S, rect.center().y, color);
    let arrow = pos2(rect.right() - space::S - ARROW / 2.0, rect.center().y);
    Icon::Down.paint(ui.painter(), arrow, ARROW, color);
    focus_ring(ui, &response, rect, size::RADIUS);
    response
}
