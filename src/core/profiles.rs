//! The services a person added: plain data, kept in a file of their own, without any key.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use paydesk_domain::address::{AddressError, ProxyAddress, ServiceAddress};
use paydesk_domain::ids::{BusinessProfileId, MerchantId};
use paydesk_domain::profile::{Environment, Profile, ProfileId};
use paydesk_domain::secret::{KEY_MAX_CHARS, SecretText};
use paydesk_domain::team::TeamMembership;

use super::service_traits::TraitsByProfile;
use paydesk_domain::zone::Zone;

/// Longest name of a profile, in characters.
pub const NAME_MAX_CHARS: usize = 60;
/// Most profiles.
pub const PROFILES_MAX: usize = 50;

/// A real service the person added; its keys are in the keyring, never here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProfile {
    /// Keyring entries and journal rows are filed under it.
    pub id: ProfileId,
    pub name: String,
    /// As [`ServiceAddress::as_base_url`] writes it.
    pub base_url: String,
    /// Read from the prefix of the secret key when it was given.
    #[serde(default = "sandbox")]
    pub environment: Environment,
    #[serde(default)]
    pub merchant_id: Option<MerchantId>,
    /// Sent as `X-Profile-Id` where an endpoint asks for it
    /// ([API reference](paydesk_api::resources::api_keys::reference#authentication)).
    #[serde(default)]
    pub business_profile_id: Option<BusinessProfileId>,
    /// `None`: the zone of the settings.
    #[serde(default)]
    pub time_zone: Option<Zone>,
    /// Nothing is changed at the service from here.
    #[serde(default)]
    pub read_only: bool,
    /// With the name of its user, if it asks for one, and without a password; `None`: as the system says.
    #[serde(default)]
    pub proxy: Option<String>,
    /// The port of this machine that webhooks are received on, 0 for a free one; `None` where they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_port: Option<u16>,
    /// The team that works on it together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Box<TeamMembership>>,
}

fn sandbox() -> Environment {
    Environment::Sandbox
}

impl SavedProfile {
    /// Why the events that are known of it need not be all.
    pub fn events_missing(&self) -> Option<&'static str> {
        let receives = self.webhook_port.is_some() || self.team.is_some();
        (!receives).then_some("this profile receives no webhooks; these are the events that Paydesk received before")
    }

    /// As Paydesk works with it.
    pub fn profile(&self) -> Profile {
        Profile {
            id: self.id.clone(),
            name: self.name.clone(),
            base_url: self.base_url.clone(),
            environment: self.environment,
            merchant_id: self.merchant_id.clone(),
            business_profile_id: self.business_profile_id.clone(),
            embedded: false,
        }
    }
}

/// The file of profiles.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedProfiles {
    pub profiles: Vec<SavedProfile>,
    /// Profiles of the organisation that the person does not want to change anything with.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub managed_read_only: BTreeSet<ProfileId>,
    /// How the person belongs to the teams of profiles of the organisation.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub managed_teams: BTreeMap<ProfileId, TeamMembership>,
    /// What is known of their services, that of the embedded sandbox among them.
    #[serde(skip_serializing_if = "TraitsByProfile::is_empty")]
    pub service_traits: TraitsByProfile,
}

/// What is typed into the editor of a profile. The key is not in it: it is handed over once and kept nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProfileInput {
    /// `None` while it is new.
    pub id: Option<ProfileId>,
    pub name: String,
    pub base_url: String,
    pub merchant_id: String,
    pub business_profile_id: String,
    pub time_zone: Option<Zone>,
    pub read_only: bool,
    pub proxy: String,
    /// What was typed for the user that the proxy names; empty where the one in the keyring stays. It is in no file.
    pub proxy_password: SecretText,
    /// Whether webhooks are received, and on which port; empty for a free one.
    pub receives_webhooks: bool,
    pub webhook_port: String,
    /// The person knows that production is asked at this host and gives a sandbox key nonetheless.
    pub sandbox_on_production_host: bool,
}

/// A field of the editor, in the order of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProfileField {
    Name,
    Address,
    Key,
    /// Whether a sandbox key may go to a host of production.
    SandboxOnProductionHost,
    Proxy,
    ProxyPassword,
    WebhookPort,
}

impl ProfileField {
    /// What a form calls it.
    pub fn path(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Address => "base_url",
            Self::Key => "api_key",
            Self::SandboxOnProductionHost => "sandbox_on_production_host",
            Self::Proxy => "proxy",
            Self::ProxyPassword => "proxy_password",
            Self::WebhookPort => "webhook_port",
        }
    }
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldProblem {
    pub field: ProfileField,
    pub what: String,
}

impl ProfileInput {
    /// The editor's texts of a profile that exists.
    pub fn of(saved: &SavedProfile) -> Self {
        Self {
            id: Some(saved.id.clone()),
            name: saved.name.clone(),
            base_url: saved.base_url.clone(),
            merchant_id: saved.merchant_id.as_ref().map(|id| id.as_str().to_owned()).unwrap_or_default(),
            business_profile_id: saved
                .business_profile_id
                .as_ref()
                .map(|id| id.as_str().to_owned())
                .unwrap_or_default(),
            time_zone: saved.time_zone,
            read_only: saved.read_only,
            proxy: saved.proxy.clone().unwrap_or_default(),
            proxy_password: SecretText::default(),
            receives_webhooks: saved.webhook_port.is_some(),
            webhook_port: saved.webhook_port.filter(|port| *port > 0).map(|port| port.to_string()).unwrap_or_default(),
            sandbox_on_production_host: false,
        }
    }

    /// Everything that is wrong, in the order of the form. `environment` is that of the key: the one typed, or the
    /// one a profile has already; `None` while there is no key that can be read.
    pub fn check(&self, environment: Option<Environment>, saved: &[SavedProfile]) -> Vec<FieldProblem> {
        let mut problems = Vec::new();
        let mut add = |field, what: Option<String>| problems.extend(what.map(|what| FieldProblem { field, what }));
        add(ProfileField::Name, self.name_problem(saved));
        let address = ServiceAddress::parse(&self.base_url, environment);
        add(ProfileField::Address, address.as_ref().err().map(AddressError::to_string));
        add(ProfileField::Proxy, self.proxy_problem());
        add(ProfileField::ProxyPassword, self.proxy_password_problem());
        add(ProfileField::WebhookPort, self.port().err());
        let meets_production = environment == Some(Environment::Sandbox)
            && !self.sandbox_on_production_host
            && address.as_ref().is_ok_and(|address| self.is_production_host(address, saved));
        let text = "Another profile uses production at this host: confirm the sandbox key";
        add(ProfileField::SandboxOnProductionHost, meets_production.then(|| text.to_owned()));
        problems
    }

    /// The profile as it is stored, under `id` where it is new. `Err`: everything that is wrong.
    pub fn saved(
        &self,
        id: impl FnOnce() -> ProfileId,
        environment: Environment,
        others: &[SavedProfile],
    ) -> Result<SavedProfile, Vec<FieldProblem>> {
        let problems = self.check(Some(environment), others);
        let address = ServiceAddress::parse(&self.base_url, Some(environment));
        let (true, Ok(address)) = (problems.is_empty(), address) else { return Err(problems) };
        let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        Ok(SavedProfile {
            id: self.id.clone().unwrap_or_else(id),
            name: self.name.trim().to_owned(),
            base_url: address.as_base_url().to_owned(),
            environment,
            merchant_id: text(&self.merchant_id).map(MerchantId::new),
            business_profile_id: text(&self.business_profile_id).map(BusinessProfileId::new),
            time_zone: self.time_zone,
            read_only: self.read_only,
            proxy: text(&self.proxy),
            webhook_port: self.port().ok().flatten(),
            team: self.id.as_ref().and_then(|id| others.iter().find(|saved| saved.id == *id)?.team.clone()),
        })
    }

    /// The port that webhooks are received on; `None` where they are not.
    fn port(&self) -> Result<Option<u16>, String> {
        match self.webhook_port.trim() {
            _ if !self.receives_webhooks => Ok(None),
            "" => Ok(Some(0)),
            text => match text.parse() {
                Ok(port @ 1024..) => Ok(Some(port)),
                Ok(0..1024) | Err(_) => {
                    Err("A port is a number from 1024 to 65535; leave it empty for a free one".to_owned())
                }
            },
        }
    }

    fn name_problem(&self, saved: &[SavedProfile]) -> Option<String> {
        let name = self.name.trim();
        let same = |other: &&SavedProfile| Some(&other.id) != self.id.as_ref() && other.name == name;
        let chars = name.chars().count();
        if name.is_empty() {
            Some("Give the profile a name".to_owned())
        } else if chars > NAME_MAX_CHARS {
            Some(format!("At most {NAME_MAX_CHARS} characters; this has {chars}"))
        } else if saved.iter().any(|other| same(&other)) || name == Profile::embedded_sandbox("").name {
            Some("Another profile has this name".to_owned())
        } else if self.id.is_none() && saved.len() >= PROFILES_MAX {
            Some(format!("You have {PROFILES_MAX} profiles, the maximum. Remove one first."))
        } else {
            None
        }
    }

    fn proxy_problem(&self) -> Option<String> {
        let text = self.proxy.trim();
        if text.is_empty() {
            return None;
        }
        match ProxyAddress::parse(text) {
            Some(proxy) if !proxy.has_password() => None,
            Some(_) => {
                Some("Enter the password in its own field: it is saved in the keyring, not in a file".to_owned())
            }
            None => {
                Some("A proxy looks like http://proxy.example.com:3128 or socks5://proxy.example.com:1080".to_owned())
            }
        }
    }

    /// Whether the proxy that is typed names a user, whose password is asked for.
    pub fn proxy_asks_for_password(&self) -> bool {
        ProxyAddress::parse(&self.proxy).is_some_and(|proxy| proxy.lacks_password())
    }

    /// The address of the proxy with the password that is typed, for the keyring; `None` where none is.
    pub fn proxy_login(&self) -> Option<SecretText> {
        let proxy = ProxyAddress::parse(&self.proxy).filter(|proxy| proxy.lacks_password())?;
        let password = Some(&self.proxy_password).filter(|password| !password.is_empty())?;
        proxy.with_password(password).map(|login| SecretText::new(login.expose()))
    }

    fn proxy_password_problem(&self) -> Option<String> {
        let is_too_long = self.proxy_login()?.expose().len() > KEY_MAX_CHARS;
        is_too_long.then(|| "This password is longer than the keyring can store".to_owned())
    }

    fn is_production_host(&self, address: &ServiceAddress, saved: &[SavedProfile]) -> bool {
        let others = saved.iter().filter(|other| Some(&other.id) != self.id.as_ref());
        let mut production = others.filter(|other| other.environment == Environment::Production);
        production
            .any(|other| ServiceAddress::parse(&other.base_url, None).is_ok_and(|other| other.host() == address.host()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, base_url: &str) -> ProfileInput {
        ProfileInput { name: name.to_owned(), base_url: base_url.to_owned(), ..ProfileInput::default() }
    }

    fn saved(name: &str, base_url: &str, environment: Environment) -> SavedProfile {
        input(name, base_url).saved(|| format!("id-{name}").into(), environment, &[]).unwrap()
    }

    fn fields(input: &ProfileInput, environment: Environment, others: &[SavedProfile]) -> Vec<ProfileField> {
        input.check(Some(environment), others).into_iter().map(|problem| problem.field).collect()
    }

    #[test]
    fn everything_that_is_wrong_is_reported_at_once_in_the_order_of_the_form() {
        let wrong = ProfileInput { proxy: "proxy:3128".to_owned(), ..input(" ", "http://api.example.com") };
        let expected = [ProfileField::Name, ProfileField::Address, ProfileField::Proxy];
        assert_eq!(fields(&wrong, Environment::Sandbox, &[]), expected);
    }

    #[test]
    fn a_name_is_given_once() {
        let shop = saved("Shop", "https://api.example.com", Environment::Sandbox);
        let others = [shop.clone()];
        assert_eq!(fields(&input("Shop ", "https://b.example"), Environment::Sandbox, &others), [ProfileField::Name]);
        assert!(fields(&ProfileInput::of(&shop), Environment::Sandbox, &others).is_empty());
        let embedded = input("Embedded sandbox", "https://b.example");
        assert_eq!(fields(&embedded, Environment::Sandbox, &[]), [ProfileField::Name]);
    }

    #[test]
    fn a_sandbox_key_goes_to_a_host_of_production_only_when_the_person_says_so() {
        let others = [saved("Live", "https://api.example.com/v1", Environment::Production)];
        let typed = input("Test", "https://API.example.com/v2");
        let expected = [ProfileField::SandboxOnProductionHost];
        assert_eq!(fields(&typed, Environment::Sandbox, &others), expected);
        let said = ProfileInput { sandbox_on_production_host: true, ..typed };
        assert!(fields(&said, Environment::Sandbox, &others).is_empty());
        assert!(fields(&said, Environment::Production, &others).is_empty());
    }

    #[test]
    fn a_proxy_keeps_no_password_in_a_file() {
        let with = |proxy: &str| ProfileInput { proxy: proxy.to_owned(), ..input("Shop", "https://api.example.com") };
        for proxy in
            ["http://proxy.example.com:3128", "http://me@proxy.example.com:3128", "socks5h://me@proxy.example.com:1080"]
        {
            assert!(fields(&with(proxy), Environment::Sandbox, &[]).is_empty(), "{proxy}");
        }
        for proxy in [
            "http://me:pw@proxy.example.com",
            "socks5://me:pw@proxy.example.com",
            "proxy",
            "ftp://proxy",
            "http://",
            "http://a b",
        ] {
            assert_eq!(fields(&with(proxy), Environment::Sandbox, &[]), [ProfileField::Proxy], "{proxy}");
        }
        let typed = SecretText::new("topsecret");
        let typed = ProfileInput { proxy_password: typed, ..with("http://me@proxy.example.com:3128") };
        let saved = typed.saved(|| "shop".into(), Environment::Sandbox, &[]).unwrap();
        assert!(!serde_json::to_string(&saved).unwrap().contains("topsecret"));
        assert_eq!(typed.proxy_login().unwrap().expose(), "http://me:topsecret@proxy.example.com:3128/");
    }

    #[test]
    fn the_password_of_a_proxy_is_asked_for_where_its_address_names_a_user() {
        let with = |proxy: &str| ProfileInput { proxy: proxy.to_owned(), ..input("Shop", "https://api.example.com") };
        assert!(with("http://me@proxy.example.com:3128").proxy_asks_for_password());
        assert!(!with("http://proxy.example.com:3128").proxy_asks_for_password());
        let unused = ProfileInput { proxy_password: SecretText::new("pw"), ..with("http://proxy.example.com:3128") };
        assert_eq!(unused.proxy_login(), None, "there is nobody to log in");
        let long = SecretText::new("p".repeat(KEY_MAX_CHARS));
        let long = ProfileInput { proxy_password: long, ..with("http://me@proxy.example.com:3128") };
        assert_eq!(fields(&long, Environment::Sandbox, &[]), [ProfileField::ProxyPassword]);
    }

    #[test]
    fn a_profile_of_an_earlier_version_is_read() {
        let stored = r#"{"id": "a", "name": "Shop", "base_url": "https://api.example.com"}"#;
        let profile: SavedProfile = serde_json::from_str(stored).unwrap();
        assert_eq!((profile.environment, profile.read_only), (Environment::Sandbox, false));
    }
}
