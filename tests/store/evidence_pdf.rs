//! Evidence saved as a PDF: a whole file among the exports, named for its dispute.

use std::sync::mpsc::sync_channel;

use paydesk_core::Message;
use paydesk_core::effect::StoreJob;
use paydesk_core::features::disputes::{DocumentField, DocumentGroup, EvidenceDocument};
use paydesk_store::Store;
use paydesk_test_basics::waiting::{PATIENCE, step_until};

use super::worker::files;

fn document() -> EvidenceDocument {
    let field =
        |label: &str, text: &str| DocumentField { label: label.to_owned(), text: text.to_owned(), is_unsent: true };
    let statement = "We ask that the dispute be decided in our favour. ".repeat(90);
    EvidenceDocument {
        dispute_id: "dsp_1/2".to_owned(),
        title: "Evidence for dispute dsp_1".to_owned(),
        head: vec![("Payment".to_owned(), "pay_1".to_owned()), ("Amount".to_owned(), "45.10 EUR".to_owned())],
        groups: vec![
            DocumentGroup {
                name: "Shipping".to_owned(),
                fields: vec![field("Shipping address", "Ada Lovelace\n1 Harbour Road\n20457 Hamburg, Åland — “ü” 李")],
            },
            DocumentGroup { name: "Catch-all".to_owned(), fields: vec![field("Statement", &statement)] },
        ],
        foot: "dsp_1 · as of 21 Nov 2026, 10:00:00 (UTC)".to_owned(),
    }
}

#[test]
fn evidence_is_a_whole_pdf_among_the_exports() {
    let dir = tempfile::tempdir().unwrap();
    let (sender, messages) = sync_channel(10);
    let store = Store::start(files(dir.path()), Box::new(move |message| drop(sender.send(message)))).unwrap();
    let at = "2026-11-21T10:00:00Z".parse().unwrap();
    assert!(store.submit(StoreJob::SaveEvidence { document: Box::new(document()), at }).is_none());
    let paths = step_until("the PDF is there", || match messages.try_recv().ok()? {
        Message::ExportsSaved { paths, problems } if problems.is_empty() => Some(paths),
        _ => None,
    });
    assert!(store.finish(PATIENCE));
    assert!(paths.len() == 1 && paths[0].ends_with("evidence-dsp-1-2-20261121-100000.pdf"), "{paths:?}");
    let bytes = std::fs::read(&paths[0]).unwrap();
    assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
}
