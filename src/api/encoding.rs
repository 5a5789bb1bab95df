//! The encoding of a body. Paydesk asks for none; what comes compressed all the same is unpacked, or named.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use paydesk_domain::text::visible;

use super::error::LostAnswer;

/// What is asked for: the bytes as they are.
pub const ASKED: &str = "identity";
/// How the excerpt of a body begins that cannot be unpacked.
pub const COMPRESSED: &str = "The response is compressed";

/// Why a body could not be unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EncodingFault {
    /// It ends too early, is damaged, or is larger than any answer.
    Lost(LostAnswer),
    /// In a way that Paydesk does not know: the sentence that says so.
    Unknown(String),
}

/// The bytes of a body that came with this `Content-Encoding`, at most `max_bytes`.
pub fn unpacked(encoding: Option<&str>, bytes: Vec<u8>, max_bytes: usize) -> Result<Vec<u8>, EncodingFault> {
    match encoding.unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        _ if bytes.is_empty() => Ok(bytes),
        "" | ASKED => Ok(bytes),
        "gzip" | "x-gzip" => gunzipped(&bytes, max_bytes).map_err(EncodingFault::Lost),
        other => {
            let way = visible(other, 40);
            Err(EncodingFault::Unknown(format!("{COMPRESSED} ({way}), which Paydesk did not ask for and cannot read")))
        }
    }
}

fn gunzipped(bytes: &[u8], max_bytes: usize) -> Result<Vec<u8>, LostAnswer> {
    let (mut unpacked, most) = (Vec::new(), u64::try_from(max_bytes).unwrap_or(u64::MAX));
    let read = MultiGzDecoder::new(bytes).take(most.saturating_add(1)).read_to_end(&mut unpacked);
    match read {
        Ok(length) if length > max_bytes => Err(LostAnswer::BodyTooLarge),
        Ok(_) => Ok(unpacked),
        Err(_) => Err(LostAnswer::BodyCut),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzipped(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn a_gzip_that_was_not_asked_for_is_unpacked() {
        for encoding in ["gzip", "GZIP", "x-gzip", " gzip "] {
            assert_eq!(unpacked(Some(encoding), gzipped(b"{}"), 100), Ok(b"{}".to_vec()), "{encoding}");
        }
        for encoding in [None, Some(""), Some("identity")] {
            assert_eq!(unpacked(encoding, b"{}".to_vec(), 100), Ok(b"{}".to_vec()));
        }
    }

    #[test]
    fn a_gzip_that_is_cut_damaged_or_grows_without_end_is_no_answer() {
        let whole = gzipped(&[b'0'; 1_000]);
        let lost = |bytes: Vec<u8>, max| unpacked(Some("gzip"), bytes, max);
        assert_eq!(lost(whole.clone(), 999), Err(EncodingFault::Lost(LostAnswer::BodyTooLarge)));
        assert_eq!(lost(whole.clone(), 1_000).map(|bytes| bytes.len()), Ok(1_000));
        for cut in 1..whole.len() {
            assert_eq!(lost(whole[..cut].to_vec(), 1_000), Err(EncodingFault::Lost(LostAnswer::BodyCut)), "{cut}");
        }
        assert_eq!(lost(b"{}".to_vec(), 1_000), Err(EncodingFault::Lost(LostAnswer::BodyCut)));
    }

    #[test]
    fn another_encoding_is_named() {
        let Err(EncodingFault::Unknown(what)) = unpacked(Some("br"), vec![1, 2], 100) else { panic!("it was read") };
        assert_eq!(what, "The response is compressed (br), which Paydesk did not ask for and cannot read");
    }
}
