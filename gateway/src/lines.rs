//! The lines of all edges that are connected to this gateway. Each edge has at most one.

use crate::exchange::EdgeAddress;
use crate::line::Line;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The open lines.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Mutex<HashMap<EdgeAddress, Arc<Line>>>,
    /// Changes with each line that opens.
    opened: watch::Sender<u64>,
}

/// Why a line is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineRefusal {
    /// The edge has a line that is as new, or newer.
    OlderEpoch,
    /// There are too many lines.
    Full,
}

impl Lines {
    /// Adds a line, which ends an older one of the same edge.
    ///
    /// # Errors
    /// If the line is not accepted.
    pub fn add(&self, line: &Arc<Line>, max: usize) -> Result<(), LineRefusal> {
        let address = EdgeAddress::of(&line.token);
        let mut lines = self.lock();
        match lines.get(&address) {
            Some(other) if other.epoch >= line.epoch => return Err(LineRefusal::OlderEpoch),
            Some(other) => other.ended.cancel(),
            None if lines.len() >= max => return Err(LineRefusal::Full),
            None => {}
        }
        lines.insert(address, Arc::clone(line));
        drop(lines);
        self.opened.send_modify(|opened| *opened += 1);
        Ok(())
    }

    /// Removes a line, unless a newer one has replaced it.
    pub fn remove(&self, line: &Arc<Line>) {
        let address = EdgeAddress::of(&line.token);
        let mut lines = self.lock();
        if lines
            .get(&address)
            .is_some_and(|other| Arc::ptr_eq(other, line))
        {
            lines.remove(&address);
        }
    }

    /// Ends the line of an edge if it is older than this epoch.
    pub fn end_older(&self, address: &EdgeAddress, epoch: u64) {
        let lines = self.lock();
        if let Some(line) = lines.get(address).filter(|line| line.epoch < epoch) {
            line.ended.cancel();
        }
    }

    /// The line of an edge.
    pub fn get(&self, address: &EdgeAddress) -> Option<Arc<Line>> {
        let lines = self.lock();
        let line = lines.get(address)?;
        (!line.ended.is_cancelled()).then(|| Arc::clone(line))
    }

    /// The names of the connected edges of a tenant.
    pub fn edges(&self, tenant: &str) -> Vec<String> {
        let lines = self.lock();
        let addresses = lines.keys().filter(|address| address.tenant() == tenant);
        addresses.map(|address| address.edge().to_owned()).collect()
    }

    /// All lines.
    pub fn all(&self) -> Vec<Arc<Line>> {
        self.lock().values().cloned().collect()
    }

    /// Number of lines.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    /// A receiver that changes with each line that opens.
    pub fn opened(&self) -> watch::Receiver<u64> {
        self.opened.subscribe()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<EdgeAddress, Arc<Line>>> {
        // No operation under the lock can leave it inconsistent.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer_memory::AnswerMemory;
    use crate::tokens::{GatewayToken, Holder};

    fn line(tenant: &str, name: &str, epoch: u64) -> Arc<Line> {
        let token = GatewayToken {
            id: "0123456789abcdef".to_owned(),
            tenant: tenant.to_owned(),
            name: name.to_owned(),
            sha256: String::new(),
            created: 0,
            expires: None,
            holder: Holder::Edge {},
        };
        Line::new(Arc::new(token), epoch, AnswerMemory::new(1024)).0
    }

    #[test]
    fn a_line_replaces_one_with_an_older_epoch_only() {
        let lines = Lines::default();
        let (first, second) = (line("a", "x", 5), line("a", "x", 6));
        assert_eq!(lines.add(&first, 9), Ok(()));
        for old in [line("a", "x", 4), line("a", "x", 5)] {
            assert_eq!(lines.add(&old, 9), Err(LineRefusal::OlderEpoch));
        }
        assert_eq!(lines.add(&second, 9), Ok(()));
        assert!(first.ended.is_cancelled() && !second.ended.is_cancelled());
        lines.remove(&first);
        let address = EdgeAddress::of(&second.token);
        assert!(lines.get(&address).is_some(), "the newer line stays");
        lines.end_older(&address, 6);
        assert!(lines.get(&address).is_some(), "its own epoch");
        lines.end_older(&address, 7);
        assert!(lines.get(&address).is_none());
    }

    #[test]
    fn the_edges_of_a_tenant_are_its_own_and_bounded() {
        let lines = Lines::default();
        for (tenant, name) in [("a", "x"), ("b", "x"), ("a", "y")] {
            lines.add(&line(tenant, name, 1), 3).expect("accepted");
        }
        let mut edges = lines.edges("a");
        edges.sort();
        assert_eq!(edges, ["x", "y"]);
        assert_eq!(lines.add(&line("c", "x", 1), 3), Err(LineRefusal::Full));
        assert_eq!(lines.add(&line("a", "x", 2), 3), Ok(()), "it replaces one");
    }
}
