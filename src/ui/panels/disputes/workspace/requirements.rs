//! The table of what matters for which reason and product, edited row by row. It is ours: it decides which fields are
//! marked and counted, and the service hears nothing of it.

use egui::{Frame, Ui};
use strum::IntoEnumIterator as _;

use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{DisputeTableRow, DisputesAction, EvidencePolicyAction, RequirementsRow};
use paydesk_core::{Action, State};
use paydesk_domain::deadline::{DEADLINE_RULES, plain_reason};
use paydesk_domain::evidence::{EvidenceField, ProductKind};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Chip, FilterBody, FilterButton, FilterChange, Notice, heading_ui, label_ui};

/// What a row becomes; `None` puts it back.
type Change = Option<Vec<Vec<EvidenceField>>>;

/// Draws the table, the rows of the open dispute's reason first.
pub fn requirements_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    let title = "Recommended fields are Paydesk's suggestions, not the service's rules";
    let text = "They apply to all disputes. Adjust them based on your experience; they are saved on this \
        computer.";
    Notice::new(Tone::Accent, text).title(title).ui(ui);
    reason_ui(ui, state, row, actions);
    let table = &state.evidence.requirements;
    let ours = table.for_reason(row.known);
    let is_ours = |other: &&RequirementsRow| ours.iter().any(|known| std::ptr::eq(*known, *other));
    let mut draw = |ui: &mut Ui, row: &RequirementsRow| {
        let name = row.name();
        let change = ui.push_id(&name, |ui| row_ui(ui, row)).inner;
        actions.extend(change.map(|requirements| {
            Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::SetRequirements { row: name, requirements }))
        }));
    };
    let subdued = tokens(ui).subdued;
    heading_ui(ui, Text::Group, subdued, "This dispute's reason");
    ours.iter().for_each(|row| draw(ui, row));
    heading_ui(ui, Text::Group, subdued, "Other reasons");
    table.rows().iter().filter(|row| !is_ours(row)).for_each(|row| draw(ui, row));
}

/// What the reason of this dispute is read as, and how to say that it is another.
fn reason_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, actions: &mut Vec<Action>) {
    if row.reason_text.is_empty() {
        return;
    }
    let is_mapped = state.evidence.mapped_reason(row.reason()).is_some();
    let teach = |known| {
        Action::Disputes(DisputesAction::Policy(EvidencePolicyAction::MapReason {
            reason: row.reason().to_owned(),
            known,
        }))
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        let text = tokens(ui).text;
        label_ui(ui, Text::Body, text, &treated_text(row));
        let chosen = FilterButton::new("Treat this reason as…", None).width(320.0).ui(ui, |body| {
            let rules = DEADLINE_RULES.iter().map(|rule| rule.reason);
            rules.filter(|reason| body.choice(plain_reason(reason).short, *reason == row.known)).last()
        });
        if let Some(FilterChange::Set(known)) = chosen {
            actions.push(teach(Some(known)));
        }
        if is_mapped {
            Chip::new(Icon::Edit, "Set in Paydesk", Tone::Accent).ui(ui);
            if Button::link("Use original reason").ui(ui).clicked() {
                actions.push(teach(None));
            }
        }
    });
    let subdued = tokens(ui).subdued;
    let hint = "Sets the wording, recommended fields and deadline for all disputes with this reason";
    label_ui(ui, Text::Small, subdued, hint);
}

/// As what the reason is treated, with the service's own word where that says more than its name.
fn treated_text(row: &DisputeTableRow) -> String {
    let known = plain_reason(row.known).short;
    if row.reason_words() == known {
        text::reason_is_treated_as(known)
    } else {
        text::is_treated_as(&row.reason_text, known)
    }
}

/// Reason and product as text.
fn title(row: &RequirementsRow) -> String {
    let product = match row.begun.product {
        ProductKind::Physical => text::GOODS,
        ProductKind::Intangible => ", service or digital",
        ProductKind::Any => "",
    };
    format!("{}{product}", plain_reason(row.begun.reason).short)
}

fn row_ui(ui: &mut Ui, row: &RequirementsRow) -> Option<Change> {
    let tokens = tokens(ui);
    let title = title(row);
    let mut change = None;
    let frame = Frame::new().fill(tokens.sunken).corner_radius(6).inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::XS);
        ui.horizontal_wrapped(|ui| {
            heading_ui(ui, Text::Strong, tokens.text, &title);
            if row.is_edited {
                Chip::new(Icon::Edit, "Edited", Tone::Accent).ui(ui);
                let name = text::restore_defaults(&title);
                if Button::link("Restore defaults").name(&name).ui(ui).clicked() {
                    change = Some(None);
                }
            }
        });
        if row.requirements.is_empty() {
            label_ui(ui, Text::Small, tokens.subdued, "No recommended fields");
        }
        for index in 0..row.requirements.len() {
            ui.push_id(index, |ui| change = change.take().or(need_ui(ui, row, index, &title).map(Some)));
        }
        let name = text::add_field(&title);
        let added =
            FilterButton::new(&name, Some("Add field")).always_set().width(320.0).ui(ui, |body| field_ui(body, row));
        if let Some(FilterChange::Set(field)) = added {
            let requirements = row.requirements.iter().cloned().chain([vec![field]]).collect();
            change = Some(Some(requirements));
        }
    });
    change
}

/// One need: a field, or several any one of which will do.
fn need_ui(ui: &mut Ui, row: &RequirementsRow, index: usize, title: &str) -> Option<Vec<Vec<EvidenceField>>> {
    let labels: Vec<&str> = row.requirements[index].iter().map(|field| field_texts(*field).label).collect();
    let label = labels.join(" or ");
    let mut changed = None;
    ui.horizontal_wrapped(|ui| {
        let name = text::remove_text(&label, title);
        if Button::quiet_icon(Icon::Close, &name).ui(ui).clicked() {
            let mut requirements = row.requirements.clone();
            requirements.remove(index);
            changed = Some(requirements);
        }
        let text = tokens(ui).text;
        label_ui(ui, Text::Body, text, &label);
        let name = text::or_another_field_instead_of(&label, title);
        let other = FilterButton::new(&name, Some("or…")).always_set().width(320.0).ui(ui, |body| field_ui(body, row));
        if let Some(FilterChange::Set(field)) = other {
            let mut requirements = row.requirements.clone();
            requirements[index].push(field);
            changed = Some(requirements);
        }
    });
    changed
}

/// The fields that are not in the row yet.
fn field_ui(body: &mut FilterBody<'_>, row: &RequirementsRow) -> Option<EvidenceField> {
    let mut chosen = None;
    for field in EvidenceField::iter().filter(|field| !row.contains(*field)) {
        if body.choice(field_texts(field).label, false) {
            chosen = Some(field);
        }
    }
    chosen
}
