//! What a form sends: the typed input of a call. The window fills it in and builds no request.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::operations::OperationPlan;
use paydesk_api::input::InputError;
use paydesk_domain::ids::{CustomerId, OperationId};
use paydesk_domain::operation::ResourceKind;

/// The input of a call that a form makes; implemented once for each, in its feature.
pub trait FormCall: Any + Debug + Clone + PartialEq + Send + Sync {
    /// The panel whose form it is from.
    const PANEL: ResourceKind;

    /// The plan of the call, or everything that is wrong with the input. `id` is that of the form's operation.
    fn plan(self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>>;

    /// The customer that the service must have: it is looked up before the call is sent.
    fn customer(&self) -> Option<&CustomerId> {
        None
    }
}

/// The filled-in form of any call.
#[derive(Debug, Clone)]
pub struct FormInput {
    pub panel: ResourceKind,
    input: Arc<dyn AnyInput>,
}

/// A [`FormCall`] of whatever type.
trait AnyInput: Any + Debug + Send + Sync {
    fn plan(&self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>>;
    fn customer(&self) -> Option<&CustomerId>;
    fn equals(&self, other: &dyn AnyInput) -> bool;
}

impl<I: FormCall> AnyInput for I {
    fn plan(&self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        FormCall::plan(self.clone(), id, now)
    }

    fn customer(&self) -> Option<&CustomerId> {
        FormCall::customer(self)
    }

    fn equals(&self, other: &dyn AnyInput) -> bool {
        (other as &dyn Any).downcast_ref::<I>() == Some(self)
    }
}

impl FormInput {
    pub fn new<I: FormCall>(input: I) -> Self {
        Self { panel: I::PANEL, input: Arc::new(input) }
    }

    /// The plan of the call, or everything that is wrong with the input.
    pub fn plan(&self, id: &OperationId, now: DateTime<Utc>) -> Result<OperationPlan, Vec<InputError>> {
        self.input.plan(id, now)
    }

    /// The customer that the service must have.
    pub fn customer(&self) -> Option<&CustomerId> {
        self.input.customer()
    }
}

impl PartialEq for FormInput {
    fn eq(&self, other: &Self) -> bool {
        self.input.equals(&*other.input)
    }
}
