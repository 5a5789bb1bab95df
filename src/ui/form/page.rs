//! The frame of a form in the place of a panel: its title, its fields, and its answers, which are always in view.

use egui::{Align, CentralPanel, Frame, Id, Key, Layout, Margin, Modifiers, Panel, Popup, Response, ScrollArea, Ui};
use paydesk_core::features::forms::InputError;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::{margin, title_ui};
use paydesk_widgets::tokens::{Text, Tone, size, space, tokens};
use paydesk_widgets::{Button, Notice, hairline_ui, label_ui};

use super::action::FormAction;
use super::draft::FormFieldsDraft;
use super::text;

/// Widest form, in points.
pub(super) const COLUMN: f32 = 640.0;
/// Between the two parts of a form, in points.
pub(super) const GAP: f32 = 2.0 * space::XXL;

/// In a lower window only the answers stay in view, in points.
const LOW: f32 = 400.0;

/// The texts around a form; builder, shown with [`FormPage::ui`].
#[must_use = "a page is shown with `ui`"]
pub struct FormPage<'a> {
    title: &'a str,
    submit: &'a str,
    close: (&'a str, &'a str),
    refusal: Option<(&'a str, &'a str)>,
    looked_into: Option<String>,
    wrong: usize,
    unusual: usize,
    busy: bool,
    two_parts: bool,
    blocked: Option<&'a str>,
    focuses_close: bool,
    /// Esc leads to the button that leaves it instead of leaving: something would be lost.
    guarded: bool,
}

impl<'a> FormPage<'a> {
    /// `submit` is the button that sends it.
    pub fn new(title: &'a str, submit: &'a str) -> Self {
        let close = (text::CLOSE, "Your entries stay in this form");
        let (refusal, looked_into, blocked) = (None, None, None);
        Self {
            title,
            submit,
            close,
            refusal,
            looked_into,
            wrong: 0,
            unusual: 0,
            busy: false,
            two_parts: false,
            blocked,
            focuses_close: false,
            guarded: false,
        }
    }

    /// What was said of the last try.
    pub fn refusal(self, text: Option<&'a str>) -> Self {
        self.refused(text.map(|text| ("Not accepted", text)))
    }

    /// What was said of the last try, under a title; an empty text leaves the title alone.
    pub fn refused(mut self, text: Option<(&'a str, &'a str)>) -> Self {
        self.refusal = text;
        self
    }

    /// What is said while a refusal of the service is not believed yet: the outcome is not known.
    pub fn looked_into(mut self, text: Option<String>) -> Self {
        self.looked_into = text;
        self
    }

    /// Counts what is wrong once it was to be sent, and what is not as usual in the fields that were left: not all of it
    /// may be in view.
    pub fn validated(mut self, draft: &FormFieldsDraft, errors: &[InputError]) -> Self {
        let wrong = errors.iter().filter(|error| error.refuses()).count();
        self.wrong = if draft.was_tried() { wrong } else { 0 };
        self.unusual = errors.iter().filter(|error| !error.refuses() && draft.shows(&error.field)).count();
        self
    }

    /// It is on its way.
    pub fn busy(mut self, busy: bool) -> Self {
        self.busy = busy;
        self
    }

    /// It is long: in a wide window its two parts ([`parts_ui`](super::parts_ui)) are side by side.
    pub fn in_two_parts(mut self) -> Self {
        self.two_parts = true;
        self
    }

    /// Why it cannot be sent now.
    pub fn blocked(mut self, reason: Option<&'a str>) -> Self {
        self.blocked = reason;
        self
    }

    /// The button that leaves it, where that is not “Close” or something is lost by it.
    pub fn close(mut self, label: &'a str, hint: &'a str) -> Self {
        self.close = (label, hint);
        self
    }

    /// Brings the keyboard to the button that leaves it: Esc would have lost something.
    pub fn focus_close(mut self, leads: bool) -> Self {
        self.focuses_close = leads;
        self
    }

    /// Whether something would be lost by leaving it: Esc leads to the button that does, which says so.
    pub fn guarded(mut self, guarded: bool) -> Self {
        self.guarded = guarded;
        self
    }

    /// Shows the form in the place of the panel. `body` draws the fields and returns what was wished in them
    /// ([`FormFields::form_action`](super::FormFields::form_action)).
    pub fn ui(&self, ui: &mut Ui, body: impl FnOnce(&mut Ui) -> Option<FormAction>) -> Option<FormAction> {
        self.ui_with(ui, &mut (), |_, ()| (), |_, ()| (), |ui, ()| body(ui))
    }

    /// As [`Self::ui`], with `above` over its answers and `beside` after them; all three draw `what`.
    pub fn ui_with<T>(
        &self,
        ui: &mut Ui,
        what: &mut T,
        above: impl FnOnce(&mut Ui, &mut T),
        beside: impl FnOnce(&mut Ui, &mut T),
        body: impl FnOnce(&mut Ui, &mut T) -> Option<FormAction>,
    ) -> Option<FormAction> {
        let (sends, escapes) = (submits_at_once(ui), escapes(ui));
        let is_low = ui.available_height() < LOW;
        let (in_foot, in_body) = if is_low { (None, Some(above)) } else { (Some(above), None) };
        let (mut form_action, close) = self.foot_ui(ui, what, in_foot, beside);
        let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
        CentralPanel::no_frame().frame(frame).show(ui, |ui| {
            title_ui(ui, self.title, |_| ());
            ui.add_space(space::S);
            let area = ScrollArea::vertical().id_salt(self.title).auto_shrink([false, false]);
            in_margin_ui(ui, LANE, area, |ui| {
                ui.set_max_width(self.width(ui.available_width()));
                ui.spacing_mut().item_spacing.y = space::XS;
                if let Some((title, text)) = self.refusal {
                    let notice = Notice::new(Tone::Danger, if text.is_empty() { title } else { text });
                    let notice = if text.is_empty() { notice } else { notice.title(title) };
                    notice.icon(Icon::Failure).ui(ui);
                    ui.add_space(space::S);
                }
                if let Some(text) = &self.looked_into {
                    Notice::new(Tone::Attention, text).title(text::OUTCOME_UNKNOWN).ui(ui);
                    ui.add_space(space::S);
                }
                let requested = body(ui, what).or(sends.then_some(FormAction::Submit));
                // Esc that closed what hung below a field is not seen any more.
                let leaves = escapes && ui.input(|input| input.key_pressed(Key::Escape));
                let requested = requested.or(leaves.then_some(FormAction::Close));
                if self.guarded && requested == Some(FormAction::Close) {
                    close.request_focus();
                } else {
                    form_action = form_action.or(requested);
                }
                if let Some(above) = in_body {
                    ui.add_space(space::S);
                    above(ui, what);
                }
                ui.add_space(space::M);
            });
        });
        let can_send = !self.busy && self.blocked.is_none();
        form_action.filter(|form_action| can_send || *form_action == FormAction::Close)
    }

    fn foot_ui<T>(
        &self,
        ui: &mut Ui,
        what: &mut T,
        above: Option<impl FnOnce(&mut Ui, &mut T)>,
        beside: impl FnOnce(&mut Ui, &mut T),
    ) -> (Option<FormAction>, Response) {
        let margin = Margin { top: 0, bottom: space::M as i8, ..margin() };
        let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
        let id = Id::unique("form answers").with(self.title);
        let panel = Panel::bottom(id).show_separator_line(false).frame(frame);
        let shown = panel.show(ui, |ui| {
            hairline_ui(ui);
            ui.add_space(space::M);
            let width = self.width(ui.available_width());
            ui.scope(|ui| {
                ui.set_max_width(width);
                if let Some(above) = above {
                    above(ui, what);
                }
            });
            let row = egui::vec2(width, size::CONTROL);
            let row = ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = space::S;
                let (form_action, close) = self.answers_ui(ui);
                beside(ui, what);
                let note = self.note(close.has_focus());
                (form_action, close, note.filter(|note| !note_beside_ui(ui, note)))
            });
            let (form_action, close, note) = row.inner;
            if let Some((tone, note)) = note {
                label_ui(ui, Text::Small, tokens(ui).tone(tone).text, &note);
            }
            (form_action, close)
        });
        shown.inner
    }

    /// Of the fields, where so much is available.
    fn width(&self, available: f32) -> f32 {
        let both = 2.0 * COLUMN + GAP;
        if self.two_parts && available >= both { both } else { COLUMN.min(available) }
    }

    /// What is lost by leaving it, why it cannot be sent, or why it was not.
    fn note(&self, on_close: bool) -> Option<(Tone, String)> {
        let message = match self.wrong {
            0 => None,
            1 => Some("1 field needs attention".to_owned()),
            count => Some(text::fields_need_attention(count)),
        };
        if self.guarded && on_close {
            Some((Tone::Attention, text::press_enter_to_leave(self.close.1)))
        } else if let Some(reason) = self.blocked {
            Some((Tone::Neutral, reason.to_owned()))
        } else if let Some(message) = message {
            Some((Tone::Danger, message))
        } else {
            self.unusual_words().map(|message| (Tone::Attention, message))
        }
    }

    /// What the person is reported before it is sent all the same.
    fn unusual_words(&self) -> Option<String> {
        match self.unusual {
            0 => None,
            1 => Some("The service may refuse one field: see above".to_owned()),
            count => Some(text::service_may_refuse_fields_see(count)),
        }
    }

    fn answers_ui(&self, ui: &mut Ui) -> (Option<FormAction>, Response) {
        let submit = Button::primary(self.submit).busy(self.busy).disabled(self.blocked).hint(text::AT_ONCE);
        let submits = submit.ui(ui).clicked();
        let (label, hint) = self.close;
        let close = Button::secondary(label).hint(hint).ui(ui);
        if self.focuses_close {
            close.request_focus();
        }
        let form_action = if close.clicked() { Some(FormAction::Close) } else { submits.then_some(FormAction::Submit) };
        (form_action, close)
    }
}

/// Says it beside the answers, if it fits there.
fn note_beside_ui(ui: &mut Ui, (tone, note): &(Tone, String)) -> bool {
    let color = tokens(ui).tone(*tone).text;
    let galley = ui.painter().layout_no_wrap(note.clone(), Text::Small.font(), color);
    let fits = galley.size().x <= ui.available_width();
    if fits {
        label_ui(ui, Text::Small, color, note);
    }
    fits
}

/// Esc, wherever the keyboard is, unless something hangs open in front of the form.
fn escapes(ui: &Ui) -> bool {
    let is_covered = ui.memory(|memory| memory.top_modal_layer().is_some()) || Popup::is_any_open(ui.ctx());
    !is_covered && ui.input(|input| input.key_pressed(Key::Escape))
}

/// Ctrl or Cmd and Enter, wherever the keyboard is in the form.
pub fn submits_at_once(ui: &Ui) -> bool {
    let is_covered = ui.memory(|memory| memory.top_modal_layer().is_some());
    !is_covered && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter))
}
