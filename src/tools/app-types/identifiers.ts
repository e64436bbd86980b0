// Converts Pact names to TypeScript names: letters and digits stay, every other character begins a new word. Names in
// capitals stay as they are, with `_` between the words, except for types: TRANSFER_XCHAIN and TransferXchain. Documentation
// becomes a comment.

const reserved: ReadonlySet<string> = new Set(
  (
    'any arguments as async await boolean break case catch class const continue debugger default delete do else enum ' +
    'eval export extends false finally for function if implements import in instanceof interface let new null number ' +
    'object package private protected public return static string super switch symbol this throw true try type ' +
    'typeof undefined unknown var void while with yield constructor prototype'
  ).split(' '),
);

/** Different for different names: what would come twice gets a number. */
export class Identifiers {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  camel(name: string): string {
    if (isInCapitals(name)) return this.free(wordsIn(name).join('_'));
    const [first = 'value', ...others] = wordsApart(name);
    return this.free(lowerFirst(first) + others.map(upperFirst).join(''));
  }

  pascal(name: string): string {
    const words = isInCapitals(name) ? wordsIn(name.toLowerCase()) : wordsApart(name);
    const text = words.map(upperFirst).join('');
    return this.free(text === '' ? 'Schema' : text);
  }

  private free(wanted: string): string {
    const base = /^[0-9]/.test(wanted) || reserved.has(wanted) ? `_${wanted}` : wanted;
    let name = base;
    for (let i = 2; this.taken.has(name); i++) name = `${base}${i}`;
    this.taken.add(name);
    return name;
  }
}

const wordsIn = (name: string): readonly string[] => name.match(/[A-Za-z0-9]+/g) ?? [];
const upperFirst = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

const isInCapitals = (name: string): boolean => /[A-Z]/.test(name) && !/[a-z]/.test(name);

/** Words in capitals would run into a word behind them: `TRANSFER-mgr` is `transferMgr`, and `get-ID` is `getID`. */
const wordsApart = (name: string): readonly string[] =>
  wordsIn(name).map((word, i, all) =>
    isInCapitals(word) && word.length > 1 && i < all.length - 1 ? word.toLowerCase() : word,
  );

const lowerFirst = (word: string): string =>
  isInCapitals(word) ? word : word.slice(0, 1).toLowerCase() + word.slice(1);

/** Prevents content from ending the comment. */
export function docText(doc: string | undefined, indent: string): readonly string[] {
  if (doc === undefined || doc.trim() === '') return [];
  const lines = doc.replaceAll('*/', '* /').split(/\r?\n|[\u2028\u2029]/);
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line.trim()}`), `${indent} */`];
}
