//! The library: every text and file that is used in many disputes, whole, to be inserted, edited in its place, added and
//! removed. What was removed is where it was, to be put back.

use egui::{ScrollArea, Ui};
use strum::IntoEnumIterator as _;

use crate::drafts::Drafts;
use crate::panels::disputes::LibraryEntryDraft;
use crate::panels::disputes::fields::field_texts;
use crate::panels::disputes::text;
use paydesk_core::features::disputes::{
    DisputeTableRow, DisputesAction, EvidenceDraftAction, MERGE_FIELDS, Template, TemplateAction,
};
use paydesk_core::{Action, State};
use paydesk_domain::evidence::EvidenceField;
use paydesk_domain::text::visible;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_with_rings_ui};
use paydesk_widgets::title::title_with_ui;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, FilterBody, FilterButton, FilterChange, Notice, TextField, heading_ui, label_ui};

use super::super::draft::WorkspacePage;
use super::boxed::boxed_ui;
use super::{case_templates, upload};
use crate::panels::disputes::draft::DisputesDraft;

const NAME_CHARS: usize = 60;
const NOTE_CHARS: usize = 200;
/// Most of a text that is shown.
const TEXT_CHARS: usize = 4_000;
const TEXT_ROWS: usize = 6;
/// Widest page, in points: longer lines are hard to read.
const PAGE_MAX: f32 = 1_000.0;

/// Draws the library in the place of the inbox: there is no dispute to insert into.
pub fn library_page_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let mut back = false;
    let left = |ui: &mut Ui| back = Button::quiet_icon(Icon::Left, text::BACK_TO_DISPUTES).ui(ui).clicked();
    title_with_ui(ui, text::LIBRARY, left, |_| {});
    if back {
        actions.push(Action::Disputes(DisputesAction::ShowLibrary(false)));
    }
    ui.add_space(space::M);
    let scroll = ScrollArea::vertical().id_salt("library").auto_shrink([false, false]);
    in_margin_with_rings_ui(ui, LANE, scroll, |ui| {
        ui.set_width(ui.available_width().min(PAGE_MAX));
        ui.spacing_mut().item_spacing.y = space::S;
        library_ui(ui, state, None, drafts, actions);
        ui.add_space(space::XL);
    });
}

/// Draws the library; `row` is the dispute that is open, where one is.
pub fn library_ui(
    ui: &mut Ui,
    state: &State,
    row: Option<&DisputeTableRow>,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let title = "Text and files that you use in many disputes";
    let text = match state.workspace.team.is_joined() {
        true => "Shared with your team. Text is available in all profiles, files only in this one.",
        false => "Saved on this computer. Text is available in all profiles, files only in this one.",
    };
    Notice::new(Tone::Accent, text).title(title).ui(ui);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if Button::secondary("Add text").icon(Icon::Note).ui(ui).clicked() {
            drafts.of::<DisputesDraft>().entry = Some(LibraryEntryDraft::new(EvidenceField::UncategorizedText));
        }
        if Button::secondary("Add file").icon(Icon::Attach).ui(ui).clicked() {
            drafts.of::<DisputesDraft>().entry = Some(LibraryEntryDraft::new(EvidenceField::RefundPolicy));
        }
    });
    if drafts.of::<DisputesDraft>().entry.as_ref().is_some_and(|entry| entry.was.is_none()) {
        entry_ui(ui, state, drafts, actions);
    }
    case_templates::list_ui(ui, state, row, drafts, actions);
    let (library, profile_id) = (&state.evidence, &state.workspace.profile_id);
    let all = library.templates(profile_id).into_iter().chain(library.removed_templates(profile_id));
    let all: Vec<Template> = all.collect();
    for field in EvidenceField::iter() {
        let mut here: Vec<&Template> = all.iter().filter(|template| template.field.known() == Some(field)).collect();
        here.sort_by_key(|template| template.name.to_lowercase());
        if !here.is_empty() {
            ui.add_space(space::S);
            let subdued = tokens(ui).subdued;
            heading_ui(ui, Text::Group, subdued, field_texts(field).label);
        }
        for template in here {
            template_ui(ui, state, row, template, drafts, actions);
        }
    }
}

fn template_ui(
    ui: &mut Ui,
    state: &State,
    row: Option<&DisputeTableRow>,
    template: &Template,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let is_edited = |entry: &LibraryEntryDraft| entry.was.as_ref() == Some(&template.name);
    if !template.removed && drafts.of::<DisputesDraft>().entry.as_ref().is_some_and(is_edited) {
        return entry_ui(ui, state, drafts, actions);
    }
    boxed_ui(ui, |ui| {
        if template.removed {
            return removed_ui(ui, template, actions);
        }
        head_ui(ui, row, template, drafts, actions);
        let tokens = tokens(ui);
        let text = visible_lines(&template.text);
        ui.label(if template.is_file() { Text::Mono } else { Text::Body }.rich(text).color(tokens.text));
        if let Some(file) = &template.file {
            upload::note_ui(ui, file);
        }
        if !template.note.trim().is_empty() {
            label_ui(ui, Text::Small, tokens.subdued, &visible(&template.note, NOTE_CHARS));
        }
    });
}

/// Its name, and what can be done with it.
fn head_ui(
    ui: &mut Ui,
    row: Option<&DisputeTableRow>,
    template: &Template,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let shown = visible(&template.name, NAME_CHARS);
    ui.horizontal_wrapped(|ui| {
        label_ui(ui, Text::Strong, tokens(ui).text, &shown);
        if let Some(row) = row {
            insert_ui(ui, row, template, &shown, drafts, actions);
        }
        if Button::link(text::EDIT).name(&text::edit(&shown)).ui(ui).clicked() {
            drafts.of::<DisputesDraft>().entry = Some(LibraryEntryDraft::of(template));
        }
        if Button::link(text::REMOVE).name(&text::remove(&shown)).ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::Template(TemplateAction::RemoveTemplate(
                template.name.clone(),
            ))));
        }
    });
}

fn insert_ui(
    ui: &mut Ui,
    row: &DisputeTableRow,
    template: &Template,
    shown: &str,
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let decided =
        (!row.dispute.status.takes_evidence()).then_some("The dispute is closed: evidence can no longer be added");
    let hint = text::into(field_label(template));
    if Button::link(text::INSERT).name(&text::insert(shown)).hint(&hint).disabled(decided).ui(ui).clicked() {
        let (id, name) = (row.dispute.dispute_id.clone(), template.name.clone());
        actions.push(Action::Disputes(DisputesAction::Draft(EvidenceDraftAction::UseTemplate(id, name))));
        // The person sees what it became, and goes on writing there.
        drafts.of::<DisputesDraft>().go_to = template.field.known();
        drafts.of::<DisputesDraft>().page = WorkspacePage::Evidence;
    }
}

fn removed_ui(ui: &mut Ui, template: &Template, actions: &mut Vec<Action>) {
    let shown = visible(&template.name, NAME_CHARS);
    ui.horizontal_wrapped(|ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, &text::was_removed(&shown));
        if Button::link(text::RESTORE).name(&text::restore(&shown)).ui(ui).clicked() {
            actions.push(Action::Disputes(DisputesAction::Template(TemplateAction::PutTemplateBack(
                template.name.clone(),
            ))));
        }
    });
}

/// What is written, in the place of what it changes.
fn entry_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let Some(mut entry) = drafts.of::<DisputesDraft>().entry.take() else { return };
    let mut is_open = true;
    boxed_ui(ui, |ui| {
        fields_ui(ui, &mut entry);
        let fault = state.evidence.template_fault(&state.workspace.profile_id, entry.was.as_deref(), &entry.template);
        ui.horizontal_wrapped(|ui| {
            let name = "Save in the library";
            if Button::primary(text::SAVE).name(name).disabled(fault.as_deref()).ui(ui).clicked() {
                let (was, template) = (entry.was.clone(), Box::new(entry.template.clone()));
                actions
                    .push(Action::Disputes(DisputesAction::Template(TemplateAction::SaveTemplate { was, template })));
                is_open = false;
            }
            let left = Button::secondary(text::CANCEL).name("Discard changes").ui(ui).clicked();
            is_open &= !left;
            if let Some(fault) = &fault {
                label_ui(ui, Text::Small, tokens(ui).subdued, fault);
            }
        });
    });
    drafts.of::<DisputesDraft>().entry = Some(entry).filter(|_| is_open);
}

fn fields_ui(ui: &mut Ui, entry: &mut LibraryEntryDraft) {
    let is_file = entry.template.is_file();
    let name = TextField::labelled("Name in the library", &mut entry.template.name).max_chars(NAME_CHARS).ui(ui);
    if std::mem::take(&mut entry.just_opened) {
        name.take_keyboard();
    }
    ui.horizontal_wrapped(|ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, "Goes into");
        let label = field_label(&entry.template);
        let name = "The field it goes into";
        let chosen = FilterButton::new(name, Some(label))
            .always_set()
            .width(320.0)
            .ui(ui, |body| field_ui(body, &entry.template));
        if let Some(FilterChange::Set(field)) = chosen {
            entry.template.field = field.into();
        }
    });
    let text = &mut entry.template.text;
    if is_file {
        let hint = "The ID under which it was uploaded";
        let field = TextField::labelled("File ID", text).placeholder("file_…").icon(Icon::Attach).mono();
        // What was known is of another file.
        if field.hint(hint).ui(ui).changed {
            entry.template.file = None;
        }
    } else {
        TextField::labelled("Text in the library", text).rows(TEXT_ROWS).ui(ui);
        merge_fields_ui(ui, text);
    }
    let hint = "For your team: version or source";
    TextField::labelled(text::NOTE, &mut entry.template.note).max_chars(NOTE_CHARS).hint(hint).ui(ui);
}

/// Each merge field, to be put behind the text.
fn merge_fields_ui(ui: &mut Ui, text: &mut String) {
    ui.horizontal_wrapped(|ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, "Filled in for each dispute:");
        for field in MERGE_FIELDS {
            let braced = format!("{{{field}}}");
            if Button::link(&braced).name(&text::add_merge_field(field)).ui(ui).clicked() {
                text.push_str(&braced);
            }
        }
    });
}

/// The fields that hold what the template holds: files or texts.
fn field_ui(body: &mut FilterBody<'_>, template: &Template) -> Option<EvidenceField> {
    let of_kind = EvidenceField::iter().filter(|field| field.is_file() == template.is_file());
    let is_chosen = |field: EvidenceField| template.field.known() == Some(field);
    of_kind.filter(|field| body.choice(field_texts(*field).label, is_chosen(*field))).last()
}

/// What the field of a template is called.
pub fn field_label(template: &Template) -> &str {
    template.field.known().map_or(template.field.as_str(), |field| field_texts(field).label)
}

impl LibraryEntryDraft {
    fn new(field: EvidenceField) -> Self {
        Self { was: None, template: Template::empty(field), just_opened: true }
    }

    fn of(template: &Template) -> Self {
        Self { was: Some(template.name.clone()), template: template.clone(), just_opened: true }
    }
}

fn visible_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| visible(line, TEXT_CHARS)).collect();
    lines.join("\n")
}
