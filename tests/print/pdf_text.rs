//! Reads the texts of a PDF back, as a reader of PDFs does that copies them: glyphs by the table of their typeface.

use std::collections::BTreeMap;

/// The characters of one typeface, by the number of their glyph.
type Characters = BTreeMap<u16, char>;

/// The texts of a PDF of one page with uncompressed streams, each as it was shown.
pub fn texts(pdf: &[u8]) -> Vec<String> {
    let objects = objects(pdf);
    let page = objects.values().map(|object| text_of(object)).find(|object| object.contains("/Type /Page\n")).unwrap();
    let characters = |name: &str| characters(&objects, number_behind(&page, &format!("/{name} "))?);
    let typefaces: BTreeMap<&str, Characters> =
        ["R", "S", "M"].into_iter().filter_map(|name| Some((name, characters(name)?))).collect();
    let content = stream(&objects[&number_behind(&page, "/Contents ").unwrap()]);
    shown(content, &typefaces)
}

/// The bytes of each object, by its number.
fn objects(pdf: &[u8]) -> BTreeMap<u32, Vec<u8>> {
    let mut objects = BTreeMap::new();
    let mut rest = pdf;
    while let Some(at) = find(rest, b" 0 obj\n") {
        let number = rest[..at].rsplit(|byte| !byte.is_ascii_digit()).next().unwrap();
        let number = std::str::from_utf8(number).unwrap().parse().unwrap();
        rest = &rest[at + 7..];
        let end = find(rest, b"\nendobj").unwrap();
        objects.insert(number, rest[..end].to_vec());
        rest = &rest[end..];
    }
    objects
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

fn text_of(object: &[u8]) -> String {
    String::from_utf8_lossy(object).into_owned()
}

fn number_behind(text: &str, key: &str) -> Option<u32> {
    let rest = &text[text.find(key)? + key.len()..];
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn stream(object: &[u8]) -> &[u8] {
    let begin = find(object, b"stream\n").unwrap() + 7;
    let end = find(object, b"\nendstream").unwrap();
    &object[begin..end]
}

/// What `ToUnicode` of a typeface says.
fn characters(objects: &BTreeMap<u32, Vec<u8>>, typeface: u32) -> Option<Characters> {
    let table = number_behind(&text_of(&objects[&typeface]), "/ToUnicode ")?;
    let table = text_of(&objects[&table]);
    let pairs = table.lines().filter_map(|line| line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <"));
    let pair = |(glyph, c): (&str, &str)| {
        Some((u16::from_str_radix(glyph, 16).ok()?, char::from_u32(u32::from_str_radix(c, 16).ok()?)?))
    };
    Some(pairs.filter_map(pair).collect())
}

/// The texts between `BT` and `ET`.
fn shown(content: &[u8], typefaces: &BTreeMap<&str, Characters>) -> Vec<String> {
    let (mut texts, mut typeface, mut at) = (Vec::new(), None, 0);
    while at < content.len() {
        let rest = &content[at..];
        if rest.starts_with(b"BT\n") {
            texts.push(String::new());
        }
        if rest[0] == b'/' {
            let name = std::str::from_utf8(&rest[1..2]).unwrap();
            typeface = typefaces.get(name);
        }
        if rest[0] == b'(' || rest[0] == b'<' {
            let (bytes, length) = string(rest);
            let glyphs = bytes.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            texts.last_mut().unwrap().extend(glyphs.map(|glyph| typeface.unwrap()[&glyph]));
            at += length;
        } else {
            at += 1;
        }
    }
    texts
}

/// The bytes of the string that begins `rest`, and how long it is as it is written.
fn string(rest: &[u8]) -> (Vec<u8>, usize) {
    if rest[0] == b'<' {
        let end = rest.iter().position(|byte| *byte == b'>').unwrap();
        let digits = std::str::from_utf8(&rest[1..end]).unwrap();
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        return ((0..digits.len()).step_by(2).map(byte).collect(), end + 1);
    }
    let (mut bytes, mut depth, mut at) = (Vec::new(), 1, 1);
    loop {
        let byte = rest[at];
        at += 1;
        match byte {
            b'\\' if rest[at].is_ascii_digit() => {
                let digits = std::str::from_utf8(&rest[at..at + 3]).unwrap();
                bytes.push(u8::from_str_radix(digits, 8).unwrap());
                at += 3;
            }
            b'\\' => {
                let escaped = [(b'n', b'\n'), (b'r', b'\r'), (b't', b'\t'), (b'b', 8), (b'f', 12)];
                bytes.push(escaped.iter().find(|(name, _)| *name == rest[at]).map_or(rest[at], |(_, byte)| *byte));
                at += 1;
            }
            b'(' | b')' => {
                depth = if byte == b'(' { depth + 1 } else { depth - 1 };
                if depth == 0 {
                    return (bytes, at);
                }
                bytes.push(byte);
            }
            byte => bytes.push(byte),
        }
    }
}
