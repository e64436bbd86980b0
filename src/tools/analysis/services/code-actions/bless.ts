// Upgrades: a module blesses the version that it replaces, and the versions blessed by that one, so that dependants
// continue to work. The previous version is another definition of the module in the project.

import type { TopLevel } from '../../../../lang/session/analyse.ts';
import { modulesIn, type KnownModule } from '../known-modules.ts';
import { relativePath } from '../relative-path.ts';
import { documentsOf, type WrittenDocument } from '../writing-view.ts';
import { insertBefore, quickFix, touches, type ActionPlace, type CodeAction } from './action.ts';

type Module = Extract<TopLevel, { readonly kind: 'module' }>;

/** Projects contain few versions of a module, and analysing each takes time. */
const mostVersions = 3;

/** Offered on the part before the definitions of a module. */
export function blessings(place: ActionPlace): readonly CodeAction[] {
  const { document, snapshot, range } = place;
  const own = modulesIn(document).find(({ form }) => touches(headRange(form), range));
  if (own?.form.kind !== 'module') return [];
  const { form } = own;
  const first = firstItem(form);
  if (first === undefined) return [];
  const others: KnownModule[] = [];
  for (const each of documentsOf(snapshot)) {
    if (others.length < mostVersions) others.push(...versionsIn(each, own));
  }
  if (others.length === 0) return [];
  const known = new Set([...blessedIn(form), hashOf(place, own)]);
  return others.slice(0, mostVersions).flatMap((other) => {
    const hash = hashOf(place, other);
    if (hash === undefined || other.form.kind !== 'module') return [];
    const missing = [...new Set([...blessedIn(other.form), hash])].filter(
      (each) => !known.has(each),
    );
    if (missing.length === 0) return [];
    const text = missing.map((each) => `(bless "${each}")`).join('\n');
    return [quickFix(titleOf(other, place), [insertBefore(document, first.start, text)])];
  });
}

function* versionsIn(document: WrittenDocument, own: KnownModule): Generator<KnownModule> {
  for (const each of modulesIn(document)) {
    const isEarlier = each.path !== own.path || each.form.span.start < own.form.span.start;
    if (each.name === own.name && isEarlier) yield each;
  }
}

const headRange = (form: KnownModule['form']) => ({
  start: form.span.start,
  end: firstItem(form)?.start ?? form.span.end,
});

function firstItem(form: KnownModule['form']): { readonly start: number } | undefined {
  const items = form.kind === 'module' ? [...form.external, ...form.definitions] : form.definitions;
  return items.map(({ span }) => span).sort((left, right) => left.start - right.start)[0];
}

const blessedIn = ({ external }: Module): readonly string[] =>
  external.flatMap((each) => (each.kind === 'bless' ? [each.hash] : []));

function hashOf({ snapshot }: ActionPlace, { path, form }: KnownModule): string | undefined {
  const found = snapshot
    .analysis(path)
    .forms.find(
      ({ seen }) => seen.form.span.start === form.span.start && seen.form.kind === 'module',
    );
  const resolved = found?.seen.resolved;
  return resolved?.kind === 'module' ? resolved.module.hash : undefined;
}

function titleOf({ path, form }: KnownModule, { document }: ActionPlace): string {
  const isHere = path === document.path;
  const where = isHere
    ? `on line ${form.span.startPosition.line + 1}`
    : `in \`${relativePath(document.path, path) ?? path}\``;
  return `Bless the version ${where}`;
}
