//! Case templates: saved from the evidence of the open dispute, offered to another one, listed in the library.

use egui::Ui;

use crate::drafts::Drafts;
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{
    CaseTemplate, DisputeTableRow, DisputesAction, EvidenceDraft, EvidenceDraftAction, Product, TemplateAction,
};
use paydesk_core::{Action, State};
use paydesk_domain::deadline::plain_reason;
use paydesk_domain::text::visible;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, FilterBody, FilterButton, FilterChange, TextField, heading_ui, label_ui};

use super::boxed::boxed_ui;

const NAME_CHARS: usize = 60;

/// Draws what saves the evidence as a case template.
pub fn save_ui(ui: &mut Ui, case: &EvidenceDraft, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let saved = FilterButton::new("Save as case template…", None).width(320.0).ui(ui, |body| {
        let (name, just_opened) = (&mut drafts.of::<DisputesDraft>().case_template, body.just_opened);
        body.caption("Saves policies and other text. Payment details are filled in for each dispute.");
        body.form(|ui| {
            let field = TextField::labelled("Case template name", name).max_chars(NAME_CHARS);
            let shown = field.ui(ui);
            if just_opened {
                shown.response.request_focus();
            }
            let unnamed = name.trim().is_empty().then_some(text::TYPE_NAME);
            let clicked = Button::secondary(text::SAVE).name("Save case template").disabled(unnamed).ui(ui).clicked();
            ((clicked || shown.submitted) && unnamed.is_none()).then(|| std::mem::take(name))
        })
    });
    if let Some(FilterChange::Set(name)) = saved {
        let dispute_id = case.dispute_id.clone();
        let action = TemplateAction::SaveCaseTemplate { dispute_id, name };
        actions.push(Action::Disputes(DisputesAction::Template(action)));
    }
}

/// The case templates for such a dispute, and then the others.
pub fn offer(
    body: &mut FilterBody<'_>,
    state: &State,
    row: &DisputeTableRow,
    case: &EvidenceDraft,
) -> Option<DisputesAction> {
    let all = state.evidence.case_templates(&state.workspace.profile_id);
    let mut all: Vec<&CaseTemplate> = all.collect();
    if all.is_empty() {
        return None;
    }
    all.sort_by_key(|template| (!template.is_for(row.known, case.product), template.name.to_lowercase()));
    body.caption(text::CASE_TEMPLATES);
    let chosen = all.into_iter().filter(|template| body.choice(&visible(&template.name, NAME_CHARS), false)).last();
    body.divider();
    let id = case.dispute_id.clone();
    chosen.map(|template| DisputesAction::Draft(EvidenceDraftAction::UseCaseTemplate(id, template.name.clone())))
}

/// Draws the case templates of the library; `row` is the dispute that one can be applied to.
pub fn list_ui(
    ui: &mut Ui,
    state: &State,
    row: Option<&DisputeTableRow>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let (library, profile_id) = (&state.evidence, &state.workspace.profile_id);
    let templates = library.case_templates(profile_id).chain(library.removed_case_templates(profile_id));
    let templates: Vec<&CaseTemplate> = templates.collect();
    ui.add_space(space::S);
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, text::CASE_TEMPLATES);
    if templates.is_empty() {
        label_ui(ui, Text::Small, subdued, "None yet. Save one from a dispute that was won.");
    }
    for template in templates {
        boxed_ui(ui, |ui| template_ui(ui, template, row, drafts, actions));
    }
}

fn template_ui(
    ui: &mut Ui,
    template: &CaseTemplate,
    row: Option<&DisputeTableRow>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let shown = visible(&template.name, NAME_CHARS);
    let mut act = |action: TemplateAction| actions.push(Action::Disputes(DisputesAction::Template(action)));
    let (text, subdued) = (tokens(ui).text, tokens(ui).subdued);
    let mut is_applied = false;
    ui.horizontal_wrapped(|ui| {
        if template.removed {
            label_ui(ui, Text::Small, subdued, &text::was_removed(&shown));
            if Button::link(text::RESTORE).name(&text::restore(&shown)).ui(ui).clicked() {
                act(TemplateAction::PutCaseTemplateBack(template.name.clone()));
            }
            return;
        }
        label_ui(ui, Text::Strong, text, &shown);
        let open = row.filter(|row| row.dispute.status.takes_evidence());
        is_applied = open.is_some() && Button::link("Apply").name(&text::apply(&shown)).ui(ui).clicked();
        if Button::link(text::REMOVE).name(&text::remove(&shown)).ui(ui).clicked() {
            act(TemplateAction::RemoveCaseTemplate(template.name.clone()));
        }
    });
    if let Some(row) = row.filter(|_| is_applied) {
        let id = row.dispute.dispute_id.clone();
        let action = EvidenceDraftAction::UseCaseTemplate(id, template.name.clone());
        actions.push(Action::Disputes(DisputesAction::Draft(action)));
        drafts.of::<DisputesDraft>().page = Default::default();
    }
    if !template.removed {
        label_ui(ui, Text::Small, subdued, &meant_for(template));
        ui.label(Text::Body.rich(fields_text(template)).color(text));
    }
}

/// `Product not received, goods`.
fn meant_for(template: &CaseTemplate) -> String {
    let product = template.product.map_or("any product", Product::label);
    text::for_reason_and_product(plain_reason(&template.reason).short, product)
}

/// What it fills with a text of its own, and what is filled in for each dispute.
fn fields_text(template: &CaseTemplate) -> String {
    let names = |is_saved: bool| {
        let fields = template.known_fields().filter(|(_, text)| text.is_empty() != is_saved);
        fields.map(|(field, _)| field_texts(field).label).collect::<Vec<_>>().join(", ")
    };
    let parts = [(names(true), "From the template"), (names(false), "Filled in for each dispute")];
    let parts = parts.into_iter().filter(|(names, _)| !names.is_empty());
    parts.map(|(names, what)| format!("{what}: {names}")).collect::<Vec<_>>().join("\n")
}
