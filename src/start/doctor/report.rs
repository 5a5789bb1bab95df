//! What was found, and how it is printed: as text and as JSON.

use serde_json::{Map, Value, json};

/// Version of the JSON. A field is added without raising it; one that is renamed or removed raises it.
const FORMAT: u32 = 1;

/// How a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingState {
    Ok,
    /// Paydesk works, with a limit that is described.
    Warning,
    /// Something does not work.
    Problem,
}

impl FindingState {
    pub fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq)]
pub struct DoctorFinding {
    /// Tells it from others in the JSON: `journal`, `profile`.
    pub id: &'static str,
    pub state: FindingState,
    /// As people call it.
    pub name: String,
    pub text: String,
    pub what_to_do: Option<String>,
    /// What a program wants to know of it.
    pub data: Map<String, Value>,
}

impl DoctorFinding {
    pub fn ok(id: &'static str, name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), text.into());
        Self { id, state: FindingState::Ok, name, text, what_to_do: None, data: Map::new() }
    }

    pub fn warning(self, what_to_do: impl Into<String>) -> Self {
        Self { state: FindingState::Warning, what_to_do: Some(what_to_do.into()), ..self }
    }

    pub fn problem(self, what_to_do: impl Into<String>) -> Self {
        Self { state: FindingState::Problem, what_to_do: Some(what_to_do.into()), ..self }
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.data.insert(name.to_owned(), value.into());
        self
    }

    fn json(&self) -> Value {
        let mut found = json!({
            "id": self.id,
            "state": self.state.word(),
            "name": self.name,
            "text": self.text,
        });
        if let Value::Object(fields) = &mut found {
            fields.extend(self.what_to_do.iter().map(|text| ("what_to_do".to_owned(), Value::from(&**text))));
            if !self.data.is_empty() {
                fields.insert("data".to_owned(), Value::Object(self.data.clone()));
            }
        }
        found
    }
}

/// Findings about one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct DoctorSection {
    pub title: &'static str,
    pub findings: Vec<DoctorFinding>,
}

/// Everything that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct DoctorReport {
    pub sections: Vec<DoctorSection>,
    /// The home directory, which is written as `~`: it contains the name of a person.
    pub home: Option<String>,
}

impl DoctorReport {
    pub fn count(&self, state: FindingState) -> usize {
        self.findings().filter(|finding| finding.state == state).count()
    }

    fn findings(&self) -> impl Iterator<Item = &DoctorFinding> {
        self.sections.iter().flat_map(|section| &section.findings)
    }

    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        let width = self.findings().map(|finding| finding.name.chars().count()).max().unwrap_or(0);
        for section in self.sections.iter().filter(|section| !section.findings.is_empty()) {
            lines.push(section.title.to_owned());
            for finding in &section.findings {
                lines.push(format!("  {:<8} {:<width$} {}", finding.state.word(), finding.name, finding.text));
                lines.extend(finding.what_to_do.iter().map(|text| format!("{:13}{text}", "")));
            }
            lines.push(String::new());
        }
        let (problems, warnings) = (self.count(FindingState::Problem), self.count(FindingState::Warning));
        lines.push(match (problems, warnings) {
            (0, 0) => "No problems".to_owned(),
            (problems, warnings) => format!("Problems: {problems} · Warnings: {warnings}"),
        });
        self.without_home(lines.join("\n"))
    }

    pub fn json(&self) -> String {
        let report = json!({
            "format": FORMAT,
            "problems": self.count(FindingState::Problem),
            "warnings": self.count(FindingState::Warning),
            "findings": self.findings().map(DoctorFinding::json).collect::<Vec<_>>(),
        });
        self.without_home(format!("{report:#}"))
    }

    fn without_home(&self, text: String) -> String {
        match self.home.as_deref().filter(|home| home.len() > 1) {
            Some(home) => text.replace(home, "~"),
            None => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> DoctorReport {
        let keyring =
            DoctorFinding::ok("keyring", "Keyring", "Not reached").warning("Keys last until Paydesk is closed");
        let data = DoctorFinding::ok("data_directory", "Data directory", "/home/ada/data").with("free_bytes", 7);
        let sections = vec![DoctorSection { title: "Program", findings: vec![data, keyring] }];
        DoctorReport { sections, home: Some("/home/ada".to_owned()) }
    }

    #[test]
    fn the_text_has_a_line_for_each_finding_and_the_counts_at_its_end() {
        let expected = "Program\n  ok       Data directory ~/data\n  warning  Keyring        Not reached\n             \
                        Keys last until Paydesk is closed\n\nProblems: 0 · Warnings: 1";
        assert_eq!(report().text(), expected);
    }

    #[test]
    fn the_json_has_the_same_findings_with_their_numbers() {
        let json: Value = serde_json::from_str(&report().json()).unwrap();
        assert_eq!(json["findings"][0]["data"]["free_bytes"], 7);
        assert_eq!(json["findings"][0]["text"], "~/data");
        assert_eq!(json["findings"][1]["state"], "warning");
        assert_eq!((&json["problems"], &json["warnings"]), (&json!(0), &json!(1)));
    }
}
