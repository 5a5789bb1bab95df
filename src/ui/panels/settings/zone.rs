//! The search for a time zone, in the settings and in the editor of a profile.

use egui::Ui;

use paydesk_domain::zone::Zone;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Choice, TextField, label_ui};

use super::text;

/// Most zones listed under the search field.
const SHOWN: usize = 8;
const WIDTH: f32 = 300.0;

/// A field to find a zone by its name and the zones found; the one that was taken, after which the field is empty.
pub(super) fn search_ui(ui: &mut Ui, text: &mut String, current: Zone) -> Option<Zone> {
    ui.set_max_width(WIDTH);
    let field = TextField::bare("Find a time zone", text).placeholder(text::BERLIN);
    let shown = field.icon(Icon::Search).clearable().width(WIDTH).ui(ui);
    let taken = found_ui(ui, text, current, shown.submitted);
    if taken.is_some() {
        text.clear();
    }
    taken
}

/// The zones that have `text` in their names; Enter takes the first.
fn found_ui(ui: &mut Ui, text: &str, current: Zone, take_first: bool) -> Option<Zone> {
    let wanted = text.trim().to_lowercase().replace(' ', "_");
    if wanted.len() < 2 {
        return None;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(space::XS);
    let mut found = Zone::all().filter(|zone| zone.name().to_lowercase().contains(&wanted)).peekable();
    if found.peek().is_none() {
        label_ui(ui, Text::Small, tokens(ui).subdued, "No time zone in the IANA list matches");
    }
    let mut chosen = found.peek().copied().filter(|_| take_first);
    for zone in found.take(SHOWN) {
        if Choice::new(zone.name()).chosen(zone == current).ui(ui).clicked() {
            chosen = Some(zone);
        }
    }
    chosen
}
