//! Counters and gauges in the text format of Prometheus. No label has a name of a tenant, an agent
//! or an edge.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Duration;

/// Upper bounds of the histogram's buckets, in seconds.
const BUCKETS: [f64; 10] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 120.0];

type Labels = Vec<(&'static str, String)>;

/// The metrics of a gateway.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Histogram,
    lines: Gauge,
    lines_opened: Counter,
    refusals: Family<Labels, Counter>,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("axlens_gateway");
        let metrics = Metrics {
            requests: Family::default(),
            seconds: Histogram::new(BUCKETS),
            lines: Gauge::default(),
            lines_opened: Counter::default(),
            refusals: Family::default(),
            registry: Registry::default(),
        };
        registry.register(
            "requests",
            "Requests of agents, by endpoint and HTTP status",
            metrics.requests.clone(),
        );
        registry.register(
            "request_seconds",
            "Time of the requests of agents",
            metrics.seconds.clone(),
        );
        registry.register("lines", "Edges that are connected", metrics.lines.clone());
        registry.register(
            "lines_opened",
            "Lines that edges have opened",
            metrics.lines_opened.clone(),
        );
        registry.register(
            "refusals",
            "Requests and lines without access, by reason",
            metrics.refusals.clone(),
        );
        Metrics {
            registry,
            ..metrics
        }
    }
}

impl Metrics {
    /// Notes a request that has ended. `endpoint`: its path in the table of endpoints.
    pub fn note_request(&self, endpoint: &'static str, status: u16, time: Duration) {
        let labels = vec![
            ("endpoint", endpoint.to_owned()),
            ("status", status.to_string()),
        ];
        self.requests.get_or_create(&labels).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    /// Notes a line that has opened.
    pub fn note_line(&self) {
        self.lines_opened.inc();
    }

    /// Notes a request or line without access. `reason`: one of a few.
    pub fn note_refusal(&self, reason: &'static str) {
        let labels = vec![("reason", reason.to_owned())];
        self.refusals.get_or_create(&labels).inc();
    }

    /// All metrics as text. `lines`: the number of open lines.
    pub fn text(&self, lines: usize) -> String {
        self.lines.set(i64::try_from(lines).unwrap_or(i64::MAX));
        let mut text = String::new();
        // A string can always be written.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_lines_are_counted() {
        let metrics = Metrics::default();
        metrics.note_request("/observe", 200, Duration::from_millis(7));
        metrics.note_line();
        metrics.note_refusal("unauthorized");
        let text = metrics.text(3);
        for line in [
            "axlens_gateway_requests_total{endpoint=\"/observe\",status=\"200\"} 1",
            "axlens_gateway_request_seconds_bucket{le=\"0.01\"} 1",
            "axlens_gateway_lines 3",
            "axlens_gateway_lines_opened_total 1",
            "axlens_gateway_refusals_total{reason=\"unauthorized\"} 1",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }
}
