//! Looks for marked texts in files and bytes, however they are written there.

use std::path::{Path, PathBuf};

/// Every way a marker may be somewhere: the name of the way, and the bytes.
pub fn ways(marker: &str) -> Vec<(&'static str, Vec<u8>)> {
    let plain = marker.as_bytes();
    let hex = |upper: bool| -> Vec<u8> {
        let digits = plain.iter().map(|byte| if upper { format!("{byte:02X}") } else { format!("{byte:02x}") });
        digits.collect::<String>().into_bytes()
    };
    let escaped = |keep: fn(u8) -> bool| -> Vec<u8> {
        let parts = plain.iter().map(|b| if keep(*b) { char::from(*b).to_string() } else { format!("%{b:02X}") });
        parts.collect::<String>().into_bytes()
    };
    let mut ways = vec![
        ("plain", plain.to_vec()),
        ("hex", hex(false)),
        ("hex in capitals", hex(true)),
        ("URL-encoded", escaped(|byte| byte.is_ascii_alphanumeric())),
        ("URL-encoded with its marks", escaped(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))),
        ("UTF-16, little end first", marker.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16, big end first", marker.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        ("a list of numbers", plain.iter().map(u8::to_string).collect::<Vec<_>>().join(", ").into_bytes()),
    ];
    for before in 0..3 {
        let text = base64_inside(plain, before);
        let for_urls = text.replace('+', "-").replace('/', "_");
        ways.extend([("base64", text.into_bytes()), ("base64 for URLs", for_urls.into_bytes())]);
    }
    ways
}

/// What surely is in the base64 of a text that has `before` bytes (modulo 3) before this one.
fn base64_inside(bytes: &[u8], before: usize) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bit = |at: usize| bytes[at / 8] >> (7 - at % 8) & 1;
    // The first letter that is made of our bits alone.
    let from = (6 - before * 8 % 6) % 6;
    let count = (bytes.len() * 8 - from) / 6;
    let letter = |nth: usize| (0..6).fold(0, |letter, i| letter << 1 | bit(from + nth * 6 + i));
    (0..count).map(|nth| char::from(LETTERS[usize::from(letter(nth))])).collect()
}

/// The ways in which any of `markers` is in `bytes`.
pub fn found_in(bytes: &[u8], markers: &[&str]) -> Vec<String> {
    let ways = markers.iter().flat_map(|marker| ways(marker).into_iter().map(move |way| (*marker, way)));
    let hit = |needle: &[u8]| bytes.windows(needle.len()).any(|part| part[0] == needle[0] && part == needle);
    ways.filter(|(_, (_, needle))| hit(needle)).map(|(marker, (way, _))| format!("{marker} ({way})")).collect()
}

/// The same for every file below `dir`, with the file's name; names of files are searched too.
pub fn found_below(dir: &Path, markers: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files_below(dir) {
        let name = file.strip_prefix(dir).unwrap().to_string_lossy().into_owned();
        let mut bytes = name.clone().into_bytes();
        bytes.extend(std::fs::read(&file).unwrap());
        found.extend(found_in(&bytes, markers).into_iter().map(|what| format!("{name}: {what}")));
    }
    found
}

pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let (mut files, mut open) = (Vec::new(), vec![dir.to_owned()]);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files
}

#[test]
fn a_marker_is_found_however_it_is_written() {
    let marker = "cAnArY+/7f3c9b0e";
    for (way, needle) in ways(marker) {
        let dir = tempfile::tempdir().unwrap();
        let text = [b"something before ".as_slice(), &needle, b" and after"].concat();
        std::fs::write(dir.path().join("log"), &text).unwrap();
        let found = found_below(dir.path(), &["other", marker]);
        assert!(found.iter().any(|what| what.contains(&format!("{marker} ({way})"))), "{way}: {found:?}");
    }
    assert!(found_in(b"nothing of it", &[marker]).is_empty());
}

#[test]
fn what_other_programs_make_of_a_marker_is_found() {
    // Written by another program: three places in base64, the same for URLs, hex, URL-encoded, UTF-16.
    for text in [
        "Y0FuQXJZKy83ZjNjOWIwZXp6",
        "MWNBbkFyWSsvN2YzYzliMGV6eg==",
        "MTJjQW5BclkrLzdmM2M5YjBleno=",
        "Y0FuQXJZKy83ZjNjOWIwZXo=",
        "MWNBbkFyWSsvN2YzYzliMGV6",
        "MTJjQW5BclkrLzdmM2M5YjBleg==",
        "63416e4172592b2f3766336339623065",
        "63416E4172592B2F3766336339623065",
        "key=cAnArY%2B%2F7f3c9b0e",
        "c\0A\0n\0A\0r\0Y\0+\0/\x007\0f\x003\0c\x009\0b\x000\0e\0",
    ] {
        assert!(!found_in(text.as_bytes(), &["cAnArY+/7f3c9b0e"]).is_empty(), "{text}");
    }
}

#[test]
fn a_deleted_row_is_found_in_the_free_pages_of_a_database() {
    let marker = "cAnArY+/7f3c9b0e";
    let dir = tempfile::tempdir().unwrap();
    let database = rusqlite::Connection::open(dir.path().join("journal.sqlite")).unwrap();
    database.execute_batch("CREATE TABLE t (text TEXT)").unwrap();
    database.execute("INSERT INTO t VALUES (?1)", [format!("{} {marker}", "x".repeat(3_000))]).unwrap();
    database.execute("DELETE FROM t", []).unwrap();
    drop(database);
    assert_eq!(found_below(dir.path(), &[marker]), [format!("journal.sqlite: {marker} (plain)")]);
}
