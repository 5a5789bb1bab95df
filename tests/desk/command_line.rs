//! `--help`, the manual and the completions of the real binary.

use std::path::Path;
use std::process::{Command, Stdio};

use paydesk_core::manual::ManualPage;
use paydesk_store::DataDirs;
use paydesk_test_core::journal_files::filled;
use strum::IntoEnumIterator as _;

/// Words that no text of Paydesk uses: the rules of writing are in `src/ui/writing.rs`.
const FORBIDDEN: [&str; 7] = ["told", "made", "kept", "leaves", "stands", "said", "words"];
const COMMANDS: [&[&str]; 18] = [
    &[],
    &["sandbox"],
    &["connect"],
    &["export"],
    &["audit"],
    &["audit", "verify"],
    &["team"],
    &["team", "init"],
    &["team", "status"],
    &["team", "add"],
    &["team", "remove"],
    &["team", "profile"],
    &["team", "profile", "add"],
    &["hub"],
    &["doctor"],
    &["completions"],
    &["help"],
    &["man"],
];

fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_paydesk")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_help_text_follows_the_rules_of_writing() {
    for command in COMMANDS {
        let help = printed(&[command, &["--help"]].concat());
        let mut found: Vec<&str> = help.split(|c: char| !c.is_alphanumeric()).collect();
        found.retain(|word| FORBIDDEN.contains(&word.to_lowercase().as_str()));
        assert!(found.is_empty(), "{command:?}: {found:?} in {help}");
        let options = help.lines().filter(|line| line.trim_start().starts_with('-'));
        for option in options.filter(|line| line.split_whitespace().count() == 1) {
            let next = help.lines().skip_while(|line| *line != option).nth(1).unwrap_or_default();
            assert!(!next.trim().is_empty(), "{command:?}: {option} has no text");
        }
    }
}

#[test]
fn the_manual_has_a_page_for_every_command_and_names_files_and_exit_codes() {
    let page = printed(&["man"]);
    for text in [".TH paydesk 1", "sandbox", ".SH EXIT STATUS", ".SH FILES", "PAYDESK_NO_NOTIFICATIONS"] {
        assert!(page.contains(text), "“{text}” is missing in {page}");
    }
    let dir = tempfile::tempdir().unwrap();
    printed(&["man", "--dir", &dir.path().to_string_lossy()]);
    assert_eq!(std::fs::read_to_string(dir.path().join("paydesk.1")).unwrap(), page);
    for command in COMMANDS {
        let name = format!("{}.1", [&["paydesk"], command].concat().join("-"));
        assert!(dir.path().join(&name).exists(), "{name}");
    }
    let export = std::fs::read_to_string(dir.path().join("paydesk-export.1")).unwrap();
    assert!(export.contains("Ends with 0") && export.contains("saved view"), "{export}");
}

#[test]
fn a_page_of_the_manual_is_printed_as_it_is_in_the_repository() {
    let refunds = std::fs::read_to_string(paydesk_test_basics::repository().join("assets/manual/refunds.md")).unwrap();
    assert_eq!(printed(&["help", "refunds"]), refunds);
    assert!(printed(&["help", "--help"]).contains("payouts-and-links"));
    let unknown = Command::new(env!("CARGO_BIN_EXE_paydesk")).args(["help", "zebra"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn help_without_a_page_is_that_of_the_program_and_of_a_command_its_options() {
    assert_eq!(printed(&["help"]), printed(&["--help"]));
    assert_eq!(printed(&["help", "doctor"]), printed(&["doctor", "--help"]));
    assert_eq!(printed(&["help", "team", "init"]), printed(&["team", "init", "--help"]));
}

#[test]
fn every_page_of_the_manual_is_a_man_page_without_links() {
    let dir = tempfile::tempdir().unwrap();
    printed(&["man", "--dir", &dir.path().to_string_lossy()]);
    for page in ManualPage::iter() {
        let text = std::fs::read_to_string(dir.path().join(format!("paydesk-{}.7", page.name()))).unwrap();
        assert!(text.contains(&format!("paydesk\\-{} \\- ", page.name().replace('-', "\\-"))), "{text}");
        assert!(!text.contains("]("), "{page:?}: {text}");
    }
    let refunds = std::fs::read_to_string(dir.path().join("paydesk-refunds.7")).unwrap();
    assert!(refunds.contains("(paydesk\\-bulk(7))"), "{refunds}");
}

#[test]
fn there_are_completions_for_each_shell() {
    for (shell, text) in [
        ("bash", "complete -F _paydesk"),
        ("zsh", "#compdef paydesk"),
        ("fish", "complete -c paydesk"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        let script = printed(&["completions", shell]);
        assert!(script.contains(text) && script.contains("no-notifications"), "{shell}: {script}");
    }
}

/// The exit code and standard error of a command whose reader is gone before it prints.
fn ended_without_a_reader(args: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    let child = command.args(args).stdout(writer).stderr(Stdio::piped());
    drop(reader);
    let output = child.output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_command_whose_reader_has_seen_enough_ends_well_and_says_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data").to_string_lossy().into_owned();
    let with_journal = dir.path().join("journal").to_string_lossy().into_owned();
    drop(filled(&DataDirs::resolve(Some(Path::new(&with_journal))).unwrap().journal_file()));
    let file = dir.path().join("refunds.csv").to_string_lossy().into_owned();
    for args in [
        &["man"][..],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["export", "refunds", "--format", "csv", "--data-dir", &data, "-o", &file],
        &["audit", "verify", "--data-dir", &with_journal],
    ] {
        let (code, said) = ended_without_a_reader(args);
        // 3: the service has no list of refunds, so that there may be more.
        let expected = if args[0] == "export" { 3 } else { 0 };
        assert_eq!(code, Some(expected), "{args:?}: {said}");
        assert!(!said.contains("panicked") && (args[0] == "export" || said.is_empty()), "{args:?}: {said}");
    }
    assert!(!Path::new(&data).join("crash-reports").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn what_could_not_be_printed_is_an_error() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_paydesk")).arg("man").stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("Standard output could not be written"), "{said}");
}
