//! What an organisation sets for every user of a machine: a file that only an administrator can change.
//!
//! A person may be stricter than it, never looser. This reads the text of the file; where it is, and what is done when it
//! cannot be read, is the business of the store. A file that is not understood means the strictest rules: a mistake in it
//! must not open what it was written to close.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use sha2::{Digest as _, Sha256};

use super::failure::ManagedFileFault;
use super::profiles::{NAME_MAX_CHARS, PROFILES_MAX, SavedProfile, SavedProfiles};
use super::zone::Zone;
use crate::domain::address::{ProxyAddress, ServiceAddress};
use crate::domain::ids::{BusinessProfileId, MerchantId};
use crate::domain::profile::{Environment, Profile, ProfileId};
use crate::domain::scrub::scrubbed;

/// Version of the file that this Paydesk understands.
const VERSION: u64 = 1;
/// Bytes of the hash of a name that its id is made of.
const ID_BYTES: usize = 10;
/// Lowest port that a user may listen on.
const LEAST_PORT: u16 = 1024;

/// The rules of the organisation; by default there are none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ManagedPolicy {
    /// Where the rules come from; `None` where nothing is managed.
    pub file: Option<PathBuf>,
    /// The file is there and cannot be used: these are the strictest rules, not those of the file.
    pub is_unreadable: bool,
    /// Without keys; each person gives their own.
    pub profiles: Vec<SavedProfile>,
    /// Profiles that people added are not offered.
    pub only_these_profiles: bool,
    /// Of every profile that has none of its own here.
    pub proxy: Option<ProxyAddress>,
    proxies: BTreeMap<ProfileId, ProxyAddress>,
    /// Certificates that are trusted beside those of the system, as PEM.
    pub ca_bundle: Option<PathBuf>,
    pub no_webhook_receiver: bool,
    pub production_read_only: bool,
}

/// One rule, to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedRule {
    /// Tells it from others in the JSON of the doctor.
    pub id: &'static str,
    pub name: &'static str,
    pub text: String,
}

impl ManagedPolicy {
    /// What holds while the file cannot be used.
    pub fn strictest(file: &Path) -> Self {
        Self {
            file: Some(file.to_owned()),
            is_unreadable: true,
            no_webhook_receiver: true,
            production_read_only: true,
            ..Self::default()
        }
    }

    /// Reads the text of the file.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ManagedFileFault> {
        // Editors of Windows begin a file with this mark.
        let text = text.trim_start_matches('\u{FEFF}');
        let read: PolicyFile = serde_json::from_str(text).map_err(|error| not_understood(&error))?;
        let profiles = read.profiles.0;
        let proxies = profiles.iter().filter_map(|profile| Some((profile.saved.id.clone(), profile.proxy.clone()?)));
        Ok(Self {
            file: Some(file.to_owned()),
            is_unreadable: false,
            proxies: proxies.collect(),
            profiles: profiles.into_iter().map(|profile| profile.saved).collect(),
            only_these_profiles: read.only_these_profiles,
            proxy: read.proxy,
            ca_bundle: read.ca_bundle,
            no_webhook_receiver: !read.webhook_receiver,
            production_read_only: read.production_read_only,
        })
    }

    /// Whether anything is managed here.
    pub fn is_active(&self) -> bool {
        self.file.is_some()
    }

    /// A profile of the organisation, as it set it.
    pub fn profile(&self, id: &ProfileId) -> Option<&SavedProfile> {
        self.profiles.iter().find(|profile| profile.id == id)
    }

    /// The proxy that a profile must use: its own here, or that of all.
    pub fn proxy_of(&self, id: &ProfileId) -> Option<&ProxyAddress> {
        self.proxies.get(id).or(self.proxy.as_ref())
    }

    /// Why no profile can be added, if none can.
    pub fn adding_refusal(&self) -> Option<&'static str> {
        if self.is_unreadable {
            Some("No profile can be added: the file with the rules of your organisation cannot be used")
        } else {
            self.only_these_profiles.then_some("Profiles are set by your organisation; no others can be added")
        }
    }

    /// The profiles to work with: those of the organisation, then those that the person added, where they may be used.
    pub fn profiles_with(&self, own: &SavedProfiles) -> Vec<SavedProfile> {
        let set = self.profiles.iter().map(|profile| SavedProfile {
            read_only: profile.read_only || own.managed_read_only.contains(&profile.id),
            ..profile.clone()
        });
        let own = own.profiles.iter();
        let own = own.filter(|profile| !self.only_these_profiles && self.profile(&profile.id).is_none());
        set.chain(own.cloned()).collect()
    }

    /// The profile of a name, of the organisation or of the person, if it may be used.
    pub fn find(&self, own: &SavedProfiles, name: &str) -> Option<ProfileId> {
        self.profiles_with(own).into_iter().find(|saved| saved.name == name).map(|saved| saved.id)
    }

    /// What is set, in the order of the documentation; nothing where nothing is managed. No secret is in it.
    pub fn rules(&self) -> Vec<ManagedRule> {
        let mut rules = Vec::new();
        let mut add = |id, name, text: Option<String>| {
            rules.extend(text.map(|text| ManagedRule { id, name, text }));
        };
        let names: Vec<&str> = self.profiles.iter().map(|profile| &*profile.name).collect();
        add("profiles", "Profiles", (!names.is_empty()).then(|| names.join(", ")));
        let refusal = self.adding_refusal().filter(|_| !self.is_unreadable);
        add("only_these_profiles", "Other profiles", refusal.map(|_| "Not allowed".to_owned()));
        add("proxy", "Proxy", self.proxy.as_ref().map(proxy_text));
        let bundle = self.ca_bundle.as_ref();
        let bundle = bundle.map(|path| format!("Those in {} are trusted as well as the system's", path.display()));
        add("ca_bundle", "Certificates", bundle);
        add(
            "webhook_receiver",
            "Webhooks",
            self.no_webhook_receiver.then(|| "Not received on this machine".to_owned()),
        );
        add("production_read_only", "PRODUCTION", self.production_read_only.then(|| "Read-only".to_owned()));
        rules
    }
}

/// A proxy without what it is logged in with.
fn proxy_text(proxy: &ProxyAddress) -> String {
    let login = if proxy.has_login() { ", with user name and password" } else { "" };
    format!("{}{login}", proxy.shown())
}

/// The id of a profile of the organisation: the same name has the same key and the same journal.
fn id_of(name: &str) -> ProfileId {
    let hash = Sha256::digest(name.as_bytes());
    ProfileId::new(format!("managed_{}", hex::encode(&hash[..ID_BYTES])))
}

/// The text of the error without the place, which the fault has, and without what looks like a secret.
fn not_understood(error: &serde_json::Error) -> ManagedFileFault {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let text = scrubbed(text.trim_end_matches(&*place)).into_owned();
    // A login of a proxy that is in the wrong field.
    let is_address = text.contains("://") && text.contains('@');
    let error_text = if is_address { "an address is in a field for something else".to_owned() } else { text };
    ManagedFileFault::NotUnderstood { line: error.line(), error: error_text }
}

// ----- the file

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PolicyFile {
    #[serde(rename = "version", deserialize_with = "version")]
    _version: (),
    #[serde(default)]
    profiles: ProfilesOfFile,
    #[serde(default)]
    only_these_profiles: bool,
    #[serde(default, deserialize_with = "proxy")]
    proxy: Option<ProxyAddress>,
    #[serde(default, deserialize_with = "bundle")]
    ca_bundle: Option<PathBuf>,
    #[serde(default = "yes")]
    webhook_receiver: bool,
    #[serde(default)]
    production_read_only: bool,
}

fn yes() -> bool {
    true
}

#[derive(Default, Deserialize)]
#[serde(try_from = "Vec<ProfileOfFile>")]
struct ProfilesOfFile(Vec<ManagedProfile>);

struct ManagedProfile {
    saved: SavedProfile,
    proxy: Option<ProxyAddress>,
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
        Ok(ManagedProfile { saved, proxy: self.proxy })
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
    from.deserialize_u64(CheckedNumber { expecting: "version 1, the only one that this Paydesk understands", check })
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
            (true, true) => Err(format!("“{name}” is the name of a sandbox that Paydesk contains")),
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

fn bundle<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let check = |text: &str| {
        let path = PathBuf::from(text);
        if path.is_absolute() {
            Ok(path)
        } else {
            Err("the path of the certificates begins at the root of a disk".to_owned())
        }
    };
    from.deserialize_str(CheckedText { expecting: "the path of a file", check }).map(Some)
}
