//! Reports of `thinair check`, as tests read them.

/// The verdict in a report's first line, without the remark about hangs that were not looked for.
pub fn verdict_of(report: &str) -> Option<&str> {
    let line = report.lines().next()?;
    line.rsplit(": ").next().and_then(|verdict| verdict.split(';').next())
}
