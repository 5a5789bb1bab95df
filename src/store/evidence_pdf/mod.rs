//! The evidence of a dispute as a PDF of A4 pages: what [`EvidenceDocument`] says, in the typeface of the window. Its text
//! can be selected and searched. What the typeface has no character for, such as Chinese, is printed as a box.
//!
//! [`typeface`] measures texts and puts the typeface into the file, [`page`] sets lines on pages.

mod page;
mod typeface;

use pdf_writer::{Finish as _, Pdf, Rect, Ref, TextStr};

use crate::app::features::disputes::{DocumentField, EvidenceDocument};
use crate::typefaces;

use page::{PAGE_HEIGHT, PAGE_WIDTH, PageContent, PageSetter, REGULAR, STRONG};
use typeface::Typeface;

/// Why there is no file: a typeface could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the typeface of the document could not be read")]
pub struct NoTypeface;

/// The bytes of the PDF.
pub fn render(document: &EvidenceDocument) -> Result<Vec<u8>, NoTypeface> {
    let mut regular = Typeface::read(typefaces::SANS).ok_or(NoTypeface)?;
    let mut strong = Typeface::read(typefaces::SANS_SEMIBOLD).ok_or(NoTypeface)?;
    let pages = set(document, &mut regular, &mut strong);
    write(document, pages, &regular, &strong).ok_or(NoTypeface)
}

/// Sets everything on pages.
fn set<'d>(document: &EvidenceDocument, regular: &mut Typeface<'d>, strong: &mut Typeface<'d>) -> Vec<PageContent> {
    let mut pages = PageSetter::new(regular, strong);
    pages.title(&document.title);
    document.head.iter().for_each(|(name, value)| pages.row(name, value));
    for group in &document.groups {
        pages.heading(&group.name);
        group.fields.iter().for_each(|field| field_on(&mut pages, field));
    }
    pages.finish(&document.foot)
}

fn field_on(pages: &mut PageSetter<'_, '_>, field: &DocumentField) {
    pages.label(&field.label);
    pages.paragraph(&field.text);
}

/// Writes the objects of the file.
fn write(
    document: &EvidenceDocument,
    contents: Vec<PageContent>,
    regular: &Typeface<'_>,
    strong: &Typeface<'_>,
) -> Option<Vec<u8>> {
    let mut next = 0;
    let mut new_ref = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info) = (new_ref(), new_ref(), new_ref());
    let mut pdf = Pdf::new();
    let fonts = [regular, strong].map(|typeface| typeface.write(&mut pdf, &mut new_ref));
    let [Some(regular), Some(strong)] = fonts else { return None };
    let pages: Vec<(Ref, Ref)> = contents.iter().map(|_| (new_ref(), new_ref())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(&document.title)).producer(TextStr("Paydesk"));
    pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(i32::try_from(pages.len()).ok()?);
    for ((id, stream), content) in pages.iter().zip(contents) {
        let mut page = pdf.page(*id);
        page.media_box(Rect::new(0.0, 0.0, PAGE_WIDTH, PAGE_HEIGHT)).parent(tree).contents(*stream);
        page.resources().fonts().pair(REGULAR, regular).pair(STRONG, strong);
        page.finish();
        pdf.stream(*stream, &content.finish());
    }
    Some(pdf.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::features::disputes::DocumentGroup;

    fn field(label: &str, text: &str) -> DocumentField {
        DocumentField { label: label.to_owned(), text: text.to_owned(), is_unsent: true }
    }

    fn document(fields: Vec<DocumentField>) -> EvidenceDocument {
        EvidenceDocument {
            dispute_id: "dsp_1".to_owned(),
            title: "Evidence for dispute dsp_1".to_owned(),
            head: vec![("Payment".to_owned(), "pay_1".to_owned())],
            groups: vec![DocumentGroup { name: "Customer information".to_owned(), fields }],
            foot: "dsp_1".to_owned(),
        }
    }

    fn count(bytes: &[u8], what: &str) -> usize {
        bytes.windows(what.len()).filter(|part| *part == what.as_bytes()).count()
    }

    #[test]
    fn a_short_document_is_one_page_with_both_typefaces_and_the_text_can_be_read_back() {
        let pdf = render(&document(vec![field("Customer name", "Ada “Countess” Lovelace ✓ 李")])).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!((count(&pdf, "/Type /Page\n"), count(&pdf, "/FontFile2")), (1, 2));
        assert_eq!(count(&pdf, "beginbfchar"), count(&pdf, "endbfchar"));
        assert!(count(&pdf, "/ToUnicode") == 2 && pdf.len() < 200_000, "{} bytes", pdf.len());
    }

    #[test]
    fn a_long_text_goes_on_on_further_pages_and_a_word_without_end_is_cut_into_lines() {
        let long = format!("{}\n{}", "A sentence of the statement. ".repeat(600), "x".repeat(4_000));
        let pdf = render(&document(vec![field("Statement", &long)])).unwrap();
        assert!(count(&pdf, "/Type /Page\n") > 3);
    }
}
