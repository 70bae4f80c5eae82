//! Filtering for tasks of which one runs at a time: edge finding, detectable precedences and not-last by Θ-Λ-trees,
//! after Vilím, "Global constraints in scheduling" (thesis, Prague 2007). Works on times; knows no variables.

/// The bounds of a task with a fixed length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    /// The earliest start.
    pub(crate) est: i128,
    /// The latest completion.
    pub(crate) lct: i128,
    /// The length.
    pub(crate) p: i128,
}

impl Job {
    fn ect(&self) -> i128 {
        self.est + self.p
    }

    fn lst(&self) -> i128 {
        self.lct - self.p
    }
}

/// Before all times.
const NEVER: i128 = i128::MIN / 4;
const NOBODY: u32 = u32::MAX;

/// A set of tasks, and the same set with at most one grey task.
#[derive(Clone, Copy)]
struct TaskSet {
    p: i128,
    ect: i128,
    grey_p: i128,
    grey_ect: i128,
    who_p: u32,
    who_ect: u32,
}

const EMPTY: TaskSet = TaskSet {
    p: 0,
    ect: NEVER,
    grey_p: 0,
    grey_ect: NEVER,
    who_p: NOBODY,
    who_ect: NOBODY,
};

impl TaskSet {
    fn join(l: &TaskSet, r: &TaskSet) -> TaskSet {
        let (grey_p, who_p) = later((l.grey_p + r.p, l.who_p), (l.p + r.grey_p, r.who_p));
        let right = (r.grey_ect, r.who_ect);
        let across = (l.ect + r.grey_p, r.who_p);
        let left = (l.grey_ect + r.p, l.who_ect);
        let (grey_ect, who_ect) = later(right, later(across, left));
        TaskSet {
            p: l.p + r.p,
            ect: r.ect.max(l.ect + r.p),
            grey_p,
            grey_ect,
            who_p,
            who_ect,
        }
    }
}

fn later(a: (i128, u32), b: (i128, u32)) -> (i128, u32) {
    if b.0 > a.0 { b } else { a }
}

/// A Θ-Λ-tree: its leaves are the tasks in order of their earliest starts.
struct ThetaTree {
    nodes: Vec<TaskSet>,
    leaves: usize,
    /// The leaf of each task.
    place: Vec<usize>,
}

impl ThetaTree {
    fn new(jobs: &[Job]) -> ThetaTree {
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        order.sort_unstable_by_key(|i| jobs[*i].est);
        let mut place = vec![0; jobs.len()];
        for (at, i) in order.into_iter().enumerate() {
            place[i] = at;
        }
        let leaves = jobs.len().next_power_of_two();
        ThetaTree {
            nodes: vec![EMPTY; 2 * leaves],
            leaves,
            place,
        }
    }

    fn set(&mut self, i: usize, node: TaskSet) {
        let mut at = self.leaves + self.place[i];
        self.nodes[at] = node;
        while at > 1 {
            at /= 2;
            self.nodes[at] = TaskSet::join(&self.nodes[2 * at], &self.nodes[2 * at + 1]);
        }
    }

    fn insert(&mut self, i: usize, job: &Job) {
        let node = TaskSet {
            p: job.p,
            ect: job.ect(),
            grey_p: job.p,
            grey_ect: job.ect(),
            ..EMPTY
        };
        self.set(i, node);
    }

    fn make_grey(&mut self, i: usize, job: &Job) {
        let who = i as u32;
        let node = TaskSet {
            grey_p: job.p,
            grey_ect: job.ect(),
            who_p: who,
            who_ect: who,
            ..EMPTY
        };
        self.set(i, node);
    }

    fn remove(&mut self, i: usize) {
        self.set(i, EMPTY);
    }

    /// The earliest completion of the set.
    fn ect(&self) -> i128 {
        self.nodes[1].ect
    }

    /// The earliest completion of the set without one of its tasks.
    fn ect_without(&mut self, i: usize, job: &Job) -> i128 {
        if self.nodes[self.leaves + self.place[i]].p == 0 {
            return self.ect();
        }
        self.remove(i);
        let ect = self.ect();
        self.insert(i, job);
        ect
    }
}

fn sorted(jobs: &[Job], key: impl Fn(&Job) -> i128) -> Vec<usize> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_unstable_by_key(|i| key(&jobs[*i]));
    order
}

/// New earliest starts; `None` when the tasks do not fit.
fn edge_finding(jobs: &[Job], est: &mut [i128]) -> Option<()> {
    let mut tree = ThetaTree::new(jobs);
    for (i, job) in jobs.iter().enumerate() {
        tree.insert(i, job);
    }
    let mut queue = sorted(jobs, |j| j.lct);
    let mut last = queue.pop()?;
    loop {
        if tree.ect() > jobs[last].lct {
            return None;
        }
        tree.make_grey(last, &jobs[last]);
        let Some(next) = queue.pop() else {
            return Some(());
        };
        last = next;
        while tree.nodes[1].grey_ect > jobs[last].lct {
            let who = tree.nodes[1].who_ect;
            if who == NOBODY {
                break;
            }
            let i = who as usize;
            est[i] = est[i].max(tree.ect());
            tree.remove(i);
        }
    }
}

/// A task that cannot be before others is after all of them together.
fn detectable_precedences(jobs: &[Job], est: &mut [i128]) {
    let mut tree = ThetaTree::new(jobs);
    let by_lst = sorted(jobs, Job::lst);
    let mut next = 0;
    for i in sorted(jobs, Job::ect) {
        while let Some(&j) = by_lst.get(next)
            && jobs[i].ect() > jobs[j].lst()
        {
            tree.insert(j, &jobs[j]);
            next += 1;
        }
        est[i] = est[i].max(tree.ect_without(i, &jobs[i]));
    }
}

/// A task that cannot be last of a set ends by the latest start of the others.
fn not_last(jobs: &[Job], lct: &mut [i128]) {
    let mut tree = ThetaTree::new(jobs);
    let by_lst = sorted(jobs, Job::lst);
    let mut next = 0;
    let mut newest = None;
    for i in sorted(jobs, |j| j.lct) {
        while let Some(&j) = by_lst.get(next)
            && jobs[i].lct > jobs[j].lst()
        {
            tree.insert(j, &jobs[j]);
            newest = Some(j);
            next += 1;
        }
        if let Some(j) = newest
            && tree.ect_without(i, &jobs[i]) > jobs[i].lst()
        {
            lct[i] = lct[i].min(jobs[j].lst());
        }
    }
}

fn mirrored(jobs: &[Job]) -> Vec<Job> {
    let mirror = |j: &Job| Job {
        est: -j.lct,
        lct: -j.est,
        p: j.p,
    };
    jobs.iter().map(mirror).collect()
}

/// Tightens earliest starts and latest completions; `None` when the tasks do not fit.
pub(crate) fn tighten(jobs: &mut [Job]) -> Option<()> {
    for backwards in [false, true] {
        let view = if backwards {
            mirrored(jobs)
        } else {
            jobs.to_vec()
        };
        let mut est: Vec<i128> = view.iter().map(|j| j.est).collect();
        let mut lct: Vec<i128> = view.iter().map(|j| j.lct).collect();
        if jobs.len() > 1 {
            edge_finding(&view, &mut est)?;
            detectable_precedences(&view, &mut est);
            not_last(&view, &mut lct);
        }
        for ((job, est), lct) in jobs.iter_mut().zip(est).zip(lct) {
            let (est, lct) = if backwards { (-lct, -est) } else { (est, lct) };
            (job.est, job.lct) = (job.est.max(est), job.lct.min(lct));
            if job.est + job.p > job.lct {
                return None;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{Job, tighten};

    fn job(est: i128, lct: i128, p: i128) -> Job {
        Job { est, lct, p }
    }

    #[test]
    fn edge_finding_moves_the_last_task() {
        let mut jobs = [job(0, 25, 11), job(1, 27, 10), job(4, 20, 5)];
        assert!(tighten(&mut jobs).is_some());
        let mut jobs = [job(4, 30, 4), job(5, 13, 3), job(5, 13, 5)];
        assert!(tighten(&mut jobs).is_some());
        assert_eq!(jobs[0].est, 13);
    }

    #[test]
    fn too_much_to_do() {
        let mut jobs = [job(0, 10, 4), job(0, 10, 4), job(0, 10, 3)];
        assert!(tighten(&mut jobs).is_none());
    }
}
