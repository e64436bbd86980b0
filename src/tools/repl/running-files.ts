// The progress of a session in its files: which forms have run. With it and the state of the session, another session can
// continue.

import type { Source } from '../../base/span.ts';
import type { ExecutionFlag } from '../../lang/session/run.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';
import type { OpenTransaction } from './context.ts';
import {
  environmentParts,
  type EnvironmentParts,
  type EnvironmentSource,
} from './environment-parts.ts';

export type RunningFile = {
  readonly source: Source;
  readonly forms: readonly TopLevel[];
  /** The number of forms started: the last one has ended, or loads the next file. */
  readonly begun: number;
  /** The nesting of evaluation when the file started. */
  readonly depth: number;
  /** The flags at its start: they decide which names hide a builtin. */
  readonly flags: ReadonlySet<ExecutionFlag>;
  /** Whether all enclosing forms are `(load "file")`, which have nothing left to do after the file. */
  readonly isReplayable: boolean;
  /** The transaction that was open at its start; absent in a file that is continued from a stored state. */
  readonly within?: OpenTransaction | undefined;
};

/** `identity`: the host's identity of the path; see LoadStack. */
export type ResumedFile = RunningFile & { readonly identity: string };

type Progress = Omit<RunningFile, 'begun'> & { begun: number };

/** The returned data of files changes as the files run. */
export class RunningFiles {
  private readonly files: Progress[] = [];
  /** For each file, the environment at the start of its last form. */
  private readonly environments: (EnvironmentParts | undefined)[] = [];
  private readonly session: EnvironmentSource;

  constructor(session: EnvironmentSource) {
    this.session = session;
  }

  get all(): readonly RunningFile[] {
    return this.files;
  }

  /** Returns whether only forms that load the next file are running. */
  get isBetweenForms(): boolean {
    const innermost = this.files.at(-1);
    if (innermost === undefined) return true;
    return innermost.isReplayable && isLoadForm(innermost.forms[innermost.begun - 1]);
  }

  /** Returns whether the next form loads the last file of the run. Valid only between forms. */
  get isBeforeLastLoad(): boolean {
    return this.files.every(({ forms, begun }, i) => {
      const next = i === this.files.length - 1 ? begun : begun - 1;
      return next === lastLoadOf(forms);
    });
  }

  enter(file: RunningFile): void {
    this.files.push({ ...file });
    this.environments.push(undefined);
  }

  /** Called when a form of the innermost file starts, counted from 0. */
  begin(form: number): void {
    const file = this.files.at(-1);
    if (file === undefined) return;
    file.begun = form + 1;
    this.environments[this.environments.length - 1] = environmentParts(this.session);
  }

  /** The environment at the start of the current form of the innermost file; unknown if another session started it. */
  get environmentOfForm(): EnvironmentParts | undefined {
    return this.environments.at(-1);
  }

  leave(): void {
    this.files.pop();
    this.environments.pop();
  }
}

const lastLoads = new WeakMap<readonly TopLevel[], number>();

/** Returns the number of the last form that loads a file; -1 if there is none. */
function lastLoadOf(forms: readonly TopLevel[]): number {
  let last = lastLoads.get(forms);
  if (last === undefined) {
    last = forms.findLastIndex(isLoadForm);
    lastLoads.set(forms, last);
  }
  return last;
}

/** Checks for `(load "file")` or `(load "file" true)` at the top level. */
function isLoadForm(form: TopLevel | undefined): boolean {
  if (form?.kind !== 'term' || form.expression.kind !== 'application') return false;
  const { head, args } = form.expression;
  return (
    head.kind === 'variable' &&
    head.name.kind === 'bare' &&
    head.name.name === 'load' &&
    args.every((arg) => arg.kind === 'constant')
  );
}
