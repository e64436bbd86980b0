// The project of a command: pact.yaml of the current folder or the nearest one above it.

import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type PlacedText, type Project, readProject } from '../../../base/config/project.ts';
import { readSourceFile } from '../files.ts';
import { writeErrorLine } from '../output.ts';
import { findProjectFile, mentionsPact4, projectFileName } from './project-file.ts';
import type { SessionSettings } from '../stage.ts';

export class OpenProject {
  /** `undefined` if there is no project file. */
  readonly project: Project | undefined;
  private readonly path: string;

  constructor(path: string, project: Project | undefined) {
    this.path = path;
    this.project = project;
  }

  /** The folder that paths in the project file are relative to. */
  get folder(): string {
    return dirname(this.path);
  }

  /** Returns the paths for `test`; shows missing ones and returns `undefined`. */
  testPaths(operands: readonly string[]): readonly string[] | undefined {
    return this.pathsOr(operands, this.project?.tests ?? []);
  }

  /** Returns the paths to deploy. */
  sourcePaths(): readonly string[] | undefined {
    return this.pathsOr([], this.project?.sources ?? []);
  }

  /** Returns the paths for the other commands. */
  allPaths(operands: readonly string[]): readonly string[] | undefined {
    const { sources = [], tests = [] } = this.project ?? {};
    return this.pathsOr(operands, [...sources, ...tests]);
  }

  /** Prints a fault with its place in the project file. */
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
      const hint = /[*?]/.test(text) ? ': patterns are not supported here, write a folder' : '';
      this.writeFault(`there is no file or folder ${this.fromHere(text)}${hint}`, place);
    }
    if (missing.length > 0) return undefined;
    return [...new Set(texts.map(({ text }) => this.fromHere(text)))];
  }

  /** Returns a path of the project file relative to the current folder. */
  private fromHere(path: string): string {
    const from = relative(process.cwd(), resolve(dirname(this.path), path));
    return from === '' ? '.' : from;
  }
}

/** Opens the project; if the project file has faults, shows them and returns `undefined`. */
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

/** The settings of sessions that pact.yaml adds to those of the command line. */
export function withProject(settings: SessionSettings): SessionSettings {
  if (settings.pact4 === true || !mentionsPact4()) return settings;
  return openProject()?.project?.pact4 === true ? { ...settings, pact4: true } : settings;
}
