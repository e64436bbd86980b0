// The tools `describe` and `find_symbol`: what a builtin does, where a name of the project is defined and used.

import { similarNames } from '../../../../base/prose.ts';
import { pageOf } from '../../../../script/pages/pages.ts';
import { definitionForms, specialForms } from '../../../../lang/session/analyse.ts';
import { ReplEngine } from '../../../../tools/repl/engine.ts';
import { silentHost } from '../../../../tools/repl/options.ts';
import { builtinSets } from '../../../../tools/repl/builtins/index.ts';
import { largeRoom } from '../../stack-size.ts';
import type { ToolTask } from '../calls.ts';
import { sourceEndings, ToolFault, type ToolProject } from './tool-project.ts';
import type { Snapshot } from '../../../../tools/analysis/workspace/snapshot.ts';
import {
  type CodeSymbol,
  sameSymbol,
  type TextRange,
} from '../../../../tools/analysis/workspace/symbols.ts';
import { Workspace } from '../../../../tools/analysis/workspace/workspace.ts';
import { mcpLimits } from '../limits.ts';

export function describe(
  { name }: Extract<ToolTask, { tool: 'describe' }>,
  project: ToolProject,
): void {
  const { machine, documents } = new ReplEngine({ host: silentHost, ...largeRoom });
  const page = pageOf({ machine, sets: builtinSets, documents }, name);
  if (page !== undefined) return project.say(page);
  const { core, repl } = builtinSets;
  const known = [...core.all, ...repl.all, ...specialForms, ...definitionForms];
  const near = similarNames(
    name,
    known.map((each) => each.name),
  );
  const like = near.length === 0 ? '' : `. Similar names: ${near.join(', ')}`;
  throw new ToolFault(
    `${name} is not a builtin or special form${like}. For names in the project, use find_symbol`,
  );
}

// The tool `find_symbol`: finds where names of the project are defined and used.

/** Without parameters and variables: a reader finds them in their function. */
const kinds: ReadonlySet<CodeSymbol['kind']> = new Set([
  'module',
  'interface',
  'function',
  'capability',
  'defpact',
  'constant',
  'schema',
  'field',
  'table',
]);

/** The most lines of a definition to show. */
const maxLines = 12;

export function findSymbol(
  { name, references }: Extract<ToolTask, { tool: 'find_symbol' }>,
  project: ToolProject,
): void {
  const snapshot = snapshotOf(project);
  const all = snapshot.files().flatMap((path) => snapshot.analysis(path).definitions);
  const members = all.filter(({ kind }) => kinds.has(kind));
  const found = members.filter((symbol) => symbol.name === name || fullName(symbol) === name);
  if (found.length === 0) {
    const near = similarNames(
      name,
      new Set(members.flatMap((each) => [each.name, fullName(each)])),
    );
    const like = near.length === 0 ? '' : `. Similar names: ${near.join(', ')}`;
    throw new ToolFault(`the project does not define ${name}${like}`);
  }
  for (const symbol of found) {
    const { place } = symbol;
    if (place === undefined) continue;
    const at = placeText(snapshot, place.path, place.nameSpan);
    project.say(`${symbol.kind} ${fullName(symbol)} at ${at}`);
    project.say(excerpt(snapshot, place.path, place.span));
    if (references) showReferences(snapshot, symbol, project);
  }
}

function snapshotOf(project: ToolProject): Snapshot {
  const { readFile } = project.files;
  const files = project.sources([], sourceEndings, ({ sources, tests }) => [sources, tests]);
  return new Workspace({
    builtins: project.builtins,
    limits: largeRoom,
    files: { read: readFile, list: () => files, around: () => project.around() },
    root: '.',
  }).snapshot();
}

function showReferences(snapshot: Snapshot, symbol: CodeSymbol, project: ToolProject): void {
  const lines = snapshot.files().flatMap((path) =>
    snapshot.analysis(path).references.flatMap((reference) => {
      if (reference.access === 'definition' || !sameSymbol(reference.symbol, symbol)) return [];
      const { span, access } = reference;
      return [`  ${placeText(snapshot, path, span)} ${access}: ${lineAt(snapshot, path, span)}`];
    }),
  );
  project.say(`${lines.length} references${lines.length === 0 ? '' : ':'}`);
  for (const line of lines.slice(0, mcpLimits.findings)) project.say(line);
  const left = lines.length - mcpLimits.findings;
  if (left > 0) project.say(`  ... and ${left} more`);
}

const fullName = ({ module, name }: CodeSymbol): string =>
  module === undefined ? name : `${module}.${name}`;

function placeText(snapshot: Snapshot, path: string, { start }: TextRange): string {
  const position = snapshot.document(path)?.source.positionAt(start);
  return `${path}:${(position?.line ?? 0) + 1}:${(position?.column ?? 0) + 1}`;
}

function lineAt(snapshot: Snapshot, path: string, { start }: TextRange): string {
  const source = snapshot.document(path)?.source;
  return source === undefined ? '' : source.lineAt(source.positionAt(start).line).trim();
}

function excerpt(snapshot: Snapshot, path: string, { start, end }: TextRange): string {
  const lines = (snapshot.document(path)?.text.slice(start, end) ?? '').split('\n');
  const shown = lines.slice(0, maxLines);
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`... ${left} more lines`] : [])].join('\n');
}
