//! What has happened in a run, and the checks of it.

use std::collections::HashMap;
use std::time::Duration;

/// How long after its deadline a request may end.
pub const TOLERANCE: Duration = Duration::from_secs(2);

/// An edge: its tenant and its name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label {
    /// The tenant.
    pub tenant: String,
    /// The name.
    pub edge: String,
}

/// What an agent wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// To read at an edge of its tenant.
    Read(Label),
    /// To act at an edge of its tenant.
    Action(Label),
    /// What must be refused: the reason.
    Forbidden(&'static str),
    /// A strange request that may reach an edge of its own tenant only.
    Strange {
        /// The tenant.
        tenant: String,
        /// What is strange.
        what: &'static str,
    },
}

/// How a request has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// An answer of an edge.
    Answer {
        /// The edge.
        from: Label,
        /// The request that it answers.
        request: u64,
    },
    /// A fault.
    Fault {
        /// Its code.
        code: String,
        /// Whether it says that an action may have been executed.
        is_unknown: bool,
    },
    /// No gateway had taken the request.
    NoConnection,
    /// The connection ended before the answer.
    Disconnected,
    /// The agent has stopped waiting.
    Nothing,
}

/// A request that has ended.
#[derive(Debug, Clone)]
pub struct Request {
    /// Its number, which is also the id of its action.
    pub id: u64,
    /// What the agent wants.
    pub kind: Kind,
    /// How it has ended.
    pub outcome: Outcome,
    /// The time that the agent allows.
    pub deadline: Duration,
    /// The time until it ended.
    pub took: Duration,
}

/// All that has happened.
#[derive(Debug, Default)]
pub struct Log {
    /// The requests.
    pub requests: Vec<Request>,
    /// Where each action was executed, once for each execution.
    pub executions: HashMap<u64, Vec<Label>>,
    /// Lines of edges that have to be refused.
    pub refused_lines: u64,
    /// Such lines that were accepted: what was forged.
    pub accepted_lines: Vec<&'static str>,
}

/// Codes of faults that refuse a request. Others are those of accepted requests.
const REFUSALS: [&str; 8] = [
    "ambiguous_browser",
    "bad_request",
    "browser_not_found",
    "forbidden",
    "method_not_allowed",
    "not_found",
    "queue_full",
    "unauthorized",
];

impl Log {
    /// What contradicts the promises of a gateway, one line each.
    pub fn violations(&self) -> Vec<String> {
        let mut violations: Vec<String> = self
            .accepted_lines
            .iter()
            .map(|what| format!("a line with {what} was accepted"))
            .collect();
        for request in &self.requests {
            let of_request = [
                late(request),
                foreign(request),
                accepted(request),
                self.executed(request),
            ];
            let lines = of_request.into_iter().flatten();
            violations.extend(lines.map(|line| format!("request {}: {line}", request.id)));
        }
        for (id, places) in &self.executions {
            if places.len() > 1 {
                violations.push(format!("action {id}: executed {} times", places.len()));
            }
        }
        violations
    }

    /// Whether the executions of a request contradict its outcome.
    fn executed(&self, request: &Request) -> Option<String> {
        let places = self
            .executions
            .get(&request.id)
            .map_or(&[][..], Vec::as_slice);
        let place = places.first();
        match (&request.kind, &request.outcome) {
            (Kind::Action(edge), _) if place.is_some_and(|place| place != edge) => {
                Some(format!("{edge:?} was named, {place:?} has executed it"))
            }
            (Kind::Action(_), Outcome::Answer { .. }) if place.is_none() => {
                Some("answered, but not executed".to_owned())
            }
            (
                Kind::Action(_),
                Outcome::Fault {
                    code,
                    is_unknown: false,
                },
            ) if place.is_some() => Some(format!("executed, but the fault {code} denies it")),
            (Kind::Action(_), Outcome::NoConnection) if place.is_some() => {
                Some("executed without a connection".to_owned())
            }
            (Kind::Forbidden(why), _) if place.is_some() => {
                Some(format!("executed in spite of {why}"))
            }
            (Kind::Strange { tenant, what }, _)
                if place.is_some_and(|place| place.tenant != *tenant) =>
            {
                Some(format!(
                    "{what}: sent in {tenant}, {place:?} has executed it"
                ))
            }
            (
                Kind::Read(_) | Kind::Action(_) | Kind::Forbidden(_) | Kind::Strange { .. },
                Outcome::Answer { .. }
                | Outcome::Fault { .. }
                | Outcome::NoConnection
                | Outcome::Disconnected
                | Outcome::Nothing,
            ) => None,
        }
    }
}

fn late(request: &Request) -> Option<String> {
    let is_late = request.took > request.deadline + TOLERANCE;
    let is_unanswered = request.outcome == Outcome::Nothing;
    (is_late || is_unanswered).then(|| {
        format!(
            "{:?}, its deadline was {:?}",
            request.took, request.deadline
        )
    })
}

/// An answer of another edge than the one that was named, or to another request.
fn foreign(request: &Request) -> Option<String> {
    let Outcome::Answer { from, request: id } = &request.outcome else {
        return None;
    };
    let is_own = match &request.kind {
        Kind::Read(edge) | Kind::Action(edge) => from == edge,
        Kind::Strange { tenant, .. } => from.tenant == *tenant,
        // Reported as accepted.
        Kind::Forbidden(_) => true,
    };
    if !is_own {
        return Some(format!("{:?} has the answer of {from:?}", request.kind));
    }
    (*id != request.id).then(|| format!("it has the answer to request {id}"))
}

/// A request that had to be refused.
fn accepted(request: &Request) -> Option<String> {
    let Kind::Forbidden(why) = &request.kind else {
        return None;
    };
    let is_refused = match &request.outcome {
        Outcome::Answer { .. } => false,
        Outcome::Fault { code, .. } => REFUSALS.contains(&code.as_str()),
        Outcome::NoConnection | Outcome::Disconnected | Outcome::Nothing => true,
    };
    (!is_refused).then(|| format!("accepted in spite of {why}: {:?}", request.outcome))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(tenant: &str, edge: &str) -> Label {
        Label {
            tenant: tenant.to_owned(),
            edge: edge.to_owned(),
        }
    }

    fn answer(from: Label, request: u64) -> Outcome {
        Outcome::Answer { from, request }
    }

    fn fault(code: &str, is_unknown: bool) -> Outcome {
        let code = code.to_owned();
        Outcome::Fault { code, is_unknown }
    }

    /// The violations of one request, whose action was executed at these edges.
    fn violations(kind: Kind, outcome: Outcome, executions: &[Label]) -> Vec<String> {
        let request = Request {
            id: 7,
            kind,
            outcome,
            deadline: Duration::from_secs(1),
            took: Duration::from_secs(1),
        };
        let mut log = Log::default();
        log.requests.push(request);
        if !executions.is_empty() {
            log.executions.insert(7, executions.to_vec());
        }
        log.violations()
    }

    #[test]
    fn a_run_without_a_violation_has_none() {
        let edge = label("acme", "laptop");
        let action = || Kind::Action(edge.clone());
        let once = [edge.clone()];
        let none = Vec::<String>::new();
        let read = Kind::Read(edge.clone());
        assert_eq!(violations(read, answer(edge.clone(), 7), &[]), none);
        assert_eq!(violations(action(), answer(edge.clone(), 7), &once), none);
        assert_eq!(violations(action(), fault("timeout", true), &once), none);
        assert_eq!(violations(action(), fault("timeout", true), &[]), none);
        assert_eq!(violations(action(), Outcome::Disconnected, &once), none);
        let forged = Kind::Forbidden("a forged token");
        assert_eq!(violations(forged, fault("unauthorized", false), &[]), none);
    }

    #[test]
    fn an_action_that_is_executed_twice_is_reported() {
        let edge = label("acme", "laptop");
        let twice = [edge.clone(), edge.clone()];
        for outcome in [answer(edge.clone(), 7), Outcome::Disconnected] {
            let violations = violations(Kind::Action(edge.clone()), outcome, &twice);
            assert_eq!(violations, ["action 7: executed 2 times"]);
        }
    }

    #[test]
    fn an_answer_of_another_tenant_edge_or_request_is_reported() {
        let edge = label("acme", "laptop");
        for from in [
            answer(label("other", "laptop"), 7),
            answer(label("acme", "desk"), 7),
            answer(edge.clone(), 8),
        ] {
            let violations = violations(Kind::Read(edge.clone()), from.clone(), &[]);
            assert_eq!(violations.len(), 1, "{from:?}: {violations:?}");
        }
        let strange = Kind::Strange {
            tenant: "acme".to_owned(),
            what: "a wildcard",
        };
        let foreign = answer(label("other", "laptop"), 7);
        assert_eq!(violations(strange, foreign, &[]).len(), 1);
    }

    #[test]
    fn an_action_at_another_edge_is_reported_without_an_answer_too() {
        let action = Kind::Action(label("acme", "laptop"));
        let elsewhere = [label("other", "laptop")];
        assert_eq!(
            violations(action, Outcome::Disconnected, &elsewhere).len(),
            1
        );
    }

    #[test]
    fn a_wrong_statement_about_an_action_is_reported() {
        let edge = label("acme", "laptop");
        let action = || Kind::Action(edge.clone());
        let once = [edge.clone()];
        let untrue = fault("extension_disconnected", false);
        assert_eq!(violations(action(), untrue, &once).len(), 1);
        assert_eq!(violations(action(), Outcome::NoConnection, &once).len(), 1);
        assert_eq!(violations(action(), answer(edge.clone(), 7), &[]).len(), 1);
    }

    #[test]
    fn what_must_be_refused_is_reported_if_it_is_not() {
        let forged = || Kind::Forbidden("a forged token");
        let edge = label("acme", "laptop");
        assert_eq!(violations(forged(), answer(edge.clone(), 7), &[]).len(), 1);
        let sent = fault("extension_disconnected", false);
        assert_eq!(violations(forged(), sent, &[]).len(), 1);
        let refused = fault("unauthorized", false);
        assert_eq!(violations(forged(), refused, &[edge]).len(), 1);
        let mut log = Log::default();
        log.accepted_lines.push("the token of an agent");
        assert_eq!(log.violations().len(), 1);
    }

    #[test]
    fn a_request_that_ends_too_late_or_never_is_reported() {
        let edge = label("acme", "laptop");
        let mut log = Log::default();
        let deadline = Duration::from_secs(1);
        for (took, outcome) in [
            (deadline + TOLERANCE, fault("timeout", false)),
            (deadline + TOLERANCE * 2, fault("timeout", false)),
            (deadline, Outcome::Nothing),
        ] {
            log.requests.push(Request {
                id: log.requests.len() as u64,
                kind: Kind::Read(edge.clone()),
                outcome,
                deadline,
                took,
            });
        }
        let violations = log.violations();
        assert_eq!(violations.len(), 2, "{violations:?}");
    }
}
