//! The evidence of a dispute that a colleague writes, or that cannot be written while the team's database is away: to be
//! read, and to be taken over.

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::colleagues::open_beside_writer;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{DisputeTableRow, EvidenceDraft};
use paydesk_core::features::team::TeamAction;
use paydesk_core::{Action, State};
use paydesk_domain::evidence::{EvidenceField, EvidenceGroup};
use paydesk_domain::ids::DisputeId;
use paydesk_domain::open_item::{OpenItem, OpenItemKind};
use paydesk_domain::text::visible;
use paydesk_widgets::chip::toned_text_ui;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Notice, facts_ui, label_ui};

use super::review::value_text;

const NAME_WIDTH: f32 = 240.0;
/// Longest name of a person, in characters.
const PERSON_CHARS: usize = 60;

/// Draws who writes it, and what is there.
pub fn locked_ui(
    ui: &mut Ui,
    state: &State,
    row: &DisputeTableRow,
    case: &EvidenceDraft,
    why: &str,
    actions: &mut Vec<Action>,
) {
    let id = &row.dispute.dispute_id;
    match state.workspace.team.items.holder_here(OpenItemKind::Draft, id.as_str()) {
        Some(colleague) => {
            let since = state.zone().short(colleague.since, state.now);
            let title = text::has_been_writing(visible(&colleague.person, PERSON_CHARS), since);
            let notice = Notice::new(
                Tone::Attention,
                "You can read it. To edit it, take it over or wait until they leave this dispute.",
            )
            .icon(Icon::Edit)
            .title(&title);
            if notice.action("Take over…").ui(ui) {
                actions.push(Action::Team(TeamAction::AskTakeOver(OpenItem::draft(id))));
            }
        }
        None => drop(Notice::new(Tone::Attention, why).ui(ui)),
    }
    open_beside_ui(ui, state, id);
    ui.add_space(space::S);
    EvidenceGroup::ALL.into_iter().for_each(|group| group_ui(ui, case, group));
    if EvidenceField::iter().all(|field| case.text(field).is_empty()) {
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Body, subdued, "Nothing has been written yet");
    }
}

/// Who has it open as well, beside who writes it.
pub fn open_beside_ui(ui: &mut Ui, state: &State, id: &DisputeId) {
    if let Some(open) = open_beside_writer(state, id.as_str()) {
        toned_text_ui(ui, Icon::Eye, &open, Tone::Neutral);
    }
}

/// The fields of a group that have something.
fn group_ui(ui: &mut Ui, case: &EvidenceDraft, group: EvidenceGroup) {
    let has_text = |field: &EvidenceField| field.group() == group && !case.text(*field).is_empty();
    let fields: Vec<EvidenceField> = EvidenceField::iter().filter(has_text).collect();
    if fields.is_empty() {
        return;
    }
    facts_ui(ui, group.name(), |facts| {
        facts.name_width(NAME_WIDTH);
        for field in fields {
            facts.text(field_texts(field).label, &value_text(case, field, case.text(field)));
        }
    });
    ui.add_space(space::S);
}
