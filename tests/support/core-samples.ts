// Pieces of Core written by hand: spans on given lines, names, parameters, and the interface whose bytes are known.

import { Source, Span } from '../../src/base/span.ts';
import type {
  Def,
  DefConst,
  Defun,
  Interface,
  Module,
} from '../../src/lang/core/model/definition.ts';
import type { Arg, Form, Name, Term } from '../../src/lang/core/model/term.ts';
import {
  interfacePlaceholder,
  modulePlaceholder,
  type Hash,
} from '../../src/lang/values/encoding/hash.ts';
import { FullyQualifiedName, ModuleName, TableName } from '../../src/lang/values/names.ts';
import {
  boolType,
  decimalType,
  guardType,
  integerType,
  stringType,
  type Type,
} from '../../src/lang/values/type.ts';
import type { PactValue } from '../../src/lang/values/value.ts';

const lines = new Source('sample.repl', '\n'.repeat(100));

export function onLine(line: number): Span {
  return new Span(lines, line, line);
}

export function arg(name: string, type?: Type, line = 0): Arg {
  return { name, type, span: onLine(line) };
}

export const someHash: Hash = 'A'.repeat(43);

/** Parses `m` or `ns.m`. */
export function moduleNamed(text: string): ModuleName {
  const dot = text.indexOf('.');
  return dot < 0 ? new ModuleName(text) : new ModuleName(text.slice(dot + 1), text.slice(0, dot));
}

/** Returns a reference to `module.text`. */
export function member(text: string, module: string, hash: Hash = someHash): Term {
  const name: Name = { kind: 'top', text, module: moduleNamed(module), hash };
  return { kind: 'var', name, span: onLine(0) };
}

export function full(text: string, module: string, hash: Hash = someHash): FullyQualifiedName {
  return new FullyQualifiedName(moduleNamed(module), text, hash);
}

export function table(name: string, module: string): TableName {
  return new TableName(name, moduleNamed(module));
}

export function defun(name: string, body: Term = one): Defun {
  const term = nullary(body);
  return { kind: 'defun', spec: arg(name), params: [], term, span: onLine(0) };
}

export function constant(name: string, value: PactValue): DefConst {
  return {
    kind: 'defconst',
    spec: arg(name),
    value: { kind: 'evaluated', value },
    span: onLine(0),
  };
}

export function call(fun: Term, ...args: readonly Term[]): Term {
  return { kind: 'app', fun, args, span: onLine(0) };
}

export function builtin(name: string): Term {
  return { kind: 'builtin', name, span: onLine(0) };
}

export function text(value: string): Term {
  return { kind: 'literal', literal: { kind: 'string', value }, span: onLine(0) };
}

export function form(name: Form, ...terms: readonly Term[]): Term {
  return { kind: 'form', form: name, terms, span: onLine(0) };
}

export const one: Term = {
  kind: 'literal',
  literal: { kind: 'integer', value: 1n },
  span: onLine(0),
};

export function nullary(body: Term): Term {
  return { kind: 'nullary', body, span: onLine(0) };
}

/** Returns a module governed by its capability `G`, not yet hashed. */
export function moduleWith(
  name: string,
  defs: readonly Def[],
  parts: Partial<Module> = {},
): Module {
  return {
    kind: 'module',
    name: moduleNamed(name),
    governance: { kind: 'capability', name: full('G', name, modulePlaceholder) },
    defs,
    blessed: [],
    imports: [],
    implements: [],
    hash: modulePlaceholder,
    txHash: someHash,
    code: '',
    span: onLine(0),
    ...parts,
  };
}

/** The interface as it is on a chain: the interface on line 1, its capability on line 2 and so on. */
export const gasPayer: Interface = {
  kind: 'interface',
  name: new ModuleName('gas-payer-v1'),
  defs: [
    {
      kind: 'interface-defun',
      spec: arg('create-gas-payer-guard', guardType, 21),
      params: [],
      span: onLine(21),
    },
    {
      kind: 'interface-defcap',
      spec: arg('GAS_PAYER', boolType, 2),
      params: [
        arg('user', stringType, 3),
        arg('limit', integerType, 4),
        arg('price', decimalType, 5),
      ],
      meta: { kind: 'unmanaged' },
      span: onLine(2),
    },
  ],
  imports: [],
  hash: interfacePlaceholder,
  txHash: 'SB3W5ELizk9xzSVZOL_wlznU68yiHOC9pYHkxpU_0go',
  code: '',
  span: onLine(0),
};
