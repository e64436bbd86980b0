// Finds the words in a function and in all code of its module that it uses, because its conditions involve them.

import { defName, type Def, type LoadedModule } from '../../../lang/session/run.ts';
import { forEachTermUpwards, termsOf, type Term } from '../../../lang/session/analyse.ts';
import { wordsOf, type FunctionWords } from './dictionary.ts';

export function reachedWords(name: string, module: LoadedModule): FunctionWords {
  const byName = new Map(module.defs.map((def) => [defName(def), def]));
  const reached = new Set<Def>();
  const left = [name];
  const messages = new Set<string>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const def = byName.get(next);
    if (def === undefined || reached.has(def)) continue;
    reached.add(def);
    for (const term of termsOf(def)) {
      forEachTermUpwards(term, (each) => {
        const message = messageOf(each);
        if (message !== undefined) messages.add(message);
        if (each.kind !== 'var' || each.name.kind === 'local') return;
        if (each.name.kind === 'top' && each.name.module.text === module.name.text) {
          left.push(each.name.text.slice(each.name.text.lastIndexOf('.') + 1));
        }
      });
    }
  }
  const words = wordsOf([...reached]);
  const strings = words.strings.filter((text) => !messages.has(text));
  return { ...words, strings };
}

/** Returns the failure message of a condition, which is useless as an argument. */
function messageOf(term: Term): string | undefined {
  if (term.kind !== 'form' || term.form !== 'enforce') return undefined;
  const [, message] = term.terms;
  const isText = message?.kind === 'literal' && message.literal.kind === 'string';
  return isText ? message.literal.value : undefined;
}
