//! What the window keeps of a form from frame to frame beside its texts. What is done with it in a frame is the
//! business of the fields ([`FormFields`](super::FormFields)).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use paydesk_core::features::forms::InputError;
use paydesk_widgets::picker_list::PickerItem;

/// What the window knows of a form beside its texts.
#[derive(Debug, Default)]
pub struct FormFieldsDraft {
    /// Fields that were filled in and left.
    pub(super) left: BTreeSet<String>,
    /// It was to be sent: every error is shown.
    pub(super) tried: bool,
    /// The field that is to have the keyboard.
    pub(super) wants: Option<String>,
    /// Fields with a fault: the first of them that is drawn is to have the keyboard.
    pub(super) faulty: BTreeSet<String>,
    pub(super) started: bool,
    /// The service said that a field is wrong.
    refused_by_service: bool,
    /// What is offered below a field of what is known here, with the stamp that it was prepared for.
    pub(super) known: BTreeMap<String, (u64, Arc<[PickerItem]>)>,
    /// The field below which something hangs open.
    pub(super) opened: Option<OpenDropDown>,
}

impl FormFieldsDraft {
    /// It was to be sent, and this is wrong: the keyboard goes to the first field of the form with a fault.
    pub fn refuse(&mut self, errors: &[InputError]) {
        self.tried = true;
        self.wants = None;
        self.faulty = errors.iter().filter(|error| error.refuses()).map(|error| error.field.clone()).collect();
    }

    /// Shows what the service said of a field once the form was to be sent, and brings the keyboard there, once.
    pub fn refuse_by_service(&mut self, is_refused: bool, errors: &[InputError]) {
        if is_refused && !self.refused_by_service {
            self.refuse(errors);
        }
        self.refused_by_service = is_refused;
    }

    /// Whether every error is shown.
    pub fn was_tried(&self) -> bool {
        self.tried
    }

    /// Whether what is to be said of a field is said: it was left, or the form was to be sent.
    pub(super) fn shows(&self, path: &str) -> bool {
        self.tried || self.left.contains(path)
    }

    /// Tells everything that is wrong from now on.
    pub fn show_errors(&mut self) {
        self.tried = true;
    }

    /// Where the keyboard is to come, said once.
    pub fn wanted(&mut self) -> Option<String> {
        self.wants.take()
    }

    /// Brings the keyboard to the field at `path`.
    pub fn focus_field(&mut self, path: &str) {
        self.wants = Some(path.to_owned());
    }

    /// A form that is filled in again: what was reported of the one before is not reported it.
    pub fn begin_again(&mut self) {
        self.left.clear();
        self.tried = false;
    }
}

/// The field below which something hangs.
#[derive(Debug, Default)]
pub struct OpenDropDown {
    pub(super) path: String,
    /// Which of the list is meant; how many months from the one of the field. `None` where it has only just opened.
    pub at: Option<i32>,
    /// It opened because somebody typed: only what fits is shown.
    pub typed: bool,
}
