//! Which evidence went with winning disputes of this reason, with counts and intervals, and the next piece that is missing
//! here.

use egui::{Frame, Ui};

use crate::drafts::Drafts;
use crate::panels::disputes::draft::{DisputesDraft, WorkspacePage};
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{Certainty, DECIDED_MIN, WinningField};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Chip, Notice, heading_ui, label_ui};

use super::context::WorkspaceContext;

/// Draws what won and what lost, once enough disputes of the reason are decided; until then how many are missing.
pub fn what_wins_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts) {
    let results = bench.state.workspace.disputes.open_results();
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, "What won disputes with this reason");
    if results.decided() < DECIDED_MIN {
        label_ui(ui, Text::Small, subdued, &text::decided_of_needed(results.decided(), DECIDED_MIN));
        return;
    }
    label_ui(ui, Text::Small, subdued, &text::won_of_decided(results.won, results.decided()));
    if let Some(next) = results.next_missing(bench.case).filter(|_| !bench.is_decided()) {
        next_ui(ui, &next, drafts);
    }
    let sunken = tokens(ui).sunken;
    let frame = Frame::new().fill(sunken).corner_radius(6).inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        results.ranking().iter().for_each(|winning| winning_ui(ui, winning));
    });
}

/// The missing piece that went with winning most surely, and the way to its field.
fn next_ui(ui: &mut Ui, next: &WinningField, drafts: &mut Drafts) {
    let title = text::next_missing(field_texts(next.field).label);
    let text = match next.certainty {
        Certainty::Significant => text::significantly(next.text()),
        Certainty::MayBeChance | Certainty::NothingToCompare => text::may_be_chance(next.text()),
    };
    if Notice::new(Tone::Accent, &text).title(&title).action("Go to this field").ui(ui) {
        let draft = drafts.of::<DisputesDraft>();
        (draft.go_to, draft.page) = (Some(next.field), WorkspacePage::Evidence);
    }
}

fn winning_ui(ui: &mut Ui, winning: &WinningField) {
    let tokens = tokens(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        label_ui(ui, Text::Body, tokens.text, field_texts(winning.field).label);
        label_ui(ui, Text::Small, tokens.subdued, &winning.text());
        let (icon, tone) = match (winning.certainty, winning.helps()) {
            (Certainty::Significant, true) => (Icon::Check, Tone::Positive),
            (Certainty::Significant, false) => (Icon::Alert, Tone::Attention),
            (Certainty::MayBeChance | Certainty::NothingToCompare, _) => (Icon::Info, Tone::Neutral),
        };
        Chip::new(icon, winning.certainty.text(), tone).ui(ui);
    });
}
