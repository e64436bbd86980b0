// The thread of a run. While the run is stopped, this thread waits within the program and answers queries about it. References to
// variables are valid until it continues.

import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { firstLine } from '../../src/base/prose.ts';
import type { Activation } from '../../src/tools/debugger/active-terms.ts';
import { Breakpoints } from '../../src/tools/debugger/breakpoints.ts';
import {
  type DebugClient,
  type DebugOptions,
  DebugRun,
  type StoppedRun,
} from '../../src/tools/debugger/debug-run.ts';
import { fullText, type Variable, variableOf } from '../../src/tools/debugger/inspect.ts';
import { debugLimits } from '../../src/tools/debugger/limits.ts';
import { Positions } from '../../src/tools/debugger/positions.ts';
import type { Resume } from '../../src/tools/debugger/moment.ts';
import {
  type EvaluatedAnswer,
  type FrameAnswer,
  type FromRun,
  interrupts,
  type Launch,
  type PlacedBreakpoint,
  placeOf,
  type RunQuestion,
  type RunWork,
  type ScopeAnswer,
  shared,
  type StackAnswer,
  type ToRun,
  type VariableAnswer,
  type WrittenAnswer,
} from './run-messages.ts';

/** The environment of a run. */
type RunSurroundings = Pick<DebugOptions, 'host' | 'room' | 'isMemoryShort' | 'pact4'>;

export function serveRun(
  port: MessagePort,
  { memory }: RunWork,
  surroundings: RunSurroundings,
): void {
  new RunThread(port, memory, surroundings).serve();
}

class RunThread {
  private readonly port: MessagePort;
  private readonly memory: Int32Array<SharedArrayBuffer>;
  private readonly surroundings: RunSurroundings;
  private readonly breakpoints = new Breakpoints();
  private seen = 0;

  constructor(port: MessagePort, memory: RunWork['memory'], surroundings: RunSurroundings) {
    this.port = port;
    this.memory = memory;
    this.surroundings = surroundings;
  }

  serve(): void {
    try {
      const launch = this.waitFor((question) =>
        question.kind === 'start' ? question.launch : undefined,
      );
      this.run(launch);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.send({ kind: 'fault', text });
    }
  }

  private run({ program, gasLimit, filter, stopOnEntry, atFailure }: Launch): void {
    const options = {
      ...this.surroundings,
      file: program,
      breakpoints: this.breakpoints,
      stopOnEntry,
      gasLimit,
      filter,
      atFailure,
      isInterrupted: () => this.interrupt === interrupts.end,
    };
    const { outcome, failed } = new DebugRun(options, this.client()).run();
    const failures = failed.flatMap(({ span, outcome: result }) =>
      result.kind === 'failed' ? [{ text: result.message, at: placeOf(span) }] : [],
    );
    this.send({ kind: 'ended', outcome, failures });
  }

  private client(): DebugClient {
    return {
      stopped: (stop, run) => {
        Atomics.store(this.memory, shared.interrupt, this.interrupt & interrupts.end);
        this.send({ kind: 'stopped', stop });
        return this.answerUntilResumed(run);
      },
      attend: () => this.attend(),
      output: (text, at, category) =>
        this.send({
          kind: 'output',
          text,
          category,
          at: at === undefined ? undefined : placeOf(at),
        }),
    };
  }

  private attend(): 'go-on' | 'pause' | 'end' {
    const { interrupt } = this;
    if (interrupt !== interrupts.none) return interrupt === interrupts.end ? 'end' : 'pause';
    if (Atomics.load(this.memory, shared.mail) !== this.seen) this.readMail(() => undefined);
    return 'go-on';
  }

  private get interrupt(): number {
    return Atomics.load(this.memory, shared.interrupt);
  }

  private answerUntilResumed(run: StoppedRun): Resume {
    const handles = new Handles();
    const own = (question: RunQuestion): unknown => answerAbout(question, run, handles);
    return this.waitFor(
      (question) => (question.kind === 'resume' ? question.resume : undefined),
      own,
    );
  }

  /** Answers queries until one ends the wait. */
  private waitFor<T>(
    ends: (question: RunQuestion) => T | undefined,
    answer: (question: RunQuestion) => unknown = refuse,
  ): T {
    for (;;) {
      const found = this.readMail(ends, answer);
      if (found !== undefined) return found;
      Atomics.wait(this.memory, shared.mail, this.seen);
    }
  }

  private readMail<T>(
    ends: (question: RunQuestion) => T | undefined,
    answer: (question: RunQuestion) => unknown = refuse,
  ): T | undefined {
    this.seen = Atomics.load(this.memory, shared.mail);
    for (;;) {
      const received = receiveMessageOnPort(this.port);
      if (received === undefined) return undefined;
      // Types are unchecked here: the adapter sends nothing else.
      const { id, question } = received.message as ToRun;
      const end = ends(question);
      this.reply(id, () => (end === undefined ? (this.set(question) ?? answer(question)) : true));
      if (end !== undefined) return end;
    }
  }

  private reply(id: number, answer: () => unknown): void {
    try {
      this.send({ kind: 'answer', id, answer: answer() });
    } catch (error) {
      this.send({ kind: 'refusal', id, reason: error instanceof Error ? error.message : '' });
    }
  }

  /** Answers queries that are allowed at any time. */
  private set(question: RunQuestion): unknown {
    switch (question.kind) {
      case 'line-breakpoints':
        return this.setLines(question);
      case 'named-breakpoints':
        this.breakpoints.setNamed(question.group, question.breakpoints);
        return true;
      case 'errors':
        this.breakpoints.setErrors(new Set(question.filters));
        return true;
      case 'positions':
        return this.positionsOf(question.path)?.between(question.from, question.to) ?? [];
      default:
        return undefined;
    }
  }

  private setLines({
    path,
    lines,
  }: Extract<RunQuestion, { kind: 'line-breakpoints' }>): readonly PlacedBreakpoint[] {
    const identity = this.surroundings.host.identify(path);
    const positions = this.positionsOf(path);
    this.breakpoints.setLines(identity, []);
    const room = debugLimits.breakpoints - this.breakpoints.count;
    const placed = lines.map((wanted, i) => {
      const position = i < room ? positions?.find(wanted.line, wanted.column) : undefined;
      return { wanted, position };
    });
    this.breakpoints.setLines(
      identity,
      placed.flatMap(({ wanted, position }) =>
        position === undefined ? [] : [{ ...wanted, identity, position }],
      ),
    );
    return placed.map(({ wanted: { id, line, column }, position }, i) => ({
      id,
      line: position?.line ?? line,
      column: position?.column ?? column,
      reason: position === undefined ? reasonOf(positions, i < room) : undefined,
    }));
  }

  private positionsOf(path: string): Positions | undefined {
    const { host, room } = this.surroundings;
    const answer = host.readFile(path);
    return answer.kind === 'text' ? new Positions(path, answer.text, room.nestingLimit) : undefined;
  }

  private send(message: FromRun): void {
    this.port.postMessage(message);
  }
}

function reasonOf(positions: Positions | undefined, hasRoom: boolean): string {
  if (!hasRoom) return `there are more than ${debugLimits.breakpoints} breakpoints`;
  return positions === undefined ? 'the file cannot be read' : 'no form begins here or below';
}

function refuse(): never {
  throw new Error('the program is running');
}

/** Lists of variables by number. */
class Handles {
  private readonly lists: (() => readonly Variable[])[] = [];

  add(list: (() => readonly Variable[]) | undefined): number {
    return list === undefined ? 0 : this.lists.push(list);
  }

  list(reference: number): readonly Variable[] {
    const list = this.lists[reference - 1];
    if (list === undefined) throw new Error('the variables belong to an earlier stop');
    return list();
  }
}

function answerAbout(question: RunQuestion, run: StoppedRun, handles: Handles): unknown {
  switch (question.kind) {
    case 'stack':
      return stackOf(run, question.from, question.count);
    case 'scopes':
      return scopesOf(run, question.frame, handles);
    case 'variables':
      return handles.list(question.reference).map((each) => answerOf(each, handles));
    case 'written':
      return writtenOf(handles.list(question.reference), question.name);
    case 'evaluate':
      return evaluated(run, question, handles);
    default:
      throw new Error('the program has stopped');
  }
}

function stackOf({ activations }: StoppedRun, from: number, count: number): StackAnswer {
  const shown = activations.slice(from, from + count);
  return { frames: shown.map(frameOf), total: activations.length };
}

function frameOf(activation: Activation): FrameAnswer {
  const { form, at } = activation;
  return { name: nameOf(activation), at: placeOf(at?.term.span ?? form.span) };
}

function nameOf({ frame, lambda, form }: Activation): string {
  const name = frame?.name.qualified ?? firstLine(form.span.text).slice(0, 60);
  if (lambda === undefined) return name;
  const written = `lambda (${lambda.params.map((param) => param.name).join(' ')})`;
  return frame === undefined ? written : `${written} in ${name}`;
}

function scopesOf(run: StoppedRun, frame: number, handles: Handles): readonly ScopeAnswer[] {
  return run.scopes(activation(run, frame)).map(({ name, isExpensive, variables }) => ({
    name,
    value: '',
    isExpensive,
    reference: handles.add(variables),
  }));
}

function activation({ activations }: StoppedRun, frame: number): Activation {
  const found = activations[frame];
  if (found === undefined) throw new Error('there is no such call');
  return found;
}

function answerOf({ name, value, parts }: Variable, handles: Handles): VariableAnswer {
  return { name, value, reference: handles.add(parts) };
}

function writtenOf(list: readonly Variable[], name: string): WrittenAnswer {
  return list.find((each) => each.name === name)?.written;
}

function evaluated(
  run: StoppedRun,
  { expression, frame, mayWrite }: Extract<RunQuestion, { kind: 'evaluate' }>,
  handles: Handles,
): EvaluatedAnswer {
  const at = frame === undefined ? run.activations[0] : activation(run, frame);
  const found = run.evaluate(expression, at, mayWrite);
  if (found.kind === 'failed') throw new Error(found.reason);
  const { parts } = variableOf(expression, found.value);
  return { name: expression, value: fullText(found.value), reference: handles.add(parts) };
}
