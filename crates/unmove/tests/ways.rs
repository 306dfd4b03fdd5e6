//! Every way to solve comes to the same: each engine, numbering, way to find predecessors and number of threads,
//! held against the plain one on the games in `games/` and on rules that fail deep in play.

mod binary;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use unmove::{GameError, How, Loaded, Session, Setting};
use unmove_core::{
    Index, Numbering, Phase, Predecessors, Progress, Solution, SolveError, Solver, Verify,
};
use unmove_rules::machine::{Engine, Position};

/// Positions above which a game is left out: every way has to go over all of them.
const MOST: u64 = 5_000;

/// Positions above which only some of the ways are tried.
const MANY: u64 = 1_000;

/// Numbers above which a numbering is left out: the plain parts go over all of them, used or not.
const MOST_NUMBERS: u64 = 300_000;

/// Settings beside the default ones, for spaces of other shapes.
const SETTINGS: &[(&str, &[&[&str]])] = &[
    ("ball", &[&["rows=9", "cols=5"]]),
    ("chomp", &[&["w=4", "h=4"]]),
    (
        "connect4",
        &[&["w=3", "h=3", "k=3"], &["w=5", "h=2", "k=3"]],
    ),
    ("cram", &[&["w=5", "h=3"]]),
    ("crossing", &[&["map=map \"..X../.#.#./..O../O...#\""]]),
    ("dots_and_boxes", &[&["w=1", "h=2"], &["w=3", "h=1"]]),
    ("ends", &[&["row=[3, 1, 4, 1, 5, 9, 2, 6]"]]),
    ("euclid", &[&["a=89", "b=55"]]),
    ("fox_and_hounds", &[&["n=4"]]),
    ("hex", &[&["n=2"]]),
    (
        "kalah",
        &[&["houses=2", "seeds=2"], &["houses=2", "seeds=3"]],
    ),
    ("kfold", &[&["stones=60", "k=3"]]),
    ("krk", &[&["n=4"], &["n=5"]]),
    ("kqkr", &[&["n=3"]]),
    ("nim", &[&["heaps=[5, 5, 5, 5]"], &["heaps=[200, 9]"]]),
    ("node_kayles", &[&["w=5", "h=2"]]),
    ("quixo", &[&["n=2"]]),
    (
        "subtract",
        &[&["limit=3000"], &["limit=500", "takes={2, 5, 250}"]],
    ),
    ("take", &[&["limit=700", "most=300"]]),
    ("three_mens_morris", &[&["hop=true"]]),
    (
        "tictactoe",
        &[&["w=4", "h=3", "k=3"], &["w=4", "h=2", "k=3"]],
    ),
    ("misere_tictactoe", &[&["w=2", "h=3", "k=2"]]),
    ("walkers", &[&["board=map \"A..#/.#../...B\""]]),
    ("wythoff", &[&["limit=70"]]),
];

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// Gives up beyond some number of positions.
struct Bounded(u64);

impl Progress for Bounded {
    fn report(&self, phase: Phase, done: u64, _total: Option<u64>) -> ControlFlow<()> {
        if phase == Phase::Explore && done > self.0 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

fn solve(loaded: &Loaded, how: How, most: u64) -> Result<Session<'_>, GameError> {
    Session::solve(loaded, how, &Bounded(most), &mut |_| {})
}

/// The reference.
fn plain(all: bool) -> How {
    How {
        all,
        verify: Verify::Always,
        threads: 1,
        engine: Engine::Interpreter,
        numbering: Some(Numbering::Reached),
        ..How::default()
    }
}

/// The other ways; those that name predecessors are for games where they count.
fn ways(all: bool) -> Vec<How> {
    use Predecessors::{Derived, Passes, Stored};
    let base = plain(all);
    let mut ways = vec![
        How {
            engine: Engine::Native,
            ..base
        },
        How {
            engine: Engine::Native,
            numbering: None,
            threads: 0,
            ..base
        },
    ];
    for engine in [Engine::Interpreter, Engine::Native] {
        for (threads, predecessors, verify) in [
            (1, None, Verify::Always),
            (3, None, Verify::Never),
            (2, Some(Derived), Verify::Never),
            (1, Some(Stored), Verify::Never),
            (2, Some(Passes), Verify::Never),
        ] {
            ways.push(How {
                engine,
                threads,
                predecessors,
                verify,
                numbering: Some(Numbering::Dense),
                ..base
            });
        }
    }
    ways
}

/// Everything that is known of one position.
fn told(
    solution: &Solution<Position>,
    at: Index,
    grundy: bool,
) -> impl PartialEq + std::fmt::Debug {
    let value = solution.value(at);
    let grundy = grundy.then(|| solution.grundy(at));
    (value, grundy, solution.score(at))
}

/// Holds one solution against another, position by position.
fn compare(loaded: &Loaded, reference: &Session<'_>, other: &Session<'_>, what: &str) {
    let (one, two) = (reference.solution(), other.solution());
    assert_eq!(one.counts(), two.counts(), "{what}");
    assert_eq!(one.is_scored(), two.is_scored(), "{what}");
    // Dense numbers, where they were asked for, give no Grundy values without an order.
    let forced = other.how().numbering == Some(Numbering::Dense);
    let grundy = !forced || two.why_no_grundy().is_none();
    if forced && one.nimbers().is_some() && !grundy {
        let reason = two.why_no_grundy().unwrap_or_default();
        assert!(reason.contains("lower number"), "{what}: {reason}");
    }
    for at in one.indices() {
        let position = one.position(at);
        let text = || format!("{what}: {}", loaded.machine().text(&position));
        let there = two.index_of(&position);
        let there = there.unwrap_or_else(|| panic!("{}: is missing", text()));
        assert_eq!(two.position(there), position, "{}", text());
        assert_eq!(
            format!("{:?}", told(one, at, grundy)),
            format!("{:?}", told(two, there, grundy)),
            "{}",
            text()
        );
        if at.0 % 61 == 0 {
            assert_eq!(one.terminal(at), two.terminal(there), "{}", text());
            assert_eq!(one.count_moves(at), two.count_moves(there), "{}", text());
            assert_eq!(one.orbit(at), two.orbit(there), "{}", text());
        }
    }
    assert_eq!(one.indices().count(), two.indices().count(), "{what}");
    if let Some(start) = loaded.start() {
        let answer = |session: &Session<'_>| {
            let mut answer = session.answer(&start).expect("the start is solved");
            if !grundy {
                answer.grundy = None;
            }
            format!("{answer:?}")
        };
        assert_eq!(answer(reference), answer(other), "{what}");
    }
}

/// What came of one game under one scope.
#[derive(Default)]
struct Done {
    /// Ways that were held against the plain one.
    ways: usize,
    /// Those of them that had dense numbers.
    dense: usize,
}

fn hold(loaded: &Loaded, name: &str, all: bool) -> Done {
    let mut done = Done::default();
    let reference = match solve(loaded, plain(all), MOST) {
        Ok(reference) => reference,
        Err(SolveError::Stopped | SolveError::Memory { .. }) => return done,
        // Positions where play never comes may be such that the rules fail there.
        Err(SolveError::Fault { .. }) if all => {
            for how in ways(all) {
                let what = format!("{name} {how:?}");
                match solve(loaded, how, MOST_NUMBERS) {
                    Err(SolveError::Fault { .. } | SolveError::Stopped) => {}
                    Err(error) => panic!("{what}: {error}"),
                    Ok(_) => panic!("{what}: solved"),
                }
            }
            return done;
        }
        Err(error) => panic!("{name}: {error}"),
    };
    let classes = reference.solution().counts().classes;
    if classes > MOST {
        return done;
    }
    let (mut fits, mut retrograde) = (true, true);
    for how in ways(all) {
        let forced = how.numbering == Some(Numbering::Dense);
        let fast = how.engine == Engine::Native && matches!(how.threads, 0 | 2);
        let needless = how.predecessors.is_some() && !retrograde;
        if needless || (forced && !fits) || (classes > MANY && !fast) {
            continue;
        }
        let what = format!("{name} {how:?}");
        let other = match solve(loaded, how, MOST_NUMBERS) {
            Ok(other) => other,
            Err(SolveError::Stopped) => continue,
            Err(error) => panic!("{what}: {error}"),
        };
        done.ways += 1;
        let dense = other.solution().explored().is_none();
        done.dense += usize::from(dense);
        fits &= dense || !forced;
        retrograde = dense && other.solution().plan().solver == Solver::Retrograde;
        compare(loaded, &reference, &other, &what);
    }
    done
}

/// Holds every game whose place among all is `part` of `parts`.
fn hold_games(part: usize, parts: usize) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(games())
        .expect("the games are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "game")
        })
        .collect();
    files.sort();
    let mut all_done = Done::default();
    for path in files.iter().skip(part).step_by(parts) {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("a name in letters");
        let more = SETTINGS.iter().filter(|(game, _)| *game == stem);
        let more = more.flat_map(|(_, settings)| settings.iter().copied());
        for settings in std::iter::once(&[][..]).chain(more) {
            let pairs: Vec<Setting> = settings
                .iter()
                .map(|setting| setting.split_once('=').expect("NAME=VALUE"))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            let loaded = Loaded::open(path, &pairs)
                .unwrap_or_else(|error| panic!("{stem} {settings:?}: {error}"));
            for all in [false, true] {
                let begun = std::time::Instant::now();
                let done = hold(&loaded, &format!("{stem} {settings:?}"), all);
                if std::env::var_os("UNMOVE_SHOW_WAYS").is_some() {
                    eprintln!(
                        "{stem} {settings:?} all={all}: {} ways, {} dense, {:.2} s",
                        done.ways,
                        done.dense,
                        begun.elapsed().as_secs_f64()
                    );
                }
                all_done.ways += done.ways;
                all_done.dense += done.dense;
            }
        }
    }
    assert!(all_done.dense > 50, "{} dense ways", all_done.dense);
}

#[test]
fn every_way_comes_to_the_same_in_one_half_of_the_games() {
    hold_games(0, 2);
}

#[test]
fn every_way_comes_to_the_same_in_the_other_half_of_the_games() {
    hold_games(1, 2);
}

/// Rules that fail at one position only, deep in play, and a piece of what is said of it.
const FAULTS: &[(&str, &str, &str)] = &[
    (
        "range",
        "game f(limit = 300)\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s: s -= k\nmove jump() if s == 17: s -= 20\n",
        "`s` would become -3",
    ),
    (
        "division",
        "game f(limit = 300)\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s: s -= k\nmove odd() if s > 0 and 10 / (s - 17) > 20: s -= 1\n",
        "divided by zero",
    ),
    (
        "remainder in an end",
        "game f(limit = 300)\nplayers A, B\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s: s -= k\nend me == A and s < 40 and 7 % (s - 17) == 9: A wins\n",
        "divided by zero",
    ),
    (
        "index",
        "game f(limit = 300)\nstate s: 0..limit = limit\nstate row[17]: 0..1 = 0\n\
         move take(k in 2..3) if k <= s: s -= k\nmove put() if s == 17 and row[s] == 0: s -= 1\n",
        "`row` has no element 17",
    ),
    (
        "lookup",
        "game f(limit = 300)\nlet table = [3, 1, 4, 1, 5]\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s and (s > 5 or table[s] > 0): s -= k\n",
        "there is no entry 5 in a list of 5",
    ),
    (
        "xor",
        "game f(limit = 300)\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s and (s != 17 or xor(s - 18, 3) > 0): s -= k\n",
        "xor needs numbers that are not negative",
    ),
    (
        "nothing",
        "game f(limit = 300)\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s and (s > 17 or s < 17 or min(i in 18..s: i) > 2): s -= k\n",
        "the least of nothing",
    ),
    (
        "overflow",
        "game f(limit = 300)\nlet big = 4611686018427387904\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s and (s != 17 or big * s > 0): s -= k\n",
        "does not fit 64 bits",
    ),
    (
        "points",
        "game f(limit = 300)\nplayers A, B\nlet big = 4000000000\nstate s: 0..limit = limit\n\
         move take(k in 1..3) if k <= s:\n  s -= k\n  gain (if s == 17 and k == 2 and me == A then big else k)\n",
        "points do not fit 32 bits",
    ),
    (
        "a cycle",
        "game f(n = 40)\nplayers A, B\nstate a: 0..n = 0\nstate b: 0..n = n\n\
         A move up(k in 1..2) if a + k <= n: a += k\nA move down() if a > 0: a -= 1\n\
         B move up() if b < n: b += 1\nB move down(k in 1..2) if b >= k: b -= k\n\
         B move wrong() if a == 23 and b == 11: b -= 12\nend a == n and b == 0: draw\n",
        "`b` would become -1",
    ),
    (
        "pieces",
        "game f\nplayers A, B\ncells C = grid(4, 4)\nstate p: C = a1\nstate h: set of 2 C = {d3, d4}\n\
         A move step(d in orthogonal) if p + d in C - h: p += d\n\
         B move walk(x in h, d in orthogonal) if x + d in C - h - p: x += d\n\
         B move push(x in h) if p == d4 and x == c1 and h == {a3, c1}: x = a3\n",
        "onto the piece on a3",
    ),
];

/// Rules that fail at many positions, and in several ways.
const MANY_FAULTS: &[(&str, &str)] = &[
    (
        "counting",
        "game f(limit = 200)\nstate s: 0..limit = limit\nstate seen: 0..40 = 0\n\
         move take(k in 1..3) if k <= s:\n  s -= k\n  seen += 1\n",
    ),
    (
        "two kinds",
        "game f(limit = 300)\nplayers A, B\nstate s: 0..limit = limit\nstate t: 0..20 = 0\n\
         A move take(k in 1..3) if k <= s and 10 / (s - 40 - t) < 11: s -= k\n\
         B move take(k in 1..3) if k <= s:\n  s -= k\n  t += k / 3\n",
    ),
    (
        "walking",
        "game f\nplayers A, B\ncells C = grid(5, 5)\nstate p: C = a1\nstate q: C = e5\n\
         A move step(d in orthogonal) if p + d in C - q: p += d\n\
         B move step(d in orthogonal) if q + d in C and 6 / (p.row - q.row + 3) < 9: q += d\n",
    ),
];

fn loaded(rules: &str) -> Loaded {
    let source = unmove::Source {
        name: "f.game".to_owned(),
        text: rules.to_owned(),
        folder: PathBuf::new(),
    };
    source
        .compile(&[], None)
        .unwrap_or_else(|error| panic!("{error}: {rules}"))
}

/// The fault that solving comes upon.
fn fault(loaded: &Loaded, how: How) -> unmove_rules::machine::RunError {
    let what = format!("{} {how:?}", loaded.source.text);
    match Session::solve(loaded, how, &unmove_core::Silent, &mut |_| {}) {
        Ok(_) => panic!("solved: {what}"),
        Err(SolveError::Fault { source, .. }) => source
            .downcast_ref::<unmove_rules::machine::RunError>()
            .unwrap_or_else(|| panic!("{source}: {what}"))
            .clone(),
        Err(error) => panic!("{error}: {what}"),
    }
}

#[test]
fn rules_that_fail_at_one_position_fail_alike_in_every_way() {
    for (name, rules, said) in FAULTS {
        let loaded = loaded(rules);
        let expected = fault(&loaded, plain(false));
        assert!(expected.to_string().contains(said), "{name}: {expected}");
        assert!(expected.position().is_some(), "{name}");
        for how in ways(false) {
            let found = fault(&loaded, how);
            assert_eq!(found, expected, "{name} {how:?}");
        }
    }
}

#[test]
fn of_several_faults_each_way_tells_of_a_true_one() {
    for (name, rules) in MANY_FAULTS {
        let loaded = loaded(rules);
        let interpreter = unmove_core::Numbering::Dense;
        for how in ways(false) {
            let found = fault(&loaded, how);
            let position = found.position().expect("it happens at a position");
            let position = loaded.position(position).expect("which can be read");
            let truly = loaded
                .machine()
                .named_moves(&position)
                .expect_err("the rules fail there")
                .to_string();
            assert_eq!(found.to_string(), truly, "{name} {how:?}");
            let reference = How {
                engine: Engine::Interpreter,
                ..how
            };
            if how.threads == 1 && how.numbering == Some(interpreter) {
                assert_eq!(found, fault(&loaded, reference), "{name} {how:?}");
            }
        }
    }
}

#[test]
fn faults_where_play_does_not_come_are_none_unless_the_whole_space_is_solved() {
    let rules = "game f(limit = 300)\nstate s: 0..limit = limit\n\
                 move take(k in {2, 4}) if k <= s: s -= k\nmove wrong() if s == 17: s -= 18\n";
    let loaded = loaded(rules);
    let expected = fault(&loaded, plain(true));
    for how in ways(false) {
        let solved = Session::solve(&loaded, how, &unmove_core::Silent, &mut |_| {});
        assert_eq!(solved.expect("no fault").solution().counts().positions, 151);
    }
    for how in ways(true) {
        assert_eq!(fault(&loaded, how), expected, "{how:?}");
    }
}

#[test]
fn faults_are_told_with_the_same_words_and_code_by_the_command() {
    let folder = std::env::temp_dir().join(format!("unmove-ways-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the rules");
    for (name, rules, said) in FAULTS.iter().filter(|(name, ..)| name.len() < 9) {
        std::fs::write(folder.join("f.game"), rules).expect("the rules can be written");
        let run = |more: &[&str]| {
            let arguments = [&["solve", "f.game", "--quiet"], more].concat();
            let done = binary::unmove_in(&folder, &arguments);
            (done.code, done.out, done.err)
        };
        let expected = run(&["--engine", "interpreter", "--numbering", "reached"]);
        assert_eq!(expected.0, 2, "{name}");
        assert!(expected.2.contains(said), "{name}: {}", expected.2);
        for engine in ["interpreter", "native"] {
            for threads in ["1", "2"] {
                let way = [
                    "--engine",
                    engine,
                    "--numbering",
                    "dense",
                    "--threads",
                    threads,
                ];
                assert_eq!(run(&way), expected, "{name} {way:?}");
            }
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can go again");
}

#[test]
fn predecessors_that_cannot_be_derived_are_found_otherwise_and_the_plan_says_so() {
    for (name, settings) in [
        ("kalah", vec![("houses", "2"), ("seeds", "2")]),
        ("othello", vec![]),
    ] {
        let settings: Vec<Setting> = settings
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let path = games().join(name).with_extension("game");
        let loaded = Loaded::open(&path, &settings).expect("the game can be read");
        let how = How {
            predecessors: Some(Predecessors::Derived),
            numbering: Some(Numbering::Dense),
            ..plain(false)
        };
        let session = Session::solve(&loaded, how, &unmove_core::Silent, &mut |_| {});
        let session = session.expect("the game can be solved");
        let plan = session.solution().plan().sentences.join("\n");
        assert!(
            plan.contains("Predecessors are not needed"),
            "{name}: {plan}"
        );
    }
}
