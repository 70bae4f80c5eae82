//! The local time zone: that of the variable `TZ` of the machine's environment, else the system's.

use super::{Res, Row, Vm, det};
use crate::machine::Cell;
use tz::TimeZone;

pub(super) const ROWS: &[Row] = &[det(
    "$local_time",
    "+integer, -integer, -atom, -atom",
    "-",
    "At a second since the epoch: how many seconds local time is west of Greenwich, its zone's name, and whether daylight is saved.",
    local_time,
)];

/// The zone that was used last, with the value of `TZ` that it stands for.
#[derive(Default)]
pub struct Zone(Option<(String, TimeZone)>);

impl Zone {
    /// Offset, name, and whether daylight is saved; what is not known is UTC.
    fn at(&mut self, name: String, seconds: i64) -> (i64, String, bool) {
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

fn local_time(vm: &mut Vm) -> Res {
    let name = vm.ext.clock.variable("TZ");
    // What the format of `TZ` calls the system's own zone.
    let name = name.unwrap_or_else(|| "localtime".into());
    let seconds = vm.to_int(vm.x(0)).and_then(|i| i.to_i64());
    let (offset, zone, saved) = vm.ext.zone.at(name, seconds.unwrap_or(i64::MAX));
    let zone = Cell::atom(vm.atoms.intern(&zone));
    let saved = Cell::atom(vm.atoms.intern(if saved { "true" } else { "false" }));
    Ok(vm.unify(vm.x(1), Cell::int(offset)) && vm.unify(vm.x(2), zone) && vm.unify(vm.x(3), saved))
}

#[cfg(test)]
mod tests {
    use super::Zone;

    #[test]
    fn rules_of_the_variable() {
        let mut z = Zone::default();
        let rule = "EST5EDT,M3.2.0,M11.1.0";
        let winter = z.at(rule.into(), 1_700_000_000);
        assert_eq!(winter, (18_000, "EST".to_string(), false));
        let summer = z.at(rule.into(), 1_720_000_000);
        assert_eq!(summer, (14_400, "EDT".to_string(), true));
        assert_eq!(z.at("???".into(), 0), (0, "UTC".to_string(), false));
    }
}
