//! What is wrong with the file of an organisation, in words: which file, at which line, and who can correct it.

use crate::failure::{CertificatesFault, IoFaultKind, ManagedFileError, ManagedFileFault};
use crate::problem::Problem;
use paydesk_domain::text::visible;

/// Longest part of the text of a reader that is shown, in characters.
const ERROR_CHARS: usize = 300;

impl From<ManagedFileError> for Problem {
    fn from(error: ManagedFileError) -> Self {
        let path = error.path.display();
        let why = match &error.fault {
            ManagedFileFault::NotRead(fault) => {
                format!("Your organisation's rules in {path} could not be read: {}", fault.text())
            }
            ManagedFileFault::NotText => format!("Your organisation's rules in {path} are not UTF-8 text"),
            ManagedFileFault::TooLarge { most_bytes } => {
                format!("Your organisation's rules in {path} are larger than {most_bytes} bytes")
            }
            ManagedFileFault::NotUnderstood { line, error } => {
                let error = visible(error, ERROR_CHARS);
                format!("Your organisation's rules in {path} cannot be used because of line {line}: {error}")
            }
            ManagedFileFault::Certificates { bundle, why } => return certificates(&bundle.display().to_string(), why),
        };
        let until = "Until an administrator of this computer corrects the file, PRODUCTION is read-only, \
                     webhooks are not received and profiles cannot be added";
        Self { what: why, what_to_do: until.to_owned() }
    }
}

fn certificates(bundle: &str, why: &CertificatesFault) -> Problem {
    let why = match why {
        CertificatesFault::NotRead(fault) if fault.kind == IoFaultKind::DirectoryMissing => "it is missing".to_owned(),
        CertificatesFault::NotRead(fault) => fault.text(),
        CertificatesFault::Unusable(error) => visible(error, ERROR_CHARS),
    };
    let what = format!("Your organisation's certificates in {bundle} are not used: {why}");
    let what_to_do = "Ask an administrator of this computer to correct the file; until then, only the system's \
        certificates are trusted";
    Problem { what, what_to_do: what_to_do.to_owned() }
}
