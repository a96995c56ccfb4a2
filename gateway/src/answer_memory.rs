//! The memory for answers at a gateway: a number of bytes for all tenants together, of which one
//! tenant can use a half.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Unit in which memory is counted, in bytes.
const UNIT: usize = 1024;

/// The memory that is not in use.
#[derive(Debug)]
pub struct AnswerMemory {
    all: Arc<Semaphore>,
    /// The maximum of one tenant, in units.
    share: usize,
    /// The tenants with answers in memory.
    tenants: Mutex<HashMap<String, Weak<Semaphore>>>,
}

/// The memory of one answer. It is free again when this value is dropped.
#[derive(Debug)]
pub struct ReservedMemory {
    _all: OwnedSemaphorePermit,
    _tenant: OwnedSemaphorePermit,
}

impl AnswerMemory {
    /// So many bytes.
    pub fn new(bytes: usize) -> Arc<AnswerMemory> {
        Arc::new(AnswerMemory {
            all: Arc::new(Semaphore::new(bytes / UNIT)),
            share: bytes / UNIT / 2,
            tenants: Mutex::default(),
        })
    }

    /// Memory for an answer of this size, in bytes, to an agent of a tenant; `None` if there is not
    /// enough.
    pub fn reserve(&self, tenant: &str, length: usize) -> Option<ReservedMemory> {
        let units = u32::try_from(length / UNIT + 1).unwrap_or(u32::MAX);
        let reserved = self.of_tenant(tenant).try_acquire_many_owned(units);
        Some(ReservedMemory {
            _tenant: reserved.ok()?,
            _all: Arc::clone(&self.all).try_acquire_many_owned(units).ok()?,
        })
    }

    /// The memory of a tenant. Its reserved memory refers to it.
    fn of_tenant(&self, tenant: &str) -> Arc<Semaphore> {
        // No operation under the lock can leave it inconsistent.
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(memory) = tenants.get(tenant).and_then(Weak::upgrade) {
            return memory;
        }
        tenants.retain(|_, memory| memory.strong_count() > 0);
        let memory = Arc::new(Semaphore::new(self.share));
        tenants.insert(tenant.to_owned(), Arc::downgrade(&memory));
        memory
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_has_at_most_a_half() {
        let memory = AnswerMemory::new(8 * UNIT);
        let large = memory.reserve("a", 3 * UNIT);
        assert!(large.is_some());
        assert!(memory.reserve("a", 0).is_none(), "a has four units");
        let other = memory.reserve("b", 3 * UNIT);
        assert!(other.is_some());
        assert!(memory.reserve("c", 0).is_none(), "all eight are in use");
        drop(large);
        assert!(memory.reserve("a", 3 * UNIT).is_some());
    }

    #[test]
    fn tenants_without_answers_use_no_memory() {
        let memory = AnswerMemory::new(8 * UNIT);
        for tenant in 0..100 {
            assert!(memory.reserve(&tenant.to_string(), 1).is_some());
        }
        assert_eq!(memory.tenants.lock().expect("not poisoned").len(), 1);
    }
}
