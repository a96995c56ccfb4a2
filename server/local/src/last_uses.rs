//! When each agent last sent a request, in a file that only its user can access. It is for display:
//! a missing or invalid file is an empty one.

use crate::state_dir::{StateDir, files};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Seconds of a minute.
const MINUTE: u64 = 60;

/// The time of each agent's last request, in minutes since 1970, by the agent's id.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LastUses(BTreeMap<String, u64>);

impl LastUses {
    /// The stored times.
    pub fn read(dir: &StateDir) -> LastUses {
        let text = files::read_private(&dir.last_uses_file());
        let parsed = text.ok().and_then(|text| serde_json::from_str(&text).ok());
        parsed.unwrap_or_default()
    }

    /// Stores the times.
    ///
    /// # Errors
    /// If the folder can't be written.
    pub fn write(&self, dir: &StateDir) -> anyhow::Result<()> {
        let text = serde_json::to_string(self)? + "\n";
        files::write_private(&dir.last_uses_file(), &text)
    }

    /// Notes a request of an agent. Returns whether that has changed its minute.
    pub fn note(&mut self, agent: &str, now: SystemTime) -> bool {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / MINUTE;
        match self.0.get_mut(agent) {
            Some(last) => std::mem::replace(last, now) != now,
            None => self.0.insert(agent.to_owned(), now).is_none(),
        }
    }

    /// The minute of an agent's last request; `None` if it has sent none.
    pub fn of(&self, agent: &str) -> Option<SystemTime> {
        let seconds = self.0.get(agent)?.checked_mul(MINUTE)?;
        UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
    }

    /// Removes the agents that are not kept.
    pub fn retain(&mut self, keeps: impl Fn(&str) -> bool) {
        self.0.retain(|agent, _| keeps(agent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn times_are_stored_by_the_minute_for_their_user_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let mut uses = LastUses::read(&dir);
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert!(uses.note("a", at(119)));
        assert!(!uses.note("a", at(60)), "the same minute");
        assert!(uses.note("b", at(7200)));
        uses.write(&dir).expect("it is written");
        let file = dir.last_uses_file();
        let mode = std::fs::metadata(&file).expect("there").permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
        let mut stored = LastUses::read(&dir);
        assert_eq!(stored, uses);
        assert_eq!((stored.of("a"), stored.of("c")), (Some(at(60)), None));
        stored.retain(|agent| agent == "b");
        assert_eq!(stored.of("a"), None);
        std::fs::set_permissions(&file, Permissions::from_mode(0o644)).expect("changed");
        assert_eq!(LastUses::read(&dir), LastUses::default());
        std::fs::write(&file, "{\"a\": 18446744073709551615}").expect("written");
        std::fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("changed");
        assert_eq!(LastUses::read(&dir).of("a"), None, "no such time");
    }
}
