//! Classes and their constructors.
//!
//! Field initialisers are at the beginning of each constructor, where Java would put them (JLS §12.5), so
//! that a name in them means what it means in litmus.

use crate::Result;
use crate::body::{Body, Owner};
use crate::globals::{Globals, Needs};
use crate::writer::Writer;
use litmus::ast::{Expr, ExprKind, Ident, Stmt, StmtKind, TypeName};

/// The class as a static member.
pub(crate) fn class(globals: &Globals<'_>, needs: &mut Needs, at: usize) -> Result<Writer> {
    let info = &globals.classes[at];
    let mut out = Writer::default();
    out.open(format!("static class {}", info.java));
    for field in &info.fields {
        let modifier = match (field.is_final, field.volatile) {
            (true, _) => "final ",
            (_, true) => "volatile ",
            _ => "",
        };
        out.line(format!("{modifier}{} {};", globals.java_type(field.ty), field.java));
    }
    let constructors = &info.declaration.constructors;
    for constructor in constructors {
        out.gap();
        out.insert(&self::constructor(globals, needs, at, &constructor.parameters, &constructor.body)?);
    }
    if constructors.is_empty() && info.declaration.fields.iter().any(|f| f.initial.is_some()) {
        out.gap();
        out.insert(&constructor(globals, needs, at, &[], &[])?);
    }
    out.gap();
    out.line("/** Called once to have the class initialised. */");
    out.line("static void initialise() {}");
    out.close("");
    Ok(out)
}

fn constructor(
    globals: &Globals<'_>,
    needs: &mut Needs,
    class: usize,
    parameters: &[(TypeName, Ident)],
    stmts: &[Stmt],
) -> Result<Writer> {
    let mut body = Body::new(globals, needs, Owner::Constructor(class));
    let mut heads = Vec::new();
    if globals.takes_state(class) {
        heads.push(format!("{} state", globals.class));
    }
    for (ty, name) in parameters {
        let ty = globals.resolve(ty)?;
        let at = body.declare(&name.text, ty);
        heads.push(format!("{} {}", globals.java_type(ty), body.locals[at].java));
    }
    let mut out = Writer::default();
    out.open(format!("{}({})", globals.classes[class].java, heads.join(", ")));
    let stmts = match stmts.split_first() {
        Some((Stmt { kind: StmtKind::ThisCall(args), .. }, rest)) => {
            out.line(this_call(&mut body, class, args)?);
            rest
        }
        _ => {
            initialise_fields(&mut body, class)?;
            stmts
        }
    };
    body.statements(stmts)?;
    out.insert(&body.declarations(parameters.len()));
    out.insert(&body.out);
    out.close("");
    Ok(out)
}

fn this_call(body: &mut Body<'_>, class: usize, args: &[Expr]) -> Result<String> {
    let types = body.parameter_types(class, args.len())?;
    body.before_construction = true;
    let args = body.list(args, &types)?;
    body.before_construction = false;
    Ok(format!("this({});", body.with_state(class, args)))
}

fn initialise_fields(body: &mut Body<'_>, class: usize) -> Result<()> {
    for field in &body.globals.classes[class].declaration.fields {
        let Some(initial) = &field.initial else { continue };
        let this = Expr { kind: ExprKind::This, span: field.name.span };
        let kind = ExprKind::Field(Box::new(this), field.name.clone());
        body.assign(&Expr { kind, span: field.name.span }, initial)?;
    }
    Ok(())
}
