//! The services of the profiles: made ready when asked for, and the clients that talk to them.
//!
//! A client belongs to its profile: an operation leaves with the key of its own profile or not at all, and a read
//! with that of the current profile when it was asked for.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use paydesk_api::call::{KeyRole, Request};
use paydesk_api::client::{ApiClient, ClientError, TimeLimits};
use paydesk_api::rate_limit::Priority;
use paydesk_api::record_reads::ListRecords;
use paydesk_core::Message;
use paydesk_core::connection_test::ProfileTestRun;
use paydesk_core::effect::{ProfileTestEffect, ServiceChoice, SignInStep};
use paydesk_core::failure::{KeepSecretError, ServiceError, SignInError};
use paydesk_core::message::{SecretPlace, SignInReached};
use paydesk_core::profiles::SavedProfile;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::secret::{AdminKey, ApiKey, ProxyLogin, SecretKind, SecretText, SignInToken, WebhookSecret};
use paydesk_vault::VaultError;

use super::allowance::CallAllowance;
use super::calls::ServiceConnection;
use super::clock::now;
use super::connection_test;
use super::keys::ProfileKeys;
use super::network::NetworkRules;
use super::recorder::Recorder;
use super::sign_in::{self, StepEnd};

/// A future that can go to another thread.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Starts the embedded sandbox: what this means is not known here.
pub type ServiceStarter = Arc<dyn Fn() -> BoxFuture<Result<StartedService, ServiceError>> + Send + Sync>;

/// Starts the services that this program carries.
#[derive(Clone)]
pub struct EmbeddedStarters {
    pub sandbox: ServiceStarter,
    /// The sandbox in the shapes of hyperswitch.
    pub hyperswitch: ServiceStarter,
}

impl From<ServiceStarter> for EmbeddedStarters {
    /// Starts both shapes with one starter.
    fn from(starter: ServiceStarter) -> Self {
        Self { sandbox: starter.clone(), hyperswitch: starter }
    }
}

/// A service that was started here.
pub struct StartedService {
    pub profile: Profile,
    pub key: ApiKey,
    /// Makes API keys, where the service came with one.
    pub admin_key: Option<AdminKey>,
    /// What it signs webhooks with.
    pub webhook_secret: Option<WebhookSecret>,
    /// Kept as long as the runtime runs, dropped inside it: the running sandbox, say.
    pub keep: Box<dyn Any + Send>,
}

/// A service that this program carries.
struct EmbeddedService {
    starter: ServiceStarter,
    /// One start at a time; what it wants kept, once it runs.
    started: tokio::sync::Mutex<Option<(Profile, Box<dyn Any + Send>)>>,
}

impl EmbeddedService {
    fn new(starter: ServiceStarter) -> Self {
        Self { starter, started: tokio::sync::Mutex::new(None) }
    }
}

/// Prepares the service of a profile (its key, its client, the embedded sandbox) and holds the clients that are ready.
pub struct Connector {
    sandbox: EmbeddedService,
    /// The sandbox in the shapes of hyperswitch, with data of its own.
    hyperswitch: EmbeddedService,
    keys: ProfileKeys,
    limits: TimeLimits,
    network: NetworkRules,
    allowance: Arc<dyn CallAllowance>,
    recorder: Recorder,
    clients: Mutex<Clients>,
}

#[derive(Default)]
struct Clients {
    of: HashMap<ProfileId, ApiClient>,
    /// Profiles whose client has the token of a dashboard sign-in.
    signed_in: HashSet<ProfileId>,
    /// Those of embedded services; those of others are in the keyring.
    embedded_admin: HashMap<ProfileId, AdminKey>,
    /// The secrets with which embedded services sign webhooks.
    embedded_webhook: HashMap<ProfileId, WebhookSecret>,
}

/// Why a profile could not be made ready.
struct NotReady {
    error: ServiceError,
    key_missing: bool,
}

impl From<ServiceError> for NotReady {
    fn from(error: ServiceError) -> Self {
        Self { error, key_missing: false }
    }
}

impl Connector {
    pub fn new(
        embedded: EmbeddedStarters,
        keys: ProfileKeys,
        (limits, network, allowance): (TimeLimits, NetworkRules, Arc<dyn CallAllowance>),
        recorder: Recorder,
    ) -> Self {
        let EmbeddedStarters { sandbox, hyperswitch } = embedded;
        let (sandbox, hyperswitch) = (EmbeddedService::new(sandbox), EmbeddedService::new(hyperswitch));
        Self { sandbox, hyperswitch, keys, limits, network, allowance, recorder, clients: Mutex::default() }
    }

    /// Makes the service of a profile ready.
    pub async fn connect(&self, choice: ServiceChoice) -> Message {
        let result = match &choice {
            ServiceChoice::EmbeddedSandbox => self.start(&self.sandbox).await.map(|profile| (profile, None)),
            ServiceChoice::EmbeddedHyperswitch => self.start(&self.hyperswitch).await.map(|profile| (profile, None)),
            ServiceChoice::Remote(saved) => self.reach(saved).await.map(|(profile, place)| (profile, Some(place))),
        };
        match result {
            Ok((profile, key_place)) => Message::ServiceReady { profile, key_place },
            Err(NotReady { error, key_missing }) => {
                Message::ServiceFailed { profile_id: id_of(&choice), problem: error.into(), key_missing }
            }
        }
    }

    /// An embedded service runs until the runtime ends: its operations may still be on their way.
    async fn start(&self, service: &EmbeddedService) -> Result<Profile, NotReady> {
        let mut started = service.started.lock().await;
        if let Some((profile, _)) = &*started {
            return Ok(profile.clone());
        }
        let StartedService { profile, key, admin_key, webhook_secret, keep } = (service.starter)().await?;
        check_environment(&profile, &key)?;
        let client =
            ApiClient::new(&profile.base_url, &key, self.limits).map_err(|error| unusable(&profile, &error))?;
        {
            let mut clients = self.lock();
            clients.of.insert(profile.id.clone(), client);
            clients.embedded_admin.extend(admin_key.map(|key| (profile.id.clone(), key)));
            clients.embedded_webhook.extend(webhook_secret.map(|secret| (profile.id.clone(), secret)));
        }
        *started = Some((profile.clone(), keep));
        Ok(profile)
    }

    async fn reach(&self, saved: &SavedProfile) -> Result<(Profile, SecretPlace), NotReady> {
        let (key, place) = self.stored_key(saved).await?;
        let login = self.stored_proxy_login(saved).await?;
        let client = self.client_with(saved, &key, login.as_ref())?;
        let token = self.stored_sign_in(&saved.id).await;
        self.lock().of.insert(saved.id.clone(), client);
        self.use_sign_in(&saved.id, token.as_ref());
        Ok((saved.profile(), place))
    }

    /// Where the keyring does not answer, everything works as without a sign-in.
    async fn stored_sign_in(&self, profile_id: &ProfileId) -> Option<SignInToken> {
        let (keys, id) = (self.keys.clone(), profile_id.to_owned());
        tokio::task::spawn_blocking(move || keys.sign_in_token(&id)).await.ok()?.ok().flatten()
    }

    /// From now on the client of the profile has this token, or none.
    fn use_sign_in(&self, profile_id: &ProfileId, token: Option<&SignInToken>) {
        let mut clients = self.lock();
        clients.signed_in.remove(profile_id);
        let Some(client) = clients.of.remove(profile_id) else { return };
        let with_token = client.clone().with_sign_in(token);
        if token.is_some() && with_token.is_ok() {
            clients.signed_in.insert(profile_id.to_owned());
        }
        clients.of.insert(profile_id.to_owned(), with_token.unwrap_or(client));
    }

    /// Whether what a signed-in person may read leaves with the token of one.
    pub fn is_signed_in(&self, profile_id: &ProfileId) -> bool {
        self.lock().signed_in.contains(profile_id)
    }

    /// Takes a step of a dashboard sign-in. At its end the token is stored, and used from then on.
    pub async fn sign_in(&self, profile: SavedProfile, step: SignInStep) -> Result<SignInReached, SignInError> {
        let line = self.line_for_test(&profile, None, None, None).await;
        let line = line.map_err(|refusal| SignInError::Profile(refusal.error))?;
        let token = match sign_in::take_step(line, profile.merchant_id.as_ref(), step).await? {
            StepEnd::SecondFactor(token) => return Ok(SignInReached::SecondFactor(token)),
            StepEnd::Token(token) => token,
        };
        let (keys, id, kept) = (self.keys.clone(), profile.id.clone(), SecretText::from(token.clone()));
        let keep = tokio::task::spawn_blocking(move || keys.keep(&id, SecretKind::SignInToken, kept)).await;
        let place = keep.unwrap_or(Err(VaultError::Failed)).map_err(SignInError::Keyring)?;
        self.use_sign_in(&profile.id, Some(&token));
        Ok(SignInReached::SignedIn(place))
    }

    async fn stored_key(&self, saved: &SavedProfile) -> Result<(ApiKey, SecretPlace), NotReady> {
        let (keys, id) = (self.keys.clone(), saved.id.clone());
        let found = tokio::task::spawn_blocking(move || keys.secret_key(&id)).await;
        match found.unwrap_or(Err(VaultError::Failed)) {
            Ok(Some(found)) => Ok(found),
            Ok(None) => Err(NotReady { error: ServiceError::NoKey { profile: saved.name.clone() }, key_missing: true }),
            Err(error) => Err(NotReady { error: ServiceError::Keyring(error), key_missing: true }),
        }
    }

    /// How the profile logs in at its proxy; not looked for where its proxy asks for nothing.
    async fn stored_proxy_login(&self, saved: &SavedProfile) -> Result<Option<ProxyLogin>, NotReady> {
        if !self.network.needs_proxy_login(saved) {
            return Ok(None);
        }
        let (keys, id) = (self.keys.clone(), saved.id.clone());
        let found = tokio::task::spawn_blocking(move || keys.proxy_login(&id)).await;
        Ok(found.unwrap_or(Err(VaultError::Failed)).map_err(ServiceError::Keyring)?)
    }

    fn client_with(
        &self,
        saved: &SavedProfile,
        key: &ApiKey,
        login: Option<&ProxyLogin>,
    ) -> Result<ApiClient, NotReady> {
        let profile = saved.profile();
        check_environment(&profile, key)?;
        let access = self.network.access(saved, login);
        let client = access.and_then(|access| ApiClient::through(&saved.base_url, &access, key, self.limits));
        client.map_err(|error| unusable(&profile, &error).into())
    }

    /// Tries a service: whether it answers, and what the key may use there.
    pub async fn test(&self, asked: ProfileTestEffect) -> Message {
        let ProfileTestEffect { number, profile, key, proxy_login, gate } = asked;
        // The address is that of the saved profile, whose admin key was given for it.
        let profile_id = gate.is_some().then(|| profile.id.clone());
        let admin_key = match &profile_id {
            Some(id) => self.stored_admin_key(id).await.ok().flatten().map(|(key, _)| key),
            None => None,
        };
        let mut rate = None;
        let result = match self.line_for_test(&profile, key, proxy_login, admin_key.as_ref()).await {
            Ok(line) => {
                let merchant_id = profile.merchant_id.as_ref().filter(|_| admin_key.is_some());
                let api_keys = ListRecords::first_of(ResourceKind::ApiKey, merchant_id);
                let run = ProfileTestRun::new(profile.environment, api_keys.as_ref(), now());
                let test = connection_test::run(run, &line, gate.unwrap_or_default(), &mut rate).await;
                test.map_err(|error| ServiceError::Call(error).into())
            }
            Err(refusal) => Err(refusal.error.into()),
        };
        Message::ProfileTested { number, profile_id, result, rate }
    }

    async fn line_for_test(
        &self,
        saved: &SavedProfile,
        key: Option<SecretText>,
        proxy_login: Option<SecretText>,
        admin_key: Option<&AdminKey>,
    ) -> Result<ServiceConnection, NotReady> {
        let key = match key.map(|text| ApiKey::parse(text.expose())) {
            Some(Ok(key)) => key,
            Some(Err(error)) => return Err(ServiceError::NotAKey(error).into()),
            None => self.stored_key(saved).await?.0,
        };
        let login = match proxy_login.map(|text| ProxyLogin::parse(text.expose())) {
            Some(Ok(login)) => Some(login),
            Some(Err(error)) => return Err(ServiceError::NotAKey(error).into()),
            None => self.stored_proxy_login(saved).await?,
        };
        let mut client = self.client_with(saved, &key, login.as_ref())?;
        if let Some(admin_key) = admin_key {
            client = client.clone().with_admin_key(admin_key).unwrap_or(client);
        }
        Ok(self.line(&saved.id, Some(client)))
    }

    /// Stores a secret. A sign-in was looked at for the account of the secret key: it ends with it.
    pub async fn keep_secret(&self, profile_id: ProfileId, kind: SecretKind, secret: SecretText) -> Message {
        if kind == SecretKind::SecretKey {
            self.let_go(&profile_id, SecretKind::SignInToken);
            self.forget_secret(profile_id.clone(), SecretKind::SignInToken).await;
        }
        let (keys, id) = (self.keys.clone(), profile_id.clone());
        let stored = tokio::task::spawn_blocking(move || keys.keep(&id, kind, secret)).await;
        let result = match stored {
            Ok(stored) => stored.map_err(Into::into),
            Err(_) => Err(KeepSecretError::NotSaved(kind).into()),
        };
        Message::SecretStored { profile_id, kind, result }
    }

    /// Forgets everything before it keeps the new key: whatever happens, no key meets a service it was not given for.
    pub async fn replace_secrets(&self, profile_id: ProfileId, key: SecretText) -> Message {
        if let Some(error) = self.forget_kinds(&profile_id, &SecretKind::OF_SERVICE).await {
            tracing::warn!(?error, "keys of another service may still be in the keyring");
        }
        self.keep_secret(profile_id, SecretKind::SecretKey, key).await
    }

    /// Nothing leaves any more with a secret that is about to be forgotten.
    pub fn let_go(&self, profile_id: &ProfileId, kind: SecretKind) {
        if kind == SecretKind::SignInToken {
            self.use_sign_in(profile_id, None);
        }
    }

    /// One secret that is of no use any more; the service of the profile goes on.
    pub async fn forget_secret(&self, profile_id: ProfileId, kind: SecretKind) {
        let keys = self.keys.clone();
        let forgotten = tokio::task::spawn_blocking(move || keys.forget(&profile_id, &[kind])).await;
        if !matches!(forgotten, Ok(None)) {
            tracing::warn!("the {} may still be in the keyring", kind.name());
        }
    }

    pub async fn forget_secrets(&self, profile_id: ProfileId) -> Message {
        let error = self.forget_kinds(&profile_id, &SecretKind::ALL).await;
        Message::SecretsForgotten { profile_id, problem: error.map(Into::into) }
    }

    /// Lets the service of a profile go with its secrets of these kinds.
    async fn forget_kinds(&self, profile_id: &ProfileId, kinds: &'static [SecretKind]) -> Option<KeepSecretError> {
        self.lock().of.remove(profile_id);
        let (keys, id) = (self.keys.clone(), profile_id.to_owned());
        let forgotten = tokio::task::spawn_blocking(move || keys.forget(&id, kinds)).await;
        forgotten.unwrap_or(Some(KeepSecretError::NotForgotten(VaultError::Failed)))
    }

    fn line(&self, profile_id: &ProfileId, client: Option<ApiClient>) -> ServiceConnection {
        let (recorder, allowance) = (self.recorder.clone(), self.allowance.clone());
        ServiceConnection {
            profile_id: profile_id.to_owned(),
            client,
            recorder,
            allowance,
            priority: Priority::Ordinary,
        }
    }

    /// The line that reads of a profile go through, with its key.
    pub fn line_of(&self, profile_id: &ProfileId) -> ServiceConnection {
        self.line(profile_id, self.of(profile_id))
    }

    /// The client of a profile, if it was ever made ready.
    pub fn of(&self, profile_id: &ProfileId) -> Option<ApiClient> {
        self.lock().of.get(profile_id).cloned()
    }

    /// The line of a profile for this request, with the key that it asks for.
    pub async fn connection_for(&self, profile_id: &ProfileId, request: &Request) -> ServiceConnection {
        let client = match request.key {
            KeyRole::Secret | KeyRole::SignIn | KeyRole::Nothing => self.of(profile_id),
            KeyRole::Admin => self.admin_of(profile_id).await,
        };
        self.line(profile_id, client)
    }

    /// The client of a profile with its admin key. Without such a key the client sends nothing that needs it.
    async fn admin_of(&self, profile_id: &ProfileId) -> Option<ApiClient> {
        let client = self.of(profile_id)?;
        match self.stored_admin_key(profile_id).await {
            Ok(Some((key, _))) => Some(client.clone().with_admin_key(&key).unwrap_or(client)),
            Ok(None) | Err(_) => Some(client),
        }
    }

    /// Whether there is an admin key for a profile, and where.
    pub async fn find_admin_key(&self, profile_id: ProfileId) -> Message {
        let found = self.stored_admin_key(&profile_id).await;
        let result = found.map(|found| found.map(|(_, place)| place)).map_err(Into::into);
        Message::AdminKeyLookedFor { profile_id, result }
    }

    async fn stored_admin_key(&self, profile_id: &ProfileId) -> Result<Option<(AdminKey, SecretPlace)>, VaultError> {
        if profile_id.is_embedded() {
            // It is stored with the sandbox's data, and is only good there.
            return Ok(self.lock().embedded_admin.get(profile_id).cloned().map(|key| (key, SecretPlace::Keyring)));
        }
        let (keys, id) = (self.keys.clone(), profile_id.to_owned());
        let found = tokio::task::spawn_blocking(move || keys.admin_key(&id)).await;
        found.unwrap_or(Err(VaultError::Failed))
    }

    /// What an embedded sandbox signs with: it is made for it, and proves nothing anywhere else.
    pub fn find_sandbox_secret(&self, profile_id: ProfileId) -> Message {
        let secret = self.lock().embedded_webhook.get(&profile_id).map(|secret| SecretText::new(secret.expose()));
        Message::SandboxSecretFound { profile_id, secret }
    }

    /// What webhooks of a profile are proved with.
    pub async fn webhook_secret(&self, profile_id: &ProfileId) -> Result<Option<WebhookSecret>, VaultError> {
        if profile_id.is_embedded() {
            // As its admin key: kept with its data.
            return Ok(self.lock().embedded_webhook.get(profile_id).cloned());
        }
        let (keys, id) = (self.keys.clone(), profile_id.to_owned());
        let found = tokio::task::spawn_blocking(move || keys.webhook_secret(&id)).await;
        found.unwrap_or(Err(VaultError::Failed))
    }

    /// Lets all services go.
    pub fn forget(&self) {
        self.lock().of.clear();
        for service in [&self.sandbox, &self.hyperswitch] {
            if let Ok(mut started) = service.started.try_lock() {
                *started = None;
            }
        }
    }

    /// A panic leaves only plain data behind the lock.
    fn lock(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn id_of(choice: &ServiceChoice) -> ProfileId {
    match choice {
        ServiceChoice::EmbeddedSandbox => ProfileId::embedded(),
        ServiceChoice::EmbeddedHyperswitch => ProfileId::embedded_hyperswitch(),
        ServiceChoice::Remote(saved) => saved.id.clone(),
    }
}

/// The event owed for a start that panicked.
pub fn failed_by_panic(choice: &ServiceChoice) -> impl FnOnce() -> Message + Send + 'static + use<> {
    let profile_id = id_of(choice);
    move || Message::ServiceFailed { profile_id, problem: ServiceError::Internal.into(), key_missing: false }
}

/// The banner at the top of the window must not name the wrong environment.
fn check_environment(profile: &Profile, key: &ApiKey) -> Result<(), NotReady> {
    let (opens, is) = (key.environment(), profile.environment);
    if opens == is {
        return Ok(());
    }
    let error = ServiceError::OtherEnvironment { profile: profile.name.clone(), of_key: opens, of_profile: is };
    Err(NotReady { error, key_missing: true })
}

fn unusable(profile: &Profile, error: &ClientError) -> ServiceError {
    if *error == ClientError::NoProxyPassword {
        return ServiceError::NoProxyPassword { profile: profile.name.clone() };
    }
    ServiceError::Unusable { profile: profile.name.clone(), why: error.to_string() }
}
