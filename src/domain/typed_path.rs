//! Paths of files as people type and paste them.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// Quotes that file managers and terminals put around a path, and those that a text program makes of them.
const QUOTES: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’'), ('„', '“')];

/// Reads the path in `text`: without blanks or quotes around it, of a `file://` address, with `~` for `home`.
pub fn typed_path(text: &str, home: Option<&Path>) -> PathBuf {
    let text = text.trim();
    let inside = |(open, close)| text.strip_prefix(open)?.strip_suffix(close);
    let text = QUOTES.into_iter().find_map(inside).map_or(text, str::trim);
    if let Some(path) = of_address(text) {
        return path;
    }
    let below_home = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(['/', '\\']));
    match (below_home, home) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches(['/', '\\'])),
        (_, _) => PathBuf::from(text),
    }
}

/// The path of `file:///a%20b`, of `file://localhost/a` and of `file:/a`; `None` for what is no such address.
fn of_address(text: &str) -> Option<PathBuf> {
    let scheme = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:"))?;
    let rest = &text[scheme.len()..];
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path.starts_with('/').then_some(path)?).decode_utf8().ok()?;
    // `/C:/table.csv`
    let has_drive = path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_understood_however_it_was_typed_or_pasted() {
        let home = Some(Path::new("/home/ada"));
        for (typed, path) in [
            ("/data/week 48.csv", "/data/week 48.csv"),
            ("  /data/week 48.csv \n", "/data/week 48.csv"),
            ("\"/data/week 48.csv\"", "/data/week 48.csv"),
            ("'/data/week 48.csv' ", "/data/week 48.csv"),
            ("“/data/week 48.csv”", "/data/week 48.csv"),
            ("file:///data/week%2048.csv", "/data/week 48.csv"),
            ("FILE:///data/week%2048.csv", "/data/week 48.csv"),
            ("file://localhost/data/week%2048.csv", "/data/week 48.csv"),
            ("file:/data/week%2048.csv", "/data/week 48.csv"),
            ("'file:///data/M%C3%A4rz.csv'", "/data/März.csv"),
            ("file:///C:/data/a.csv", "C:/data/a.csv"),
            ("~/week.csv", "/home/ada/week.csv"),
            ("\"~/week.csv\"", "/home/ada/week.csv"),
            ("~", "/home/ada"),
            ("C:\\data\\a.csv", "C:\\data\\a.csv"),
            ("it's.csv", "it's.csv"),
        ] {
            assert_eq!(typed_path(typed, home), Path::new(path), "{typed}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_left_as_it_is() {
        for text in ["~ada/week.csv", "file.csv", "files:/a", "file://host/a", "\"", "'a", "", "100%.csv"] {
            assert_eq!(typed_path(text, Some(Path::new("/home/ada"))), Path::new(text), "{text}");
        }
        assert_eq!(typed_path("~/week.csv", None), Path::new("~/week.csv"));
    }
}
