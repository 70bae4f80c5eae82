//! The local time zone: that of the variable `TZ` of the machine's environment, else the system's.

use tz::TimeZone;

/// The zone used last, with its value of `TZ`.
#[derive(Default)]
pub(crate) struct LocalZone(Option<(String, TimeZone)>);

impl LocalZone {
    /// Offset, name, and true for daylight saving time; UTC for an unknown zone.
    pub(crate) fn at(&mut self, name: String, seconds: i64) -> (i64, String, bool) {
        let known = self.0.take().filter(|(n, _)| *n == name);
        let (_, zone) = self.0.insert(known.unwrap_or_else(|| {
            let zone = TimeZone::from_posix_tz(&name);
            (name, zone.unwrap_or_else(|_| TimeZone::utc()))
        }));
        match zone.find_local_time_type(seconds) {
            Ok(t) => {
                let offset = -i64::from(t.ut_offset());
                let name = match (t.time_zone_designation(), offset) {
                    ("", 0) => "UTC",
                    ("", _) => "-",
                    (name, _) => name,
                };
                (offset, name.to_string(), t.is_dst())
            }
            Err(_) => (0, "UTC".to_string(), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LocalZone;

    #[test]
    fn rules_of_the_variable() {
        let mut z = LocalZone::default();
        let rule = "EST5EDT,M3.2.0,M11.1.0";
        let winter = z.at(rule.into(), 1_700_000_000);
        assert_eq!(winter, (18_000, "EST".to_string(), false));
        let summer = z.at(rule.into(), 1_720_000_000);
        assert_eq!(summer, (14_400, "EDT".to_string(), true));
        assert_eq!(z.at("???".into(), 0), (0, "UTC".to_string(), false));
    }
}
