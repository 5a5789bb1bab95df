//! Typefaces of this system, for documents with characters that those of the program lack: Arabic, Hebrew, Chinese,
//! Japanese, Thai, symbols. A typeface without outlines, such as one of coloured pictures, cannot be put into a document
//! and is passed over.
//!
//! They are listed when the first such character is met, and stay in memory, mapped and not copied, until the program ends.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use fontique::{
    Blob, Collection, CollectionOptions, FallbackKey, GenericFamily, Language, Query, QueryFamily, QueryFont,
    QueryStatus, Script, SourceCache, SourceCacheOptions,
};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider as _;
use skrifa::{FontRef, GlyphId, MetadataProvider as _};
use unicode_script::UnicodeScript as _;

/// The bytes of a typeface, and its place among those of one file.
#[derive(Debug, Clone, Copy)]
pub struct SystemTypeface {
    pub data: &'static [u8],
    pub index: u32,
}

/// In which languages a Chinese character is looked for, one after the other: their typefaces draw some characters
/// differently, and each has only some of them. `zh-SG` is simplified Chinese: fontique takes `zh-CN` for any.
const CHINESE_FIRST: [&str; 4] = ["zh-SG", "zh-TW", "ja", "ko"];
const JAPANESE_FIRST: [&str; 4] = ["ja", "zh-SG", "zh-TW", "ko"];

/// Returns the typeface of the system for a character of a text that is Japanese or not; `None` where it has none that
/// can be put into a document.
pub fn for_character(c: char, is_japanese: bool) -> Option<SystemTypeface> {
    static FOUND: LazyLock<Mutex<SystemTypefaces>> = LazyLock::new(|| Mutex::new(SystemTypefaces::new()));
    FOUND.lock().unwrap_or_else(PoisonError::into_inner).find(c, is_japanese)
}

/// Typefaces that were asked for.
struct SystemTypefaces {
    collection: Collection,
    sources: SourceCache,
    by_character: HashMap<(char, bool), Option<SystemTypeface>>,
    /// By the number of their file in memory, and their place in it.
    typefaces: HashMap<(u64, u32), SystemTypeface>,
}

impl SystemTypefaces {
    fn new() -> Self {
        Self {
            collection: Collection::new(CollectionOptions { shared: false, system_fonts: true }),
            sources: SourceCache::new(SourceCacheOptions::default()),
            by_character: HashMap::new(),
            typefaces: HashMap::new(),
        }
    }

    fn find(&mut self, c: char, is_japanese: bool) -> Option<SystemTypeface> {
        if let Some(known) = self.by_character.get(&(c, is_japanese)) {
            return *known;
        }
        let found = self.look_for(c, is_japanese).map(|font| self.keep(font));
        self.by_character.insert((c, is_japanese), found);
        found
    }

    /// One that has the character among those of its script, and else among those for symbols.
    fn look_for(&mut self, c: char, is_japanese: bool) -> Option<QueryFont> {
        const SYMBOLS: [GenericFamily; 5] = [
            GenericFamily::SansSerif,
            GenericFamily::SystemUi,
            GenericFamily::Emoji,
            GenericFamily::Math,
            GenericFamily::Serif,
        ];
        let script = Script::parse(c.script().short_name()).ok()?;
        let locales = match c.script() {
            unicode_script::Script::Han if is_japanese => JAPANESE_FIRST.as_slice(),
            unicode_script::Script::Han => CHINESE_FIRST.as_slice(),
            _ => &[],
        };
        let locales = locales.iter().filter_map(|locale| Language::parse(locale).ok()).map(Some);
        for locale in locales.chain([None]) {
            let mut query = self.collection.query(&mut self.sources);
            query.set_fallbacks(FallbackKey::new(script, locale.as_ref()));
            if let Some(found) = first_with(&mut query, c) {
                return Some(found);
            }
        }
        let mut query = self.collection.query(&mut self.sources);
        query.set_families(SYMBOLS.map(QueryFamily::Generic));
        let found = first_with(&mut query, c);
        drop(query);
        found.or_else(|| self.look_everywhere(c))
    }

    /// Any typeface that has the character: the system names none for it.
    fn look_everywhere(&mut self, c: char) -> Option<QueryFont> {
        let mut names: Vec<String> = self.collection.family_names().map(str::to_owned).collect();
        names.sort_unstable();
        names.iter().find_map(|name| {
            let mut query = self.collection.query(&mut self.sources);
            query.set_families([QueryFamily::Named(name)]);
            first_with(&mut query, c)
        })
    }

    fn keep(&mut self, font: QueryFont) -> SystemTypeface {
        let key = (font.blob.id(), font.index);
        let keep = || {
            let blob: &'static Blob<u8> = Box::leak(Box::new(font.blob.clone()));
            SystemTypeface { data: blob.as_ref(), index: font.index }
        };
        *self.typefaces.entry(key).or_insert_with(keep)
    }
}

fn first_with(query: &mut Query<'_>, c: char) -> Option<QueryFont> {
    let mut found = None;
    query.matches_with(|font| {
        if !draws(font, c) {
            return QueryStatus::Continue;
        }
        found = Some(font.clone());
        QueryStatus::Stop
    });
    found
}

/// Whether a typeface draws a character with outlines that a document can hold.
fn draws(font: &QueryFont, c: char) -> bool {
    let Ok(font) = FontRef::from_index(font.blob.as_ref(), font.index) else { return false };
    let has_outlines = font.glyf().is_ok() || font.cff().is_ok();
    let Some(glyph) = font.charmap().map(c).filter(|glyph| *glyph != GlyphId::NOTDEF && has_outlines) else {
        return false;
    };
    let mut pen = AnyStroke(false);
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    let outline = font.outline_glyphs().get(glyph);
    let is_read = outline.is_some_and(|outline| outline.draw(settings, &mut pen).is_ok());
    is_read && (pen.0 || c.is_whitespace())
}

/// Whether anything was drawn.
struct AnyStroke(bool);

impl OutlinePen for AnyStroke {
    fn move_to(&mut self, _: f32, _: f32) {}

    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }

    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }

    fn close(&mut self) {}
}
