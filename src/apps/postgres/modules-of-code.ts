// The modules and interfaces that code defines, found by words and brackets alone: parsing the text of a contract would take most
// of the time of its block.

export type DefinedModule = {
  /** With the namespace that the code enters before it. */
  readonly name: string;
  readonly kind: 'module' | 'interface';
};

/** A comment, a string, a bracket, or any other word. Strings may contain brackets and semicolons. */
const token = /;[^\n]*|"[^"\\]*(?:\\[^][^"\\]*)*"|[()]|[^\s()";]+/g;

/** Code of a transaction that failed may define modules that do not exist. At most `modulesLimit` are returned. */
export function modulesOfCode(code: string): readonly DefinedModule[] {
  if (!mayDefine.test(code)) return [];
  const modules: DefinedModule[] = [];
  let namespace = '';
  for (const [form, name] of topLevelForms(code)) {
    if (form === 'namespace') namespace = name.replace(/^(?:'|")|"$/g, '');
    if (form !== 'module' && form !== 'interface') continue;
    modules.push({ name: namespace === '' ? name : `${namespace}.${name}`, kind: form });
    if (modules.length === modulesLimit) break;
  }
  return modules;
}

/** The first two words of each form. */
function* topLevelForms(code: string): Generator<readonly [form: string, name: string]> {
  let depth = 0;
  let words: string[] = [];
  for (const [word] of code.matchAll(token)) {
    if (word === '(') {
      depth += 1;
      if (depth === 1) words = [];
    } else if (word === ')') depth -= 1;
    else if (depth === 1 && !word.startsWith(';') && words.push(word) === 2) {
      yield [words[0] ?? '', word];
    }
  }
}

const mayDefine = /\(\s*(?:module|interface)\b/;
/** Of one transaction. Real ones define a few. */
const modulesLimit = 100;
