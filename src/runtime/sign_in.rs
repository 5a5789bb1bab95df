//! Takes the steps of a dashboard sign-in, one request after the other.
//!
//! Which steps there are is learned from the answers. A token counts once it is for the account that the key of the
//! profile is of: reports of another account would be taken for those of this one.

use paydesk_api::call::Call;
use paydesk_api::error::CallError;
use paydesk_api::resources::sign_in::calls::{
    EndSecondFactor, MerchantOfKey, SignIn, SignInAnswer, SignedInMerchant, SwitchMerchant, TokenUse,
    VerifySecondFactor,
};
use paydesk_core::effect::SignInStep;
use paydesk_core::failure::SignInError;
use paydesk_domain::ids::MerchantId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::secret::SignInToken;

use super::calls::ServiceConnection;

/// What a step led to.
pub enum StepEnd {
    /// The second factor is given with this token.
    SecondFactor(SignInToken),
    /// It opens what a signed-in person may read of the account of the profile.
    Token(SignInToken),
}

/// Takes a step over a line of the profile; `entered` is the merchant id in its settings.
///
/// # Errors
///
/// What the service refused, or why its answer cannot be used. No token is kept then.
pub async fn take_step(
    line: ServiceConnection,
    entered: Option<&MerchantId>,
    step: SignInStep,
) -> Result<StepEnd, SignInError> {
    let answer = match step {
        SignInStep::Password { email, password } => ask(&line, &SignIn { email, password }).await.map_err(offered)?,
        SignInStep::SecondFactor { token, code } => {
            let line = with_token(&line, &token)?;
            let skip = code.is_none();
            if let Some(code) = code {
                ask(&line, &VerifySecondFactor { code }).await?;
            }
            ask(&line, &EndSecondFactor { skip }).await?
        }
    };
    let SignInAnswer { token, token_use } = answer;
    match token_use {
        TokenUse::SecondFactor => Ok(StepEnd::SecondFactor(token)),
        TokenUse::Everything => of_account(&line, entered, token).await.map(StepEnd::Token),
        TokenUse::Other(step) => Err(SignInError::DashboardStep(step)),
    }
}

/// The token, or another one of the same person, for the account of the profile.
async fn of_account(
    line: &ServiceConnection,
    entered: Option<&MerchantId>,
    token: SignInToken,
) -> Result<SignInToken, SignInError> {
    let of_key = ask(line, &MerchantOfKey).await?;
    let wanted = of_key.or_else(|| entered.map(|id| id.as_str().to_owned())).ok_or(SignInError::MerchantUnknown)?;
    if ask(&with_token(line, &token)?, &SignedInMerchant).await? == wanted {
        return Ok(token);
    }
    let other = || SignInError::OtherMerchant { wanted: wanted.clone() };
    let switch = SwitchMerchant { merchant_id: wanted.clone() };
    let switched = ask(&with_token(line, &token)?, &switch).await.map_err(|error| match error {
        SignInError::Call(CallError::Service { .. }) => other(),
        error => error,
    })?;
    match ask(&with_token(line, &switched.token)?, &SignedInMerchant).await? == wanted {
        true => Ok(switched.token),
        false => Err(other()),
    }
}

async fn ask<C: Call>(line: &ServiceConnection, call: &C) -> Result<C::Output, SignInError> {
    call.read(line.send(&call.request()).await, MinorUnits::Undecided).map_err(SignInError::Call)
}

fn with_token(line: &ServiceConnection, token: &SignInToken) -> Result<ServiceConnection, SignInError> {
    let client = line.client.clone().map(|client| client.with_sign_in(Some(token))).transpose();
    let client = client.map_err(|_| SignInError::Internal)?;
    let (profile_id, recorder) = (line.profile_id.clone(), line.recorder.clone());
    Ok(ServiceConnection { profile_id, client, recorder, allowance: line.allowance.clone(), priority: line.priority })
}

/// A service that does not know the first step has no sign-in.
fn offered(error: SignInError) -> SignInError {
    match error {
        SignInError::Call(call) if matches!(call.status(), Some(404 | 405 | 501)) => SignInError::NotOffered,
        error => error,
    }
}
