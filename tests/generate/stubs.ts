// The contracts of stdlib that are on every chain as source text within the code, because the analysis reads no files. What
// other contracts cannot see (bodies and comments) is left out, which makes checking a contract cheaper.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Source, type Span } from '../../src/base/span.ts';
import { parseProgram } from '../../src/lang/session/analyse.ts';
import type { Definition } from '../../src/lang/syntax/ast.ts';

const contracts = [
  'stdlib/coin/coin.pact',
  'stdlib/fungible-v2/fungible-v2.pact',
  'stdlib/fungible-xchain-v1/fungible-xchain-v1.pact',
  'stdlib/gas-payer-v1/gas-payer-v1.pact',
  'stdlib/ns/ns.pact',
];

export function stubTexts(): string {
  const entries = contracts.map((path) => {
    const literal = visiblePart(path).replace(/[\\`]|\$\{/g, (found) => `\\${found}`);
    return `  [\n    '${basename(path, '.pact')}',\n    \`${literal}\`,\n  ],\n`;
  });
  return (
    '// What contracts see of those contracts of stdlib that are on every chain, by the names of their modules.\n' +
    '// Written by `npm run generate`: do not edit.\n\n' +
    `export const stubTexts: ReadonlyMap<string, string> = new Map([\n${entries.join('')}]);\n`
  );
}

function visiblePart(path: string): string {
  const source = new Source(path, readFileSync(path, 'utf8'));
  const form = parseProgram(source, { dialect: 'pact' }).value.find(
    ({ kind }) => kind === 'module',
  );
  const definitions = form?.kind === 'module' ? form.definitions : [];
  let text = source.text;
  for (const { from, to, instead } of definitions.flatMap(hiddenParts).reverse()) {
    text = text.slice(0, from.start) + instead + text.slice(to.end);
  }
  return text
    .replace(/^ *;.*\n/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart();
}

/** A range of the text and its replacement: code of any type. */
type HiddenPart = { readonly from: Span; readonly to: Span; readonly instead: string };

const ofAnyType = '(read-msg)';

function hiddenParts(definition: Definition): readonly HiddenPart[] {
  switch (definition.kind) {
    case 'defun':
    case 'defcap': {
      const [first, last] = [definition.body[0], definition.body.at(-1)];
      if (first === undefined || last === undefined) return [];
      const instead = definition.kind === 'defun' ? ofAnyType : 'true';
      return [{ from: first.span, to: last.span, instead }];
    }
    case 'defpact':
      return definition.steps.map(({ expression: { span } }) => {
        return { from: span, to: span, instead: ofAnyType };
      });
    default:
      return [];
  }
}
