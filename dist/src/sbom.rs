//! The software bill of materials: every crate that ships for any system, in the format CycloneDX.

use std::collections::BTreeSet;

use anyhow::Result;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::crates::{ShippedCrate, roots};

/// The bill of these crates, as JSON. `time` is in seconds since 1970; `compilers` are what the
/// compilers call themselves, `rustc 1.96.0 (…)`.
pub fn bill(
    crates: &[ShippedCrate],
    version: &str,
    compilers: &BTreeSet<String>,
    time: u64,
) -> Result<String> {
    let time = OffsetDateTime::from_unix_timestamp(i64::try_from(time)?)?;
    let own = format!("axlens@{version}");
    let roots = crates
        .iter()
        .filter(|shipped| roots().contains(&&*shipped.name));
    let mut dependencies = vec![json!({
        "ref": own,
        "dependsOn": roots.map(reference).collect::<Vec<_>>(),
    })];
    dependencies.extend(crates.iter().map(|shipped| {
        let uses = shipped.uses.iter();
        let uses = uses.map(|(name, version)| purl(name, version));
        json!({"ref": reference(shipped), "dependsOn": uses.collect::<Vec<_>>()})
    }));
    let tools = compilers.iter().map(|compiler| {
        let (name, version) = compiler.split_once(' ').unwrap_or((compiler, ""));
        json!({"type": "application", "name": name, "version": version})
    });
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time.format(&Rfc3339)?,
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": "axlens",
                "version": version,
                "licenses": [{"expression": "Apache-2.0"}],
            },
            "tools": {"components": tools.collect::<Vec<_>>()},
        },
        "components": crates.iter().map(component).collect::<Vec<_>>(),
        "dependencies": dependencies,
    });
    Ok(format!("{bill:#}\n"))
}

fn component(shipped: &ShippedCrate) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": reference(shipped),
        "name": shipped.name,
        "version": shipped.version,
        "purl": reference(shipped),
        "licenses": [{"expression": shipped.license}],
    });
    if let Some(checksum) = &shipped.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &shipped.repository {
        component["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    component
}

fn reference(shipped: &ShippedCrate) -> String {
    purl(&shipped.name, &shipped.version)
}

fn purl(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{version}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crates::shipped;
    use xtask::places::Places;
    use xtask::targets::TARGETS;

    #[test]
    fn every_dependency_is_a_component_and_the_bytes_are_the_same_twice() -> Result<()> {
        let crates = shipped(&Places::of_workspace(), &[&TARGETS[0], &TARGETS[4]])?;
        let compilers = BTreeSet::from(["rustc 1.96.0 (x)".to_owned()]);
        let make = || bill(&crates, "1.0.0", &compilers, 1_700_000_000);
        assert_eq!(make()?, make()?);
        let bill: Value = serde_json::from_str(&make()?)?;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let components = list(&bill["components"]);
        let known: Vec<&Value> = components.iter().map(|it| &it["bom-ref"]).collect();
        assert_eq!(known.len(), crates.len());
        for dependency in list(&bill["dependencies"]) {
            for used in list(&dependency["dependsOn"]) {
                assert!(known.contains(&&used), "{used}");
            }
        }
        let first = list(&bill["dependencies"][0]["dependsOn"]);
        assert_eq!(first.len(), roots().len());
        assert_eq!(bill["metadata"]["timestamp"], "2023-11-14T22:13:20Z");
        Ok(())
    }
}
