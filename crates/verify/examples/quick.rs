//! tmp
#![allow(clippy::print_stdout, reason = "tmp")]
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let t = std::time::Instant::now();
    let mut tally = verify::differential::Tally::default();
    let mut bad = 0;
    for s in a[0]..a[0] + a[1] {
        match verify::differential::check_seed(s) {
            Ok(x) => tally.add(x),
            Err(m) => { println!("seed {} {}\n{}", m.seed, m.what, m.program); bad += 1; if bad > 4 { break; } }
        }
    }
    println!("{tally:?} {:?}", t.elapsed());
}
