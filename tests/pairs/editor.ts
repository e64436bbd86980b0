// Compares an edited project with a freshly opened one: the editor services must answer the same for a file that reached its
// text through edits as for one that was opened with that text.

import { completionsAt } from '../../src/tools/analysis/services/completion/completion.ts';
import { definitionAt, highlightsAt } from '../../src/tools/analysis/services/references.ts';
import { foldsOf } from '../../src/tools/analysis/services/ranges.ts';
import { hoverAt } from '../../src/tools/analysis/services/hover.ts';
import { inlayHintsIn } from '../../src/tools/analysis/services/hints.ts';
import { outlineOf } from '../../src/tools/analysis/services/outline.ts';
import { signatureHelpAt } from '../../src/tools/analysis/services/signature-help.ts';
import { tokensOf } from '../../src/tools/analysis/services/tokens.ts';
import type { NamesView, Snapshot } from '../../src/tools/analysis/workspace/snapshot.ts';
import { Span } from '../../src/base/span.ts';
import { spanText } from '../../src/lang/session/analyse.ts';
import { mutate, piecesOf } from '../support/mutate.ts';
import { Random } from '../support/random.ts';
import {
  defaultCompletion,
  defaultHints,
  referencesAt,
  workspaceOf,
} from '../support/workspace.ts';
import type { Difference } from './compare.ts';

const script = 'case.repl';
const contract = 'case.pact';

/** In half of the cases the modules get a file of their own, as in most projects. */
function filesOf(forms: readonly string[], random: Random): Map<string, string> {
  const isModule = (form: string): boolean => /^\((module|interface)\b/.test(form);
  if (random.oneIn(2) || !forms.some(isModule)) return new Map([[script, forms.join('\n')]]);
  const rest = forms.filter((form) => !isModule(form));
  return new Map([
    [contract, forms.filter(isModule).join('\n')],
    // Without a `load`, modules are found through the project index.
    [script, (random.oneIn(3) ? rest : [`(load "${contract}")`, ...rest]).join('\n')],
  ]);
}

export function editorPair(forms: readonly string[], seed: number): Difference | undefined {
  const random = new Random(seed);
  const files = filesOf(forms, random);
  const [[path, text] = ['', '']] = files;
  const drafts = draftsOf(random, text);
  const edited = workspaceOf(Object.fromEntries(files));
  for (const [version, draft] of drafts.entries()) {
    edited.put(path, version, draft);
    // People type on before the check is done.
    if (version === 0 || !random.oneIn(4)) edited.snapshot().analysis(path);
    else tokensOf(edited.snapshot().naming(path), path);
  }
  const fresh = workspaceOf(Object.fromEntries(files)).snapshot();
  const places = Array.from({ length: 6 }, () => random.below(text.length + 1));
  const snapshot = edited.snapshot();
  const questions: readonly (readonly [string, () => unknown, () => unknown])[] = [
    [
      'before the check',
      () => ofNames(snapshot.naming(path), path, places),
      () => ofNames(fresh, path, places),
    ],
    ...[...files.keys()].map(
      (file) => [file, () => ofFile(snapshot, file), () => ofFile(fresh, file)] as const,
    ),
    ['after it', () => ofNames(snapshot, path, places), () => ofNames(fresh, path, places)],
    ['at places', () => atPlaces(snapshot, path, places), () => atPlaces(fresh, path, places)],
  ];
  for (const [name, one, other] of questions) {
    const [found, expected] = [shown(one()), shown(other())];
    if (found === expected) continue;
    const steps = drafts.map((draft, i) => `${i}: ${JSON.stringify(draft)}`).join('\n');
    return { script: forms, one: `${name}: ${found}\n${steps}`, other: expected };
  }
  return undefined;
}

/** Drafts of a text, oldest first: each is one edit away from the next, and the last one is the text. */
function draftsOf(random: Random, text: string): readonly string[] {
  const drafts = [text];
  const count = 1 + random.below(4);
  for (let i = 0; i < count; i++) drafts.unshift(draftOf(random, drafts[0] as string));
  return drafts;
}

function draftOf(random: Random, text: string): string {
  const pieces = piecesOf(text);
  if (pieces.length === 0) return ' ';
  if (random.oneIn(4)) return mutate(random, pieces, [pieces]);
  const at = random.below(pieces.length);
  const piece = pieces[at] as string;
  const blanks = [' ', '\n', ' ; a comment\n'].map((blank) => `${blank}${piece}`);
  const others = ['', ' x', ' 1', ' (', ')', ' "', `${piece}x`, piece.slice(0, -1)];
  const by = random.pick([blanks, blanks, others, [random.pick(pieces)]]);
  return pieces.with(at, random.pick(by)).join('');
}

/** The answers that an editor requests while text is typed. */
const ofNames = (view: NamesView, path: string, places: readonly number[]): unknown => ({
  tokens: tokensOf(view, path),
  names: places.map((offset) => ({
    offset,
    hover: hoverAt(view, path, offset),
    definition: definitionAt(view, path, offset),
    highlights: highlightsAt(view, path, offset),
  })),
});

function ofFile(snapshot: Snapshot, path: string): unknown {
  const document = snapshot.document(path);
  if (document === undefined) return undefined;
  const { source, syntax, text } = document;
  return {
    diagnostics: snapshot
      .analysis(path)
      .diagnostics.map(
        ({ severity, error }) =>
          `${severity} ${spanText(error.span)} ${error.code} ${error.message}`,
      ),
    syntax,
    outline: outlineOf(source),
    folds: foldsOf(source),
    hints: inlayHintsIn(snapshot, path, { start: 0, end: text.length }, defaultHints),
  };
}

const atPlaces = (snapshot: Snapshot, path: string, places: readonly number[]): unknown =>
  places.map((offset) => ({
    offset,
    references: referencesAt(snapshot, path, offset).map(({ path: file, span, access }) => ({
      file,
      span,
      access,
    })),
    signature: signatureHelpAt(snapshot, path, offset),
    completions: completionsAt(snapshot, path, offset, defaultCompletion),
  }));

/** As JSON, with spans as places: each workspace has its own source objects. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Span) return `${part.source.name} ${part.start}-${part.end}`;
    return part instanceof Map ? [...(part as ReadonlyMap<unknown, unknown>)] : part;
  });
