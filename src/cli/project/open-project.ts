// The project that a command works in: pact.yaml of the current folder or of one above it.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { readProject, type PlacedText, type Project } from '../../config/project.ts';
import { readSourceFile } from '../files.ts';
import { writeErrorLine } from '../output.ts';
import { findProjectFile, projectFileName } from './project-file.ts';

export class OpenProject {
  /** `undefined` where there is no project file. */
  readonly project: Project | undefined;
  private readonly path: string;

  constructor(path: string, project: Project | undefined) {
    this.path = path;
    this.project = project;
  }

  /** What the paths of the project file are relative to. */
  get folder(): string {
    return dirname(this.path);
  }

  /** What `test` works on; `undefined` where something is missing, which is shown. */
  testPaths(operands: readonly string[]): readonly string[] | undefined {
    return this.pathsOr(operands, this.project?.tests ?? []);
  }

  /** What is deployed. */
  sourcePaths(): readonly string[] | undefined {
    return this.pathsOr([], this.project?.sources ?? []);
  }

  /** What the other commands work on. */
  allPaths(operands: readonly string[]): readonly string[] | undefined {
    const { sources = [], tests = [] } = this.project ?? {};
    return this.pathsOr(operands, [...sources, ...tests]);
  }

  /** Says what is wrong at a place of the project file. */
  writeFault(message: string, { line, column }: PlacedText['place']): void {
    writeErrorLine(`${relative(process.cwd(), this.path)}:${line}:${column}: ${message}`);
  }

  private pathsOr(
    operands: readonly string[],
    texts: readonly PlacedText[],
  ): readonly string[] | undefined {
    if (operands.length > 0) return operands;
    if (texts.length === 0) return [this.fromHere('.')];
    const missing = texts.filter(({ text }) => !existsSync(this.fromHere(text)));
    for (const { text, place } of missing) {
      const hint = /[*?]/.test(text) ? ': folders are searched, patterns are not known' : '';
      this.writeFault(`there is no file or folder ${this.fromHere(text)}${hint}`, place);
    }
    if (missing.length > 0) return undefined;
    return [...new Set(texts.map(({ text }) => this.fromHere(text)))];
  }

  /** A path of the project file, as a user in the current folder would write it. */
  private fromHere(path: string): string {
    const from = relative(process.cwd(), resolve(dirname(this.path), path));
    return from === '' ? '.' : from;
  }
}

/** `undefined` where the project file has faults, which are shown. */
export function openProject(): OpenProject | undefined {
  const path = findProjectFile(process.cwd());
  if (path === undefined) return new OpenProject(join(process.cwd(), projectFileName), undefined);
  const answer = readSourceFile(path);
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot read ${relative(process.cwd(), path)}: ${answer.reason}`);
    return undefined;
  }
  const read = readProject(answer.text);
  if (read.ok) return new OpenProject(path, read.value);
  const unread = new OpenProject(path, undefined);
  for (const { message, place } of read.fault) unread.writeFault(message, place);
  return undefined;
}
