//! Secrets in files that options name, those of systemd's `LoadCredential` too.

use std::fs::File;
use std::io::{Error, Read as _};
use std::path::Path;

use paydesk_domain::secret::SecretText;
use zeroize::Zeroizing;

/// Longest file that is read, in bytes.
const FILE_MAX: u64 = 4_096;

/// Reads a secret, without the line end that editors add.
pub fn read(path: &Path) -> Result<SecretText, Error> {
    let mut text = Zeroizing::new(String::new());
    File::open(path)?.take(FILE_MAX).read_to_string(&mut text)?;
    Ok(SecretText::new(text.trim_end_matches(['\r', '\n'])))
}
