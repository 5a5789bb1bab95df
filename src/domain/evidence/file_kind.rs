//! What a file of the evidence is: told by its bytes. Services look at the bytes, too; the name of a file says nothing.

use super::FileService;

/// What a file of the evidence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvidenceFileKind {
    Pdf,
    Png,
    Jpeg,
    Tiff,
    Text,
}

/// How many of the first bytes tell the kind.
pub const FIRST_BYTES: usize = 5;

/// By the first bytes of the file.
const FIRST: [(EvidenceFileKind, &[u8]); 5] = [
    (EvidenceFileKind::Pdf, b"%PDF-"),
    (EvidenceFileKind::Png, &[0x89, b'P', b'N', b'G']),
    (EvidenceFileKind::Jpeg, &[0xFF, 0xD8, 0xFF]),
    (EvidenceFileKind::Tiff, b"II*\0"),
    (EvidenceFileKind::Tiff, b"MM\0*"),
];

impl EvidenceFileKind {
    /// Returns the kind of a file of these bytes, unless it is something that a bank does not open.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let is_text = || std::str::from_utf8(bytes).is_ok_and(|text| !text.contains('\0'));
        Self::of_first(bytes).or_else(|| is_text().then_some(Self::Text))
    }

    /// Returns the kind of a file that begins with these bytes, [`FIRST_BYTES`] or more; `None` of a text, too.
    pub fn of_first(bytes: &[u8]) -> Option<Self> {
        FIRST.iter().find(|(_, first)| bytes.starts_with(first)).map(|(kind, _)| *kind)
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Tiff | Self::Text => "application/octet-stream",
        }
    }
}

impl FileService {
    /// Whether a file of this kind is taken there.
    pub fn takes(self, kind: EvidenceFileKind) -> bool {
        match kind {
            EvidenceFileKind::Pdf | EvidenceFileKind::Png | EvidenceFileKind::Jpeg => true,
            EvidenceFileKind::Tiff | EvidenceFileKind::Text => self == Self::Sandbox,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_service_refuses_is_known_by_the_bytes() {
        for (bytes, kind, at_service) in [
            (&b"%PDF-1.4"[..], Some(EvidenceFileKind::Pdf), true),
            (b"\x89PNG\r\n", Some(EvidenceFileKind::Png), true),
            (b"\xFF\xD8\xFF\xE0", Some(EvidenceFileKind::Jpeg), true),
            (b"II*\0scan", Some(EvidenceFileKind::Tiff), false),
            (b"Dear Ada", Some(EvidenceFileKind::Text), false),
            (b"\x7fELF\0\0", None, false),
            (b"MZ\x90\0", None, false),
        ] {
            assert_eq!(EvidenceFileKind::of(bytes), kind);
            assert_eq!(kind.is_some_and(|kind| FileService::Service.takes(kind)), at_service, "{kind:?}");
            assert_eq!(kind.is_some_and(|kind| FileService::Sandbox.takes(kind)), kind.is_some(), "{kind:?}");
        }
    }
}
