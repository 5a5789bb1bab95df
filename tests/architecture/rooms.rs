//! Texts fit the room they have, measured in the fonts of the window: titles of columns, buttons and chips.

use std::collections::BTreeMap;
use std::ops::Range;

use egui::{Color32, Context, RawInput};
use paydesk_widgets::theme;
use paydesk_widgets::tokens::Text;

use super::root;
use super::source::{Source, sources};
use super::text::{line_of, strings, strings_at};

/// A button is beside others, in a pane of 360 points.
const BUTTON: f32 = 300.0;
/// A chip is in a column of a list.
const CHIP: f32 = 180.0;
const CHIP_ROOM: (Text, f32) = (Text::Chip, CHIP);

/// Where a text is shown, and the room it has in points.
#[derive(Clone)]
struct Room {
    at: String,
    text: String,
    font: Text,
    width: f32,
}

/// The constants of text modules, by the folder of the module.
type Constants = BTreeMap<String, BTreeMap<String, String>>;

fn constants(all: &[Source]) -> Constants {
    let modules = all.iter().filter_map(|source| Some((source.path.strip_suffix("/text.rs")?, source)));
    let named = |source: &Source| {
        let declared = source.text.split("pub const ").skip(1);
        declared
            .filter_map(|rest| {
                let (name, rest) = rest.split_once(": &str =")?;
                Some((name.to_owned(), strings(rest).into_iter().next()?.1))
            })
            .collect()
    };
    modules.map(|(folder, source)| (folder.to_owned(), named(source))).collect()
}

/// The text of `text::NAME` in a file: of the nearest text module that has it.
fn text_of(constants: &Constants, path: &str, name: &str) -> Option<String> {
    let own = path.match_indices('/').map(|(end, _)| &path[..end]).collect::<Vec<_>>();
    let folders = own.into_iter().rev().chain(["ui", "widgets", "core"]);
    folders.filter_map(|folder| constants.get(folder)?.get(name)).next().cloned()
}

/// The rooms of texts that stand in one file where they are shown.
fn rooms_in_place(source: &Source) -> Vec<Room> {
    let end = source.text.find("#[cfg(test)]\n").unwrap_or(source.text.len());
    let text = &source.text[..end];
    let places = strings_at(text).into_iter().filter(|(_, shown)| !shown.contains('{'));
    let room = |(place, shown): (Range<usize>, String)| {
        let before = &text[..place.start];
        let (font, width) = room_of(before, &text[place.end..]).or_else(|| is_in_chip(before).then_some(CHIP_ROOM))?;
        Some(Room { at: format!("src/{}:{}", source.path, line_of(text, place.start)), text: shown, font, width })
    };
    places.filter_map(room).collect()
}

/// Whether what follows `before` is the first text of a chip.
fn is_in_chip(before: &str) -> bool {
    let last = ["Chip::new(", "look("].into_iter().filter_map(|call| Some(before.rfind(call)? + call.len())).max();
    last.is_some_and(|from| !before[from..].contains([';', '"', ')']) && !before[from..].contains("text::"))
}

/// The rooms of the constants in one file.
fn rooms_of(constants: &Constants, source: &Source) -> Vec<Room> {
    let used = source.code.match_indices("text::");
    let room = |(start, _): (usize, &str)| {
        let rest = &source.code[start + "text::".len()..];
        let end = rest.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))?;
        let (name, after) = rest.split_at(end);
        let (font, width) = room_of(&source.code[..start], after)?;
        let text = text_of(constants, &source.path, name)?;
        Some(Room { at: source.at(start, name), text, font, width })
    };
    used.filter_map(room).collect()
}

/// The font and the width of what is between `before` and `after`, where they are known.
fn room_of(before: &str, after: &str) -> Option<(Text, f32)> {
    if let Some(width) = after.strip_prefix(", ColumnWidth::Exact(") {
        return Some((Text::SmallStrong, width.split(')').next()?.parse().ok()?));
    }
    if let Some(room) = after.strip_prefix(", [") {
        // A column of a list: at least, with nothing cut, at most.
        return Some((Text::SmallStrong, room.split(", ").nth(1)?.parse().ok()?));
    }
    let call = before.trim_end().strip_suffix('(')?;
    let call = &call[call.rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).map_or(0, |at| at + 1)..];
    call.starts_with("Button::").then_some((Text::Strong, BUTTON))
}

/// The chips of one file: `Chip::new(icon, text::NAME, tone)` and the statuses.
fn chips_of(constants: &Constants, source: &Source) -> Vec<Room> {
    let starts = ["Chip::new(", "look("].into_iter().flat_map(|call| source.code.match_indices(call));
    let chip = |(start, _): (usize, &str)| {
        let line = source.code[start..].split(';').next()?;
        let name = line.split_once("text::")?.1;
        let name = &name[..name.find(|c: char| !(c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))?];
        let text = text_of(constants, &source.path, name)?;
        let (font, width) = CHIP_ROOM;
        Some(Room { at: source.at(start, name), text, font, width })
    };
    starts.filter_map(chip).collect()
}

/// The rooms that are too narrow.
fn too_narrow(ctx: &Context, rooms: &[Room]) -> Vec<String> {
    let width = |room: &Room| {
        ctx.fonts_mut(|fonts| fonts.layout_no_wrap(room.text.clone(), room.font.font(), Color32::WHITE).size().x)
    };
    let narrow = rooms.iter().filter(|room| width(room) > room.width);
    narrow
        .map(|room| format!("{} {:?} is {:.0} of {} points wide", room.at, room.text, width(room), room.width))
        .collect()
}

fn context() -> Context {
    let ctx = Context::default();
    theme::install(&ctx);
    // The fonts are there from the first frame on.
    ctx.run_ui(RawInput::default(), |_| ()).textures_delta.clear();
    ctx
}

#[test]
fn texts_fit_the_columns_buttons_and_chips_that_show_them() {
    let all = sources(&root().join("src"));
    let constants = constants(&all);
    let rooms: Vec<Room> = all
        .iter()
        .flat_map(|source| {
            [rooms_of(&constants, source), chips_of(&constants, source), rooms_in_place(source)].concat()
        })
        .collect();
    assert!(rooms.len() > 150, "only {} rooms were found", rooms.len());
    let narrow = too_narrow(&context(), &rooms);
    assert!(narrow.is_empty(), "{narrow:#?}");
}

const LONG: &str = "A title that no column of thirty points has room for";

#[test]
fn a_text_that_is_too_wide_is_found() {
    let texts = Source::new(
        "ui/sample/text.rs",
        &format!("pub const LONG: &str =\n    {LONG:?};\npub const ID: &str = \"Id\";\n"),
    );
    let list = Source::new(
        "ui/sample/list.rs",
        "fn f() { (column(text::LONG, ColumnWidth::Exact(30.0)), column(text::ID, ColumnWidth::Exact(30.0)));\n\
         Button::link(text::LONG);\nChip::new(Icon::Edit, text::LONG, Tone::Accent); }",
    );
    let constants = constants(&[texts]);
    let mut rooms = rooms_of(&constants, &list);
    rooms.extend(chips_of(&constants, &list));
    assert_eq!(rooms.len(), 4);
    let narrow = too_narrow(&context(), &rooms);
    assert_eq!(narrow.len(), 3, "{narrow:#?}");
    let in_place = list.text.replace("text::LONG", &format!("{LONG:?}")).replace("text::ID", "\"Id\"");
    let rooms = rooms_in_place(&Source::new("ui/sample/list.rs", &in_place));
    assert_eq!(rooms.len(), 4);
    assert_eq!(too_narrow(&context(), &rooms).len(), 3);
}
