//! Whether a sheet is written as programs write sheets. The other reader takes characters and elements for cells that are
//! none, or only a part of them.

use quick_xml::events::BytesStart;

/// What of a sheet is not written as programs write it.
#[derive(Debug, Default)]
pub(super) struct SheetShape {
    /// What stands before the names of its elements.
    prefix: Option<String>,
    /// The names of the elements that have not ended.
    open: Vec<String>,
    has_alternatives: bool,
    unusual: Option<&'static str>,
}

impl SheetShape {
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        let full = element.name();
        let prefix = full.as_ref().strip_suffix(name).map(str::to_owned);
        match name {
            "worksheet" if self.prefix.is_none() => self.prefix = prefix,
            "AlternateContent" => self.has_alternatives = true,
            "row" | "c" | "v" => {
                let is_named_anew = || element.attributes().flatten().any(|known| known.key.as_ref() == "xmlns");
                if self.has_alternatives || prefix != self.prefix || is_named_anew() {
                    self.is_foreign();
                }
            }
            _ => {}
        }
        let parent = self.open.last().map_or("", String::as_str);
        let is_in_place = match name {
            "row" => parent == "sheetData",
            "c" => parent == "row",
            "v" | "is" => parent == "c",
            _ => true,
        };
        let is_in_value = ["v", "f"].contains(&parent);
        if !is_in_place {
            self.is_foreign();
        }
        if is_in_value {
            self.is_in_pieces();
        }
        self.open.push(name.to_owned());
    }

    /// Whether the element that began last stands in a cell.
    pub(super) fn is_in_cell(&self) -> bool {
        self.open.iter().rev().nth(1).is_some_and(|parent| parent == "c")
    }

    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    /// What is unusual about the sheet: what its program shows is not known.
    pub(super) fn unusual(&self) -> Option<&'static str> {
        self.unusual
    }

    fn is_foreign(&mut self) {
        self.unusual = Some("some of its cells are not valid worksheet cells");
    }

    pub(super) fn is_in_pieces(&mut self) {
        self.unusual = Some("the value of a cell is written in pieces");
    }

    pub(super) fn has_no_number(&mut self) {
        self.unusual = Some("the value of a cell is not a number");
    }

    pub(super) fn is_too_large(&mut self) {
        self.unusual = Some("it has too many formulas");
    }
}
