//! A library of texts and files.

use paydesk_core::features::disputes::Template;
use paydesk_core::features::disputes::evidence_draft::FileNote;
use paydesk_domain::evidence::EvidenceField;

pub fn policy() -> Template {
    let file = FileNote { name: "refunds-2026.pdf".into(), bytes: 12_000, sha256: "ab12".into(), pages: Some(2) };
    Template {
        name: "Refund policy 2026".into(),
        text: "file_policy".into(),
        note: "As on the site since May".into(),
        file: Some(file),
        ..Template::empty(EvidenceField::RefundPolicy)
    }
}

pub fn text(name: &str, text: &str) -> Template {
    Template { name: name.into(), text: text.into(), ..Template::empty(EvidenceField::UncategorizedText) }
}
