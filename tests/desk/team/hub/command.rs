//! `paydesk hub` as a person types it wrongly, and where its secrets may be.

use std::process::{Command, Output};

use paydesk_team::TeamRole;

use super::running::{RunningHub, SECRET, USER, hub_command};
use crate::team::harness::{SUPERUSER, SUPERUSER_PASSWORD, Team, password_of};

fn refused(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[tokio::test]
async fn what_is_wrong_is_said_with_what_to_do_before_anything_is_received() {
    let Some(team) = Team::start("hubs that do not start").await else { return };
    let url = team.server.url(USER);
    team.join(USER, TeamRole::Operator).await;
    let run = |profile: &str, secret: Option<&str>, password: &str| {
        let mut command = hub_command(&url, profile);
        command.args(["--listen", "127.0.0.1:0"]).env("PGPASSWORD", password);
        if let Some(secret) = secret {
            command.env("PAYDESK_WEBHOOK_SECRET", secret);
        }
        refused(&command.output().unwrap())
    };
    let password = password_of(USER);
    let password = password.expose();
    let (code, text) = run("Shop", None, password);
    assert!(code == Some(2) && text.contains("--webhook-secret-file"), "{text}");
    let (code, text) = run("Shop", Some("snd_a_secret_key"), password);
    assert!(code == Some(2) && text.contains("webhook secret") && !text.contains("snd_a"), "{text}");
    let (code, text) = run("Shop", Some(SECRET), "wrong");
    assert!(code == Some(1) && text.contains("does not accept the password"), "{text}");
    let (code, text) = run("Shop", Some(SECRET), password);
    assert!(code == Some(1) && text.contains("paydesk team add hub --role hub"), "{text}");
    let (code, text) = run("Office", Some(SECRET), password);
    assert!(code == Some(1) && text.contains("no profile “Office”"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_status_of_a_team_shows_its_hubs() {
    let Some(team) = Team::start("hubs in the status").await else { return };
    let hub = RunningHub::of(&team).await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_paydesk"));
    command.args(["team", "status", "--database-url", &team.server.url(SUPERUSER)]);
    let output = command.env("PGPASSWORD", SUPERUSER_PASSWORD).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("  Members: 1 hub (hub)") && text.contains("  Hub: hub on "), "{text}");
    assert!(hub.health().0 == 200 && text.contains("(127.0.0.1:0), Paydesk "), "{text}");
}

#[tokio::test]
async fn secrets_come_from_files_as_systemd_provides_them() {
    let Some(team) = Team::start("secrets of a hub in files").await else { return };
    team.join(USER, TeamRole::Hub).await;
    let dir = tempfile::tempdir().unwrap();
    let (secret, password) = (dir.path().join("webhook-secret"), dir.path().join("password"));
    std::fs::write(&secret, format!("{SECRET}\n")).unwrap();
    std::fs::write(&password, password_of(USER).expose()).unwrap();
    let mut command = hub_command(&team.server.url(USER), "Shop");
    command.args(["--listen", "127.0.0.1:0", "--webhook-secret-file"]).arg(&secret);
    let mut child = command.arg("--password-file").arg(&password).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    let mut command = hub_command(&team.server.url(USER), "Shop");
    let missing = command.arg("--webhook-secret-file").arg(dir.path().join("nothing")).output().unwrap();
    let (code, text) = refused(&missing);
    assert!(code == Some(2) && text.contains("nothing cannot be read"), "{text}");
}
