//! Makes a failing test smaller while it still fails.

use crate::ast::{Expr, ExprKind, Init, Observed, Stmt, StmtKind, Test};

/// Removes threads, statements and branches as long as `fails` stays true. `fails` must return false for
/// tests that do not compile. The result is minimal with respect to the single edits tried.
pub fn shrink(test: &Test, fails: impl Fn(&Test) -> bool) -> Test {
    let mut best = test.clone();
    loop {
        let smaller = smaller(&best).find(|t| fails(t));
        match smaller {
            Some(test) => best = test,
            None => return best,
        }
    }
}

/// The test after each single edit: each is a bit smaller, and some do not compile.
pub fn smaller(test: &Test) -> impl Iterator<Item = Test> {
    (0..).map_while(|n| edited(test, n)).map(|t| clean(&t))
}

/// The test after its `n`-th possible edit; `None` if there are fewer.
fn edited(test: &Test, n: usize) -> Option<Test> {
    let mut test = test.clone();
    let mut left = n;
    // A test keeps at least one thread.
    let removable = if test.threads.len() > 1 { test.threads.len() } else { 0 };
    if left < removable {
        test.threads.remove(left);
        return Some(renumbered(&test));
    }
    left -= removable;
    if left < test.locations.len() {
        test.locations.remove(left);
        return Some(test);
    }
    left -= test.locations.len();
    for thread in &mut test.threads {
        if edit_block(&mut thread.body, &mut left) {
            return Some(test);
        }
    }
    edit_classes(&mut test.init, &mut left).then_some(test)
}

/// Edits: drop a class, a field or a constructor, or edit the body of one.
fn edit_classes(init: &mut Vec<Init>, left: &mut usize) -> bool {
    for i in 0..init.len() {
        let Init::Class(class) = &mut init[i] else { continue };
        let (fields, constructors) = (class.fields.len(), class.constructors.len());
        match *left {
            0 => {
                init.remove(i);
                return true;
            }
            n if n <= fields => {
                class.fields.remove(n - 1);
                return true;
            }
            n if n <= fields + constructors => {
                class.constructors.remove(n - 1 - fields);
                return true;
            }
            _ => *left -= 1 + fields + constructors,
        }
        if class.constructors.iter_mut().any(|c| edit_block(&mut c.body, left)) {
            return true;
        }
    }
    false
}

/// Closes the gap in thread numbers left by a removed thread. References to the removed thread become
/// references to another one, which is an edit like any other.
fn renumbered(test: &Test) -> Test {
    let mut test = test.clone();
    let old: Vec<u32> = test.threads.iter().map(|t| t.number).collect();
    for (new, thread) in test.threads.iter_mut().enumerate() {
        thread.number = new as u32;
    }
    test.locations.retain_mut(|item| match item {
        Observed::Register { thread, .. } => match old.iter().position(|o| o == thread) {
            Some(new) => {
                *thread = new as u32;
                true
            }
            None => false,
        },
        _ => true,
    });
    test
}

fn edit_block(body: &mut Vec<Stmt>, left: &mut usize) -> bool {
    let mut i = 0;
    while i < body.len() {
        // Edit: drop the statement.
        if *left == 0 {
            body.remove(i);
            return true;
        }
        *left -= 1;
        // Edit: replace a compound statement by its parts.
        if let Some(parts) = parts(&body[i]) {
            if *left == 0 {
                body.splice(i..=i, parts);
                return true;
            }
            *left -= 1;
        }
        if edit_inside(&mut body[i], left) {
            return true;
        }
        i += 1;
    }
    false
}

fn parts(stmt: &Stmt) -> Option<Vec<Stmt>> {
    match &stmt.kind {
        StmtKind::If(_, a, b) => Some(std::iter::once(a).chain(b).map(|s| (**s).clone()).collect()),
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => Some(vec![(**body).clone()]),
        StmtKind::Block(body) | StmtKind::Synchronized(_, body) => Some(body.clone()),
        _ => None,
    }
}

fn edit_inside(stmt: &mut Stmt, left: &mut usize) -> bool {
    match &mut stmt.kind {
        StmtKind::If(_, a, b) => edit_inside(a, left) || b.iter_mut().any(|b| edit_inside(b, left)),
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => edit_inside(body, left),
        StmtKind::Block(body) | StmtKind::Synchronized(_, body) => edit_block(body, left),
        StmtKind::Assign { value, .. } => edit_value(value, left),
        _ => false,
    }
}

/// Edit: a computed value becomes 1.
fn edit_value(value: &mut Expr, left: &mut usize) -> bool {
    if matches!(value.kind, ExprKind::Int(1)) {
        return false;
    }
    if *left == 0 {
        value.kind = ExprKind::Int(1);
        return true;
    }
    *left -= 1;
    false
}

/// Stops observing registers that are no longer declared.
fn clean(test: &Test) -> Test {
    let mut test = test.clone();
    let declared: Vec<String> = test.threads.iter().map(|t| format!("{:?}", t.body)).collect();
    test.locations.retain(|item| match item {
        Observed::Register { thread, register } => declared
            .get(*thread as usize)
            .is_some_and(|body| body.contains(&format!("\"{}\"", register.text))),
        _ => true,
    });
    test
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rng, Shape, generate};

    #[test]
    fn shrinks_to_the_one_statement_that_matters() {
        let mut rng = Rng::with_seed(5);
        for _ in 0..20 {
            let test = generate(&mut rng, &Shape::core());
            let fails =
                |t: &Test| t.to_string().contains("x0 = ") && crate::load("t", &t.to_string()).is_ok();
            if !fails(&test) {
                continue;
            }
            let small = shrink(&test, fails);
            assert!(fails(&small));
            let statements: usize = small.threads.iter().map(|t| t.body.len()).sum();
            assert!(statements <= 2, "{small}");
        }
    }
}
