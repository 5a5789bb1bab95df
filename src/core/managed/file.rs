//! The text of the file: what may be in it, checked where it is read, so that a mistake is reported with its line.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use sha2::{Digest as _, Sha256};

use crate::failure::ManagedFileFault;
use crate::profiles::{NAME_MAX_CHARS, PROFILES_MAX, SavedProfile};
use paydesk_domain::address::{ProxyAddress, ServiceAddress};
use paydesk_domain::database_address::DatabaseAddress;
use paydesk_domain::ids::{BusinessProfileId, MerchantId};
use paydesk_domain::profile::{Environment, Profile, ProfileId};
use paydesk_domain::scrub::scrubbed;
use paydesk_domain::team::AwayRule;
use paydesk_domain::zone::Zone;

use super::team::ManagedTeam;

/// Version of the file that this Paydesk understands.
const VERSION: u64 = 1;
/// Bytes of the hash of a name that its id is made of.
const ID_BYTES: usize = 10;
/// Lowest port that a user may listen on.
const LEAST_PORT: u16 = 1024;
/// Longest name of a profile in a team's database, in characters.
const TEAM_PROFILE_MAX_CHARS: usize = 100;

/// All of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyFile {
    #[serde(rename = "version", deserialize_with = "version")]
    _version: (),
    #[serde(default)]
    pub profiles: ProfilesOfFile,
    #[serde(default)]
    pub only_these_profiles: bool,
    #[serde(default, deserialize_with = "proxy")]
    pub proxy: Option<ProxyAddress>,
    #[serde(default, deserialize_with = "certificates")]
    pub ca_bundle: Option<PathBuf>,
    #[serde(default = "yes")]
    pub webhook_receiver: bool,
    #[serde(default)]
    pub production_read_only: bool,
}

fn yes() -> bool {
    true
}

/// Its profiles.
#[derive(Default, Deserialize)]
#[serde(try_from = "Vec<ProfileOfFile>")]
pub(super) struct ProfilesOfFile(pub Vec<ManagedProfile>);

/// A profile with what its connections use.
pub(super) struct ManagedProfile {
    pub saved: SavedProfile,
    pub proxy: Option<ProxyAddress>,
    pub team: Option<ManagedTeam>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileOfFile {
    #[serde(deserialize_with = "name")]
    name: String,
    #[serde(deserialize_with = "base_url")]
    base_url: String,
    environment: Environment,
    #[serde(default)]
    merchant_id: Option<MerchantId>,
    #[serde(default)]
    business_profile_id: Option<BusinessProfileId>,
    #[serde(default, deserialize_with = "zone")]
    time_zone: Option<Zone>,
    #[serde(default)]
    read_only: bool,
    #[serde(default, deserialize_with = "proxy")]
    proxy: Option<ProxyAddress>,
    #[serde(default, deserialize_with = "port")]
    webhook_port: Option<u16>,
    #[serde(default, deserialize_with = "team")]
    team: Option<ManagedTeam>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TeamOfFile {
    #[serde(deserialize_with = "database")]
    database: DatabaseAddress,
    #[serde(deserialize_with = "team_profile")]
    profile: String,
    #[serde(default, deserialize_with = "certificates")]
    ca_file: Option<PathBuf>,
    #[serde(default)]
    when_away: AwayRule,
}

impl TryFrom<Vec<ProfileOfFile>> for ProfilesOfFile {
    type Error = String;

    fn try_from(read: Vec<ProfileOfFile>) -> Result<Self, String> {
        if read.len() > PROFILES_MAX {
            return Err(format!("there are {} profiles; at most {PROFILES_MAX} can be used", read.len()));
        }
        let mut names = BTreeSet::new();
        let mut profiles = Vec::new();
        for profile in read {
            if !names.insert(profile.name.clone()) {
                return Err(format!("two profiles are called “{}”", profile.name));
            }
            profiles.push(profile.checked()?);
        }
        Ok(Self(profiles))
    }
}

impl ProfileOfFile {
    fn checked(self) -> Result<ManagedProfile, String> {
        let address = ServiceAddress::parse(&self.base_url, Some(self.environment));
        let address = address.map_err(|error| format!("profile “{}”: {error}", self.name))?;
        let saved = SavedProfile {
            id: id_of(&self.name),
            name: self.name,
            base_url: address.as_base_url().to_owned(),
            environment: self.environment,
            merchant_id: self.merchant_id,
            business_profile_id: self.business_profile_id,
            time_zone: self.time_zone,
            read_only: self.read_only,
            // As it may be shown; connections use the whole.
            proxy: self.proxy.as_ref().map(|proxy| proxy.shown().to_owned()),
            webhook_port: self.webhook_port,
            team: None,
        };
        Ok(ManagedProfile { saved, proxy: self.proxy, team: self.team })
    }
}

/// A value that is checked where it is read, so that a mistake is reported with its line.
struct CheckedText<T> {
    expecting: &'static str,
    check: fn(&str) -> Result<T, String>,
}

impl<T> Visitor<'_> for CheckedText<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.check)(text).map_err(E::custom)
    }
}

struct CheckedNumber<T> {
    expecting: &'static str,
    check: fn(u64) -> Option<T>,
}

impl<T> Visitor<'_> for CheckedNumber<T> {
    type Value = T;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<T, E> {
        (self.check)(number).ok_or_else(|| E::custom(format!("{number} is not {}", self.expecting)))
    }
}

fn version<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    let check = |number| (number == VERSION).then_some(());
    from.deserialize_u64(CheckedNumber { expecting: "version 1, the only version this Paydesk supports", check })
}

fn port<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
    let check = |number| u16::try_from(number).ok().filter(|port| *port == 0 || *port >= LEAST_PORT);
    let expecting = "a port from 1024 to 65535, or 0 for a free one";
    from.deserialize_u64(CheckedNumber { expecting, check }).map(Some)
}

fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let check = |text: &str| {
        let name = text.trim();
        let fits = !name.is_empty() && name.chars().count() <= NAME_MAX_CHARS;
        let is_embedded = [Profile::embedded_sandbox(""), Profile::embedded_hyperswitch("")]
            .iter()
            .any(|embedded| embedded.name == name);
        match (fits, is_embedded) {
            (true, false) => Ok(name.to_owned()),
            (true, true) => Err(format!("“{name}” is the name of a built-in sandbox")),
            (false, _) => Err(format!("the name of a profile has 1 to {NAME_MAX_CHARS} characters")),
        }
    };
    from.deserialize_str(CheckedText { expecting: "the name of a profile", check })
}

fn base_url<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let check = |text: &str| match ServiceAddress::parse(text, None) {
        Ok(address) => Ok(address.as_base_url().to_owned()),
        Err(error) => Err(error.to_string()),
    };
    from.deserialize_str(CheckedText { expecting: "the address of a service", check })
}

fn proxy<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ProxyAddress>, D::Error> {
    let check = |text: &str| {
        ProxyAddress::parse(text).ok_or_else(|| {
            "a proxy looks like http://proxy.example.com:3128 or socks5://proxy.example.com:1080".to_owned()
        })
    };
    from.deserialize_str(CheckedText { expecting: "the address of a proxy", check }).map(Some)
}

fn zone<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Zone>, D::Error> {
    from.deserialize_str(CheckedText { expecting: "the name of a time zone", check: str::parse }).map(Some)
}

fn certificates<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let check = |text: &str| {
        let path = PathBuf::from(text);
        if path.is_absolute() { Ok(path) } else { Err("the path of the certificates must be absolute".to_owned()) }
    };
    from.deserialize_str(CheckedText { expecting: "the path of a file", check }).map(Some)
}

fn team<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ManagedTeam>, D::Error> {
    let TeamOfFile { database, profile, ca_file, when_away } = TeamOfFile::deserialize(from)?;
    let ca_file = ca_file.map(|path| path.to_string_lossy().into_owned());
    Ok(Some(ManagedTeam { database, profile, ca_file, when_away }))
}

fn database<'de, D: Deserializer<'de>>(from: D) -> Result<DatabaseAddress, D::Error> {
    let check = |text: &str| DatabaseAddress::parse(text).map_err(|error| error.to_string());
    from.deserialize_str(CheckedText { expecting: "the address of a team's database", check })
}

fn team_profile<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let check = |text: &str| {
        let name = text.trim();
        let fits = !name.is_empty() && name.chars().count() <= TEAM_PROFILE_MAX_CHARS;
        fits.then(|| name.to_owned())
            .ok_or_else(|| format!("the name of a team profile has 1 to {TEAM_PROFILE_MAX_CHARS} characters"))
    };
    from.deserialize_str(CheckedText { expecting: "the name of a team profile", check })
}

/// The id of a profile of the organisation: the same name has the same key and the same journal.
fn id_of(name: &str) -> ProfileId {
    let hash = Sha256::digest(name.as_bytes());
    ProfileId::new(format!("managed_{}", hex::encode(&hash[..ID_BYTES])))
}

/// The text of the error without the place, which the fault has, and without what looks like a secret.
pub(super) fn not_understood(error: &serde_json::Error) -> ManagedFileFault {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = scrubbed(text.trim_end_matches(&*place)).into_owned();
    // A login of a proxy that is in the wrong field.
    let is_address = text.contains("://") && text.contains('@');
    let error_text = if is_address { "an address is in the wrong field".to_owned() } else { text };
    ManagedFileFault::NotUnderstood { line: error.line(), error: error_text }
}
