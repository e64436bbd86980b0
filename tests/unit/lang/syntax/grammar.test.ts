// The productions are consistent, and pact.ebnf shows what the parser does: the same names, each with the same parts.
import {
  LLkLookaheadStrategy,
  NonTerminal,
  Terminal,
  type IProduction,
  type TokenType,
} from 'chevrotain';
import { describe, expect, test } from 'vitest';
import { PactParser } from '../../../../grammar/parser.ts';
import * as tokens from '../../../../grammar/tokens.ts';
import { TreeBuilder } from '../../../../src/lang/syntax/build.ts';
import { read } from '../../../support/project-files.ts';

const parser = new PactParser(new TreeBuilder(), 'analysed');
const rules = parser.getGAstProductions();

const ebnf = productionsOf(read('grammar/pact.ebnf'));

test('Chevrotain finds no fault in the productions', () => {
  expect(() => new PactParser(new TreeBuilder(), 'validated')).not.toThrow();
});

test('Chevrotain’s own look-ahead would find no two alternatives with the same first token', () => {
  const faults = new LLkLookaheadStrategy({ maxLookahead: 1 }).validate({
    rules: Object.values(rules),
    tokenTypes: [...tokens.terminals],
    grammarName: 'PactParser',
  });
  expect(faults).toEqual([]);
});

test('both have the same productions', () => {
  const helpers = ['atom', 'form', 'literal', 'name'];
  const shown = [...ebnf.keys()].filter((name) => !helpers.includes(name));
  expect(shown.sort()).toEqual(Object.keys(rules).sort());
});

describe('each production names the same others and the same tokens', () => {
  test.each(Object.keys(rules))('%s', (name) => {
    expect(shownParts(name)).toEqual([...new Set(partsOf(rules[name]?.definition ?? []))].sort());
  });
});

/** Returns the parts of a production in pact.ebnf, with its helpers expanded. */
function shownParts(name: string): string[] {
  const parts = (ebnf.get(name) ?? []).flatMap((part) =>
    ebnf.has(part) && !Object.hasOwn(rules, part) ? shownParts(part) : [part],
  );
  return [...new Set(parts)].sort();
}

function partsOf(productions: readonly IProduction[]): string[] {
  return productions.flatMap((production) => {
    if (production instanceof Terminal) return [textOf(production.terminalType)];
    if (production instanceof NonTerminal) return [production.nonTerminalName];
    return partsOf((production as IProduction & { definition: IProduction[] }).definition);
  });
}

function textOf({ PATTERN, LABEL, name }: TokenType): string {
  return typeof PATTERN === 'string' ? `"${PATTERN}"` : (LABEL ?? name);
}

function productionsOf(text: string): Map<string, string[]> {
  const withoutComments = text.replace(/\(\*.*?\*\)/gs, '');
  const found = new Map<string, string[]>();
  for (const [, name = '', body = ''] of withoutComments.matchAll(/^(\w+) = (.*?) ;$/gms)) {
    expect(found.has(name)).toBe(false);
    found.set(name, body.match(/"[^"]+"|\w+/g) ?? []);
  }
  return found;
}
