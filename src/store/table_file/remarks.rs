//! What a workbook says beside its cells: notes of cells, texts of shapes that stand on a sheet, and what is drawn over it.

use quick_xml::events::BytesStart;

use paydesk_core::failure::TableReadFault;
use paydesk_domain::sheet::SheetRemark;

use super::drawings::{Anchors, VmlShapes, over_all};
use super::hidden::WorkbookParts;
use super::xml::{XmlPiece, attribute};

impl WorkbookParts<'_> {
    /// What stands beside the cells of the sheet at this place of the workbook.
    pub(super) fn remarks(&mut self, place: usize) -> Result<Vec<SheetRemark>, TableReadFault> {
        let mut remarks = Vec::new();
        for (kind, part) in self.related_parts(place)? {
            match &*kind {
                "comments" => remarks.extend(self.comments(&part)?),
                "drawing" => {
                    let mut anchors = Anchors::default();
                    self.each_piece(&part, |piece| anchors.take(&piece))?;
                    remarks.extend(anchors.into_remarks());
                }
                "vmlDrawing" => {
                    let mut shapes = VmlShapes::default();
                    // Not every program writes it as XML.
                    let read = self.each_piece(&part, |piece| shapes.take(&piece));
                    remarks.extend(shapes.into_remarks().chain(read.err().map(|_| over_all())));
                }
                // A picture behind the cells.
                "image" => remarks.push(over_all()),
                _ => {}
            }
        }
        Ok(remarks)
    }

    /// The parts that the sheet at this place of the workbook names, each with its kind.
    pub(super) fn related_parts(&mut self, place: usize) -> Result<Vec<(String, String)>, TableReadFault> {
        let sheet = self.sheet_part(place)?;
        let (folder, name) = sheet.rsplit_once('/').unwrap_or(("", &sheet));
        let (folder, relations) = (folder.to_owned(), format!("{folder}/_rels/{name}.rels"));
        let mut parts = Vec::new();
        if !self.has_part(&relations) {
            return Ok(parts);
        }
        self.each_piece(&relations, |piece| {
            let XmlPiece::Element("Relationship", element) = piece else { return };
            let kind = attribute(element, "Type").unwrap_or_default();
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            parts.extend(attribute(element, "Target").map(|target| (kind, beside(&folder, &target))));
        })?;
        Ok(parts)
    }

    fn comments(&mut self, part: &str) -> Result<Vec<SheetRemark>, TableReadFault> {
        let mut texts: Vec<(String, String)> = Vec::new();
        self.each_text(part, "t", |name, element, text| match name {
            "comment" => texts.push((attribute(element, "ref").unwrap_or_default(), String::new())),
            _ => texts.last_mut().into_iter().for_each(|(_, known)| known.push_str(text)),
        })?;
        Ok(texts.into_iter().map(|(cell, text)| SheetRemark::Comment { cell, text }).collect())
    }

    /// Every element of a part without a text, and every text of an element with the name `of`, with that name.
    fn each_text(
        &mut self,
        part: &str,
        of: &str,
        mut take: impl FnMut(&str, &BytesStart<'_>, &str),
    ) -> Result<(), TableReadFault> {
        let (mut is_text, nothing) = (false, BytesStart::new(of));
        self.each_piece(part, |piece| match piece {
            XmlPiece::Element(name, element) => {
                is_text = name == of;
                take(name, element, "");
            }
            XmlPiece::Text(text) | XmlPiece::Marked(text) if is_text => take(of, &nothing, text),
            XmlPiece::Text(_) | XmlPiece::Marked(_) | XmlPiece::Break | XmlPiece::End => {}
        })
    }
}

/// The part that a target names, from the folder of the part that names it or from the root.
fn beside(folder: &str, target: &str) -> String {
    if let Some(from_root) = target.strip_prefix('/') {
        return from_root.to_owned();
    }
    let mut folders: Vec<&str> = folder.split('/').collect();
    for step in target.split('/') {
        match step {
            ".." => drop(folders.pop()),
            "." => {}
            name => folders.push(name),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_found_from_its_folder_or_from_the_root() {
        for target in ["../comments1.xml", "/xl/comments1.xml", "./../comments1.xml"] {
            assert_eq!(beside("xl/worksheets", target), "xl/comments1.xml", "{target}");
        }
    }
}
