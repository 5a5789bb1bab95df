//! A report as one A4 page: PDF with text that can be selected, and PNG.
//!
//! [`drawing()`] lays a [`ReportPage`] out as a list of rectangles, lines and texts, each in its place; [`pdf()`] and
//! `png` write that list, so the two files never differ. What a report says is decided elsewhere: every number comes
//! written out.
//!
//! [`Typefaces`] also sets the other documents that Paydesk saves.
#![warn(clippy::wildcard_enum_match_arm)]

mod charts;
mod colors;
mod drawing;
mod foot;
mod layout;
mod lines;
mod pdf;
#[cfg(not(feature = "scripts"))]
mod plain_text;
#[cfg(feature = "png")]
mod png;
mod printable;
mod report_setter;
#[cfg(feature = "scripts")]
mod scripts;
mod table;
mod typeface;
mod typefaces;

use paydesk_domain::report_page::ReportPage;

pub use drawing::{Color, Drawing, PAGE_HEIGHT, PAGE_WIDTH, PageRect, PageText, Point, Primitive};
#[cfg(not(feature = "scripts"))]
pub use plain_text::{clusters, goes_right_to_left};
#[cfg(feature = "scripts")]
pub use scripts::{clusters, goes_right_to_left};
pub use typefaces::{NoTypeface, Typefaces, Weight};

/// Why there is no picture of a page.
#[cfg(feature = "png")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPicture {
    #[error(transparent)]
    Typeface(#[from] NoTypeface),
    #[error("the picture could not be encoded")]
    NotEncoded,
}

/// Returns what stands on the page, in pixels of 150 to the inch from its upper left corner.
///
/// # Errors
/// If a typeface cannot be read.
pub fn drawing(page: &ReportPage) -> Result<Drawing, NoTypeface> {
    Ok(layout::draw(page, &Typefaces::read()?))
}

/// Returns the page as the bytes of a PDF: one A4 page, its title in the document's information.
///
/// # Errors
/// If a typeface cannot be read or cut to the characters that the page uses.
pub fn pdf(page: &ReportPage) -> Result<Vec<u8>, NoTypeface> {
    let mut typefaces = Typefaces::read()?;
    let drawing = layout::draw(page, &typefaces);
    pdf::write(&drawing, &page.title, &mut typefaces).ok_or(NoTypeface)
}

/// Returns the page as the bytes of a PNG of 1240 × 1754 pixels, 150 to the inch.
///
/// # Errors
/// If a typeface cannot be read or the picture cannot be encoded.
#[cfg(feature = "png")]
pub fn png(page: &ReportPage) -> Result<Vec<u8>, NoPicture> {
    let typefaces = Typefaces::read()?;
    png::write(&layout::draw(page, &typefaces), &typefaces).ok_or(NoPicture::NotEncoded)
}
