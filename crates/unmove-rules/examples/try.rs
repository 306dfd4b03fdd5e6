//! Compiles games and reports.
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let folder = std::path::Path::new(&path).parent().unwrap().to_path_buf();
        let read = |name: &str, _: unmove_rules::diagnostic::Origin| {
            std::fs::read_to_string(folder.join(name))
        };
        let show = |ds: &[unmove_rules::diagnostic::Diagnostic]| {
            for d in ds {
                let at = d.labels[0].at;
                let line = text[..at.start as usize].lines().count();
                println!(
                    "  {:?} {}: {} [{}] help {:?}",
                    d.severity,
                    line,
                    d.message,
                    &text[at.start as usize..at.end as usize],
                    d.help
                );
            }
        };
        match unmove_rules::compile(&unmove_rules::Request {
            text: &text,
            settings: &[],
            read: &read,
            fact: None,
        }) {
            Ok(rules) => {
                println!(
                    "{path}: ok, {} facts, space {}, measure {:?}",
                    rules.facts.len(),
                    rules.machine.space(),
                    rules.machine.measure_words()
                );
                show(&rules.warnings);
            }
            Err(ds) => {
                println!("{path}: FAILED");
                show(&ds);
            }
        }
    }
}
