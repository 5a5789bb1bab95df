//! The file of an organisation: what is read, and what holds where it cannot be used.

use paydesk_core::failure::ManagedFileFault;
use paydesk_core::managed::ManagedPolicy;
use paydesk_core::problem::Problem;
use paydesk_domain::team::AwayRule;
use paydesk_store::managed::{load, path};

const WHOLE: &str = r#"{
  "version": 1,
  "profiles": [
    {
      "name": "Acme",
      "base_url": "https://api.acme.example/",
      "environment": "production",
      "merchant_id": "mer_1",
      "business_profile_id": "pro_1",
      "time_zone": "Europe/Berlin",
      "read_only": true,
      "proxy": "socks5://proxy.acme.example:1080",
      "webhook_port": 8601,
      "team": {
        "database": "postgresql://db1.acme.example,db2.acme.example:5433/paydesk?connect_timeout=5",
        "profile": "Acme",
        "ca_file": "/etc/paydesk/team-ca.pem",
        "when_away": "alone"
      }
    },
    {
      "name": "Acme test",
      "base_url": "https://sandbox.acme.example",
      "environment": "sandbox",
      "team": {"database": "postgresql://db1.acme.example/paydesk", "profile": "Acme test"}
    }
  ],
  "only_these_profiles": true,
  "proxy": "http://desk:secret@proxy.example.com:3128",
  "ca_bundle": "/etc/paydesk/ca.pem",
  "webhook_receiver": false,
  "production_read_only": true
}"#;

fn loaded(text: &str) -> (ManagedPolicy, Option<ManagedFileFault>) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("managed.json");
    std::fs::write(&file, text).unwrap();
    let (policy, error) = load(&file);
    assert_eq!(policy.file, Some(file));
    (policy, error.map(|error| error.fault))
}

#[cfg(unix)]
#[test]
fn every_field_is_read() {
    let (policy, error) = loaded(WHOLE);
    assert_eq!(error, None);
    let [acme, test] = &policy.profiles[..] else { panic!("{policy:?}") };
    assert_eq!((&*acme.base_url, acme.webhook_port, acme.read_only), ("https://api.acme.example", Some(8601), true));
    assert!(acme.id != test.id && !test.read_only && test.webhook_port.is_none());
    assert!(policy.no_webhook_receiver && policy.production_read_only && policy.only_these_profiles);
    let [acme, test] = [acme, test].map(|profile| policy.team(&profile.id).unwrap());
    assert_eq!((&*acme.profile, acme.ca_file.as_deref()), ("Acme", Some("/etc/paydesk/team-ca.pem")));
    assert_eq!((acme.when_away, test.when_away, &test.ca_file), (AwayRule::Alone, AwayRule::Stop, &None));
    let rules: Vec<String> = policy.rules().into_iter().map(|rule| format!("{}: {}", rule.name, rule.text)).collect();
    assert_eq!(
        rules,
        [
            "Profiles: Acme, Acme test",
            "Teams: Acme: “Acme” in \
             postgresql://db1.acme.example,db2.acme.example:5433/paydesk?connect_timeout=5, \
             people may work alone while it is down; \
             Acme test: “Acme test” in postgresql://db1.acme.example/paydesk, changes stop while it is down",
            "Other profiles: Not allowed",
            "Proxy: http://proxy.example.com:3128, with user name and password",
            "Certificates: Those in /etc/paydesk/ca.pem and the system's are trusted",
            "Webhooks: Not received on this computer",
            "PRODUCTION: Read-only",
        ]
    );
}

#[test]
fn without_a_file_nothing_is_managed_and_with_an_empty_one_nothing_is_restricted() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(load(&dir.path().join("managed.json")), (ManagedPolicy::default(), None));
    // With the mark that editors of Windows write.
    let (policy, error) = loaded("\u{FEFF}{\"version\": 1}");
    assert!(error.is_none() && policy.is_active() && policy.rules().is_empty() && policy.adding_refusal().is_none());
}

#[test]
fn a_mistake_is_reported_with_its_line_and_the_strictest_rules_hold() {
    let with = |field: &str| format!("{{\n  \"version\": 1,\n  {field}\n}}");
    let profile = |field: &str| {
        with(&format!(
            "\"profiles\": [{{\n\"name\": \"Acme\",\n\"environment\": \"production\",\n\"base_url\": \"https://a.example\",\n{field}\n}}]"
        ))
    };
    let team = |field: &str| {
        let rest = match field {
            field if field.contains("database") => "\"profile\": \"Acme\"",
            _ => "\"database\": \"postgresql://db.example.com/p\"",
        };
        profile(&format!("\"team\": {{\n{field}\n{rest}}}"))
    };
    for (text, line, what) in [
        (with("\"production_readonly\": true"), 3, "unknown field `production_readonly`"),
        (with("\"proxy\": \"proxy.example.com\""), 3, "a proxy looks like"),
        (with("\"proxy\": null"), 3, "null"),
        (with("\"ca_bundle\": \"ca.pem\""), 3, "must be absolute"),
        (with("\"production_read_only\": \"yes\""), 3, "expected a boolean"),
        (with("\"production_read_only\": true,"), 4, "trailing comma"),
        ("{\n\"version\": 2\n}".to_owned(), 2, "2 is not version 1"),
        ("{\n\"production_read_only\": true\n}".to_owned(), 3, "missing field `version`"),
        (String::new(), 1, "EOF"),
        (profile("\"api_key\": \"prd_topsecret\""), 7, "unknown field `api_key`"),
        (profile("\"webhook_port\": 80"), 7, "80 is not a port from 1024"),
        (profile("\"time_zone\": \"Mars\""), 7, "Mars"),
        (team("\"database\": \"postgresql://anna@db.example.com/p\","), 8, "cannot contain a user name"),
        (team("\"database\": \"postgresql://anna:geheim@db.example.com/p\","), 8, "cannot contain a password"),
        (team("\"database\": \"postgresql://db.example.com/p?password=geheim\","), 8, "cannot contain a password"),
        (team("\"database\": \"postgresql://db.example.com/p?sslmode=prefer\","), 8, "verify-full"),
        (team("\"database\": \"db.example.com\","), 8, "looks like postgresql://"),
        (team("\"database\": 5,"), 8, "expected the address of a team's database"),
        (team("\"password\": \"geheim\","), 8, "unknown field `password`"),
        (team("\"ca_file\": \"team-ca.pem\","), 8, "must be absolute"),
        (team("\"when_away\": \"go on\","), 8, "expected `stop` or `alone`"),
        (team("\"profile\": \" \","), 8, "1 to 100 characters"),
        (profile("\"team\": {\"profile\": \"Acme\"}"), 7, "missing field `database`"),
        (profile("\"team\": null"), 7, "null"),
        (with("\"profiles\": [{\n\"name\": \" \""), 4, "1 to 60 characters"),
        (with("\"profiles\": [{\"name\": \"A\",\n\"base_url\": \"http://a.example\""), 4, "plain http"),
    ] {
        let (policy, error) = loaded(&text);
        let Some(ManagedFileFault::NotUnderstood { line: found, error }) = error else { panic!("{text}: {error:?}") };
        assert!(error.contains(what) && found == line, "{text}: line {found}: {error}");
        assert!(!error.contains("geheim"), "{error}");
        assert!(policy.is_unreadable && policy.production_read_only && policy.no_webhook_receiver);
        assert!(policy.adding_refusal().is_some(), "{text}");
    }
}

#[test]
fn two_profiles_of_one_name_and_production_on_this_machine_are_refused() {
    let profile = |name: &str, host: &str| {
        format!(r#"{{"name": "{name}", "base_url": "https://{host}", "environment": "production"}}"#)
    };
    let file = |profiles: String| format!(r#"{{"version": 1, "profiles": [{profiles}]}}"#);
    let twice = file(format!("{},{}", profile("Acme", "a.example"), profile("Acme", "b.example")));
    for (text, what) in [
        (twice, "two profiles are called “Acme”"),
        (file(profile("Acme", "localhost")), "profile “Acme”: Production keys are not sent"),
        (file(profile("Embedded sandbox", "a.example")), "is the name of a built-in sandbox"),
    ] {
        let (_, error) = loaded(&text);
        assert!(
            matches!(&error, Some(ManagedFileFault::NotUnderstood { error, .. }) if error.contains(what)),
            "{error:?}"
        );
    }
}

#[test]
fn a_mistake_repeats_no_secret() {
    for value in ["http://desk:topsecret@proxy.example.com", "prd_topsecret_1234567890", "topsecret@://"] {
        for field in ["production_read_only", "profiles", "proxy", "version"] {
            let (_, error) = loaded(&format!("{{\"version\": 1, \"{field}\": \"{value}\"}}"));
            assert!(!format!("{error:?}").contains("topsecret") || error.is_none(), "{field}: {error:?}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_no_missing_file() {
    let dir = tempfile::tempdir().unwrap();
    let (policy, error) = load(dir.path());
    assert!(policy.is_unreadable && policy.production_read_only);
    let problem = Problem::from(error.unwrap());
    assert!(problem.what.contains(&dir.path().display().to_string()), "{problem:?}");
    assert!(problem.what_to_do.contains("administrator"), "{problem:?}");
    let file = dir.path().join("managed.json");
    std::fs::write(&file, [0xFF, 0xFE, b'{']).unwrap();
    assert_eq!(load(&file).1.unwrap().fault, ManagedFileFault::NotText);
    std::fs::write(&file, vec![b' '; 1024 * 1024 + 1]).unwrap();
    assert!(matches!(load(&file).1.unwrap().fault, ManagedFileFault::TooLarge { .. }));
}

#[test]
fn nothing_in_the_environment_moves_the_file() {
    let expected = match std::env::consts::OS {
        "windows" => return assert!(path().ends_with(r"Paydesk\managed.json")),
        "macos" => "/Library/Application Support/Paydesk/managed.json",
        _ => "/etc/paydesk/managed.json",
    };
    assert_eq!(path(), std::path::Path::new(expected));
}
