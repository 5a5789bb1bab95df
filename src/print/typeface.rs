//! One typeface of a document: how wide its characters are, which of them were used, and the part of it that goes into
//! a PDF.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish as _, Name, Pdf, Rect, Ref, Str};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::Metrics;
#[cfg(feature = "png")]
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId16, MetadataProvider as _};
use subsetter::GlyphRemapper;

const CMAP: Name<'static> = Name(b"Custom");
const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A typeface, and the characters of it that the document uses.
pub struct Typeface<'a> {
    data: &'a [u8],
    font: FontRef<'a>,
    metrics: Metrics,
    /// Which character a glyph was used for.
    used: BTreeMap<u16, char>,
    /// The numbers that the used glyphs have in the file.
    numbers: GlyphRemapper,
}

impl<'a> Typeface<'a> {
    /// `None` where the data are no typeface.
    pub fn read(data: &'a [u8]) -> Option<Self> {
        let font = FontRef::new(data).ok()?;
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        Some(Self { data, font, metrics, used: BTreeMap::new(), numbers: GlyphRemapper::new() })
    }

    pub fn has(&self, c: char) -> bool {
        self.font.charmap().map(c).is_some()
    }

    /// Whether any text was set in it.
    pub fn is_used(&self) -> bool {
        !self.used.is_empty()
    }

    /// How wide a character is, in thousandths of the size.
    pub fn width(&self, c: char) -> f32 {
        self.advance(self.glyph(c))
    }

    /// The text as numbers of glyphs, two bytes each.
    pub fn encode(&mut self, text: impl Iterator<Item = char>) -> Vec<u8> {
        let mut encoded = Vec::new();
        for c in text {
            let glyph = self.glyph(c);
            self.used.entry(glyph).or_insert(c);
            encoded.extend(self.numbers.remap(glyph).to_be_bytes());
        }
        encoded
    }

    /// The box for what it has no character for: callers print no such text.
    fn glyph(&self, c: char) -> u16 {
        self.font.charmap().map(c).and_then(|glyph| u16::try_from(glyph.to_u32()).ok()).unwrap_or_default()
    }

    /// In thousandths of the size.
    fn advance(&self, glyph: u16) -> f32 {
        let metrics = self.font.glyph_metrics(Size::unscaled(), LocationRef::default());
        self.scaled(metrics.advance_width(GlyphId16::new(glyph).into()).unwrap_or_default())
    }

    fn scaled(&self, units: f32) -> f32 {
        units * 1_000.0 / f32::from(self.metrics.units_per_em)
    }

    /// Draws a character at the origin, upwards, in the unit of `size`.
    #[cfg(feature = "png")]
    pub fn outline(&self, c: char, size: f32, pen: &mut impl OutlinePen) {
        let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
        if let Some(glyph) = self.font.outline_glyphs().get(GlyphId16::new(self.glyph(c)).into()) {
            // One that the typeface describes wrongly is left out; ours are checked.
            let _ = glyph.draw(settings, pen);
        }
    }

    /// Writes the part of it that was used; the object that pages refer to.
    pub fn write(&self, pdf: &mut Pdf, new_ref: &mut impl FnMut() -> Ref) -> Option<Ref> {
        let subset = subsetter::subset(self.data, 0, &self.numbers).ok()?;
        let [font, cid, descriptor, cmap, file] = std::array::from_fn(|_| new_ref());
        let name = self.font.localized_strings(StringId::POSTSCRIPT_NAME).english_or_first();
        let name = format!("PAYDSK+{}", name.map(|name| name.to_string()).unwrap_or_default());
        let name = Name(name.as_bytes());
        pdf.type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);
        self.write_widths(pdf, cid, descriptor, name);
        self.write_descriptor(pdf, descriptor, file, name);
        let mut unicode = UnicodeCmap::new(CMAP, SYSTEM);
        for (glyph, c) in &self.used {
            if let Some(number) = self.numbers.get(*glyph) {
                unicode.pair(number, *c);
            }
        }
        pdf.cmap(cmap, &unicode.finish());
        pdf.stream(file, &subset).pair(Name(b"Length1"), i32::try_from(subset.len()).ok()?);
        Some(font)
    }

    fn write_widths(&self, pdf: &mut Pdf, cid: Ref, descriptor: Ref, name: Name<'_>) {
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
        font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
        let glyphs = self.numbers.remapped_gids();
        font.widths().consecutive(0, glyphs.map(|glyph| self.advance(glyph)));
        font.finish();
    }

    fn write_descriptor(&self, pdf: &mut Pdf, descriptor: Ref, file: Ref, name: Name<'_>) {
        let Metrics { bounds, ascent, descent, cap_height, .. } = self.metrics;
        let bounds = bounds.unwrap_or_default();
        let [x_min, y_min, x_max, y_max] =
            [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|units| self.scaled(units));
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(x_min, y_min, x_max, y_max))
            .italic_angle(0.0)
            .ascent(self.scaled(ascent))
            .descent(self.scaled(descent))
            .cap_height(self.scaled(cap_height.unwrap_or(ascent)))
            .stem_v(80.0)
            .font_file2(file);
    }
}
