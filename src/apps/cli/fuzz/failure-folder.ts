// The folder `.pact-fuzz`: the failures that property tests found, each as a script that reproduces it, and the seeds
// to try first in the next run.

import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { compareText } from '../../../base/text.ts';
import {
  scriptLines,
  type Counterexample,
  type KnownFailure,
} from '../../../tools/testing/fuzz/counterexample.ts';
import { stringText } from '../../../tools/testing/fuzz/example.ts';
import { reasonOf } from '../files.ts';
import { leadsOutside } from '../project/folder-bounds.ts';

const folder = '.pact-fuzz';
const list = join(folder, 'failures.json');

export type Failures = ReadonlyMap<string, readonly KnownFailure[]>;

/** The paths of the scripts, or an error. */
export type WrittenFailures = Result<readonly string[], string>;

/** Returns the failures by file; none if the list cannot be read. */
export function readFailures(): Failures {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(list, 'utf8'));
  } catch {
    return new Map();
  }
  const failures = new Map<string, KnownFailure[]>();
  for (const entry of Array.isArray(entries) ? entries : []) {
    const known = knownFailure(entry);
    if (known === undefined) continue;
    const { file, ...failure } = known;
    const before = failures.get(file);
    if (before === undefined) failures.set(file, [failure]);
    else before.push(failure);
  }
  return failures;
}

function knownFailure(entry: unknown): (KnownFailure & { readonly file: string }) | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  // The boundary: every field is checked.
  const { file, target, seed, run } = entry as Readonly<Record<string, unknown>>;
  const isOne =
    typeof file === 'string' &&
    typeof target === 'string' &&
    typeof seed === 'string' &&
    typeof run === 'number';
  return isOne ? { file, target, seed, run } : undefined;
}

type Found = ReadonlyMap<string, readonly Counterexample[]>;

export type RunFailures = {
  /** Failures in files that have ended. */
  readonly found: Found;
  /** Failures in files that still run: it is not known yet which earlier failures remain. */
  readonly early: Found;
  readonly before: Failures;
};

/**
 * Writes the failures of a run; files that were not run keep theirs. Returns the scripts written, or an error.
 */
export function writeFailures({ found, early, before }: RunFailures): WrittenFailures {
  const failures = new Map<string, readonly KnownFailure[]>([...before, ...found]);
  for (const [file, all] of early) {
    const targets = new Set(all.map(({ target }) => target));
    const others = before.get(file)?.filter(({ target }) => !targets.has(target)) ?? [];
    failures.set(file, [...all, ...others]);
  }
  const entries = [...failures]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([file, all]) => all.map(({ target, seed, run }) => ({ file, target, seed, run })));
  const scripts: string[] = [];
  const outside = [list, ...entries.map(({ file, target }) => scriptPath(file, target))]
    .map((path) => leadsOutside(path))
    .find((reason) => reason !== undefined);
  if (outside !== undefined) return bad(`cannot write to ${folder}: ${outside}`);
  try {
    for (const [file, all] of before) {
      const still = found.get(file);
      for (const { target } of still === undefined ? [] : all) {
        if (!still?.some((each) => each.target === target)) remove(scriptPath(file, target));
      }
    }
    if (entries.length === 0) {
      remove(list);
      return good(scripts);
    }
    makeFolder(folder);
    writeFileSync(list, `${JSON.stringify(entries, undefined, 2)}\n`);
    for (const [file, all] of [...found, ...early]) {
      for (const each of all) {
        const path = scriptPath(file, each.target);
        writeFileSync(path, scriptText(file, each));
        scripts.push(path);
      }
    }
    return good(scripts);
  } catch (error) {
    return bad(`cannot write to ${folder}: ${reasonOf(error)}`);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It did not exist.
  }
}

export function scriptPath(file: string, target: string): string {
  const name = `${file}-${target}`.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+/, '');
  return join(folder, `${name.slice(0, 120)}.repl`);
}

function scriptText(file: string, counterexample: Counterexample): string {
  const { seed, run } = counterexample;
  const path = relative(folder, file).replaceAll('\\', '/');
  return [
    `; Written by pact test --fuzz (seed ${seed}, run ${run}).`,
    `(load ${stringText(path)})`,
    ...scriptLines(counterexample),
    '',
  ].join('\n');
}
