//! The commands that README and manual name: the program has them with these options, and the script of the sandbox does what its
//! comments say.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use paydesk_test_basics::repository;
use paydesk_test_basics::system_parts::needs;

/// The pages of the manual and the README: the name of each and its text.
fn pages() -> Vec<(String, String)> {
    let folder = repository().join("assets/manual");
    let manual = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let paths = manual.chain([repository().join("README.md")]);
    paths.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

/// What stands behind `paydesk` in each line of code and each piece of code in a sentence.
fn commands(text: &str) -> Vec<Vec<String>> {
    let blocks = text.lines().filter_map(|line| line.strip_prefix("    ")).map(str::trim_start);
    let sentences =
        text.lines().filter(|line| !line.starts_with("    ")).flat_map(|line| line.split('`').skip(1).step_by(2));
    let called = blocks.chain(sentences).filter_map(|line| line.strip_prefix("paydesk "));
    let ends = ['&', '>', '|'];
    called
        .map(|line| line.split(ends).next().unwrap_or_default().split_whitespace().map(str::to_owned).collect())
        .collect()
}

fn help_of(command: &[&str]) -> Option<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_paydesk")).args(command).arg("--help").output().unwrap();
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// The words that lead to a command: `team profile add` of `team profile add Shop --environment sandbox`.
fn path_of<'a>(words: &'a [String], help: &mut BTreeMap<Vec<&'a str>, Option<String>>) -> Vec<&'a str> {
    let mut path: Vec<&str> = Vec::new();
    for word in
        words.iter().map(String::as_str).take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
    {
        let listed = help.entry(path.clone()).or_insert_with(|| help_of(&path)).clone().unwrap_or_default();
        let commands = listed.lines().skip_while(|line| *line != "Commands:").take_while(|line| !line.is_empty());
        if !commands.skip(1).any(|line| line.split_whitespace().next() == Some(word)) {
            break;
        }
        path.push(word);
    }
    path
}

#[test]
fn every_command_of_readme_and_manual_is_one_of_the_program_with_these_options() {
    let (mut read, mut unknown) = (0, Vec::new());
    for (page, text) in pages() {
        let commands = commands(&text);
        let mut help = BTreeMap::new();
        for words in &commands {
            let path = path_of(words, &mut help);
            let listed = help.entry(path.clone()).or_insert_with(|| help_of(&path)).clone().unwrap_or_default();
            let options = words.iter().filter(|word| word.starts_with("--") && *word != "--help");
            let missing = options.filter(|option| !listed.contains(option.as_str()));
            unknown.extend(missing.map(|option| format!("{page}: paydesk {} has no {option}", words.join(" "))));
            let is_command =
                words.first().is_none_or(|word| word.starts_with("--") || word.ends_with(".paydesk-views"));
            if path.is_empty()
                && !is_command
                && words.first().is_none_or(|word| word.chars().all(|c| c.is_ascii_lowercase()))
            {
                unknown.push(format!("{page}: there is no paydesk {}", words.join(" ")));
            }
            read += 1;
        }
    }
    assert!(read > 30, "only {read} commands were found");
    assert!(unknown.is_empty(), "{}\n", unknown.join("\n"));
}

/// Runs a script of the manual in a directory of its own, with the program as `paydesk`; what it printed.
fn run(script: &str) -> String {
    let dir = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_paydesk")).parent().unwrap();
    let path = std::env::join_paths(
        [programs.to_owned()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).current_dir(dir.path()).env("HOME", dir.path()).env("PATH", path.unwrap());
    let output = bash.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_walk_through_a_dispute_ends_as_its_comments_say() {
    let curl = Command::new("curl").arg("--version").stdout(Stdio::null()).status();
    let curl = curl.is_ok_and(|status| status.success()).then_some(()).ok_or("there is no curl");
    let Some(()) = needs(curl, "the script of the manual", "apt-get install curl") else { return };
    let page = std::fs::read_to_string(repository().join("assets/manual/sandbox.md")).unwrap();
    let part = page.split("## Walk through a dispute").nth(1).unwrap().split("\n## ").next().unwrap();
    let script: String =
        part.lines().filter_map(|line| line.strip_prefix("    ")).map(|line| format!("{line}\n")).collect();
    let promised: Vec<&str> =
        script.lines().filter_map(|line| line.split_once("# ")).map(|(_, comment)| comment).collect();
    assert_eq!(promised.len(), 4, "{promised:?}");
    let printed = run(&script);
    let mut rest = printed.as_str();
    for status in promised {
        rest = rest.split_once(status).unwrap_or_else(|| panic!("{status} is missing in {printed}")).1;
    }
}
