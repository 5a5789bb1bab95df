//! What is known, as a list that a key opens below the field with the keyboard: the chosen fact goes into that field, and
//! the keyboard goes back there.

use egui::{Id, Popup, Rect, Sense, Ui};

use crate::drafts::Drafts;
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::Action;
use paydesk_core::features::disputes::{DisputesAction, EvidenceDraftAction};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::text::visible;
use paydesk_widgets::FilterBody;
use paydesk_widgets::filter::choices_popup_ui;

use super::context::WorkspaceContext;
use super::facts::{insertion, known_facts};

/// Width of the list, in points.
const WIDTH: f32 = 420.0;
/// Most of a fact that is shown in its line, in characters.
const FACT_CHARS: usize = 60;

/// Draws the list while it is open; where no field has the keyboard it hangs below `head`, and each fact goes into its
/// own field.
pub fn fact_list_ui(
    ui: &mut Ui,
    bench: WorkspaceContext<'_>,
    head: Rect,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let draft = drafts.of::<DisputesDraft>();
    let keyboard = draft.keyboard.filter(|field| !field.is_file());
    let at = draft.keyboard_rect.filter(|_| keyboard.is_some()).unwrap_or(head);
    let anchor = ui.interact(at, Id::unique("list of facts"), Sense::hover());
    let popup = Popup::default_response_id(&anchor);
    if std::mem::take(&mut draft.asks_fact) {
        draft.lists_facts = true;
        Popup::open_id(ui.ctx(), popup);
    }
    if !draft.lists_facts {
        return;
    }
    let chosen = choices_popup_ui(&anchor, text::FACTS, WIDTH, |body| choices_ui(body, bench, keyboard));
    if !Popup::is_id_open(ui.ctx(), popup) {
        draft.lists_facts = false;
        draft.go_to = chosen.as_ref().map(|(field, _)| *field).or(draft.keyboard);
        ui.ctx().request_repaint();
    }
    if let Some((field, text)) = chosen {
        let dispute_id = bench.row.dispute.dispute_id.clone();
        let insert = EvidenceDraftAction::Insert { dispute_id, field, text };
        actions.push(Action::Disputes(DisputesAction::Draft(insert)));
    }
}

/// One line a fact; what was chosen, and the field it goes into.
fn choices_ui(
    body: &mut FilterBody<'_>,
    bench: WorkspaceContext<'_>,
    keyboard: Option<EvidenceField>,
) -> Option<(EvidenceField, String)> {
    let facts = known_facts(bench.state, bench.row);
    match (facts.is_empty(), keyboard) {
        (true, _) => body.caption(text::NOTHING_KNOWN_HERE),
        (false, Some(field)) => body.caption(&text::into(field_texts(field).label)),
        (false, None) => {}
    }
    let line = |label: &str, text: &str| format!("{label}: {}", visible(&text.replace('\n', ", "), FACT_CHARS));
    let chosen = facts.iter().filter(|fact| body.choice(&line(fact.label, &fact.text), false)).last();
    chosen.map(|fact| insertion(fact, keyboard))
}
