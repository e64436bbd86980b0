// Runs a file, starting from the latest state of an earlier run that is still valid, and stores states during the run.
// A session reads its inputs through its host, so the recorder is a layer between the two.

import { assert } from '../../../base/assert.ts';
import { utf8 } from '../../../base/bytes.ts';
import { noSpan, Source } from '../../../base/span.ts';
import { ImageWriter, KnownParts, NotKept } from '../../../lang/session/store.ts';
import type { ReplEngine } from '../engine.ts';
import type { FileAnswer } from '../../../base/result.ts';
import type { ReplHost } from '../options.ts';
import type { RunningFile } from '../running-files.ts';
import { findPlace, type FoundPlace, type Surroundings } from './find-place.ts';
import {
  History,
  snapshotClasses,
  stateOf,
  stepsOf,
  textOf,
  type OpenFile,
  type FilesRead,
  type Question,
  type Shown,
  type Step,
} from './history.ts';
import { sessionState, setSessionState } from './session-state.ts';

export type RecorderOptions = {
  /** The history of an earlier run of the same file with the same options. */
  readonly history: History;
  /** The host below the recorder. */
  readonly host: ReplHost;
  readonly hasContent?: Surroundings['hasContent'];
  readonly programs?: Surroundings['programs'];
  readonly nestingLimit: number;
  /** The most bytes of the whole history. */
  readonly largestBytes?: number;
  readonly watcher?: Watcher | undefined;
  /**
   * In milliseconds. A state is stored if this time has passed since the previous one. The first state is stored later,
   * so that a short run stores none.
   */
  readonly now: () => number;
  readonly firstAfter?: number;
  readonly nextAfter?: number;
};

/** A watcher of a run that stores its own data with the states. */
export type Watcher = {
  /** Returns its data since the last call: plain data. */
  readonly take: () => unknown;
  /** Restores data that `take` returned in an earlier run; called once per state. */
  readonly recall: (taken: unknown) => void;
  /** Returns whether its data cannot change by later code in the running files. */
  readonly isSettled: (files: readonly RunningFile[]) => boolean;
};

/**
 * The share of the time of a run that passes before the next state. New data is written only once, independent of the
 * number of states, but each state lists its contents.
 */
const stepShare = 0.03;

/** The largest share of the time between two states for storing the second one: its lists may be long. */
const largestShare = 0.25;

export class Recorder {
  /** The host for the session. */
  readonly host: ReplHost;
  private readonly options: RecorderOptions;
  private readonly nextAfter: number;
  private engine: ReplEngine | undefined = undefined;
  /** The number of states of the given history that this run shares. */
  private shared = 0;
  private readonly added: Uint8Array[] = [];
  private known = new KnownParts();
  /** The questions of the whole run. */
  private readonly questions: Question[] = [];
  /** The texts that this session has read. */
  private readonly texts = new Map<string, { readonly number: number; readonly text: string }[]>();
  private readonly sources = new Map<Source, number>();
  private readonly identities = new Map<string, string>();
  private bytes = 0;
  private keptQuestions = 0;
  private shown: Shown[] = [];
  private keptExpectations = 0;
  /** Whether the run still depends only on recorded questions, so that its states can be stored. */
  private isRecording = true;
  private keepAt = 0;
  /** The time to store a state after a form of the outermost file: most runs continue there, when a driver loads its last file. */
  private keepOutermostAt = 0;
  /** The time to store a state before the last loaded file, which most edits are in. */
  private keepBeforeLastAt = 0;
  private readonly startedAt: number;

  constructor(options: RecorderOptions) {
    const { host, now, nextAfter = 30 } = options;
    this.options = options;
    this.nextAfter = nextAfter;
    this.startedAt = now();
    this.waitFrom(this.startedAt);
    this.host = this.recording(host);
  }

  /** The session must call this after every form. */
  readonly afterForm = (): void => {
    const { now } = this.options;
    const before = now();
    if (!this.isRecording || before < this.nextKeepAt() || !this.keep()) return;
    const time = now();
    this.keepBeforeLastAt = time + this.nextAfter;
    this.keepOutermostAt = time + Math.max(this.nextAfter, (time - before) / largestShare);
    this.keepAt = Math.max(this.keepOutermostAt, time + (time - this.startedAt) * stepShare);
  };

  private nextKeepAt(): number {
    const running = this.engine?.running;
    if (running?.isBeforeLastLoad === true) return this.keepBeforeLastAt;
    return running?.all.length === 1 ? this.keepOutermostAt : this.keepAt;
  }

  private waitFrom(time: number): void {
    this.keepAt = time + (this.options.firstAfter ?? 150);
    this.keepOutermostAt = this.keepAt;
    this.keepBeforeLastAt = this.keepAt;
  }

  /** Runs a file like `engine.runFile`, in a new session with this recorder's host. */
  runFile(engine: ReplEngine, path: string): void {
    this.engine = engine;
    const { history, host, hasContent, programs, nestingLimit } = this.options;
    const surroundings = { ...host, programs, ...(hasContent !== undefined && { hasContent }) };
    const found = findPlace(history.places(), engine, surroundings, nestingLimit);
    if (found === undefined) engine.runFile(path, false, noSpan);
    else this.proceed(engine, found);
  }

  /** Returns whether there is a history of an earlier run. */
  get usesHistory(): boolean {
    return this.options.history.length > 0;
  }

  /** The number of states that were not in the given history. */
  get addedStates(): number {
    return this.added.length;
  }

  /** The identities of the files read, in order. */
  get files(): ReadonlySet<string> {
    return new Set(this.identities.values());
  }

  /** The history of this run. */
  get history(): History {
    return this.options.history.with(this.shared, this.added);
  }

  private proceed(engine: ReplEngine, { count, questions, files, sources }: FoundPlace): void {
    const { history, host } = this.options;
    this.shared = count;
    this.bytes = history.sizeOf(count);
    this.questions.push(...questions);
    for (const question of questions) {
      if (question.kind === 'identity') this.identities.set(question.path, question.answer);
    }
    this.keptQuestions = questions.length;
    const image = history.image(count, (number) => this.sourceOf(number, sources));
    this.known = image.known;
    setSessionState(engine, stateOf(image, count));
    for (const { shown, expectations, watched } of stepsOf(image, count)) {
      for (const { channel, span, text } of shown) host[channel]?.(span, text);
      engine.expectations.recall(expectations);
      this.options.watcher?.recall(watched);
    }
    this.keptExpectations = engine.expectations.count;
    // The state that the run continues from counts as stored now.
    this.waitFrom(this.options.now());
    engine.resume(files);
  }

  private sourceOf(number: number, open: ReadonlyMap<number, Source>): Source {
    const question = this.questions[number];
    assert(question?.kind === 'text', 'sources are of texts');
    const { path, content } = question;
    const source = open.get(number) ?? new Source(path, () => textOf(content));
    this.sources.set(source, number);
    return source;
  }

  /** Stores a state; returns `false` if a run cannot continue from here. */
  private keep(): boolean {
    const { engine } = this;
    const { watcher } = this.options;
    const open = this.openFiles();
    if (engine === undefined || open === undefined) return false;
    if (watcher?.isSettled(engine.running.all) === false) return false;
    const state = sessionState(engine);
    if (state === undefined) return false;
    const expectations = engine.expectations.after(this.keptExpectations);
    const writer = new ImageWriter(this.known, {
      classes: snapshotClasses,
      inputOf: (source) => this.numberOf(source),
    });
    try {
      const place: FilesRead = { open, questions: this.questions.slice(this.keptQuestions) };
      const step: Step = { shown: this.shown, expectations, watched: watcher?.take() };
      for (const root of [place, step, state]) writer.root(root);
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      // A partly written state must not be used.
      this.isRecording = false;
      return false;
    }
    const image = writer.finish();
    this.bytes += image.length;
    if (this.bytes > (this.options.largestBytes ?? Infinity)) {
      this.isRecording = false;
      return false;
    }
    this.added.push(image);
    this.keptQuestions = this.questions.length;
    this.keptExpectations += expectations.count;
    this.shown = [];
    return true;
  }

  private openFiles(): readonly OpenFile[] | undefined {
    const files: OpenFile[] = [];
    for (const file of this.engine?.running.all ?? []) {
      const open = this.openFile(file);
      if (open === undefined) return undefined;
      files.push(open);
    }
    return files;
  }

  private openFile({ source, forms, begun, depth, flags, isReplayable }: RunningFile) {
    const question = this.numberOf(source);
    const end = forms[begun - 1]?.span.end;
    const identity = this.identities.get(source.name);
    if (!isReplayable || question === undefined || end === undefined) return undefined;
    return identity === undefined
      ? undefined
      : { question, identity, begun, end, depth, flags: [...flags] };
  }

  /** Returns the number of the last question that returned the source's text. */
  private numberOf(source: Source): number | undefined {
    const known = this.sources.get(source);
    if (known !== undefined) return known;
    const found = this.texts.get(source.name)?.findLast(({ text }) => text === source.text);
    if (found !== undefined) this.sources.set(source, found.number);
    return found?.number;
  }

  private recording(host: ReplHost): ReplHost {
    const { trace, now, plainPath, findModule, similarPath, makeChainProofs } = host;
    return {
      readFile: (path) => this.readFile(path),
      identify: (path) => this.identify(path),
      ...(plainPath !== undefined && { plainPath: (path) => this.plainPath(path, plainPath) }),
      ...(findModule !== undefined && { findModule }),
      ...(similarPath !== undefined && { similarPath }),
      ...(makeChainProofs !== undefined && { makeChainProofs }),
      trace:
        trace === undefined
          ? undefined
          : (span, text) => {
              this.shown.push({ channel: 'trace', span, text });
              trace(span, text);
            },
      print: (span, text) => {
        this.shown.push({ channel: 'print', span, text });
        host.print(span, text);
      },
      ...(now !== undefined && { now: () => this.tellTime(now) }),
    };
  }

  /** Stops the recording, because the time cannot be reproduced. */
  private tellTime(now: () => number): number {
    this.isRecording = false;
    return now();
  }

  /** Records as a question that both paths lead to the same file, since links can change. */
  private plainPath(path: string, plainOf: (path: string) => string): string {
    const plain = plainOf(path);
    if (plain !== path) this.identify(path);
    return plain;
  }

  private identify(path: string): string {
    const answer = this.options.host.identify(path);
    this.identities.set(path, answer);
    this.questions.push({ kind: 'identity', path, answer });
    return answer;
  }

  private readFile(path: string): FileAnswer {
    const answer = this.options.host.readFile(path);
    if (answer.kind === 'failure') {
      this.questions.push({ kind: 'failure', path, reason: answer.reason });
      return answer;
    }
    const { text } = answer;
    const number = this.questions.push({ kind: 'text', path, content: utf8(text) }) - 1;
    const known = this.texts.get(path);
    if (known === undefined) this.texts.set(path, [{ number, text }]);
    else known.push({ number, text });
    return answer;
  }
}
