//! A type that the service names and the specification does not list: left to the service, the one that is documented, or
//! any other.

use egui::Ui;
use paydesk_core::features::forms::{InputError, Rule};

use super::{FormFields, text};

/// What is chosen of a type, and typed for another.
#[derive(Debug, Default)]
pub struct NamedTypeDraft {
    choice: TypeChoice,
    other: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum TypeChoice {
    #[default]
    Default,
    Documented,
    Other,
}

impl NamedTypeDraft {
    /// The type as it is sent to `path`, empty where it is left to the service; `documented` is the one value that the
    /// specification names. Another one that is not typed yet is reported.
    pub fn value(&self, path: &str, documented: &str, errors: &mut Vec<InputError>) -> String {
        match self.choice {
            TypeChoice::Default => String::new(),
            TypeChoice::Documented => documented.to_owned(),
            TypeChoice::Other => {
                if self.other.trim().is_empty() {
                    errors.push(InputError::new(path, Rule::Required));
                }
                self.other.trim().to_owned()
            }
        }
    }
}

impl FormFields<'_> {
    /// The choice of a type at `path`; `documented` is what the value of the specification is called.
    pub fn named_type(
        &mut self,
        ui: &mut Ui,
        path: &str,
        (label, documented): (&str, &str),
        draft: &mut NamedTypeDraft,
    ) {
        let choices = [TypeChoice::Default, TypeChoice::Documented, TypeChoice::Other];
        let chosen = choices.iter().position(|choice| *choice == draft.choice).unwrap_or_default();
        let taken = self.segmented(ui, label, &[text::DEFAULT, documented, "Other"], chosen);
        if let Some(choice) = taken.and_then(|index| choices.get(index)) {
            draft.choice = *choice;
        }
        if draft.choice == TypeChoice::Other {
            self.require(path);
            self.text(ui, path, &text::other(label), &mut draft.other, "As the service names it");
        }
    }
}
