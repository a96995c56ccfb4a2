//! Removes what a pool has left that was killed together with its guards: processes and profiles.

use crate::install::unregister_below;
use crate::platform;
use anyhow::Context;
use axlens_local::StateDir;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long killed processes have time to end.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Interval of the checks whether they have ended.
const INTERVAL: Duration = Duration::from_millis(20);

/// Ends every process with a profile in the pool's folder and deletes the folder. The caller holds
/// the lock of the state directory, so that no other pool uses the folder.
///
/// # Errors
/// If a process does not end, or a file can't be deleted.
pub fn remove(dir: &StateDir) -> anyhow::Result<()> {
    let folder = super::folder(dir);
    if !folder.is_dir() {
        return Ok(());
    }
    end_processes(&folder);
    unregister_below(&folder, dir)?;
    std::fs::remove_dir_all(&folder)
        .with_context(|| format!("{} can't be deleted", folder.display()))
}

fn end_processes(folder: &Path) {
    let until = Instant::now() + TIMEOUT;
    loop {
        let left = platform::processes_with_profile_in(folder);
        if left.is_empty() || Instant::now() > until {
            return;
        }
        for process in left {
            platform::kill_with_group(process);
        }
        std::thread::sleep(INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::GuardedProcess;
    use std::process::{Command, Stdio};

    /// A process with this profile, which does not end by itself.
    fn process(profile: &Path) -> Command {
        let mut command = Command::new("sh");
        let switch = format!("--user-data-dir={}", profile.display());
        command.args(["-c", "cat; :", "browser", &switch]);
        command.stdin(Stdio::piped());
        command
    }

    fn pool() -> (tempfile::TempDir, StateDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = StateDir::at(folder.path().to_owned());
        let own = dir.pool_folder().join("0000abcd");
        std::fs::create_dir_all(own.join("profile")).expect("created");
        (folder, dir, own)
    }

    #[test]
    fn processes_and_profiles_of_an_earlier_pool_are_removed_and_no_others() {
        let (_folder, dir, own) = pool();
        let mut left = process(&own.join("profile")).spawn().expect("started");
        let other = dir.path().join("pools/profile");
        let mut foreign = process(&other).spawn().expect("started");
        remove(&dir).expect("removed");
        assert!(!dir.pool_folder().exists());
        assert!(!left.wait().expect("ended").success());
        assert!(foreign.try_wait().expect("a state").is_none(), "it runs");
        foreign.kill().expect("killed");
        foreign.wait().expect("ended");
        remove(&dir).expect("there is nothing to remove");
    }

    #[tokio::test]
    async fn the_end_of_a_guarded_process_deletes_its_folder() {
        let (_folder, dir, own) = pool();
        let process = process(&own.join("profile"));
        let guarded = GuardedProcess::start(process, &own).expect("started");
        assert_eq!(
            platform::processes_with_profile_in(&dir.pool_folder()).len(),
            1
        );
        guarded.end().await;
        assert!(!own.exists());
        assert!(platform::processes_with_profile_in(&dir.pool_folder()).is_empty());
    }

    #[tokio::test]
    async fn a_guarded_process_that_ends_by_itself_is_noticed() {
        let (_folder, _dir, own) = pool();
        let mut guarded = GuardedProcess::start(Command::new("true"), &own).expect("started");
        guarded.ended().await;
        assert!(own.exists(), "its folder stays until the end");
        guarded.end().await;
        assert!(!own.exists());
    }
}
