// Sorts the imports of a module, merges imports of the same module, and removes unused names.

import { wordsOf, type TopLevel } from '../../../../lang/session/analyse.ts';
import { compareText } from '../../../../base/text.ts';
import { writtenModule } from '../../../../script/names/static-forms.ts';
import { usesOf } from '../imports.ts';
import { contains, refactoring, replace, type ActionPlace, type CodeAction } from './action.ts';

type Use = ReturnType<typeof usesOf>[number];

export function organiseUses(place: ActionPlace): readonly CodeAction[] {
  const form = place.document.forms.find(({ span }) => contains(span, place.range));
  if (form === undefined) return [];
  const uses = usesOf(form).filter(({ span }) => contains(form.span, span));
  if (uses.length === 0) return [];
  const used = namesUsed(place, form, uses);
  const wanted = organised(uses, used);
  const { text } = place.document;
  const edits = uses.flatMap((use, i) => {
    const renewed = wanted[i];
    if (renewed === use.span.text) return [];
    if (renewed !== undefined) return [replace(use.span, renewed)];
    // The blanks after it are removed too, but not a comment.
    const blanks = /^\s*/.exec(text.slice(use.span.end))?.[0].length ?? 0;
    const isLast = text.charAt(use.span.end + blanks) === ')';
    const end = use.span.end + (isLast ? 0 : blanks);
    return [replace({ start: use.span.start, end }, '')];
  });
  if (edits.length === 0) return [];
  return [refactoring('source.organizeImports', 'Organise imports', edits)];
}

/** Returns at most as many as there were. */
function organised(uses: readonly Use[], used: ReadonlySet<string>): readonly string[] {
  const open = new Set(
    uses.filter((each) => each.imported === undefined && each.hash === undefined).map(nameOf),
  );
  const joined = new Map<string, { readonly use: Use; readonly names: Set<string> | undefined }>();
  for (const use of uses) {
    const isCovered = use.imported !== undefined && use.hash === undefined && open.has(nameOf(use));
    const key = `${nameOf(use)} ${use.hash ?? ''}`;
    const names = use.imported?.map(({ text }) => text).filter((name) => used.has(name));
    const before = joined.get(key);
    if (isCovered || before?.names === undefined || names === undefined) {
      joined.set(key, { use, names: isCovered ? undefined : names && new Set(names) });
    } else for (const name of names) before.names.add(name);
  }
  return [...joined.values()]
    .filter(({ use, names }) => names === undefined || names.size > 0 || use.hash !== undefined)
    .map(({ use, names }) => written(use, names))
    .sort(compareText);
}

function written(use: Use, names: ReadonlySet<string> | undefined): string {
  const hash = use.hash === undefined ? '' : ` "${use.hash}"`;
  const list = names === undefined ? '' : ` [${[...names].sort(compareText).join(' ')}]`;
  return `(use ${nameOf(use)}${hash}${list})`;
}

const nameOf = ({ module }: Use): string => writtenModule(module);

function namesUsed(
  { document }: ActionPlace,
  { span }: TopLevel,
  uses: readonly Use[],
): ReadonlySet<string> {
  const words = wordsOf(document.source).filter(
    (word) =>
      word.kind === 'name' && contains(span, word) && !uses.some((use) => contains(use.span, word)),
  );
  return new Set(words.map(({ text }) => text));
}
