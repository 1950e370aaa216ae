//! The inputs, by kind. A flat table in the form of functions.

use super::mutants::{damaged, garbled};
use super::{Case, Run, programs, subfolder};
use fastrand::Rng;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Any result of a damaged input except a bug.
const ANY: &[i32] = &[0, 1, 2, 3];
const ERROR: &[i32] = &[2];
const UNKNOWN: &[i32] = &[3];
const DECIDED: &[i32] = &[0, 1, 3];

const SB: &str = "Java SB\n{ x = 0; y = 0; }\nThread0 { x = 1; int r1 = y; }\nThread1 { y = 1; int r2 = x; }\nexists (0:r1=0 /\\ 1:r2=0)\n";
const LOCKS: &str = "Java locks\n{ x = 0; class A { final int f; A() { f = 1; } } A a; }\nThread0 { synchronized (m) { x = x + 1; } a = new A(); }\n\
    Thread1 { A p = a; int r = 0; if (p != null) r = p.f; while (r < 2) { r = r + 1; } volatile v; assert (x >= 0); }\nforall (x=1)\n";
const CAT: &str = "\"mine\"\ninclude \"cos.cat\"\nlet com = rf | co | fr\nlet rec hb = po | rf | (hb ; hb)\nlet f (r) = r+ & ext\nacyclic po | com as sc\nirreflexive hb as causal\nflag ~empty f(rf) as talks\n";
const JMM: &str = "model \"mine\"\ninclude \"views.jmm\"\nforall p in Threads {\n  order view total on M & (p | W) extends before\n  axiom last : sees-last(view, p)\n}\n";

/// All inputs.
pub fn all(run: &Run<'_>) -> Result<Vec<Case>, String> {
    let home = run.folder;
    let write = |name: &str, bytes: &[u8]| {
        let path = home.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|e| e.to_string())?;
        std::fs::write(&path, bytes).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    write("Good.java", programs::GOOD.as_bytes())?;
    tool(run, "javac", &["-g", "-d", "good", "Good.java"])?;
    write("manifest", b"Main-Class: Good\n")?;
    tool(run, "jar", &["cfm", "good.jar", "manifest", "-C", "good", "."])?;
    write("SB.litmus", SB.as_bytes())?;
    write("sc.cat", CAT.as_bytes())?;
    let mut dice = Rng::with_seed(run.seed);
    let mut cases = Vec::new();
    cases.extend(class_files(home, &write, &mut dice)?);
    cases.extend(jars(home, &write, &mut dice)?);
    cases.extend(texts(&write, &mut dice)?);
    cases.extend(sources(&write, &mut dice)?);
    cases.extend(tokens(run, &mut dice)?);
    cases.extend(flags());
    cases.extend(class_paths(home, &write)?);
    cases.extend(special_files(home)?);
    cases.extend(links(home, &write)?);
    cases.extend(strange(&write)?);
    cases.extend(bombs(&write)?);
    cases.extend(jdks(run, &write)?);
    cases.extend(caches(home, &write)?);
    cases.extend(signals());
    Ok(cases)
}

type Made = Result<Vec<Case>, String>;
type WriteFile<'a> = &'a dyn Fn(&str, &[u8]) -> Result<(), String>;

/// Runs a command of the JDK, or of the system.
fn tool(run: &Run<'_>, name: &str, words: &[&str]) -> Result<(), String> {
    let command = if matches!(name, "javac" | "jar") { run.jdk.join("bin").join(name) } else { name.into() };
    let done = Command::new(command).args(words).current_dir(run.folder).output();
    let done = done.map_err(|error| format!("cannot start {name}: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    Err(format!("{name} {}: {}", words.join(" "), String::from_utf8_lossy(&done.stderr)))
}

fn read(home: &Path, name: &str) -> Result<Vec<u8>, String> {
    std::fs::read(home.join(name)).map_err(|error| format!("cannot read {name}: {error}"))
}

fn class_files(home: &Path, write: WriteFile<'_>, dice: &mut Rng) -> Made {
    let good = read(home, "good/Good.class")?;
    let others: Vec<(String, Vec<u8>)> = ["Good$Op.class", "Good$Kind.class"]
        .iter()
        .map(|name| Ok(((*name).to_owned(), read(home, &format!("good/{name}"))?)))
        .collect::<Result<_, String>>()?;
    let mut cases = Vec::new();
    for number in 0..100 {
        let folder = format!("class-{number}");
        let bytes = match number {
            0..20 => good[..good.len() * number / 20].to_vec(),
            _ => damaged(&good, dice),
        };
        write(&format!("{folder}/Good.class"), &bytes)?;
        for (name, bytes) in &others {
            write(&format!("{folder}/{name}"), bytes)?;
        }
        let file = format!("{folder}/Good.class");
        let words: &[&str] =
            if number % 4 == 3 { &["check", "-q", "-cp", &folder, "Good"] } else { &["check", "-q", &file] };
        cases.push(Case::new("class files, damaged", folder.clone(), words, ANY).limited(4, None));
    }
    Ok(cases)
}

fn jars(home: &Path, write: WriteFile<'_>, dice: &mut Rng) -> Made {
    let good = read(home, "good.jar")?;
    let mut cases = Vec::new();
    for number in 0..40 {
        let bytes = match number {
            0..10 => good[..good.len() * number / 10].to_vec(),
            _ => damaged(&good, dice),
        };
        let file = format!("jar-{number}.jar");
        write(&file, &bytes)?;
        let words: &[&str] =
            if number % 3 == 2 { &["check", "-q", "-cp", &file, "Good"] } else { &["check", "-q", &file] };
        cases.push(Case::new("jars, damaged", file.clone(), words, ANY).limited(4, None));
    }
    Ok(cases)
}

fn texts(write: WriteFile<'_>, dice: &mut Rng) -> Made {
    let mut cases = Vec::new();
    for number in 0..80 {
        let (base, file) = (if number % 2 == 0 { SB } else { LOCKS }, format!("test-{number}.litmus"));
        match number % 5 {
            4 => write(&file, &damaged(base.as_bytes(), dice))?,
            _ => write(&file, garbled(base, dice).as_bytes())?,
        }
        cases.push(
            Case::new("litmus tests, damaged", file.clone(), &["litmus", "-q", &file], ANY)
                .limited(4, Some(800)),
        );
    }
    for number in 0..70 {
        let (base, kind) = if number % 2 == 0 { (CAT, "cat") } else { (JMM, "jmm") };
        let file = format!("model-{number}.{kind}");
        match number % 5 {
            4 => write(&file, &damaged(base.as_bytes(), dice))?,
            _ => write(&file, garbled(base, dice).as_bytes())?,
        }
        let words = ["litmus", "-q", "--no-races", "SB.litmus", "--model", &file];
        cases.push(Case::new("models, damaged", file.clone(), &words, ANY).limited(4, Some(800)));
    }
    let wide = (0..5000).map(|n| format!("x{n} = 0; ")).collect::<String>();
    let deep = format!(
        "Java deep\n{{ x = 0; }}\nThread0 {{ int r = {}1{}; }}\nexists (0:r=1)\n",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    let nested = format!(
        "Java nested\n{{ x = 0; }}\nThread0 {{ {} x = 1; {} }}\nexists (x=1)\n",
        "if (x == 0) { ".repeat(3000),
        "}".repeat(3000)
    );
    let long = format!("Java {}\n{{ x = 0; }}\nThread0 {{ x = 1; }}\nexists (x=1)\n", "n".repeat(100_000));
    let many: String = (0..200).map(|t| format!("Thread{t} {{ x = {t}; int r = x; }}\n")).collect();
    let endless = "Java endless\n{ x = 0; }\nThread0 { while (true) { x = x + 1; } }\nThread1 { while (true) { x = x + 1; } }\nexists (x=5)\n";
    let large = [
        ("wide", format!("Java wide\n{{ {wide} }}\nThread0 {{ x1 = 1; }}\nexists (x1=1)\n")),
        ("deep", deep),
        ("nested", nested),
        ("long-name", long),
        ("threads", format!("Java many\n{{ x = 0; }}\n{many}exists (x=1)\n")),
        ("endless", endless.to_owned()),
        ("empty", String::new()),
        ("lines", "\n".repeat(1_000_000)),
    ];
    for (name, text) in large {
        let file = format!("{name}.litmus");
        write(&file, text.as_bytes())?;
        cases.push(
            Case::new("litmus tests, large", name, &["litmus", "-q", &file], ANY).limited(4, Some(800)),
        );
    }
    let deep = "let a = ".to_owned() + &"(".repeat(50_000) + "po" + &")".repeat(50_000) + "\nacyclic a\n";
    let many: String = (0..20_000).map(|n| format!("let a{} = po | a{n}\n", n + 1)).collect();
    let models = [
        ("deep", deep),
        ("chain", format!("let a0 = po\n{many}acyclic a20000\n")),
        ("empty", String::new()),
        ("comment", "(* never closed".to_owned()),
        ("recursive", "let rec f = f ; f | po\nacyclic f\n".to_owned()),
        ("passwd", "include \"/etc/passwd\"\n".to_owned()),
        ("above", "include \"../../../../../../../etc/hostname\"\n".to_owned()),
        ("itself", "include \"bad-itself.cat\"\n".to_owned()),
        ("long", format!("acyclic {}\n", "a".repeat(100_000))),
    ];
    for (name, text) in models {
        let file = format!("bad-{name}.cat");
        write(&file, text.as_bytes())?;
        let words = ["litmus", "-q", "--no-races", "SB.litmus", "--model", &file];
        cases.push(Case::new("models, large or greedy", name, &words, ANY).limited(4, Some(800)));
    }
    Ok(cases)
}

fn sources(write: WriteFile<'_>, dice: &mut Rng) -> Made {
    let main = |body: &str| format!("public class S {{ public static void main(String[] a) {{ {body} }} }}");
    let long = "n".repeat(60_000);
    let mut all = vec![
        ("empty".to_owned(), Vec::new()),
        ("zeros".to_owned(), vec![0; 4096]),
        ("latin".to_owned(), b"class S { String s = \"\xe4\xf6\"; }".to_vec()),
        ("mark".to_owned(), format!("\u{feff}{}", main("")).into_bytes()),
        ("parentheses".to_owned(), main(&format!("int x = {}1{};", "(".repeat(9000), ")".repeat(9000))).into_bytes()),
        ("long-name".to_owned(), main(&format!("int {long} = 1;")).into_bytes()),
        ("long-field".to_owned(), format!("class S {{ static int {long}; public static void main(String[] a) throws Exception {{ Thread t = new Thread(() -> {long}++); t.start(); {long}++; t.join(); assert {long} == 2; }} }}").into_bytes()),
        ("unclosed".to_owned(), b"class S { /* ".to_vec()),
        ("package".to_owned(), b"package q.r; class S { public static void main(String[] a) { } }".to_vec()),
        ("cycle".to_owned(), b"class S extends S { public static void main(String[] a) { } }".to_vec()),
        ("large-method".to_owned(), main(&"System.nanoTime(); ".repeat(30_000)).into_bytes()),
        ("no-main".to_owned(), b"class S { }".to_vec()),
    ];
    for number in 0..12 {
        all.push((format!("garbled-{number}"), garbled(programs::GOOD, dice).into_bytes()));
    }
    let mut cases = Vec::new();
    for (name, bytes) in all {
        let file = format!("source-{name}/S.java");
        write(&file, &bytes)?;
        cases.push(Case::new("sources", name, &["check", "-q", &file], ANY).limited(6, None));
    }
    Ok(cases)
}

fn tokens(run: &Run<'_>, dice: &mut Rng) -> Made {
    let java = "tj1:sc:e:0000000000000000:0.0:0.1:--class-path good Good";
    let litmus = "tj1:sc:e:0000000000000000::0.1:--litmus SB.litmus";
    let mut cases = Vec::new();
    for number in 0..40 {
        let base = if number % 2 == 0 { java } else { litmus };
        let token = garbled(base, dice).replace('\0', "0");
        let token: String = token.chars().take(20_000).collect();
        let codes = if token.starts_with('-') { &[0, 2] } else { ANY };
        cases.push(Case::new("replay tokens", format!("token {number}"), &["replay", &token], codes));
    }
    let _ = run;
    Ok(cases)
}

fn flags() -> Vec<Case> {
    let many = "a".repeat(100_000);
    let wrong: [&[&str]; 40] = [
        &[],
        &["chek", "Good.java"],
        &["check"],
        &["check", "--nonsense", "good"],
        &["check", "good", "--model", "jmn"],
        &["check", "good", "--model", ""],
        &["check", "good", "--model", "none.cat"],
        &["check", "good", "--property", "beauty"],
        &["check", "good", "--property", ""],
        &["check", "good", "--time-limit", "soon"],
        &["check", "good", "--time-limit", "-1s"],
        &["check", "good", "--time-limit", "1e400s"],
        &["check", "good", "--memory-limit", "much"],
        &["check", "good", "--memory-limit", "-5"],
        &["check", "good", "--workers", "0"],
        &["check", "good", "--workers", "100000"],
        &["check", "good", "--states", "-1"],
        &["check", "good", "--depth", "99999999999999"],
        &["check", "good", "--trust", "***"],
        &["check", "good", "--trust", ""],
        &["check", "good", "--may-throw", "a b"],
        &["check", "good", "--contracts", "none.tsv"],
        &["check", "good", "--json", "no/such/folder/x.json"],
        &["check", "good", "--json", "good"],
        &["check", "good", "--jdk", "/nonexistent"],
        &["check", "good", "--jdk", "Good.java"],
        &["check", "good", "--class", "Nothing"],
        &["check", "good", "-D", "=x"],
        &["check", "good", "-q", "-v"],
        &["check", "good", "--search", "luck"],
        &["check", "Good.java", "argument"],
        &["check", "SB.litmus"],
        &["check", "sc.cat"],
        &["check", &many],
        &["check", "a;b"],
        &["run", "good", "--seed", "1"],
        &["run", "Good.java", "--no-such-option"],
        &["litmus", "nowhere.litmus"],
        &["explain", "SB.litmus", "--outcome", "((("],
        &["models", "none"],
    ];
    let told = |words: &&[&str]| {
        let name: String = words.join(" ").chars().take(60).collect();
        Case::new("flags and words", name, words, ERROR)
    };
    wrong.iter().map(told).collect()
}

fn class_paths(home: &Path, write: WriteFile<'_>) -> Made {
    write("text.jar", b"no jar at all")?;
    write("other/Wrong.class", &read(home, "good/Good.class")?)?;
    write("Good.txt", b"text")?;
    subfolder(home, "nothing")?;
    subfolder(home, "Good.class.d/Good.class")?;
    let long = "/".to_owned() + &"d/".repeat(5000);
    let entries: [(&str, &str, &'static [i32]); 16] = [
        ("/nonexistent", "Good", ERROR),
        ("", "Good", ERROR),
        (":::", "Good", ERROR),
        ("text.jar", "Good", ERROR),
        ("text.jar:good", "Good", DECIDED),
        ("nothing", "Good", ERROR),
        ("nothing/*", "Good", ERROR),
        ("other", "Wrong", ERROR),
        ("Good.txt", "Good", ERROR),
        ("Good.class.d", "Good", ERROR),
        ("/dev", "null", ERROR),
        ("/proc/self", "mem", ERROR),
        (&long, "Good", ERROR),
        ("good", "p.Good", ERROR),
        ("good", "Goof", ERROR),
        ("good", "java.lang.Object", ERROR),
    ];
    Ok(entries
        .iter()
        .map(|(path, main, codes)| {
            let name: String = format!("-cp {path} {main}").chars().take(60).collect();
            Case::new("class paths", name, &["check", "-q", "-cp", path, main], codes).limited(5, None)
        })
        .collect())
}

fn special_files(home: &Path) -> Made {
    let folder = subfolder(home, "pipes")?;
    for name in ["S.java", "S.class", "s.jar", "s.litmus", "s.cat", "s.tsv", "release"] {
        let made = Command::new("mkfifo").arg(folder.join(name)).status();
        made.map_err(|error| format!("mkfifo: {error}"))?;
    }
    let zero = |name: &str| link(Path::new("/dev/zero"), &folder.join(name));
    for name in ["Zero.java", "Zero.class", "zero.jar", "zero.litmus", "zero.cat"] {
        zero(name)?;
    }
    let words: [&[&str]; 18] = [
        &["check", "pipes/S.java"],
        &["check", "pipes/S.class"],
        &["check", "pipes/s.jar"],
        &["check", "pipes"],
        &["check", "-cp", "pipes", "S"],
        &["check", "-cp", "pipes/s.jar", "S"],
        &["check", "good", "--contracts", "pipes/s.tsv"],
        &["check", "good", "--jdk", "pipes"],
        &["run", "pipes/S.java"],
        &["litmus", "pipes/s.litmus"],
        &["litmus", "SB.litmus", "--model", "pipes/s.cat"],
        &["check", "pipes/Zero.java"],
        &["check", "pipes/Zero.class"],
        &["check", "pipes/zero.jar"],
        &["check", "-cp", "pipes/zero.jar", "S"],
        &["litmus", "pipes/zero.litmus"],
        &["litmus", "SB.litmus", "--model", "pipes/zero.cat"],
        &["explain", "pipes/S.java"],
    ];
    Ok(words.iter().map(|words| Case::new("pipes and devices", words.join(" "), words, ERROR)).collect())
}

fn link(to: &Path, from: &Path) -> Result<(), String> {
    let _ = std::fs::remove_file(from);
    #[cfg(unix)]
    std::os::unix::fs::symlink(to, from)
        .map_err(|error| format!("cannot link {}: {error}", from.display()))?;
    Ok(())
}

fn links(home: &Path, write: WriteFile<'_>) -> Made {
    let folder = subfolder(home, "links")?;
    link(Path::new("/etc/passwd"), &folder.join("secret"))?;
    link(Path::new("/etc"), &folder.join("etc"))?;
    link(&folder, &folder.join("round"))?;
    link(Path::new("gone"), &folder.join("Gone.class"))?;
    link(Path::new("/etc/passwd"), &folder.join("pw.cat"))?;
    let reads = |name: &str, what: &str| {
        programs::source(
            name,
            &format!(
                "public static void main(String[] a) throws Exception {{ if (new String({what}.readAllBytes()).contains(\"root\")) throw new Error(\"leak\"); }}"
            ),
        )
    };
    for (name, what) in [
        ("Resource", "Resource.class.getResourceAsStream(\"/secret\")"),
        ("Below", "Below.class.getResourceAsStream(\"/etc/passwd\")"),
        ("ByFile", "new java.io.FileInputStream(\"/classpath/1/secret\")"),
        ("Above", "Above.class.getResourceAsStream(\"/../../../etc/passwd\")"),
        ("Absolute", "new java.io.FileInputStream(\"/etc/passwd\")"),
    ] {
        write(&format!("links/{name}.java"), reads(name, what).as_bytes())?;
    }
    write("include.cat", b"include \"links/pw.cat\"\nacyclic po\n")?;
    let mut cases: Vec<Case> = ["Resource", "Below", "ByFile", "Above", "Absolute"]
        .iter()
        .map(|name| {
            let file = format!("links/{name}.java");
            // A missing resource gives a null pointer; only the error with the word `leak` would be wrong,
            // and that also exits with 1.
            Case::new(
                "links",
                *name,
                &["run", "-cp", "links", &file],
                if *name == "Above" { &[1, 3] } else { UNKNOWN },
            )
        })
        .collect();
    cases.push(Case::new("links", "Gone", &["check", "-cp", "links", "Gone"], ERROR));
    cases.push(Case::new("links", "round", &["litmus", "links"], ERROR));
    cases.push(Case::new("links", "include", &["litmus", "SB.litmus", "--model", "include.cat"], ERROR));
    Ok(cases)
}

fn strange(write: WriteFile<'_>) -> Made {
    let mut cases = Vec::new();
    for (name, body) in programs::STRANGE {
        write(&format!("strange/{name}.java"), programs::source(name, body).as_bytes())?;
        let file = format!("strange/{name}.java");
        cases.push(
            Case::new("names, messages, causes", name, &["check", &file], DECIDED).limited(10, Some(1500)),
        );
    }
    Ok(cases)
}

fn bombs(write: WriteFile<'_>) -> Made {
    let mut cases = Vec::new();
    for (name, body) in programs::BOMBS {
        write(&format!("bombs/{name}.java"), programs::source(name, body).as_bytes())?;
        let file = format!("bombs/{name}.java");
        for (seconds, mebibytes, model) in [(5, 300, "jmm"), (4, 1000, "sc")] {
            let words = ["check", "-q", "--model", model, &file];
            let name = format!("{name} under {model}");
            cases.push(Case::new("bombs", name, &words, DECIDED).limited(seconds, Some(mebibytes)));
        }
    }
    cases.push(Case::new("bombs", "one byte", &["check", "-q", "--memory-limit", "1", "good"], UNKNOWN));
    cases.push(Case::new("bombs", "no time", &["check", "-q", "--time-limit", "0s", "good"], UNKNOWN));
    cases.push(Case::new(
        "bombs",
        "no time for javac",
        &["check", "-q", "--time-limit", "50ms", "Good.java"],
        UNKNOWN,
    ));
    Ok(cases)
}

fn jdks(run: &Run<'_>, write: WriteFile<'_>) -> Made {
    let release = std::fs::read(run.jdk.join("release")).map_err(|e| format!("release: {e}"))?;
    let modules = run.jdk.join("lib/modules");
    let mut image = vec![0; 4 << 20];
    let read = std::fs::File::open(&modules).and_then(|mut file| std::io::Read::read(&mut file, &mut image));
    read.map_err(|error| format!("{}: {error}", modules.display()))?;
    let mut cases = Vec::new();
    for (name, bytes) in [
        ("empty", &[][..]),
        ("header", &image[..64]),
        ("index-cut", &image[..500_000]),
        ("cut", &image[..]),
        ("zeros", &[0; 4096]),
        ("text", b"not an image"),
    ] {
        write(&format!("jdk-{name}/release"), &release)?;
        write(&format!("jdk-{name}/lib/modules"), bytes)?;
        let home = format!("jdk-{name}");
        cases.push(Case::new("JDKs", name, &["check", "--jdk", &home, "-cp", "good", "Good"], ERROR));
    }
    write("jdk-old/release", b"JAVA_VERSION=\"11.0.2\"\n")?;
    write("jdk-release/release", b"nothing of use")?;
    for home in ["jdk-old", "jdk-release"] {
        cases.push(Case::new("JDKs", home, &["check", "--jdk", home, "-cp", "good", "Good"], ERROR));
    }
    let nowhere = Case::new("JDKs", "JAVA_HOME", &["run", "-cp", "good", "Good"], &[0]);
    cases.push(nowhere.with("JAVA_HOME", "/nonexistent"));
    Ok(cases)
}

fn caches(home: &Path, write: WriteFile<'_>) -> Made {
    write("cache-file", b"a file, no folder")?;
    let cases = [
        ("file", home.join("cache-file")),
        ("device", "/dev/null".into()),
        ("no folder", "/proc/nothing".into()),
        ("pipe", home.join("pipes/s.jar")),
        ("relative", "cache".into()),
    ];
    let with = |(name, path): &(&str, std::path::PathBuf)| {
        let case = Case::new("caches", *name, &["run", "-cp", "good", "Good"], &[0]);
        case.with("THINAIR_CACHE", path.to_string_lossy())
    };
    let mut all: Vec<Case> = cases.iter().map(with).collect();
    all.push(
        Case::new("caches", "no temporary folder", &["check", "-q", "Good.java"], ERROR)
            .with("TMPDIR", "/nonexistent"),
    );
    Ok(all)
}

fn signals() -> Vec<Case> {
    let mut cases = Vec::new();
    for name in ["TERM", "INT", "HUP"] {
        let words = ["check", "-q", "good", "bombs/ManyStates.java"];
        let mut late = Case::new("signals", format!("{name} while it searches"), &words, UNKNOWN);
        late.signal = Some((name, Duration::from_secs(3)));
        let mut early = Case::new(
            "signals",
            format!("{name} while javac runs"),
            &["check", "-q", "Good.java"],
            &[3, 130],
        );
        early.signal = Some((name, Duration::from_millis(250)));
        cases.extend([late, early]);
    }
    cases
}
