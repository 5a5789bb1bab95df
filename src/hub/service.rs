//! The payment service that a hub reads, and whether it is the one of the team's profile.

use paydesk_api::client::ApiClient;
use paydesk_domain::address::ServiceAddress;
use paydesk_domain::profile::Environment;
use paydesk_domain::text::visible;
use paydesk_team::TeamProfile;

use super::place::HubProblem;

/// The payment service that a hub reads.
#[derive(Clone)]
pub struct HubService {
    pub client: ApiClient,
    pub address: ServiceAddress,
    /// That of the key.
    pub environment: Environment,
    /// Most requests a minute of the whole team, where the service reports no limit of its own.
    pub per_minute: Option<u32>,
}

impl HubService {
    /// Whether it is the service of this profile: payments of another must not get among those of the team.
    pub fn check(&self, profile: &TeamProfile) -> Result<(), HubProblem> {
        let theirs = ServiceAddress::parse(&profile.service_address, None);
        let is_same = theirs.is_ok_and(|theirs| theirs.as_base_url() == self.address.as_base_url());
        if !is_same {
            let (theirs, ours) = (visible(&profile.service_address, 200), self.address.as_base_url().to_owned());
            return Err(HubProblem::OtherService { theirs, ours });
        }
        if profile.environment != self.environment {
            return Err(HubProblem::OtherEnvironment);
        }
        Ok(())
    }
}
