//! Finds the lines that have not moved, and arranges the lines of a new text.

use super::{Anchor, Base, BaseRow, Delta, RowSource};

/// For each row of the new text, whether it has not moved. The unmoved rows are the longest
/// sequence in the old order and at the old level.
pub fn unmoved(old: &Base, new: &Base, pairs: &[Option<usize>]) -> Vec<bool> {
    let may_stay = |(position, was): (usize, &Option<usize>)| {
        let was = (*was)?;
        let (before, now) = (&old.rows[was], &new.rows[position]);
        (before.depth == now.depth).then_some((position, was))
    };
    let common: Vec<(usize, usize)> = pairs.iter().enumerate().filter_map(may_stay).collect();
    let mut unmoved = vec![false; new.rows.len()];
    for index in longest_increasing_subsequence(&common) {
        unmoved[common[index].0] = true;
    }
    unmoved
}

/// Positions of a longest increasing subsequence by the second number.
fn longest_increasing_subsequence(pairs: &[(usize, usize)]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, value)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *value);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        if length == ends.len() {
            ends.push(index);
        } else {
            ends[length] = index;
        }
    }
    let mut run = Vec::with_capacity(ends.len());
    let mut at = ends.last().copied();
    while let Some(index) = at {
        run.push(index);
        at = before[index];
    }
    run
}

/// Builds the new text from the old rows and the delta.
pub fn arrange(mut rows: Vec<BaseRow>, delta: &Delta) -> Base {
    let total = rows.len();
    // A linked list over the old rows, followed by the placed ones; the head is the last entry.
    let head = total + delta.placed.len();
    let mut away = vec![false; total];
    delta.removed.iter().for_each(|row| away[*row] = true);
    let slot = |position: usize| match delta.placed[position].what {
        RowSource::Moved(row) => row,
        RowSource::Added(_) => total + position,
    };
    for position in 0..delta.placed.len() {
        if let RowSource::Moved(row) = delta.placed[position].what {
            away[row] = true;
        }
    }
    let mut next = vec![usize::MAX; head + 1];
    let mut last = head;
    for row in (0..total).filter(|row| !away[*row]) {
        next[last] = row;
        last = row;
    }
    for (position, placed) in delta.placed.iter().enumerate() {
        let after = match placed.after {
            Anchor::Start => head,
            Anchor::Old(row) => row,
            Anchor::Placed(earlier) => slot(earlier),
        };
        let here = slot(position);
        next[here] = next[after];
        next[after] = here;
        if let RowSource::Moved(row) = placed.what {
            rows[row].depth = placed.depth;
        }
    }
    let mut base = Base {
        rows: Vec::new(),
        documents: delta.documents.clone(),
    };
    let mut at = next[head];
    while at != usize::MAX {
        match at.checked_sub(total) {
            None => base.rows.push(std::mem::take(&mut rows[at])),
            Some(position) => base.rows.extend(added(delta, position)),
        }
        at = next[at];
    }
    base
}

fn added(delta: &Delta, position: usize) -> Option<BaseRow> {
    match &delta.placed[position].what {
        RowSource::Added(row) => Some(row.clone()),
        RowSource::Moved(_) => None,
    }
}
