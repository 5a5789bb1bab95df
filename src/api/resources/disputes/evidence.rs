//! `GET /disputes/evidence/:dispute_id`: the files of the evidence that a service has. The specification leaves it out;
//! services that take files have it (`CapabilityTraits`).

use serde_json::Value;

use crate::call::{Call, Request};
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::wire::unexpected;
use paydesk_domain::evidence::{EvidenceFile, StoredField};
use paydesk_domain::ids::DisputeId;
use paydesk_domain::money::MinorUnits;

/// The files of the evidence of one dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetrieveEvidence {
    pub dispute_id: DisputeId,
}

impl Call for RetrieveEvidence {
    type Output = Vec<EvidenceFile>;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::RetrieveEvidence, self.dispute_id.as_str(), None)
    }

    /// A file without an id is left out.
    fn decode(&self, body: Value, _: MinorUnits) -> Result<Vec<EvidenceFile>, DecodeError> {
        match &body {
            Value::Array(rows) => Ok(rows.iter().filter_map(file).collect()),
            other => Err(unexpected("", "a list", Some(other))),
        }
    }
}

fn file(row: &Value) -> Option<EvidenceFile> {
    let file = row.get("file_metadata_response")?;
    let text = |value: &Value, name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(EvidenceFile {
        field: StoredField::from(text(row, "evidence_type")?),
        file_id: text(file, "file_id")?,
        name: text(file, "file_name").unwrap_or_default(),
        bytes: file.get("file_size").and_then(Value::as_u64),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_domain::evidence::EvidenceField;

    #[test]
    fn each_file_is_read_with_its_field_and_one_that_cannot_be_read_does_not_hide_the_others() {
        let call = RetrieveEvidence { dispute_id: DisputeId::new("dp_1") };
        assert_eq!(call.request().path, "/disputes/evidence/dp_1");
        let metadata = json!({"file_id": "file_1", "file_name": "receipt.pdf", "file_size": 12_345});
        let rows = json!([
            {"evidence_type": "receipt", "file_metadata_response": metadata},
            {"evidence_type": "receipt", "file_metadata_response": {}},
            {"evidence_type": "video", "file_metadata_response": {"file_id": "file_2", "file_name": null}},
        ]);
        let files = call.decode(rows, MinorUnits::Undecided).unwrap();
        let receipt = EvidenceFile {
            field: EvidenceField::Receipt.into(),
            file_id: "file_1".to_owned(),
            name: "receipt.pdf".to_owned(),
            bytes: Some(12_345),
        };
        assert_eq!((files.len(), &files[0]), (2, &receipt));
        assert_eq!((files[1].field.as_str(), files[1].bytes), ("video", None));
        assert!(call.decode(json!({"data": []}), MinorUnits::Undecided).is_err());
        assert_eq!(call.decode(json!([]), MinorUnits::Undecided), Ok(Vec::new()));
    }
}
