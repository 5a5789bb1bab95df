//! What the organisation set for this machine, with the files that it names.

use std::path::Path;

use paydesk_api::client::ExtraRoots;
use paydesk_core::failure::{CertificatesFault, ManagedFileError, ManagedFileFault};
use paydesk_core::managed::ManagedPolicy;
use paydesk_runtime::NetworkRules;
use paydesk_store::managed;

/// The rules, and what is wrong with their files.
#[derive(Debug, Clone, Default)]
pub struct Organisation {
    pub network: NetworkRules,
    pub error: Option<ManagedFileError>,
}

impl Organisation {
    /// That of this machine.
    pub fn here() -> Self {
        Self::at(&managed::path())
    }

    /// That of the file at `path`.
    pub fn at(path: &Path) -> Self {
        let (policy, error) = managed::load(path);
        let (roots, certificates_error) = match certificates(&policy) {
            Ok(roots) => (roots, None),
            Err(fault) => (ExtraRoots::default(), Some(ManagedFileError { path: path.to_owned(), fault })),
        };
        Self { network: NetworkRules { policy, roots }, error: error.or(certificates_error) }
    }

    pub fn policy(&self) -> &ManagedPolicy {
        &self.network.policy
    }
}

fn certificates(policy: &ManagedPolicy) -> Result<ExtraRoots, ManagedFileFault> {
    let Some(bundle) = &policy.ca_bundle else { return Ok(ExtraRoots::default()) };
    let fault = |why| ManagedFileFault::Certificates { bundle: bundle.clone(), why };
    let pem = managed::read_bundle(bundle).map_err(|error| fault(CertificatesFault::NotRead(error.into())))?;
    ExtraRoots::from_pem(&pem).map_err(|error| fault(CertificatesFault::Unusable(error.to_string())))
}
