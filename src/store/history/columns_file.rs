//! The file of all columns beside the database: written when nothing else is to do, read whole at the start.
//!
//! ```text
//! "PdHistCo" · version · which database · after how many of its jobs · SHA-256 of what follows · dictionaries · chunks
//! ```

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use paydesk_core::failure::HistoryFault;
use paydesk_index::payment_columns::bytes::{
    BYTES_VERSION, Reader, read_chunk, read_dictionaries, write_chunk, write_dictionaries,
};
use paydesk_index::payment_columns::{KnownPayments, SharedColumns};

const MAGIC: &[u8; 8] = b"PdHistCo";
/// Magic, version, name of the database and number of its job.
const HEAD_BYTES: usize = 8 + 4 + 32 + 8;
const CHECKSUM_BYTES: usize = 32;

/// Which state of which database the columns are of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnsOf {
    pub made: String,
    pub changed: i64,
}

impl ColumnsOf {
    fn head(&self) -> Vec<u8> {
        let mut made = self.made.clone().into_bytes();
        made.resize(32, b' ');
        [MAGIC.as_slice(), &BYTES_VERSION.to_le_bytes(), &made, &self.changed.to_le_bytes()].concat()
    }
}

/// Writes the columns into a new file that replaces the old one when it is complete.
pub fn write(path: &Path, of: &ColumnsOf, columns: &SharedColumns) -> Result<(), HistoryFault> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".paydesk-history-").tempfile_in(dir)?;
    // The checksum is known at the end: its place is written over.
    file.write_all(&of.head())?;
    file.write_all(&[0; CHECKSUM_BYTES])?;
    let mut checksum = Sha256::new();
    let mut bytes = Vec::new();
    write_dictionaries(&columns.dictionaries, &mut bytes);
    let mut put = |bytes: &mut Vec<u8>| -> Result<(), std::io::Error> {
        checksum.update(&bytes);
        file.write_all(bytes)?;
        bytes.clear();
        Ok(())
    };
    put(&mut bytes)?;
    for chunk in &columns.chunks {
        write_chunk(chunk, &mut bytes);
        put(&mut bytes)?;
    }
    let checksum = checksum.finalize();
    let handle = file.as_file_mut();
    std::io::Seek::seek(handle, std::io::SeekFrom::Start(HEAD_BYTES as u64))?;
    handle.write_all(&checksum)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// The columns, and after which job of the database they were written. `None` where the file is missing, damaged, older,
/// or of another database.
pub fn read(path: &Path, made: &str) -> Option<(KnownPayments, i64)> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).ok()?;
    let (head, rest) = bytes.split_at_checked(HEAD_BYTES)?;
    let (checksum, content) = rest.split_at_checked(CHECKSUM_BYTES)?;
    let changed = i64::from_le_bytes(*head.last_chunk()?);
    let is_it = head == ColumnsOf { made: made.to_owned(), changed }.head();
    if !is_it || Sha256::digest(content).as_slice() != checksum {
        return None;
    }
    let mut reader = Reader::new(content);
    let dictionaries = read_dictionaries(&mut reader)?;
    let mut chunks = Vec::new();
    while !reader.is_at_end() {
        chunks.push(read_chunk(&mut reader)?);
    }
    drop(bytes);
    Some((KnownPayments::from_chunks(chunks, dictionaries)?, changed))
}
