//! Every grant, every begin and every end that was acknowledged is there, and of what was sent each has its claim.

use std::collections::BTreeMap;

use paydesk_team::{ClaimStage, Fence};

use super::kept::Kept;
use crate::team::chaos::service::SentOperation;
use crate::team::chaos::world::Acknowledged;

pub fn judge(kept: &Kept, sent: &BTreeMap<Fence, &SentOperation>, acknowledged: &Acknowledged) {
    let mut intervals = BTreeMap::<_, Vec<_>>::new();
    for (fence, operation) in &acknowledged.granted {
        let claim = kept.claims.get(fence).unwrap_or_else(|| panic!("{fence:?} of {operation} is lost"));
        let ClaimStage::Ended { at, ending, .. } = &claim.stage else { panic!("open: {claim:?}") };
        assert_eq!(claim.operation_id, *operation);
        if let Some(acknowledged) = acknowledged.released.get(fence) {
            assert_eq!(ending, acknowledged, "{claim:?}");
        }
        if let Some(row) = sent.get(fence) {
            let request = &row.request;
            assert_eq!((row.operation(), &request.resource), (claim.operation_id.as_str(), &claim.resource));
            assert_eq!((&request.operation, &row.person), (&claim.operation, &claim.user), "{claim:?}");
            assert!(acknowledged.sending.contains(fence), "{row:?}");
            assert!(ending == "Done" || ending.starts_with("taken over"), "sent: {claim:?}");
        }
        intervals.entry((&claim.family, &claim.resource)).or_default().push((claim.since, *at));
    }
    assert!(sent.keys().all(|fence| acknowledged.granted.contains_key(fence)));
    for (resource, mut grants) in intervals {
        grants.sort_unstable();
        assert!(grants.windows(2).all(|pair| pair[0].1 <= pair[1].0), "two had {resource:?} at once");
    }
}
