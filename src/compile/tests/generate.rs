//! Random clauses.

/// A pseudo-random generator (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    fn var(&mut self) -> String {
        if self.below(12) == 0 {
            return "_".into();
        }
        format!("V{}", self.below(6))
    }
    fn term(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 8 } else { 12 }) {
            0..=4 => self.var(),
            5 => "a".into(),
            6 => self.below(4).to_string(),
            7 => ["[]", "b", "12345678901", "1.5"][self.below(4) as usize].into(),
            8 => format!("f({})", self.term(depth - 1)),
            9 => format!("g({},{})", self.term(depth - 1), self.term(depth - 1)),
            10 => format!("[{}|{}]", self.term(depth - 1), self.term(depth - 1)),
            _ => format!(
                "h({},{},{})",
                self.term(depth - 1),
                self.term(depth - 1),
                self.term(depth - 1)
            ),
        }
    }
    fn terms(&mut self, n: u64, depth: u32) -> String {
        (0..n)
            .map(|_| self.term(depth))
            .collect::<Vec<_>>()
            .join(",")
    }
    fn expression(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 3 } else { 8 }) {
            0 => self.below(5).to_string(),
            1 | 2 => self.var(),
            3 => format!(
                "({} + {})",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            4 => format!(
                "({} - {})",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            5 => format!(
                "({} * {})",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            6 => format!(
                "max({},{})",
                self.expression(depth - 1),
                self.expression(depth - 1)
            ),
            _ => format!("abs({})", self.expression(depth - 1)),
        }
    }
    fn test(&mut self) -> String {
        match self.below(9) {
            0 => format!("var({})", self.var()),
            1 => format!("nonvar({})", self.var()),
            2 => format!("atom({})", self.term(1)),
            3 => format!("{} == {}", self.term(1), self.term(1)),
            4 => format!("{} \\== {}", self.var(), self.term(1)),
            5 => format!("{} \\= {}", self.var(), self.term(1)),
            6 => format!("\\+ integer({})", self.var()),
            7 => format!("integer({})", self.var()),
            _ => format!("\\+ {} \\= {}", self.var(), self.term(1)),
        }
    }
    /// A goal that gives variables integers, so that arithmetic rarely throws.
    fn arithmetic(&mut self) -> String {
        let v = self.var();
        match self.below(4) {
            0 => format!("V{} is {}", self.below(6), self.expression(2)),
            1 => format!("V{} is {}", self.below(6), self.below(9)),
            2 => format!("integer({v}), V{} is {v}+{}", self.below(6), self.below(3)),
            _ => format!(
                "integer({v}), {v} {} {}",
                ["<", ">", "=:=", ">="][self.below(4) as usize],
                self.below(4)
            ),
        }
    }
    fn call(&mut self) -> String {
        let name = ["q", "r", "s"][self.below(3) as usize];
        match self.below(5) {
            0 => name.into(),
            n => format!("{name}({})", self.terms(n, 2)),
        }
    }
    fn goal(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 14 } else { 22 }) {
            0..=4 => self.call(),
            5..=7 => format!("{} = {}", self.term(1), self.term(2)),
            8 => self.test(),
            9 | 10 => self.arithmetic(),
            11 => "!".into(),
            12 => match self.below(3) {
                0 => format!("arg({})", self.terms(3, 1)),
                1 => format!("functor({})", self.terms(3, 1)),
                _ => format!("write({})", self.term(2)),
            },
            13 => ["true", "fail", "b0"][self.below(3) as usize].into(),
            14 | 15 => format!("({} ; {})", self.body(depth - 1), self.body(depth - 1)),
            16 => format!(
                "({} ; {} ; {})",
                self.body(depth - 1),
                self.body(depth - 1),
                self.body(depth - 1)
            ),
            17 | 18 => format!(
                "({} -> {} ; {})",
                self.condition(depth - 1),
                self.body(depth - 1),
                self.body(depth - 1)
            ),
            19 => format!(
                "({} *-> {} ; {})",
                self.body(depth - 1),
                self.body(depth - 1),
                self.body(depth - 1)
            ),
            20 => format!("\\+ ({})", self.condition(depth - 1)),
            _ => format!(
                "({} -> {})",
                self.condition(depth - 1),
                self.body(depth - 1)
            ),
        }
    }
    fn condition(&mut self, depth: u32) -> String {
        match self.below(5) {
            0 => self.body(depth),
            1 => self.test(),
            2 => format!("{}, {}", self.test(), self.test()),
            3 if depth & 1 == 0 => format!("{}, {}", self.arithmetic(), self.test()),
            3 => format!(
                "{}, ({} ; {}, ({} ; {}))",
                self.test(),
                self.test(),
                self.test(),
                self.test(),
                self.test()
            ),
            _ => self.arithmetic(),
        }
    }
    fn body(&mut self, depth: u32) -> String {
        let n = 1 + self.below(4);
        (0..n)
            .map(|_| self.goal(depth))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// A random clause.
pub(crate) fn clause(seed: u64) -> String {
    let mut random = Random::new(seed + 1);
    for _ in 0..5 {
        random.below(2);
    }
    let n = random.below(5);
    let head = if n == 0 {
        "p".to_string()
    } else {
        format!(
            "p({})",
            random.terms(n, if random.0 & 64 == 0 { 0 } else { 2 })
        )
    };
    format!("{head} :- {}", random.body(3))
}
