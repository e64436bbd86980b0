// How far the files of a session have come: which forms of theirs have run. From here, and with the
// state of the session, another session can go on.

import type { Source } from '../base/span.ts';
import type { ExecutionFlag } from '../lang/session/run.ts';
import type { TopLevel } from '../lang/session/analyse.ts';
import {
  environmentParts,
  type EnvironmentParts,
  type EnvironmentSource,
} from './environment-parts.ts';

export type RunningFile = {
  readonly source: Source;
  readonly forms: readonly TopLevel[];
  /** How many of the forms have begun: the last of them has ended, or loads the next file. */
  readonly begun: number;
  /** How deep evaluation was nested when the file began. */
  readonly depth: number;
  /** Flags at its beginning: they decide what hides a builtin. */
  readonly flags: ReadonlySet<ExecutionFlag>;
  /** Nothing but forms `(load "file")` stands around it, of which nothing is left to do but to end. */
  readonly isReplayable: boolean;
};

/** `identity`: what the host says of the path; see LoadStack. */
export type ResumedFile = RunningFile & { readonly identity: string };

type Progress = Omit<RunningFile, 'begun'> & { begun: number };

/** What it gives of its files changes as they go on. */
export class RunningFiles {
  private readonly files: Progress[] = [];
  /** Of each file the environment in which its last form began. */
  private readonly environments: (EnvironmentParts | undefined)[] = [];
  private readonly session: EnvironmentSource;

  constructor(session: EnvironmentSource) {
    this.session = session;
  }

  get all(): readonly RunningFile[] {
    return this.files;
  }

  /** Whether nothing runs but forms that load the next file. */
  get isBetweenForms(): boolean {
    const innermost = this.files.at(-1);
    if (innermost === undefined) return true;
    return innermost.isReplayable && isLoadForm(innermost.forms[innermost.begun - 1]);
  }

  /** Whether the next form loads the last file of all. Between forms. */
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

  /** A form of the innermost file begins, the first being 0. */
  begin(form: number): void {
    const file = this.files.at(-1);
    if (file === undefined) return;
    file.begun = form + 1;
    this.environments[this.environments.length - 1] = environmentParts(this.session);
  }

  /** In which the present form of the innermost file began; unknown of one that another session began. */
  get environmentOfForm(): EnvironmentParts | undefined {
    return this.environments.at(-1);
  }

  leave(): void {
    this.files.pop();
    this.environments.pop();
  }
}

const lastLoads = new WeakMap<readonly TopLevel[], number>();

/** The number of the last form that loads a file; -1 where none does. */
function lastLoadOf(forms: readonly TopLevel[]): number {
  let last = lastLoads.get(forms);
  if (last === undefined) {
    last = forms.findLastIndex(isLoadForm);
    lastLoads.set(forms, last);
  }
  return last;
}

/** `(load "file")` or `(load "file" true)`, at the top level. */
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
