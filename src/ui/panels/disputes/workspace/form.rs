//! The form: six groups with names and order of the specification. Where all fields are shown they are in its order, too;
//! where the recommended ones alone are, what is recommended for this reason stands first in each group, and the groups
//! that have it stand before those that may matter for another type of product. No field moves while a person types.

use crate::drafts::Drafts;
use crate::form::{DayField, day_ui};
use crate::panels::disputes::fields::{EvidenceFieldTexts, EvidenceInputKind, field_texts};
use crate::panels::disputes::text;
use egui::Ui;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, EvidenceDraft, EvidenceDraftAction, EvidenceFileAction, FindingKind, Product,
    USUAL_CHARS, dispute_facts, facts_to_fill, is_sandbox_file_id, takes_files,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::{EvidenceField, EvidenceFile, EvidenceGroup};
use paydesk_domain::money::grouped_count;
use paydesk_domain::text::{has_right_to_left, visible};
use paydesk_widgets::chip::{toned_text_ui, toned_width};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{
    Button, FilterButton, FilterChange, TextField, check_ui, heading_ui, label_ui, segmented_ui, text_width,
};

use super::context::WorkspaceContext;
use super::elsewhere::file_from_elsewhere;
use super::{texts, upload};
use crate::panels::disputes::draft::DisputesDraft;

/// Two short fields are beside each other when there is this much room, in points.
const TWO_COLUMNS: f32 = 680.0;
/// With less room, what writes texts is one menu, so that the line above the fields stays one, in points.
const ONE_LINE: f32 = 760.0;
/// Height of the line of the label, in points.
const LABEL: f32 = 18.0;
const LONG_ROWS: usize = 3;
const STATEMENT_ROWS: usize = 8;
/// Most lines of a field that opens with a long text.
const ROWS_MAX: usize = 24;

/// What a field needs to be drawn.
struct FieldContext<'a> {
    state: &'a State,
    field: EvidenceField,
    texts: EvidenceFieldTexts,
    case: &'a EvidenceDraft,
    is_recommended: bool,
    /// It is recommended beside others any one of which will do.
    is_one_of: bool,
}

/// A mark at the label of a field.
type Mark = (Icon, &'static str, Tone);

/// Draws the form.
pub fn form_ui(
    ui: &mut Ui,
    state: &State,
    row: &DisputeTableRow,
    case: &EvidenceDraft,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let requirements = case.requirements(row.known, &state.evidence.requirements);
    let draft = drafts.of::<DisputesDraft>();
    let shows_all = draft.all_fields;
    let first = draft.first_fields(case, row.known, &state.evidence.requirements).clone();
    let shown = draft.shown_fields(case, row.known, &state.evidence.requirements);
    let has = |group: &EvidenceGroup, is_wanted: &dyn Fn(EvidenceField) -> bool| {
        shown.iter().any(|field| field.group() == *group && is_wanted(*field))
    };
    let mut groups: Vec<EvidenceGroup> = EvidenceGroup::ALL.into_iter().filter(|group| has(group, &|_| true)).collect();
    groups.sort_by_key(|group| !shows_all && !has(group, &|field| first.contains(&field)));
    for group in groups {
        ui.add_space(space::S);
        let subdued = tokens(ui).subdued;
        heading_ui(ui, Text::Group, subdued, group.name());
        let of_group = shown.iter().copied().filter(|field| field.group() == group);
        let place = |field: EvidenceField| FieldContext {
            state,
            field,
            texts: field_texts(field),
            case,
            is_recommended: requirements.calls_for(field, |field| case.is_filled(field)),
            is_one_of: requirements.is_one_of(field),
        };
        let mut places: Vec<FieldContext<'_>> = of_group.map(place).collect();
        places.sort_by_key(|place| !shows_all && !first.contains(&place.field));
        group_ui(ui, &places, drafts, actions);
    }
}

/// Draws the line above the fields: which are shown, what was sold, and what fills them.
pub fn form_head_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let WorkspaceContext { state, row, case, .. } = bench;
    let is_narrow = ui.available_width() < ONE_LINE;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let draft = drafts.of::<DisputesDraft>();
        let names = [text::RECOMMENDED, "All fields"];
        if let Some(picked) = segmented_ui(ui, "Fields shown", &names, usize::from(draft.all_fields)) {
            draft.all_fields = picked == 1;
        }
        product_ui(ui, row, case, actions);
        fill_ui(ui, state, row, case, actions);
        texts::insert_ui(ui, state, row, case, is_narrow, actions);
    });
}

/// Draws the line below the fields: what is rarely used.
pub fn form_foot_ui(ui: &mut Ui, bench: WorkspaceContext<'_>, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.add_space(space::S);
    texts::keep_templates_ui(ui, bench.state, bench.case, drafts, actions);
    let all = drafts.of::<DisputesDraft>().all_switches;
    if check_ui(ui, all, "Allow removing submitted evidence").clicked() {
        drafts.of::<DisputesDraft>().all_switches = !all;
    }
}

fn product_ui(ui: &mut Ui, row: &DisputeTableRow, case: &EvidenceDraft, actions: &mut Vec<Action>) {
    let choices = [None, Some(Product::Physical), Some(Product::Intangible)];
    let name = |product: Option<Product>| product.map_or("Not specified", Product::label);
    // Its value alone: with the name before it the line above the fields would be two.
    let filter = FilterButton::new("Product type", case.product.map(Product::label)).always_set().width(220.0);
    let changed = filter.ui(ui, |body| {
        choices.into_iter().filter(|product| body.choice(name(*product), *product == case.product)).last()
    });
    let product = match changed {
        Some(FilterChange::Set(product)) => product,
        Some(FilterChange::Cleared) | None => return,
    };
    let id = row.dispute.dispute_id.clone();
    actions.push(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::SetProduct(id, product))));
}

/// Fills what is empty and known.
fn fill_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, case: &EvidenceDraft, actions: &mut Vec<Action>) {
    let payment = state.workspace.payments.detail(&row.dispute.payment_id).and_then(|payment| payment.value());
    let facts = dispute_facts(&state.view(), &row.dispute, payment);
    let known = facts_to_fill(case, &facts);
    let none = known.is_empty().then_some("No facts are known for the empty fields");
    let mut names: Vec<&str> = known.iter().map(|(field, _)| field_texts(*field).label).collect();
    if case.value(EvidenceField::UncategorizedText).is_none() {
        names.push(field_texts(EvidenceField::UncategorizedText).label);
    }
    let hint = names.join(", ");
    let label = if known.is_empty() { "Fill in facts".to_owned() } else { text::fill_known_facts(known.len()) };
    if Button::secondary(&label).hint(&hint).disabled(none).ui(ui).clicked() {
        let action = EvidenceDraftAction::FillKnownFacts(row.dispute.dispute_id.clone());
        actions.push(Action::Disputes(DisputesAction::Draft(action)));
    }
}

fn group_ui(ui: &mut Ui, places: &[FieldContext<'_>], drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let two = ui.available_width() >= TWO_COLUMNS;
    let mut rest = places;
    while let Some((first, after)) = rest.split_first() {
        match after.split_first() {
            Some((second, after)) if two && first.is_short() && second.is_short() => {
                ui.spacing_mut().item_spacing.x = space::XL;
                ui.columns(2, |columns| {
                    for (column, place) in columns.iter_mut().zip([first, second]) {
                        place.ui(column, drafts, actions);
                    }
                });
                rest = after;
            }
            Some(_) | None => {
                first.ui(ui, drafts, actions);
                rest = after;
            }
        }
    }
}

impl FieldContext<'_> {
    fn is_short(&self) -> bool {
        self.texts.input != EvidenceInputKind::Long
    }

    fn ui(&self, ui: &mut Ui, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        ui.push_id(self.field.as_str(), |ui| {
            let shown = ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                let label = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(ui.available_width(), LABEL));
                self.text_ui(ui, drafts, actions);
                self.marks_ui(ui, label);
                self.effect_ui(ui);
                if has_right_to_left(self.case.text(self.field)) {
                    label_ui(ui, Text::Caption, tokens(ui).subdued, text::DRAWN_FROM_LEFT);
                }
                self.file_ui(ui, drafts, actions);
                self.clear_ui(ui, drafts, actions);
            });
            if self.texts.input == EvidenceInputKind::File && takes_files(&self.state.view()) {
                upload::drop_ui(ui, shown.response.rect, self.case, self.field, actions);
            }
        });
    }

    /// At the right of the label: kind of the field, whether it matters, and its status against what was sent. Where
    /// there is little room beside the label, the kind goes first, and then the ends of the texts.
    fn marks_ui(&self, ui: &mut Ui, mut label: egui::Rect) {
        label.min.x = (label.min.x + text_width(ui, Text::Small, self.texts.label) + space::M).min(label.max.x);
        let marks: Vec<Mark> = self.importance().into_iter().chain(self.mark()).collect();
        let written = self.case.text(self.field).chars().count();
        let is_counted = self.texts.input == EvidenceInputKind::Long && written > 0;
        let counted = || text::of_usual_characters(grouped_count(written as u64), grouped_count(USUAL_CHARS as u64));
        let kind = if is_counted { counted() } else { self.texts.input.kind().to_owned() };
        let kind = kind.as_str();
        let width: f32 = marks.iter().map(|(_, word, _)| toned_width(ui, word) + space::S).sum();
        let has_kind = width + text_width(ui, Text::Caption, kind) <= label.width();
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(label).layout(layout));
        ui.spacing_mut().item_spacing.x = space::S;
        let tokens = tokens(&ui);
        let color = if written > USUAL_CHARS { tokens.attention.text } else { tokens.subdued };
        if has_kind {
            label_ui(&mut ui, Text::Caption, color, kind);
        }
        for (icon, word, tone) in marks {
            toned_text_ui(&mut ui, icon, word, tone);
        }
    }

    /// Whether it is recommended, and filled.
    fn importance(&self) -> Option<Mark> {
        let has = self.case.is_filled(self.field) && !self.case.is_unknown_file(self.field);
        let (icon, tone) = if has { (Icon::Check, Tone::Positive) } else { (Icon::Alert, Tone::Attention) };
        let word = if self.is_one_of { "One of these" } else { text::RECOMMENDED };
        self.is_recommended.then_some((icon, word, tone))
    }

    fn mark(&self) -> Option<Mark> {
        let (case, field) = (self.case, self.field);
        match case.pending(field) {
            Some(_) if case.is_filled_in(field) => Some((Icon::Info, "Filled in by Paydesk", Tone::Attention)),
            Some(_) if case.is_unconfirmed(field) => {
                Some((Icon::Unknown, text::SENT_OUTCOME_NOT_KNOWN, Tone::Attention))
            }
            Some(_) if case.is_unknown_file(field) => Some((Icon::Alert, "Check the ID", Tone::Attention)),
            Some("") => Some((Icon::Delete, "Will be removed", Tone::Danger)),
            Some(_) if case.at_service(field).is_some() => Some((Icon::Edit, text::CHANGED, Tone::Accent)),
            Some(_) => Some((Icon::Edit, text::NEW, Tone::Accent)),
            None if case.at_service(field).is_some() => Some((Icon::Check, text::SENT, Tone::Neutral)),
            None if self.other_file_at_service().is_some() => Some((Icon::Check, text::SENT, Tone::Neutral)),
            None => None,
        }
    }

    /// What is wrong with what is here, and what to do.
    fn error(&self, text: &str) -> Option<String> {
        let fault = self.case.fault(self.field).filter(|_| !text.trim().is_empty())?;
        Some(match fault.kind {
            FindingKind::Refused => fault.what,
            FindingKind::FileId if takes_files(&self.state.view()) => {
                "Press Enter to upload this file. A path alone is not evidence.".to_owned()
            }
            _ => fault.advice,
        })
    }

    /// Enter uploads the file whose path is in a field: only an id is evidence.
    fn upload_typed(&self, text: &str, actions: &mut Vec<Action>) {
        let (dispute_id, field, path) = (self.case.dispute_id.clone(), self.field, text.trim().to_owned());
        if field.is_file() && takes_files(&self.state.view()) && !path.is_empty() && !is_sandbox_file_id(&path) {
            let upload = EvidenceFileAction::Upload { dispute_id, field, path };
            actions.push(Action::Disputes(DisputesAction::File(upload)));
        }
    }

    fn text_ui(&self, ui: &mut Ui, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        let draft = drafts.of::<DisputesDraft>();
        let text = draft.texts.entry(self.field).or_default();
        let error = self.error(text);
        let emptied = "This field was submitted. To remove it, use “Remove from submitted evidence”.";
        let hint = if self.case.is_emptied_here(self.field) { emptied } else { self.texts.help };
        let unknown = self.case.is_unknown_file(self.field).then_some(text::NOT_UPLOADED_FROM_HERE);
        let clears = self.case.clears(self.field).then_some("It will be removed from the submitted evidence");
        let (label, error) = (self.texts.label, error.as_deref());
        let fewest = if self.field == EvidenceField::UncategorizedText { STATEMENT_ROWS } else { LONG_ROWS };
        let rows = draft.rooms.get(&self.field).map_or(fewest, |lines| (*lines).clamp(fewest, ROWS_MAX));
        let shown = if self.texts.input == EvidenceInputKind::Date {
            let id = egui::Id::unique(("evidence day", self.field));
            let field = DayField { id, label, hint: Some(hint), error, disabled: clears };
            day_ui(ui, field, text, self.state.zone().date(self.state.now))
        } else {
            let field = TextField::labelled(label, text).hint(hint).error(error).warning(unknown).disabled(clears);
            let field = match self.texts.input {
                EvidenceInputKind::Line | EvidenceInputKind::Date => field,
                EvidenceInputKind::Long => field.rows(rows),
                EvidenceInputKind::File => field.placeholder("file_…").icon(Icon::Attach).mono(),
            };
            field.ui(ui)
        };
        if draft.go_to.take_if(|field| *field == self.field).is_some() {
            shown.go_on_at_end();
        }
        if shown.response.has_focus() {
            (draft.keyboard, draft.keyboard_rect) = (Some(self.field), Some(shown.response.rect));
            self.look_at(actions);
        }
        if shown.submitted {
            self.upload_typed(text, actions);
        }
        if shown.changed {
            let dispute_id = self.case.dispute_id.clone();
            actions.push(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::Edit {
                dispute_id,
                field: self.field,
                text: text.clone(),
            })));
        }
    }

    /// What was filled in is marked until a person is in the field.
    fn look_at(&self, actions: &mut Vec<Action>) {
        if self.case.is_filled_in(self.field) {
            let (dispute_id, field) = (self.case.dispute_id.clone(), self.field);
            let action = EvidenceDraftAction::LookAt { dispute_id, field };
            actions.push(Action::Disputes(DisputesAction::Draft(action)));
        }
    }

    /// How disputes of this reason ended with this field and without it, where enough did.
    fn effect_ui(&self, ui: &mut Ui) {
        if let Some(effect) = self.state.workspace.disputes.open_results().effect(self.field) {
            let subdued = tokens(ui).subdued;
            label_ui(ui, Text::Caption, subdued, &effect.text());
        }
    }

    /// What is known of the file whose id is there.
    fn file_ui(&self, ui: &mut Ui, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        if self.texts.input != EvidenceInputKind::File {
            return;
        }
        if takes_files(&self.state.view()) {
            upload::upload_ui(ui, self.state, self.case, self.field, drafts, actions);
        }
        if let Some(note) = self.case.files.get(self.case.text(self.field).trim()) {
            upload::note_ui(ui, note);
        }
        if let Some(file) = self.other_file_at_service() {
            let size = file.bytes.map(|bytes| bytes.div_ceil(1_000));
            let name = if file.name.is_empty() { &file.file_id } else { &file.name };
            label_ui(ui, Text::Caption, tokens(ui).subdued, &text::file_at_service(visible(name, 60), size));
        }
    }

    /// The file that the service has in this field, where it is not the one that was submitted from here.
    fn other_file_at_service(&self) -> Option<&EvidenceFile> {
        file_from_elsewhere(self.state, self.case, self.field)
    }

    fn clear_ui(&self, ui: &mut Ui, drafts: &mut Drafts, actions: &mut Vec<Action>) {
        let (case, field) = (self.case, self.field);
        let clears = case.clears(field);
        let is_there = case.at_service(field).is_some() || self.other_file_at_service().is_some();
        if !(clears || drafts.of::<DisputesDraft>().all_switches || is_there) {
            return;
        }
        let label = text::remove_from_submitted_evidence(self.texts.label);
        if check_ui(ui, clears, &label).clicked() {
            let dispute_id = case.dispute_id.clone();
            actions.push(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::SetClear {
                dispute_id,
                field,
                clear: !clears,
            })));
        }
    }
}
