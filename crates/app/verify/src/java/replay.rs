//! Replays one schedule of a Java program.

use super::recorder::Recorder;
use super::{JavaProgram, Story, findings, look, story};
use crate::options::Options;
use crate::result::{ORDERED, RACES, Schedule};
use event::Machine;
use explore::{Config, Product, Progress, SearchLimits, Step};
use java_machine::{JavaMachine, JavaState, Visibility};
use operational::{
    AccessModes, KnownMasked, Latest, Memory, SequentialConsistency, StoreBuffers, WellBehaved,
};

/// The result of replaying a schedule.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// What happened.
    pub story: Story,
    /// The findings that the execution shows, described.
    pub messages: Vec<String>,
    /// Whether any of them decides a verdict.
    pub violates: bool,
}

/// Replays one schedule of a program.
///
/// # Errors
/// If the schedule is malformed or does not belong to this program.
pub fn replay_java(
    program: &JavaProgram,
    schedule: &Schedule,
    options: &Options,
) -> Result<Replayed, String> {
    let Schedule { memory, reduction, buffer, steps } = schedule;
    let (buffer, options) = (*buffer, &Options { reduction: *reduction, ..options.clone() });
    match *memory {
        RACES => replay_under((program, Visibility::Ordered), WellBehaved, steps, options),
        "sc" => replay_under((program, Visibility::Latest), Latest, steps, options),
        "tso" => replay_under((program, Visibility::Past), StoreBuffers::tso(buffer), steps, options),
        "pso" => replay_under((program, Visibility::AnyOrder), StoreBuffers::pso(buffer), steps, options),
        ORDERED => replay_under((program, Visibility::Past), AccessModes::ORDERED, steps, options),
        "opmm-modes" => replay_under((program, Visibility::Past), AccessModes::ALL, steps, options),
        "opmm" => replay_under((program, Visibility::Past), KnownMasked, steps, options),
        "sc-graph" => replay_graph(program, SequentialConsistency, steps, options),
        "tso-graph" => replay_graph(program, StoreBuffers::tso(buffer), steps, options),
        "opmm-graph" => replay_graph(program, KnownMasked, steps, options),
        other => Err(format!("`{other}` has no schedules")),
    }
}

fn replay_under<S: Memory + Copy>(
    (program, visibility): (&JavaProgram, Visibility),
    memory: S,
    schedule: &str,
    options: &Options,
) -> Result<Replayed, String> {
    replay_on((program, &|| JavaMachine::new(program, visibility)), memory, schedule, options)
}

/// Replays a schedule of an execution that was found as a graph.
fn replay_graph<S: Memory + Copy>(
    program: &JavaProgram,
    memory: S,
    schedule: &str,
    options: &Options,
) -> Result<Replayed, String> {
    let machine = || JavaMachine::new(program, Visibility::Past).splitting_calls();
    replay_on((program, &machine), memory, schedule, options)
}

fn replay_on<S: Memory + Copy>(
    (program, ignorant): (&JavaProgram, &dyn Fn() -> JavaMachine),
    memory: S,
    schedule: &str,
    options: &Options,
) -> Result<Replayed, String> {
    let mut machine = ignorant();
    let steps = explore::decode_steps(schedule, machine.thread_count() as u16).map_err(|e| e.to_string())?;
    let mut tries = 0;
    loop {
        // A thread that only counts is spinning as well, so counters must not tell states apart.
        machine = machine.leaving_out_counters(true);
        let system = Product::new(&machine, memory, options.reduction);
        let mut replayed = Recorder::run(&system, &steps, None);
        // Nothing after a failure matters, so replay again up to it.
        if let Some(failure) =
            replayed.as_ref().ok().and_then(|(recorder, _)| recorder.findings.first().cloned())
        {
            replayed = Recorder::run(&system, &steps, Some(&failure));
        }
        let mut has_outcome = program.options.results.is_some();
        let replayed = replayed.map(|(recorder, state)| {
            has_outcome |= !machine.outcome(state.machine(), &[]).observed.is_empty();
            if recorder.findings.is_empty()
                && let Some(story) = hang(&system, &steps, &recorder, state.machine())
            {
                let messages = vec![story.message.clone()];
                return Replayed { story, messages, violates: options.properties.hang };
            }
            let story_of = |finding| story::of_record(&machine, &recorder, state.machine(), finding);
            let violates = recorder.findings.iter().any(|finding| options.kind(&machine, finding).1);
            let stories: Vec<Story> = recorder.findings.iter().map(|f| story_of(Some(f))).collect();
            let messages = stories.iter().map(|story| story.message.clone()).collect();
            let story = stories.into_iter().next().unwrap_or_else(|| story_of(None));
            Replayed { story, messages, violates }
        });
        if machine.take_over_facts() {
            continue;
        }
        match replayed {
            // An execution is also shown if it only has an outcome.
            Ok(replayed) if !replayed.messages.is_empty() || has_outcome => return Ok(replayed),
            Ok(_) if tries == LEARNING => return Err(NOTHING.to_owned()),
            Err(error) if tries == LEARNING => return Err(error.to_string()),
            // The schedule may come from the first look, which had learnt more facts than this execution
            // shows.
            Ok(_) | Err(_) if tries == 0 => {
                tries += 1;
                machine = look::learn(ignorant(), memory, options);
            }
            // Or from a search that had.
            Ok(_) | Err(_) => {
                tries += 1;
                let limits = SearchLimits { states: Some(1000 << (2 * tries)), ..SearchLimits::default() };
                let config = Config { limits, ..Config::default() };
                machine = machine.leaving_out_counters(false);
                let system = Product::new(&machine, memory, options.reduction);
                explore::search(&system, &config, &Progress::default());
                machine.take_over_facts();
            }
        }
    }
}

/// Returns the execution as a hang, if it returns to an earlier state.
fn hang<S: Memory>(
    system: &Product<'_, JavaMachine, S>,
    steps: &[Step],
    recorder: &Recorder,
    state: &JavaState,
) -> Option<Story> {
    let machine = system.machine();
    let round = explore::goes_round(system, steps)?;
    let before = Recorder::run(system, &steps[..round.prefix], None).ok()?.0.steps;
    let mut story = story::of_record(machine, recorder, state, None);
    story::goes_round(before, &mut story);
    story::hangs(machine, state, &findings::threads(machine, round.moving), None, &mut story);
    Some(story)
}

const NOTHING: &str = "this schedule leads to no finding: the program or the JDK is another one, or the search knew \
                       facts about the program that replaying did not find again";

/// How many searches, each larger than the one before, are run to learn the facts that the original search
/// knew.
const LEARNING: u32 = 3;
