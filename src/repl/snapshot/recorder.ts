// Runs a file and keeps its states on the way, and begins at the latest state of an earlier run that
// still holds. What a session asks of the outside goes through its host, so the recorder stands
// between the two.

import { assert } from '../../base/assert.ts';
import { utf8 } from '../../base/bytes.ts';
import { noSpan, Source } from '../../base/span.ts';
import { ImageWriter, KnownParts, NotKept } from '../../lang/session/store.ts';
import type { ReplEngine } from '../engine.ts';
import type { FileAnswer } from '../../base/file-answer.ts';
import type { ReplHost } from '../host.ts';
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
  /** Of an earlier run of the same file, with the same options. */
  readonly history: History;
  /** Without the recorder. */
  readonly host: ReplHost;
  readonly hasContent?: Surroundings['hasContent'];
  readonly programs?: Surroundings['programs'];
  readonly nestingLimit: number;
  /** Of the whole history. */
  readonly largestBytes?: number;
  readonly watcher?: Watcher | undefined;
  /**
   * Milliseconds: a state is kept where the run since the one before took so long. The first is
   * kept later, so that a short run keeps none.
   */
  readonly now: () => number;
  readonly firstAfter?: number;
  readonly nextAfter?: number;
};

/** Who watches a run, and has something to keep with its states. */
export type Watcher = {
  /** What it has seen since it was last asked: plain data. */
  readonly take: () => unknown;
  /** Takes over what it has taken before a state of an earlier run; one call a state. */
  readonly recall: (taken: unknown) => void;
  /** Whether what it has seen stays as it is, whatever follows in the files that run. */
  readonly isSettled: (files: readonly RunningFile[]) => boolean;
};

/**
 * Of the time that a run has taken, what passes until the next state: what is new in a state has to
 * be written once, however many there are, but each lists what it has.
 */
const stepShare = 0.03;

/** Of the time between two states, what keeping the second may take: lists may be long. */
const largestShare = 0.25;

export class Recorder {
  /** For the session. */
  readonly host: ReplHost;
  private readonly options: RecorderOptions;
  private readonly nextAfter: number;
  private engine: ReplEngine | undefined = undefined;
  /** How many states of the given history this run goes through. */
  private shared = 0;
  private readonly added: Uint8Array[] = [];
  private known = new KnownParts();
  /** Of the whole run. */
  private readonly questions: Question[] = [];
  /** Of this session's reading. */
  private readonly texts = new Map<string, { readonly number: number; readonly text: string }[]>();
  private readonly sources = new Map<Source, number>();
  private readonly identities = new Map<string, string>();
  private bytes = 0;
  private keptQuestions = 0;
  private shown: Shown[] = [];
  private keptExpectations = 0;
  /** Whether the run still follows from what was asked, and can be kept. */
  private isRecording = true;
  private keepAt = 0;
  /** After a form of the outermost file: runs mostly go on from there, as a driver loads its last file. */
  private keepOutermostAt = 0;
  /** Before the file that is loaded last, which is what most edits are in. */
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

  /** To be called by the session after every form. */
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

  /** As `engine.runFile` does, of a new session that has this recorder's host. */
  runFile(engine: ReplEngine, path: string): void {
    this.engine = engine;
    const { history, host, hasContent, programs, nestingLimit } = this.options;
    const surroundings = { ...host, programs, ...(hasContent !== undefined && { hasContent }) };
    const found = findPlace(history.places(), engine, surroundings, nestingLimit);
    if (found === undefined) engine.runFile(path, false, noSpan);
    else this.goOn(engine, found);
  }

  /** Whether an earlier run has left something that this one looks at. */
  get usesHistory(): boolean {
    return this.options.history.length > 0;
  }

  /** How many states were not in the history that was given. */
  get addedStates(): number {
    return this.added.length;
  }

  /** What the host says of the files that were asked for, the first one first. */
  get files(): ReadonlySet<string> {
    return new Set(this.identities.values());
  }

  /** The history of this run. */
  get history(): History {
    return this.options.history.with(this.shared, this.added);
  }

  private goOn(engine: ReplEngine, { count, questions, files, sources }: FoundPlace): void {
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
    // The state that it goes on from is as good as one that was kept now.
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

  /** `false` where this is no place to go on from. */
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
      // What is written of a state must be whole.
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

  /** The last question that the source's text answers. */
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

  /** What a clock says cannot be found again. */
  private tellTime(now: () => number): number {
    this.isRecording = false;
    return now();
  }

  /** That both lead to the same file is a question too: links can change. */
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
