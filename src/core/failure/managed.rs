//! What can be wrong with the file of an organisation.

use std::path::PathBuf;

use super::store::IoFault;

/// The file of an organisation, or what it names, cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedFileError {
    pub path: PathBuf,
    pub fault: ManagedFileFault,
}

/// See [`ManagedFileError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ManagedFileFault {
    NotRead(IoFault),
    NotText,
    TooLarge {
        most_bytes: u64,
    },
    /// What is wrong, at which line.
    NotUnderstood {
        line: usize,
        error: String,
    },
    /// The rules hold; only the certificates that they name are not trusted.
    Certificates {
        bundle: PathBuf,
        why: CertificatesFault,
    },
}

/// Why the certificates that the file names are not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertificatesFault {
    NotRead(IoFault),
    /// What the network part reported.
    Unusable(String),
}
