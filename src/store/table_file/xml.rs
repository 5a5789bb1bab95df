//! What the XML parts of a workbook are made of, and the attributes of their elements.

use std::borrow::Cow;

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;

/// What an XML part is made of, as far as it is read.
pub(super) enum XmlPiece<'a> {
    /// With its name, where it begins.
    Element(&'a str, &'a BytesStart<'a>),
    /// The end of an element, which may be where it begins.
    End,
    /// Characters, not all of an element at once.
    Text(&'a str),
    /// Characters that are marked as such: the other reader does not see them in a cell.
    Marked(&'a str),
    /// Something that is no part of the characters around it: a comment or an instruction.
    Break,
}

/// The value of an attribute, whatever its namespace is called.
pub(super) fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes().flatten();
    let found = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

/// Whether an attribute says so.
pub(super) fn is_set(element: &BytesStart<'_>, name: &str) -> bool {
    attribute(element, name).is_some_and(|value| matches!(&*value, "1" | "true"))
}

/// Whether an element is switched on: it is where it says nothing else.
pub(super) fn is_on(element: &BytesStart<'_>) -> bool {
    !attribute(element, "val").is_some_and(|value| matches!(&*value, "0" | "false" | "off"))
}
