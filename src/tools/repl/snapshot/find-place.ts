// Finds the latest state of a history that is still valid, that is, that a run with the current files would also reach.

import { equalBytes, utf8 } from '../../../base/bytes.ts';
import { Source } from '../../../base/span.ts';
import { findShadows, type TopLevel } from '../../../lang/session/analyse.ts';
import { isExecutionFlag, type ProgramCache } from '../../../lang/session/run.ts';
import type { ReplEngine } from '../engine.ts';
import type { ReplHost } from '../options.ts';
import { builtinTable } from '../../../script/builtins.ts';
import { isPactFile } from '../../../script/files.ts';
import { parsed } from '../read-forms.ts';
import type { ResumedFile } from '../running-files.ts';
import { textOf, type OpenFile, type FilesRead, type Question } from './history.ts';

export type Surroundings = Pick<ReplHost, 'identify' | 'readFile'> & {
  /** The cache of parsed files of this process. */
  readonly programs?: ProgramCache | undefined;
  /** Checks whether the file at a path has this content; faster than reading it. */
  readonly hasContent?: (path: string, content: Uint8Array) => boolean;
};

export type FoundPlace = {
  /** The number of states of the history up to the place. */
  readonly count: number;
  readonly questions: readonly Question[];
  readonly files: readonly ResumedFile[];
  /** The sources of open files, by the numbers of the questions that returned their texts. */
  readonly sources: ReadonlyMap<number, Source>;
};

export function findPlace(
  places: readonly FilesRead[],
  engine: ReplEngine,
  surroundings: Surroundings,
  nestingLimit: number,
): FoundPlace | undefined {
  const search = new Search(engine, surroundings, nestingLimit);
  const reached = places.slice(0, search.reach(places));
  for (let i = reached.length - 1; i >= 0; i--) {
    const found = search.resumable(i, (reached[i] as FilesRead).open);
    if (found !== undefined) return found;
  }
  return undefined;
}

class Search {
  private readonly questions: Question[] = [];
  /** The number of questions before each place. */
  private readonly asked: number[] = [];
  /** The numbers of files that have changed. */
  private readonly changed: number[] = [];
  private readonly opened = new Map<number, OpenedFile | undefined>();
  private readonly engine: ReplEngine;
  private readonly outside: Surroundings;
  private readonly nestingLimit: number;

  constructor(engine: ReplEngine, outside: Surroundings, nestingLimit: number) {
    this.engine = engine;
    this.outside = outside;
    this.nestingLimit = nestingLimit;
  }

  /** Returns the number of places before the first difference that invalidates all later ones. */
  reach(places: readonly FilesRead[]): number {
    for (const [i, { questions }] of places.entries()) {
      for (const question of questions) {
        const number = this.questions.push(question) - 1;
        if (this.isSame(question)) continue;
        const isOpenLater = places.slice(i).some(({ open }) => has(open, number));
        if (question.kind !== 'text' || !isOpenLater) return i;
        this.changed.push(number);
      }
      this.asked.push(this.questions.length);
    }
    return places.length;
  }

  /** Returns the current open files if the place fits them and all other files are unchanged. */
  resumable(place: number, open: readonly OpenFile[]): FoundPlace | undefined {
    const asked = this.asked[place] ?? 0;
    if (this.changed.some((number) => number < asked && !has(open, number))) return undefined;
    const files: ResumedFile[] = [];
    for (const each of open) {
      const file = this.resumableFile(each);
      if (file === undefined) return undefined;
      files.push(file);
    }
    const sources = new Map(
      open.map(({ question }, i) => [question, (files[i] as ResumedFile).source]),
    );
    return { count: place + 1, questions: this.questions.slice(0, asked), files, sources };
  }

  private resumableFile(place: OpenFile): ResumedFile | undefined {
    const { question, identity, begun, end, depth } = place;
    const before = this.questions[question];
    const now = this.openedFile(question);
    if (before?.kind !== 'text' || now === undefined) return undefined;
    const { source, forms } = now;
    const flags = new Set(place.flags.filter(isExecutionFlag));
    if (forms[begun - 1]?.span.end !== end) return undefined;
    if (this.changed.includes(question)) {
      now.before ??= textOf(before.content);
      if (!source.text.startsWith(now.before.slice(0, end))) return undefined;
    }
    if (this.hasShadows(now, place.flags)) return undefined;
    return { source, forms, identity, begun, depth, flags, isReplayable: true };
  }

  private openedFile(question: number): OpenedFile | undefined {
    if (!this.opened.has(question)) this.opened.set(question, this.open(question));
    return this.opened.get(question);
  }

  /** Checks for names that hide a builtin: such a source would not run. */
  private hasShadows({ source, forms }: OpenedFile, flags: readonly string[]): boolean {
    const shadows = knownShadows.get(forms) ?? new Map<string, boolean>();
    knownShadows.set(forms, shadows);
    const key = flags.join();
    let answer = shadows.get(key);
    if (answer === undefined) {
      const dialect = isPactFile(source.name) ? 'pact' : 'repl';
      const set = new Set(flags.filter(isExecutionFlag));
      const builtins = builtinTable(this.engine.sets, { flags: set }, () => dialect);
      answer = findShadows(forms, builtins).length > 0;
      shadows.set(key, answer);
    }
    return answer;
  }

  private open(number: number): OpenedFile | undefined {
    const question = this.questions[number];
    if (question?.kind !== 'text') return undefined;
    const { path } = question;
    const answer = this.outside.readFile(path);
    if (answer.kind === 'failure') return undefined;
    const { source, forms, diagnostics } = parsed(new Source(path, answer.text), {
      nestingLimit: this.nestingLimit,
      programs: this.outside.programs,
    });
    if (diagnostics.length > 0) return undefined;
    return { source, forms, before: undefined };
  }

  private isSame(question: Question): boolean {
    const { path } = question;
    switch (question.kind) {
      case 'identity':
        return this.outside.identify(path) === question.answer;
      case 'text':
        return this.hasContent(path, question.content);
      case 'failure': {
        const answer = this.outside.readFile(path);
        return answer.kind === 'failure' && answer.reason === question.reason;
      }
    }
  }

  private hasContent(path: string, content: Uint8Array): boolean {
    if (this.outside.hasContent !== undefined) return this.outside.hasContent(path, content);
    const answer = this.outside.readFile(path);
    return answer.kind === 'text' && equalBytes(utf8(answer.text), content);
  }
}

/** For each program and set of flags: whether a name in it hides a builtin. The dialect follows from its source. */
const knownShadows = new WeakMap<readonly TopLevel[], Map<string, boolean>>();

/** The current content of a file. */
type OpenedFile = {
  readonly source: Source;
  readonly forms: readonly TopLevel[];
  /** The earlier content. */
  before: string | undefined;
};

const has = (open: readonly OpenFile[], number: number): boolean =>
  open.some(({ question }) => question === number);
