//! The evidence of a dispute as the bank will read it once everything is submitted: exactly what stands at the service
//! then, as far as it was sent from here, in the groups of the specification, with its files listed. Shown as a preview and
//! saved as a PDF; both are made from this.

use chrono::{DateTime, Utc};
use strum::IntoEnumIterator as _;

use paydesk_domain::deadline::RESPOND_BY;
use paydesk_domain::evidence::{EvidenceField, EvidenceGroup};
use paydesk_domain::payment::Payment;
use paydesk_domain::text::printed;
use paydesk_domain::zone::Zone;

use super::cards::mask_cards;
use super::disputed_part::disputed_text;
use super::evidence_draft::{EvidenceDraft, FileNote};
use super::rows::DisputeTableRow;
use super::text;

/// Bytes in a kilobyte, as file sizes are written.
const KILOBYTE: u64 = 1_000;

/// One document, ready to be drawn or printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EvidenceDocument {
    /// Names the file.
    pub dispute_id: String,
    pub title: String,
    /// What it is about: name and value.
    pub head: Vec<(String, String)>,
    /// Those of the specification, then all files, then what is cleared.
    pub groups: Vec<DocumentGroup>,
    /// When it was made, for the foot of each page.
    pub foot: String,
}

/// Fields below a heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentGroup {
    pub name: String,
    pub fields: Vec<DocumentField>,
}

/// One field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentField {
    pub label: String,
    pub text: String,
    /// It is not at the service yet.
    pub is_unsent: bool,
}

impl DocumentField {
    /// Its label, and that it was not submitted where that is so: a document that is filed must not be taken for what the
    /// bank has.
    pub fn heading(&self) -> String {
        if self.is_unsent { text::not_submitted_yet(&self.label) } else { self.label.clone() }
    }
}

impl EvidenceDocument {
    /// Of a draft; `payment` is the disputed one, once it is read, `label` is what people call a field.
    pub fn of(
        row: &DisputeTableRow,
        draft: &EvidenceDraft,
        payment: Option<&Payment>,
        label: impl Fn(EvidenceField) -> &'static str,
        zone: Zone,
        now: DateTime<Utc>,
    ) -> Self {
        let field = |field: EvidenceField| {
            let value = draft.value(field)?;
            let text = match draft.files.get(value.trim()).filter(|_| field.is_file()) {
                Some(note) => file_text(value.trim(), note),
                None => mask_cards(value),
            };
            let is_unsent = draft.pending(field).is_some();
            Some(DocumentField { label: label(field).to_owned(), text, is_unsent })
        };
        let of_group = |group: EvidenceGroup| {
            let fields = EvidenceField::iter().filter(|field| field.group() == group).filter_map(field);
            DocumentGroup { name: group.name().to_owned(), fields: fields.collect() }
        };
        let files = EvidenceField::iter().filter(|field| field.is_file()).filter_map(field).collect();
        let cleared = EvidenceField::iter().filter(|field| draft.clears(*field) && draft.at_service(*field).is_some());
        let removed = |field| DocumentField { label: label(field).to_owned(), text: String::new(), is_unsent: true };
        let others = [
            DocumentGroup { name: text::FILES.to_owned(), fields: files },
            DocumentGroup {
                name: "Removed from the submitted evidence".to_owned(),
                fields: cleared.map(removed).collect(),
            },
        ];
        let groups = EvidenceGroup::ALL.into_iter().map(of_group).chain(others);
        Self {
            dispute_id: row.dispute.dispute_id.to_string(),
            title: text::evidence_for(&row.id_text),
            head: head(row, payment, state_text(draft, zone, now), zone, now),
            groups: groups.filter(|group| !group.fields.is_empty()).collect(),
            foot: text::as_of_in_zone(&row.id_text, zone.full(now), zone),
        }
    }

    /// As it is printed with typefaces that `have` some characters: each other one is written as its code point, and a
    /// note says of how many that is true.
    pub fn printed(&self, have: impl Fn(char) -> bool) -> (Self, Option<String>) {
        let mut unprinted = 0;
        let mut print = |text: &str| {
            let (text, replaced) = printed(text, &have);
            unprinted += replaced;
            text
        };
        let head = self.head.iter().map(|(name, value)| (print(name), print(value))).collect();
        let mut field = |field: &DocumentField| DocumentField {
            label: print(&field.label),
            text: print(&field.text),
            is_unsent: field.is_unsent,
        };
        let groups = self.groups.iter().map(|group| DocumentGroup {
            name: group.name.clone(),
            fields: group.fields.iter().map(&mut field).collect(),
        });
        let document = Self { head, groups: groups.collect(), ..self.clone() };
        (document, text::unprinted(unprinted))
    }

    /// All of its text, to know its scripts by.
    pub fn text(&self) -> String {
        let of_fields = self.groups.iter().flat_map(|group| &group.fields).map(|field| field.text.as_str());
        let of_head = self.head.iter().map(|(_, value)| value.as_str());
        of_head.chain(of_fields).collect::<Vec<_>>().join("\n")
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }
}

/// How much of it the service has: a draft says so, and as of when.
fn state_text(draft: &EvidenceDraft, zone: Zone, now: DateTime<Utc>) -> Option<String> {
    let unsent = draft.changes().len();
    let cleared = EvidenceField::iter().filter(|field| draft.clears(*field)).count();
    let all = EvidenceField::iter().filter(|field| draft.value(*field).is_some()).count() + cleared;
    if unsent > 0 {
        return Some(text::draft_of_fields(unsent, all, zone.full(now), zone));
    }
    draft.versions.last().map(|last| text::submitted_at(zone.full(last.at), zone))
}

fn head(
    row: &DisputeTableRow,
    payment: Option<&Payment>,
    state: Option<String>,
    zone: Zone,
    now: DateTime<Utc>,
) -> Vec<(String, String)> {
    let of = |name: &str, value: String| (name.to_owned(), value);
    let opened = row.dispute.created.map(|at| of("Opened on", zone.full(at)));
    let due = row.deadline.map(|deadline| of(RESPOND_BY, deadline.respond_by(zone)));
    let reason = (!row.reason_text.is_empty()).then(|| of(text::REASON, row.reason_words()));
    let amount = payment.map_or_else(|| row.dispute.amount.to_string(), |payment| disputed_text(&row.dispute, payment));
    let rows = [
        state.map(|state| of(text::STATUS, state)),
        Some(of(text::PAYMENT, row.payment_text.clone())),
        Some(of(text::DISPUTED, amount)),
        reason,
        opened,
        due.filter(|_| row.due().is_some_and(|due| due > now)),
    ];
    rows.into_iter().flatten().collect()
}

/// `receipt.pdf, 12 kB, 2 pages · file_1`.
fn file_text(id: &str, note: &FileNote) -> String {
    let pages = note.pages.map(text::pages).unwrap_or_default();
    text::file(&note.name, note.bytes.div_ceil(KILOBYTE), &pages, id)
}
