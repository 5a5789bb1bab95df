//! `--help`, the manual and the completions of the real binary.

use std::process::Command;

/// Words that no text of Paydesk uses: the rules of writing are in `src/ui/writing.rs`.
const FORBIDDEN: [&str; 7] = ["told", "made", "kept", "leaves", "stands", "said", "words"];
const COMMANDS: [&[&str]; 16] = [
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
    &["doctor"],
    &["completions"],
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
