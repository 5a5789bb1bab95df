//! The drafted statement beside the facts it was made from: a person edits its text freely, and what changed in a field
//! since is found and brought into the text, paragraph by paragraph. What a person wrote is never rewritten.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator as _;

use paydesk_domain::evidence::{EvidenceField, StoredField};

/// Stands between two paragraphs.
const BREAK: &str = "\n\n";

/// A statement as it was last drafted.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct DraftedStatement {
    pub paragraphs: Vec<Paragraph>,
    /// What was in the other fields then.
    pub facts: BTreeMap<StoredField, String>,
}

/// One paragraph, and what it is about: the same in every draft of a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paragraph {
    pub about: String,
    pub text: String,
}

/// What became of a statement since it was drafted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutdatedStatement {
    /// The fields that say something else now.
    pub fields: Vec<EvidenceField>,
    /// Whether paragraphs can be brought up to date; otherwise a person has rewritten them and corrects them by hand.
    pub can_be_updated: bool,
    /// It says something that a field no longer says.
    pub is_contradicted: bool,
}

impl DraftedStatement {
    /// Of these paragraphs, from what is in the fields.
    pub fn new<'a>(paragraphs: Vec<Paragraph>, value: impl Fn(EvidenceField) -> Option<&'a str>) -> Self {
        let fact = |field: EvidenceField| Some((field.into(), value(field)?.to_owned()));
        let fields = EvidenceField::iter().filter(|field| *field != EvidenceField::UncategorizedText);
        Self { paragraphs, facts: fields.filter_map(fact).collect() }
    }

    /// The whole statement.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
        texts.join(BREAK)
    }

    fn about(&self, about: &str) -> Option<&str> {
        self.paragraphs.iter().find(|paragraph| paragraph.about == about).map(|paragraph| paragraph.text.as_str())
    }

    /// Whether anything of it is in a text.
    fn is_in(&self, text: &str) -> bool {
        self.paragraphs.iter().any(|paragraph| text.contains(&paragraph.text))
    }

    /// What is outdated in `text` against the statement as it would be drafted `now`; `None` where it agrees, or where
    /// nothing of the statement is left.
    pub fn outdated(&self, now: &Self, text: &str) -> Option<OutdatedStatement> {
        let fields: Vec<EvidenceField> = EvidenceField::iter().filter(|field| self.differs(now, *field)).collect();
        let can_be_updated = self.is_in(text) && self.updated(now, text) != text.trim_end();
        let is_contradicted = fields.iter().any(|field| self.is_contradicted(now, *field, text));
        (can_be_updated || is_contradicted).then_some(OutdatedStatement { fields, can_be_updated, is_contradicted })
    }

    fn differs(&self, now: &Self, field: EvidenceField) -> bool {
        self.facts.get(&field.into()) != now.facts.get(&field.into())
    }

    /// Whether a text still says what a field said when the statement was drafted, and not what it says now.
    fn is_contradicted(&self, now: &Self, field: EvidenceField, text: &str) -> bool {
        let fact = |of: &Self| of.facts.get(&field.into()).map(|fact| fact.replace('\n', ", "));
        let (Some(before), false) = (fact(self), field.is_file()) else { return false };
        text.contains(&before) && fact(now).is_none_or(|now| !text.contains(&now))
    }

    /// `text` with the paragraphs of this statement as they are drafted `now`. A paragraph that a person has rewritten
    /// stays; a new one stands behind the one before it.
    pub fn updated(&self, now: &Self, text: &str) -> String {
        let mut parts: Vec<String> = text.trim_end().split(BREAK).map(str::to_owned).collect();
        for old in self.paragraphs.iter().filter(|old| now.about(&old.about).is_none()) {
            remove(&mut parts, &old.text);
        }
        let mut behind = None;
        for paragraph in &now.paragraphs {
            let old = self.about(&paragraph.about);
            let place = find(&parts, &paragraph.text).or_else(|| {
                let (place, length) = find(&parts, old?)?;
                parts.splice(place..place + length, paragraph.text.split(BREAK).map(str::to_owned));
                find(&parts, &paragraph.text)
            });
            match (place, old) {
                (Some((place, length)), _) => behind = Some(place + length),
                (None, None) => {
                    let place = behind.unwrap_or(parts.len());
                    parts.splice(place..place, paragraph.text.split(BREAK).map(str::to_owned));
                    behind = find(&parts, &paragraph.text).map(|(place, length)| place + length);
                }
                // A person has rewritten it, or taken it out.
                (None, Some(_)) => {}
            }
        }
        parts.join(BREAK)
    }

    /// The text of the field once the statement is drafted: brought up to date where it is there already, else behind
    /// what a person wrote. `before` is the one drafted last.
    pub fn drafted_into(&self, before: Option<&Self>, text: &str) -> String {
        // A statement that was drafted before Paydesk remembered them is found by its own paragraphs.
        let before = before.unwrap_or(self);
        match text.trim_end() {
            "" => self.text(),
            there if before.is_in(there) => before.updated(self, there),
            there => format!("{there}{BREAK}{}", self.text()),
        }
    }
}

/// Where the lines of a paragraph stand among the parts of a text, and how many parts they take.
fn find(parts: &[String], paragraph: &str) -> Option<(usize, usize)> {
    let wanted: Vec<&str> = paragraph.split(BREAK).collect();
    let place = parts.windows(wanted.len()).position(|window| window.iter().eq(wanted.iter()))?;
    Some((place, wanted.len()))
}

fn remove(parts: &mut Vec<String>, paragraph: &str) {
    if let Some((place, length)) = find(parts, paragraph) {
        parts.drain(place..place + length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(paragraphs: &[(&str, &str)]) -> DraftedStatement {
        let paragraph = |(about, text): &(&str, &str)| Paragraph { about: (*about).into(), text: (*text).into() };
        DraftedStatement { paragraphs: paragraphs.iter().map(paragraph).collect(), facts: BTreeMap::new() }
    }

    #[test]
    fn changed_paragraphs_are_replaced_new_ones_stand_in_their_place_and_those_of_a_person_stay() {
        let before =
            statement(&[("opening", "Please."), ("shipping", "Sent on Monday."), ("end", "Attached: a receipt.")]);
        let now = statement(&[("opening", "Please."), ("customer", "Ada."), ("shipping", "Sent on Friday.")]);
        let text = "Dear bank,\n\nPlease.\n\nSent on Monday.\n\nAttached: a receipt.\n\nKind regards";
        let updated = before.updated(&now, text);
        assert_eq!(updated, "Dear bank,\n\nPlease.\n\nAda.\n\nSent on Friday.\n\nKind regards");
        assert_eq!(now.updated(&now, &updated), updated, "a second time changes nothing");
        let rewritten = before.updated(&now, "Please.\n\nSent on Monday, as agreed.");
        assert_eq!(rewritten, "Please.\n\nAda.\n\nSent on Monday, as agreed.");
    }

    #[test]
    fn a_statement_is_drafted_once_however_often_it_is_asked_for() {
        let first = statement(&[("opening", "Please."), ("shipping", "Sent on Monday.")]);
        let second = statement(&[("opening", "Please."), ("shipping", "Sent on Friday.")]);
        let text = first.drafted_into(None, "Ours.");
        assert_eq!(text, "Ours.\n\nPlease.\n\nSent on Monday.");
        assert_eq!(first.drafted_into(Some(&first), &text), text);
        assert_eq!(second.drafted_into(Some(&first), &text), "Ours.\n\nPlease.\n\nSent on Friday.");
        assert_eq!(second.drafted_into(Some(&first), "Another text."), "Another text.\n\nPlease.\n\nSent on Friday.");
        assert_eq!(first.drafted_into(None, "Please.\n\nSent on Monday."), "Please.\n\nSent on Monday.");
    }
}
