//! The contents of the comments of an exercise: points and limits of its queries, and the predicates that it asks for.

use std::time::Duration;

/// The contents of the comment above a query.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PointsComment {
    pub(super) points: f64,
    pub(super) time: Option<Duration>,
    pub(super) memory: Option<usize>,
    pub(super) title: String,
}

/// The comment `% N points` among the comments directly above a line, which is counted from 1.
///
/// # Errors
/// The fault of such a comment.
pub(super) fn points_above(lines: &[&str], line: usize) -> Result<Option<PointsComment>, String> {
    let above = lines.get(..line.saturating_sub(1)).unwrap_or_default();
    for text in above.iter().rev() {
        let Some(comment) = text.trim().strip_prefix('%') else {
            break;
        };
        if let Some(found) = points_comment(comment.trim_start_matches('%').trim())? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// `N points, LIMIT, LIMIT: TITLE`
fn points_comment(text: &str) -> Result<Option<PointsComment>, String> {
    let (number, rest) = text.split_once(' ').unwrap_or((text, ""));
    let Ok(points) = number.parse::<f64>() else {
        return Ok(None);
    };
    let rest = rest.trim_start();
    let word = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
    let (word, rest) = rest.split_at(word);
    let rest = rest.trim_start();
    if !matches!(word, "point" | "points") || !(rest.is_empty() || rest.starts_with([',', ':'])) {
        return Ok(None);
    }
    if !(points.is_finite() && (0.0..=1e6).contains(&points)) {
        return Err(format!("{number} points cannot be given"));
    }
    let (limits, title) = rest.split_once(':').unwrap_or((rest, ""));
    let mut comment = PointsComment {
        points,
        time: None,
        memory: None,
        title: title.trim().to_string(),
    };
    for limit in limits.split(',').map(str::trim).filter(|l| !l.is_empty()) {
        add_limit(&mut comment, limit)
            .ok_or_else(|| format!("{limit} is not a limit such as 5 s or 64 MB"))?;
    }
    Ok(Some(comment))
}

fn add_limit(comment: &mut PointsComment, limit: &str) -> Option<()> {
    let (number, unit) = limit.split_once(' ')?;
    match unit.trim() {
        "s" | "second" | "seconds" => {
            let time = Duration::try_from_secs_f64(number.parse().ok()?).ok()?;
            comment.time = Some(time).filter(|t| !t.is_zero());
            comment.time.map(|_| ())
        }
        "MB" => {
            let megabytes: usize = number.parse().ok()?;
            comment.memory = megabytes.checked_mul(1 << 20).filter(|&b| b > 0);
            comment.memory.map(|_| ())
        }
        _ => None,
    }
}

/// The predicates in the comments `% asks for NAME/ARITY, NAME/ARITY`.
///
/// # Errors
/// The text that is not a predicate indicator.
pub(super) fn requested_predicates(lines: &[&str]) -> Result<Vec<(String, usize)>, String> {
    let mut found = Vec::new();
    for line in lines {
        let comment = line.trim().trim_start_matches('%').trim_start();
        let Some(list) = comment
            .strip_prefix("asks for ")
            .filter(|_| line.trim().starts_with('%'))
        else {
            continue;
        };
        for item in list
            .trim_end()
            .trim_end_matches('.')
            .split(',')
            .map(str::trim)
        {
            let indicator = item.rsplit_once('/').and_then(|(name, arity)| {
                let name = name.trim().trim_matches('\'');
                let arity = arity.trim().parse().ok().filter(|&a| a <= 255)?;
                (!name.is_empty()).then(|| (name.to_string(), arity))
            });
            match indicator {
                Some(indicator) if found.contains(&indicator) => {}
                Some(indicator) => found.push(indicator),
                None => return Err(format!("{item} is not a predicate indicator such as len/2")),
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{PointsComment, points_above, requested_predicates};
    use std::time::Duration;

    fn comment(text: &str) -> Result<Option<PointsComment>, String> {
        points_above(&[text, "?- true."], 2)
    }

    #[test]
    fn comments_have_points_limits_and_a_title() {
        let full = comment("%% 2.5 points, 0.5 s, 64 MB: lists of any length").expect("a comment");
        let expected = PointsComment {
            points: 2.5,
            time: Some(Duration::from_millis(500)),
            memory: Some(64 << 20),
            title: "lists of any length".to_string(),
        };
        assert_eq!(full, Some(expected));
        assert_eq!(
            comment("% 1 point").expect("a comment").map(|c| c.points),
            Some(1.0)
        );
        for other in [
            "% 2 points lie on a line",
            "% two points",
            "p. % 1 point",
            "",
            "% 7",
        ] {
            assert_eq!(comment(other), Ok(None), "{other}");
        }
        for wrong in [
            "% -1 points",
            "% 1e9 points",
            "% 1 point, 5 h",
            "% 1 point, 0 s",
        ] {
            assert!(comment(wrong).is_err(), "{wrong}");
        }
        let lines = ["% 3 points", "", "?- true."];
        assert_eq!(points_above(&lines, 3), Ok(None));
    }

    #[test]
    fn comments_name_the_predicates_asked_for() {
        let lines = [
            "% asks for len/2, 'Rev'/2.",
            "p :- q. % asks for x/1",
            "%% asks for len/2",
        ];
        let found = requested_predicates(&lines).expect("indicators");
        assert_eq!(found, [("len".to_string(), 2), ("Rev".to_string(), 2)]);
        assert!(requested_predicates(&["% asks for help"]).is_err());
    }
}
