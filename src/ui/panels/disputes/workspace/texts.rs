//! Templates and the statement that is written from what is filled in.

use std::borrow::Cow;

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputeTexts, DisputesAction, EvidenceDraft, EvidenceDraftAction, Template, TemplateAction,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::{EvidenceField, StoredField};
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, FilterBody, FilterButton, FilterChange, Notice, TextField, label_ui};

use super::case_templates;
use super::library::field_label;
use crate::panels::disputes::draft::DisputesDraft;

/// Draws what puts texts into fields.
pub fn insert_ui(
    ui: &mut Ui,
    state: &State,
    row: &DisputeTableRow,
    case: &EvidenceDraft,
    is_narrow: bool,
    actions: &mut Vec<Action>,
) {
    let id = &row.dispute.dispute_id;
    let statement = || DisputesAction::Draft(EvidenceDraftAction::DraftStatement(id.clone()));
    let name = if is_narrow { "Insert…" } else { "Insert template" };
    let taken = FilterButton::new(name, None).width(300.0).ui(ui, |body| {
        // Where there is little room, the button beside it is in the menu.
        let drafted = is_narrow && body.choice(text::DRAFT_STATEMENT, false);
        let case_template = case_templates::offer(body, state, row, case);
        let templates = state.evidence.templates(&state.workspace.profile_id).into_iter();
        let taken = template_ui(body, templates.filter(|template| template.field.known().is_some()).collect());
        let taken =
            taken.map(|template| DisputesAction::Draft(EvidenceDraftAction::UseTemplate(id.clone(), template.name)));
        taken.or(case_template).or(drafted.then(statement))
    });
    if let Some(FilterChange::Set(action)) = taken {
        actions.push(Action::Disputes(action));
    }
    let hint = "Drafts the statement from the completed fields; you can edit it";
    if !is_narrow && Button::secondary(text::DRAFT_STATEMENT).icon(Icon::Note).hint(hint).ui(ui).clicked() {
        actions.push(Action::Disputes(statement()));
    }
}

/// Draws what saves texts as templates, and removes these.
pub fn keep_templates_ui(
    ui: &mut Ui,
    state: &State,
    case: &EvidenceDraft,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let stored = FilterButton::new("Save as template", None).width(300.0).ui(ui, |body| {
            let (name, just_opened) = (&mut drafts.of::<DisputesDraft>().template, body.just_opened);
            body.form(|ui| {
                let hint = "Names, amounts and IDs become merge fields";
                let field = TextField::labelled("Template name", name).hint(hint).max_chars(60).ui(ui);
                if just_opened {
                    field.response.request_focus();
                }
            });
            keep_ui(body, case, name)
        });
        let removed = FilterButton::new("Delete template", None).width(300.0).ui(ui, |body| {
            let removed = template_ui(body, state.evidence.templates(&state.workspace.profile_id));
            let removed =
                removed.map(|template| DisputesAction::Template(TemplateAction::RemoveTemplate(template.name)));
            removed.or(put_back_ui(body, state.evidence.removed_templates(&state.workspace.profile_id)))
        });
        case_templates::save_ui(ui, case, drafts, actions);
        for change in [stored, removed] {
            if let Some(FilterChange::Set(action)) = change {
                actions.push(Action::Disputes(action));
            }
        }
    });
}

/// What the drafted statement says and other fields no longer do.
pub fn outdated_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, case: &EvidenceDraft, actions: &mut Vec<Action>) {
    let payment = state.workspace.payments.detail(&row.dispute.payment_id).and_then(|payment| payment.value());
    let texts = DisputeTexts { view: state.view(), dispute: &row.dispute, draft: Cow::Borrowed(case), payment };
    let Some(outdated) = texts.outdated_statement(&state.evidence) else { return };
    let names: Vec<&str> = outdated.fields.iter().map(|field| field_texts(*field).label).collect();
    let text = if names.is_empty() {
        "The payment has loaded or changed since".to_owned()
    } else {
        text::changed_since(names.join(", "))
    };
    let notice = Notice::new(Tone::Attention, &text).title("The drafted statement is outdated");
    let notice = if outdated.can_be_updated { notice.action(text::UPDATE_STATEMENT) } else { notice };
    if notice.ui(ui) {
        let action = EvidenceDraftAction::DraftStatement(row.dispute.dispute_id.clone());
        actions.push(Action::Disputes(DisputesAction::Draft(action)));
    }
}

/// The templates, below the name of the field each is for, in the order of the form.
fn template_ui(body: &mut FilterBody<'_>, mut templates: Vec<Template>) -> Option<Template> {
    templates.sort_by(|one, other| one.field.cmp(&other.field));
    let (mut field, mut taken) = (None::<StoredField>, None);
    for template in templates {
        if field.as_ref() != Some(&template.field) {
            field = Some(template.field.clone());
            body.caption(field_label(&template));
        }
        if body.choice(&visible(&template.name, 60), false) {
            taken = Some(template);
        }
    }
    taken
}

/// What was removed, to be put back.
fn put_back_ui(body: &mut FilterBody<'_>, removed: Vec<Template>) -> Option<DisputesAction> {
    if removed.is_empty() {
        return None;
    }
    body.divider();
    let name = |template: &Template| text::restore_text(visible(&template.name, 60));
    let chosen = removed.into_iter().filter(|template| body.choice(&name(template), false)).last();
    chosen.map(|template| DisputesAction::Template(TemplateAction::PutTemplateBack(template.name)))
}

/// The filled fields, the content of one of which is stored under the name.
fn keep_ui(body: &mut FilterBody<'_>, case: &EvidenceDraft, name: &mut String) -> Option<DisputesAction> {
    let fields: Vec<EvidenceField> =
        EvidenceField::iter().filter(|field| !case.text(*field).trim().is_empty()).collect();
    if name.trim().is_empty() || fields.is_empty() {
        body.caption(if fields.is_empty() {
            text::NOTHING_IS_FILLED_IN_YET
        } else {
            "Enter a name, then choose what to include"
        });
        // As high as what can be chosen then: the list does not grow while it is open.
        fields.iter().for_each(|field| waiting_ui(body.ui, field_texts(*field).label));
        return None;
    }
    body.caption("Include");
    let chosen = fields.into_iter().filter(|field| body.choice(field_texts(*field).label, false)).last()?;
    let name = std::mem::take(name);
    Some(DisputesAction::Template(TemplateAction::KeepTemplate {
        dispute_id: case.dispute_id.clone(),
        field: chosen,
        name,
    }))
}

/// A line as high as a choice that is none yet.
fn waiting_ui(ui: &mut Ui, label: &str) {
    let line = egui::vec2(ui.available_width(), size::ROW_COMPACT);
    ui.allocate_ui_with_layout(line, egui::Layout::left_to_right(egui::Align::Center), |ui| {
        ui.set_min_height(size::ROW_COMPACT);
        ui.add_space(space::S);
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Body, subdued, label);
    });
}
