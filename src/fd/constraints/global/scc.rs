//! Strongly connected components of a directed graph, by Tarjan's algorithm with an explicit stack.
//! Knows no variables.

/// No node.
pub(crate) const NONE: u32 = u32::MAX;

/// The components of one graph; the buffers are kept.
#[derive(Default, Debug)]
pub(crate) struct Components {
    /// The component of each node; a component's successors have lower numbers.
    pub(crate) of: Vec<u32>,
    /// For each component, whether a way leads out of the graph from it: to [`NONE`].
    pub(crate) open: Vec<bool>,
    seen: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    calls: Vec<(u32, u32)>,
}

impl Components {
    /// Computes them. The successors of node `i` are `to[start[i]..start[i + 1]]`. `worked`
    /// receives the number of steps done, and its error ends the computation.
    pub(crate) fn find<E>(
        &mut self,
        start: &[u32],
        to: &[u32],
        mut worked: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let n = start.len().saturating_sub(1);
        self.of.clear();
        self.of.resize(n, NONE);
        self.seen.clear();
        self.seen.resize(n, 0);
        self.low.clear();
        self.low.resize(n, 0);
        self.open.clear();
        self.stack.clear();
        self.calls.clear();
        let mut clock = 0;
        for root in 0..n as u32 {
            if self.seen[root as usize] == 0 {
                self.search(root, start, to, &mut clock, &mut worked)?;
            }
        }
        Ok(())
    }

    fn search<E>(
        &mut self,
        root: u32,
        start: &[u32],
        to: &[u32],
        clock: &mut u32,
        worked: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut enter = Some(root);
        loop {
            if let Some(u) = enter.take() {
                // Each successor is looked at twice.
                worked(2 * (start[u as usize + 1] - start[u as usize]) as usize)?;
                *clock += 1;
                self.seen[u as usize] = *clock;
                self.low[u as usize] = *clock;
                self.stack.push(u);
                self.calls.push((u, start[u as usize]));
            }
            let Some((u, at)) = self.calls.last_mut() else {
                return Ok(());
            };
            let (u, end) = (*u as usize, start[*u as usize + 1]);
            while *at < end {
                let v = to[*at as usize];
                *at += 1;
                if v == NONE {
                    continue;
                }
                let v = v as usize;
                if self.seen[v] == 0 {
                    enter = Some(v as u32);
                    break;
                }
                if self.of[v] == NONE {
                    self.low[u] = self.low[u].min(self.seen[v]);
                }
            }
            if enter.is_some() {
                continue;
            }
            self.calls.pop();
            if self.low[u] == self.seen[u] {
                self.close(u as u32, start, to);
            }
            if let Some((parent, _)) = self.calls.last() {
                let parent = *parent as usize;
                self.low[parent] = self.low[parent].min(self.low[u]);
            }
        }
    }

    /// Takes the component of `root` off the stack.
    fn close(&mut self, root: u32, start: &[u32], to: &[u32]) {
        let number = self.open.len() as u32;
        let first = self.stack.iter().rposition(|u| *u == root).unwrap_or(0);
        for u in &self.stack[first..] {
            self.of[*u as usize] = number;
        }
        let mut open = false;
        for u in self.stack.drain(first..) {
            let u = u as usize;
            open = open
                || to[start[u] as usize..start[u + 1] as usize]
                    .iter()
                    .any(|v| {
                        *v == NONE
                            || (self.of[*v as usize] != number
                                && self.open[self.of[*v as usize] as usize])
                    });
        }
        self.open.push(open);
    }
}

#[cfg(test)]
mod tests {
    use super::{Components, NONE};

    #[test]
    fn two_cycles_and_a_way_out() {
        let mut c = Components::default();
        // 0 ⇄ 1 → 2 ⇄ 3, 4 → out, 1 → 4.
        let done: Result<(), ()> =
            c.find(&[0, 1, 4, 5, 6, 7], &[1, 0, 2, 4, 3, 2, NONE], |_| Ok(()));
        assert!(done.is_ok());
        assert_eq!(c.of[0], c.of[1]);
        assert_eq!(c.of[2], c.of[3]);
        assert!(c.of[0] > c.of[2] && c.of[0] > c.of[4]);
        let open = |u: usize| c.open[c.of[u] as usize];
        assert!(open(0) && open(1) && open(4) && !open(2) && !open(3));
    }
}
