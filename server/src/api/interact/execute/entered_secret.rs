//! What `fill_secret` enters. Its command runs only for an action that is possible and allowed.

use super::{AttemptResult, Execution, ExtensionReport, RetryState, attempt};
use crate::api::context::RequestContext;
use crate::api::interact::check::CheckedTarget;
use crate::secrets;
use axlens_local::secrets::NamedSecret;
use axlens_protocol::Fault;
use axlens_protocol::agent::interact::TargetedAction;
use axlens_protocol::model::action::Action;
use axlens_protocol::wire::{InteractParams, Method, SecretValue};
use tokio::time::Instant;

/// What `fill_secret` enters.
pub(super) struct SecretToEnter {
    named: NamedSecret,
    /// For the extension; without a value at first.
    pub params: SecretValue,
}

impl SecretToEnter {
    /// That of an action, without its value; `None` for another action.
    ///
    /// # Errors
    /// Those of [`secrets::SecretStore::named`].
    pub fn of(
        context: &RequestContext<'_>,
        action: &Action,
    ) -> Result<Option<SecretToEnter>, Fault> {
        let Action::FillSecret { secret } = action else {
            return Ok(None);
        };
        let named = context.app.secrets.named(secret)?;
        let sites = named.sites.clone();
        let params = SecretValue { value: None, sites };
        Ok(Some(SecretToEnter { named, params }))
    }

    /// Gets the value if the action is possible and the user need not be prompted first. Returns
    /// the report too if the action was executed earlier, under the same id.
    pub async fn check(
        mut self,
        context: &mut RequestContext<'_>,
        (id, act): (&str, &TargetedAction),
        params: InteractParams,
        target: &CheckedTarget,
    ) -> Result<(Option<SecretToEnter>, Option<ExtensionReport>), Fault> {
        let check = Method::Interact(Box::new(InteractParams {
            dry_run: true,
            secret: Some(self.params.clone()),
            ..params
        }));
        let state = RetryState::default();
        match attempt(context, (id, act), check, target, &state).await? {
            AttemptResult::Ended(Execution::Executed(report)) => return Ok((None, Some(report))),
            AttemptResult::Ended(Execution::Possible {
                needs_consent: false,
                ..
            }) => self.get_value(context).await?,
            AttemptResult::Ended(Execution::Possible { .. } | Execution::Unlisted)
            | AttemptResult::Consented(_)
            | AttemptResult::ContextChanged(_) => {}
        }
        Ok((Some(self), None))
    }

    /// Gets the value. The time of its command moves the deadline: the user may have to unlock a
    /// password manager.
    pub async fn get_value(&mut self, context: &mut RequestContext<'_>) -> Result<(), Fault> {
        let start = Instant::now();
        self.params.value = Some(secrets::value(&self.named).await?);
        context.deadline += start.elapsed();
        Ok(())
    }
}
