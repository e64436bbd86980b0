// Fixes for keyset names without quotes, or without their namespace.

import { cursorAt } from '../../../../script/brackets/cursor.ts';
import { headOf, type Group } from '../../../../script/brackets/read-brackets.ts';
import { keysetCalls } from '../completion/context.ts';
import { projectTexts } from '../project-texts.ts';
import { quickFix, replace, type ActionPlace, type CodeAction } from './action.ts';

const mostKeysets = 5;

export function keysetFixes({ snapshot, document, range }: ActionPlace): readonly CodeAction[] {
  const { word, qualifier, path, index } = cursorAt(document.source, range.start);
  if (word === undefined || qualifier !== undefined || !namesKeyset(path.at(-1), index)) return [];
  const { kind, text } = word;
  const isName = kind === 'name';
  if (!isName && kind !== 'string' && kind !== 'symbol') return [];
  const name = isName ? text : text.replace(/^['"]|"$/g, '');
  if (name === '' || name.includes('.')) return [];
  const { keysets } = projectTexts(snapshot);
  const isMeant = (each: string): boolean => each.endsWith(`.${name}`) || (isName && each === name);
  const found = [...keysets].filter(isMeant).slice(0, mostKeysets);
  return found.map((each) => quickFix(`Change to \`"${each}"\``, [replace(word, `"${each}"`)]));
}

/** Whether the item is the first argument of `enforce-keyset` or a similar call. */
function namesKeyset(group: Group | undefined, index: number): boolean {
  return index === 1 && keysetCalls.has(headOf(group) ?? '');
}
