//! Metadata as rows of a name and a value, each with what is wrong with it.
//!
//! Names and values that came from the service and were not touched leave exactly as they came. What is pasted into a
//! name, as lines of `name = value` or as a JSON object, becomes rows.

use egui::{Align, Event, Id, Layout, Ui, vec2};
use paydesk_core::form_input::pasted_pairs;
use paydesk_domain::metadata::{METADATA_KEY_MAX_CHARS, METADATA_VALUE_MAX_CHARS};
use paydesk_domain::payment::Pair;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, FieldOutput, TextField, label_ui};

use super::fields::id_of;
use super::{FormFields, text};

/// From this share of a limit on, what is used of it is shown.
const NEAR: (usize, usize) = (4, 5);
/// The share of the row that the name takes.
const NAME: f32 = 0.36;
/// Room of the button that removes a row.
const REMOVE: f32 = size::CONTROL + space::XS;

/// What is typed into the rows.
#[derive(Debug)]
pub struct MetadataDraft {
    rows: Vec<MetadataRow>,
    /// As it came from the service.
    seen: Vec<Pair>,
    made: usize,
}

/// A row; its number stays when others go.
#[derive(Debug, Default)]
struct MetadataRow {
    number: usize,
    name: String,
    value: String,
}

impl Default for MetadataDraft {
    fn default() -> Self {
        Self::of(&[])
    }
}

impl MetadataDraft {
    /// The pairs of something that is known, to be changed.
    pub fn of(pairs: &[Pair]) -> Self {
        let mut draft = Self { rows: Vec::new(), seen: pairs.to_vec(), made: 0 };
        draft.insert(0, pairs.to_vec());
        draft
    }

    /// The rows as they are typed, empty ones too: errors are reported by their place.
    pub fn rows(&self) -> Vec<Pair> {
        let typed = |row: &MetadataRow| {
            let pair = (row.name.clone(), row.value.clone());
            if self.seen.contains(&pair) { pair } else { (pair.0.trim().to_owned(), pair.1.trim().to_owned()) }
        };
        self.rows.iter().map(typed).collect()
    }

    /// Whether it is other than it began.
    pub fn is_changed(&self) -> bool {
        let rows = self.rows().into_iter().filter(|row| *row != Pair::default());
        rows.collect::<Vec<_>>() != self.seen
    }

    fn insert(&mut self, at: usize, pairs: Vec<Pair>) {
        for (nth, (name, value)) in pairs.into_iter().enumerate() {
            self.made += 1;
            self.rows.insert(at + nth, MetadataRow { number: self.made, name, value });
        }
    }

    /// What was pasted into the name of the row at `at`: it takes the place of a row that is empty.
    fn paste(&mut self, at: usize, pairs: Vec<Pair>) -> usize {
        let count = pairs.len();
        self.insert(at + 1, pairs);
        if self.rows.get(at).is_some_and(MetadataRow::is_empty) {
            self.rows.remove(at);
            at + count - 1
        } else {
            at + count
        }
    }
}

impl MetadataRow {
    fn is_empty(&self) -> bool {
        self.name.is_empty() && self.value.is_empty()
    }
}

/// What was done in a row.
enum MetadataChange {
    Removed,
    Pasted(Vec<Pair>),
    /// Enter was pressed in the value, or in the last name where nothing more is typed.
    Next,
}

impl FormFields<'_> {
    /// Metadata at `path`, of at most `limit` pairs where that is documented.
    pub fn metadata(&mut self, ui: &mut Ui, path: &str, draft: &mut MetadataDraft, limit: Option<usize>) {
        let mut done = None;
        for at in 0..draft.rows.len() {
            let last = at + 1 == draft.rows.len();
            if let Some(what) = self.row_ui(ui, path, at, (&mut draft.rows[at], last)) {
                done = Some((at, what));
            }
        }
        match done {
            None => {}
            Some((at, MetadataChange::Removed)) => self.remove(ui, path, at, draft),
            Some((at, MetadataChange::Pasted(pairs))) => {
                let at = draft.paste(at, pairs);
                focus(ui, value_id(path, draft.rows.get(at)));
            }
            Some((at, MetadataChange::Next)) => {
                if at + 1 == draft.rows.len() && !draft.rows[at].is_empty() {
                    draft.insert(at + 1, vec![Pair::default()]);
                }
                focus(ui, name_id(path, draft.rows.get(at + 1)));
            }
        }
        self.foot_ui(ui, path, draft, limit);
    }

    fn remove(&mut self, ui: &Ui, path: &str, at: usize, draft: &mut MetadataDraft) {
        draft.rows.remove(at);
        // What was reported of the rows after it is elsewhere now.
        self.forget_below(&format!("{path}."));
        focus(ui, name_id(path, draft.rows.get(at).or(draft.rows.last())));
    }

    fn row_ui(
        &mut self,
        ui: &mut Ui,
        path: &str,
        at: usize,
        (row, last): (&mut MetadataRow, bool),
    ) -> Option<MetadataChange> {
        let places = [format!("{path}.{at}.name"), format!("{path}.{at}.value")];
        let errors = [self.error(&places[0]), self.error(&places[1])];
        let warnings = [self.warning(&places[0]), self.warning(&places[1])];
        let pasted = take_paste(ui, row_id(path, row).with("name")).map(MetadataChange::Pasted);
        let width = ui.available_width() - REMOVE - 2.0 * space::S;
        let mut removed = false;
        let [name, value] = ui
            .allocate_ui_with_layout(
                vec2(ui.available_width(), size::CONTROL),
                Layout::left_to_right(Align::Center),
                |ui| {
                    ui.spacing_mut().item_spacing.x = space::S;
                    let shown = [0, 1].map(|column| {
                        let share = if column == 0 { NAME } else { 1.0 - NAME };
                        let (word, text) =
                            if column == 0 { ("name", &mut row.name) } else { ("value", &mut row.value) };
                        let label = text::metadata(word, at + 1);
                        let field = TextField::bare(&label, text).width((width * share).floor());
                        let hint = if column == 0 { text::NAME } else { text::VALUE };
                        let id = id_of(path).with(("row", row.number)).with(word);
                        let field = field.placeholder(hint).error(errors[column].as_deref());
                        field.warning(warnings[column].as_deref()).id(id).ui(ui)
                    });
                    let message = text::remove_metadata(at + 1);
                    removed = Button::icon_only(Icon::Delete, &message).ui(ui).clicked();
                    shown
                },
            )
            .inner;
        self.notes_ui(ui, row, errors, warnings);
        let entered = (name.submitted, value.submitted);
        self.settle_row(ui, &places, [(&name, row.name.is_empty()), (&value, row.value.is_empty())]);
        match entered {
            _ if removed => Some(MetadataChange::Removed),
            _ if pasted.is_some() => pasted,
            (true, _) if last && row.is_empty() => {
                self.submit();
                None
            }
            (true, _) => {
                value.response.request_focus();
                None
            }
            (false, true) => Some(MetadataChange::Next),
            (false, false) => None,
        }
    }

    /// Enter leads on within the rows: it does not send the form.
    fn settle_row(&mut self, ui: &mut Ui, places: &[String; 2], fields: [(&FieldOutput, bool); 2]) {
        for (place, (shown, is_empty)) in places.iter().zip(fields) {
            let calm = FieldOutput { submitted: false, response: shown.response.clone(), ..*shown };
            self.settle(ui, place, is_empty, &calm);
        }
    }

    /// What is wrong with a row, and how much of a limit is used where that is near.
    fn notes_ui(&self, ui: &mut Ui, row: &MetadataRow, errors: [Option<String>; 2], warnings: [Option<String>; 2]) {
        let (subdued, danger, attention) = (tokens(ui).subdued, tokens(ui).danger.text, tokens(ui).attention.text);
        let over = if warnings.iter().any(Option::is_some) { attention } else { danger };
        for (messages, color) in [(errors, danger), (warnings, attention)] {
            for (message, word) in messages.into_iter().zip([text::NAME, text::VALUE]) {
                if let Some(message) = message {
                    label_ui(ui, Text::Caption, color, &format!("{word}: {message}"));
                }
            }
        }
        for (word, text, limit) in
            [(text::NAME, &row.name, METADATA_KEY_MAX_CHARS), (text::VALUE, &row.value, METADATA_VALUE_MAX_CHARS)]
        {
            let used = text.chars().count();
            if used * NEAR.1 >= limit * NEAR.0 {
                let color = if used > limit { over } else { subdued };
                label_ui(ui, Text::Caption, color, &format!("{word} {used}/{limit}"));
            }
        }
    }

    /// How many there are, and the button for one more.
    fn foot_ui(&mut self, ui: &mut Ui, path: &str, draft: &mut MetadataDraft, limit: Option<usize>) {
        self.caption_ui(ui, path);
        let used = draft.rows.iter().filter(|row| !row.is_empty()).count();
        let full = limit.filter(|limit| used >= *limit).map(text::at_most);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            let add = Button::link("Add metadata").icon(Icon::Add).disabled(full.as_deref());
            if add.ui(ui).clicked() {
                let end = draft.rows.len();
                draft.insert(end, vec![Pair::default()]);
                focus(ui, name_id(path, draft.rows.last()));
            }
            let is_over = limit.is_some_and(|limit| used > limit);
            let color = if is_over { tokens(ui).danger.text } else { tokens(ui).subdued };
            let count = match (limit, used) {
                (Some(limit), _) => text::of(used, limit),
                (None, 1) => "1 pair".to_owned(),
                (None, _) => text::pairs(used),
            };
            label_ui(ui, Text::Caption, color, &count);
        });
        if self.takes_keyboard(ui, path) {
            if draft.rows.is_empty() {
                draft.insert(0, vec![Pair::default()]);
            }
            focus(ui, name_id(path, draft.rows.first()));
        }
        ui.add_space(space::S);
    }
}

fn row_id(path: &str, row: &MetadataRow) -> Id {
    id_of(path).with(("row", row.number))
}

fn name_id(path: &str, row: Option<&MetadataRow>) -> Option<Id> {
    row.map(|row| row_id(path, row).with("name"))
}

fn value_id(path: &str, row: Option<&MetadataRow>) -> Option<Id> {
    row.map(|row| row_id(path, row).with("value"))
}

fn focus(ui: &Ui, id: Option<Id>) {
    if let Some(id) = id {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}

/// Pairs that are pasted into the field, which does not see them then.
fn take_paste(ui: &Ui, id: Id) -> Option<Vec<Pair>> {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    ui.input_mut(|input| {
        let mut taken = None;
        input.events.retain(|event| match event {
            Event::Paste(text) if taken.is_none() => {
                taken = pasted_pairs(text);
                taken.is_none()
            }
            _ => true,
        });
        taken
    })
}
