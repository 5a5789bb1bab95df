//! The characters of a text file, whatever program wrote it.

use encoding_rs::WINDOWS_1252;

const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";
/// How many bytes are looked at to tell text of two bytes a character, and of how many parts one half must be zero.
const LOOKED_AT: usize = 4_096;
const ZERO_PART: usize = 3;

/// The bytes are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotText;

/// The text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecodedText {
    pub text: String,
    /// It is in no Unicode, and has bytes that other programs take for other letters.
    pub has_old_letters: bool,
}

/// The text of a file: UTF-8, UTF-16 with a mark or without, or Windows-1252, which most older programs write.
///
/// # Errors
/// Where characters stand in it that no text has.
pub fn decode(bytes: &[u8]) -> Result<DecodedText, NotText> {
    let (text, has_old_letters) = match wide(bytes) {
        Some((bytes, read)) => (utf16(bytes, read)?, false),
        None => narrow(bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes)),
    };
    // Programs that add a mark to a file that has one leave the second in the text.
    let text = text.trim_start_matches('\u{feff}').to_owned();
    if text.contains('\0') { Err(NotText) } else { Ok(DecodedText { text, has_old_letters }) }
}

/// How two bytes are one character.
type ReadPair = fn([u8; 2]) -> u16;

/// The bytes of a text of two bytes a character, without its mark, and how they are read.
fn wide(bytes: &[u8]) -> Option<(&[u8], ReadPair)> {
    if let Some(rest) = bytes.strip_prefix(b"\xFF\xFE") {
        return Some((rest, u16::from_le_bytes));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xFE\xFF") {
        return Some((rest, u16::from_be_bytes));
    }
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let zeros = |from: usize| start.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let many = |zeros: usize| zeros > 0 && zeros * 2 * ZERO_PART >= start.len();
    match (many(first), many(second)) {
        (false, true) => Some((bytes, u16::from_le_bytes)),
        (true, false) => Some((bytes, u16::from_be_bytes)),
        (true, true) | (false, false) => None,
    }
}

fn utf16(bytes: &[u8], read: ReadPair) -> Result<String, NotText> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| read(*pair)).collect();
    if rest.is_empty() { String::from_utf16(&units).map_err(|_| NotText) } else { Err(NotText) }
}

/// The text, and whether its letters are guessed. Older programs write one byte a character; ids and amounts are the same in
/// all of these encodings.
fn narrow(bytes: &[u8]) -> (String, bool) {
    match str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => (WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_read_with_one_byte_or_two_a_character_and_with_a_mark_or_without() {
        let wide = |text: &str, write: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(write).collect::<Vec<u8>>();
        let text = "payment_id\tWährung\r\n";
        let le = wide(text, u16::to_le_bytes);
        let be = wide(text, u16::to_be_bytes);
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            marked(b"\xEF\xBB\xBF", text.as_bytes()),
            marked(b"\xEF\xBB\xBF\xEF\xBB\xBF", text.as_bytes()),
            marked(b"\xFF\xFE\xFF\xFE", &le),
            marked(b"\xFF\xFE", &le),
            marked(b"\xFE\xFF", &be),
            le.clone(),
            be,
        ] {
            let read = DecodedText { text: text.to_owned(), has_old_letters: false };
            assert_eq!(decode(&bytes), Ok(read), "{bytes:?}");
        }
        let old = DecodedText { text: text.to_owned(), has_old_letters: true };
        assert_eq!(decode(b"payment_id\tW\xE4hrung\r\n"), Ok(old));
    }

    #[test]
    fn text_of_older_programs_is_that_of_windows() {
        let read = decode(b"10,00 \x80;\x84R\xFCckgabe\x93").map(|decoded| decoded.text);
        assert_eq!(read, Ok("10,00 €;„Rückgabe“".to_owned()));
    }

    #[test]
    fn what_has_characters_that_no_text_has_is_refused() {
        for bytes in [&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"[..], b"id\0amount", b"\xFF\xFEi\0d", b"\xFF\xFE\0\xD8a\0"] {
            assert_eq!(decode(bytes), Err(NotText), "{bytes:?}");
        }
    }
}
