//! One typeface of a document: how wide its characters are, which of them were used, and the part of it that goes into
//! a PDF.

use std::collections::BTreeMap;

#[cfg(feature = "scripts")]
use harfrust::{Direction, GlyphInfo, GlyphPosition, ShapeOptions, ShaperData, UnicodeBuffer};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish as _, Name, Pdf, Rect, Ref, Str};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::Metrics;
#[cfg(feature = "png")]
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId16, MetadataProvider as _, Tag};
use subsetter::GlyphRemapper;

const CMAP: Name<'static> = Name(b"Custom");
const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

#[cfg(feature = "scripts")]
/// A glyph in its place behind the one before it; lengths are thousandths of the size.
#[derive(Debug, Clone)]
pub struct ShapedGlyph {
    pub glyph: u16,
    /// How far the next one is.
    pub advance: f32,
    /// How far it would be, by the typeface alone.
    pub own_advance: f32,
    pub right: f32,
    pub up: f32,
    /// What it stands for; empty for a part of what another one stands for.
    pub text: String,
}

#[cfg(feature = "scripts")]
/// What each of so many glyphs stands for that stand for a text together: a character each where that comes out even, else
/// the first for all of it.
fn shared(text: &str, glyphs: usize, is_rtl: bool) -> Vec<String> {
    let mut chars: Vec<String> = text.chars().map(String::from).collect();
    if is_rtl {
        chars.reverse();
    }
    if chars.len() == glyphs {
        return chars;
    }
    let rest = std::iter::repeat_n(String::new(), glyphs.saturating_sub(1));
    std::iter::once(text.to_owned()).chain(rest).collect()
}

/// A typeface, and the characters of it that the document uses.
pub struct Typeface<'a> {
    data: &'a [u8],
    /// Its place among the typefaces of one file.
    index: u32,
    font: FontRef<'a>,
    metrics: Metrics,
    #[cfg(feature = "scripts")]
    shaper: ShaperData,
    /// Which text a glyph was used for; empty where it is a part of what another one stands for.
    used: BTreeMap<u16, String>,
    /// The numbers that the used glyphs have in the file.
    numbers: GlyphRemapper,
}

impl<'a> Typeface<'a> {
    /// `None` where the data are no typeface.
    pub fn read(data: &'a [u8], index: u32) -> Option<Self> {
        let font = FontRef::from_index(data, index).ok()?;
        #[cfg(feature = "scripts")]
        let shaper = ShaperData::new(&font);
        let metrics = font.metrics(Size::unscaled(), LocationRef::default());
        Some(Self {
            data,
            index,
            font,
            metrics,
            #[cfg(feature = "scripts")]
            shaper,
            used: BTreeMap::new(),
            numbers: GlyphRemapper::new(),
        })
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
            encoded.extend(self.number(glyph, c.encode_utf8(&mut [0; 4])));
        }
        encoded
    }

    /// The number of a glyph, two bytes, that is used for a text from now on.
    pub fn number(&mut self, glyph: u16, text: &str) -> [u8; 2] {
        let known = self.used.entry(glyph).or_default();
        if known.is_empty() {
            text.clone_into(known);
        }
        self.numbers.remap(glyph).to_be_bytes()
    }

    #[cfg(feature = "scripts")]
    /// Joins and orders the letters of a text that is all in this typeface and goes in one direction: glyphs from left to
    /// right.
    pub fn shape(&self, text: &str, is_rtl: bool) -> Vec<ShapedGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        buffer.guess_segment_properties();
        let shaped = self.shaper.shaper(&self.font).build().shape(buffer, ShapeOptions::new());
        let mut clusters: Vec<usize> = shaped.glyph_infos().iter().map(|info| info.cluster as usize).collect();
        clusters.sort_unstable();
        clusters.dedup();
        let end = |begin: usize| clusters.iter().copied().find(|next| *next > begin).unwrap_or(text.len());
        let mut glyphs = Vec::new();
        let placed: Vec<(&GlyphInfo, &GlyphPosition)> =
            shaped.glyph_infos().iter().zip(shaped.glyph_positions()).collect();
        for cluster in placed.chunk_by(|one, next| one.0.cluster == next.0.cluster) {
            let begin = cluster[0].0.cluster as usize;
            let texts = shared(text.get(begin..end(begin)).unwrap_or_default(), cluster.len(), is_rtl);
            glyphs.extend(cluster.iter().zip(texts).map(|((info, position), text)| {
                let glyph = u16::try_from(info.glyph_id).unwrap_or_default();
                ShapedGlyph {
                    glyph,
                    advance: self.scaled(position.x_advance as f32),
                    own_advance: self.advance(glyph),
                    right: self.scaled(position.x_offset as f32),
                    up: self.scaled(position.y_offset as f32),
                    text,
                }
            }));
        }
        glyphs
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
        let subset = subsetter::subset(self.data, self.index, &self.numbers).ok()?;
        let cff = FontRef::new(&subset).ok()?.table_data(Tag::new(b"CFF ")).map(|table| table.as_bytes().to_vec());
        let [font, cid, descriptor, cmap, file] = std::array::from_fn(|_| new_ref());
        let name = self.font.localized_strings(StringId::POSTSCRIPT_NAME).english_or_first();
        let name = format!("PAYDSK+{}", name.map(|name| name.to_string()).unwrap_or_default());
        let name = Name(name.as_bytes());
        pdf.type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);
        self.write_widths(pdf, cid, descriptor, (name, cff.is_some()));
        self.write_descriptor(pdf, descriptor, file, (name, cff.is_some()));
        let mut unicode = UnicodeCmap::new(CMAP, SYSTEM);
        for (glyph, text) in self.used.iter().filter(|(_, text)| !text.is_empty()) {
            if let Some(number) = self.numbers.get(*glyph) {
                unicode.pair_with_multiple(number, text.chars());
            }
        }
        pdf.cmap(cmap, &unicode.finish());
        match cff {
            Some(cff) => drop(pdf.stream(file, &cff).pair(Name(b"Subtype"), Name(b"CIDFontType0C"))),
            None => drop(pdf.stream(file, &subset).pair(Name(b"Length1"), i32::try_from(subset.len()).ok()?)),
        }
        Some(font)
    }

    fn write_widths(&self, pdf: &mut Pdf, cid: Ref, descriptor: Ref, (name, is_cff): (Name<'_>, bool)) {
        let mut font = pdf.cid_font(cid);
        font.subtype(if is_cff { CidFontType::Type0 } else { CidFontType::Type2 });
        font.base_font(name).system_info(SYSTEM).font_descriptor(descriptor).default_width(0.0);
        if !is_cff {
            font.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        let glyphs = self.numbers.remapped_gids();
        font.widths().consecutive(0, glyphs.map(|glyph| self.advance(glyph)));
        font.finish();
    }

    fn write_descriptor(&self, pdf: &mut Pdf, descriptor: Ref, file: Ref, (name, is_cff): (Name<'_>, bool)) {
        let Metrics { bounds, ascent, descent, cap_height, .. } = self.metrics;
        let bounds = bounds.unwrap_or_default();
        let [x_min, y_min, x_max, y_max] =
            [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|units| self.scaled(units));
        let mut descriptor = pdf.font_descriptor(descriptor);
        descriptor
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(x_min, y_min, x_max, y_max))
            .italic_angle(0.0)
            .ascent(self.scaled(ascent))
            .descent(self.scaled(descent))
            .cap_height(self.scaled(cap_height.unwrap_or(ascent)))
            .stem_v(80.0);
        if is_cff {
            descriptor.font_file3(file)
        } else {
            descriptor.font_file2(file)
        };
    }
}
