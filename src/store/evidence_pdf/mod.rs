//! The evidence of a dispute as a PDF of A4 pages: what [`EvidenceDocument`] says, in the typeface of the window. Its text
//! can be selected and searched. What that has no character for, such as Chinese, is set in typefaces of the system, of
//! which the used part is put into the file. What these lack too is printed as its code point, and the first page says so.
//!
//! [`page`] sets lines on pages.

mod page;

use pdf_writer::{Finish as _, Name, Pdf, Rect, Ref, TextStr};

use paydesk_core::features::disputes::{DocumentField, EvidenceDocument};
use paydesk_platform::typefaces;
use paydesk_print::{NoTypeface, Typefaces};

use page::{PAGE_HEIGHT, PAGE_WIDTH, PageContent, PageSetter};

/// The bytes of the PDF.
pub fn render(document: &EvidenceDocument) -> Result<Vec<u8>, NoTypeface> {
    let mut fonts = Typefaces::read()?;
    let is_known = fonts.add_for(&document.text());
    let (printed, note) = document.printed(|c| typefaces::is_printable(c) || is_known(c));
    let pages = set(&printed, note.as_deref(), &mut fonts);
    write(document, pages, &fonts).ok_or(NoTypeface)
}

/// Sets everything on pages.
fn set(document: &EvidenceDocument, note: Option<&str>, fonts: &mut Typefaces) -> Vec<PageContent> {
    let mut pages = PageSetter::new(fonts);
    pages.title(&document.title);
    document.head.iter().for_each(|(name, value)| pages.row(name, value));
    note.into_iter().for_each(|note| pages.label(note));
    for group in &document.groups {
        pages.heading(&group.name);
        group.fields.iter().for_each(|field| field_on(&mut pages, field));
    }
    pages.finish(&document.foot)
}

fn field_on(pages: &mut PageSetter<'_>, field: &DocumentField) {
    pages.label(&field.heading());
    pages.paragraph(&field.text);
}

/// Writes the objects of the file.
fn write(document: &EvidenceDocument, contents: Vec<PageContent>, fonts: &Typefaces) -> Option<Vec<u8>> {
    let mut next = 0;
    let mut new_ref = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info) = (new_ref(), new_ref(), new_ref());
    let mut pdf = Pdf::new();
    let fonts: Vec<(Name<'_>, Ref)> = fonts.write(&mut pdf, &mut new_ref)?;
    let pages: Vec<(Ref, Ref)> = contents.iter().map(|_| (new_ref(), new_ref())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(&document.title)).producer(TextStr("Paydesk"));
    pdf.pages(tree).kids(pages.iter().map(|(page, _)| *page)).count(i32::try_from(pages.len()).ok()?);
    for ((id, stream), content) in pages.iter().zip(contents) {
        let mut page = pdf.page(*id);
        page.media_box(Rect::new(0.0, 0.0, PAGE_WIDTH, PAGE_HEIGHT)).parent(tree).contents(*stream);
        page.resources().fonts().pairs(fonts.iter().copied());
        page.finish();
        pdf.stream(*stream, &content.finish());
    }
    Some(pdf.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_core::features::disputes::DocumentGroup;

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
        let pdf = render(&document(vec![field("Customer name", "Ada “Countess” Lovelace ✓")])).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!((count(&pdf, "/Type /Page\n"), count(&pdf, "/FontFile2")), (1, 2));
        assert_eq!(count(&pdf, "beginbfchar"), count(&pdf, "endbfchar"));
        assert!(count(&pdf, "/ToUnicode") == 2 && pdf.len() < 200_000, "{} bytes", pdf.len());
    }

    /// The characters that text of the file is read back as.
    fn characters(pdf: &[u8]) -> Vec<char> {
        let text = String::from_utf8_lossy(pdf);
        let pairs = text.lines().filter_map(|line| line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <"));
        let codes = pairs.filter_map(|(_, unicode)| u32::from_str_radix(unicode, 16).ok());
        codes.filter_map(char::from_u32).collect()
    }

    #[test]
    fn what_no_typeface_has_is_printed_in_code_points_and_the_page_says_how_many_they_are() {
        let statement = field("Statement", "Unassigned: \u{4ffff}\u{5ffff}");
        let (printed, note) = document(vec![statement.clone()]).printed(typefaces::is_printable);
        let expected = "Unassigned: ‹U+4FFFF›‹U+5FFFF›";
        assert_eq!(printed.groups[0].fields[0].text, expected);
        let note = note.unwrap();
        assert!(note.starts_with("2 characters are not in the PDF's font"), "{note}");
        let pdf = render(&document(vec![statement])).unwrap();
        let found = characters(&pdf);
        assert!(expected.chars().chain(note.chars()).all(|c| found.contains(&c)), "{found:?}");
        assert_eq!(document(vec![field("Statement", "Żółć Ελλάδα Жук")]).printed(typefaces::is_printable).1, None);
    }

    #[test]
    fn a_statement_in_another_script_is_set_in_a_typeface_of_the_system_where_there_is_one() {
        for text in ["我们已送达", "お客様", "שלום", "مرحبا", "ขอบคุณ"] {
            let has = |c| typefaces::is_printable_here(c, typefaces::is_japanese(text));
            if !text.chars().all(has) {
                continue;
            }
            let pdf = render(&document(vec![field("Statement", text)])).unwrap();
            let found = characters(&pdf);
            assert!(text.chars().all(|c| found.contains(&c)) && !found.contains(&'‹'), "{text}: {found:?}");
        }
    }

    #[test]
    fn what_only_another_typeface_has_is_printed_in_that() {
        let pdf = render(&document(vec![field("Statement", "Parcel │ weight ─ 2 kg")])).unwrap();
        assert_eq!(count(&pdf, "/FontFile2"), 3);
        let found = characters(&pdf);
        assert!(['│', '─', 'P'].iter().all(|c| found.contains(c)), "{found:?}");
    }

    #[test]
    fn a_long_text_goes_on_on_further_pages_and_a_word_without_end_is_cut_into_lines() {
        let long = format!("{}\n{}", "A sentence of the statement. ".repeat(600), "x".repeat(4_000));
        let pdf = render(&document(vec![field("Statement", &long)])).unwrap();
        assert!(count(&pdf, "/Type /Page\n") > 3);
    }
}
