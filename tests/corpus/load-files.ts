// The check that tests/corpus/load.mjs runs on each file: loads the module as its chain did, on a database with the modules
// that were deployed before it.
import { Source, type Span } from '../../src/base/span.ts';
import { builtinTable, evaluate, standAlone } from '../../src/chain/command/index.ts';
import { syntaxError } from '../../src/lang/session/analyse.ts';
import { KeySetName, lineInfo, MemoryDatabase } from '../../src/lang/session/store.ts';
import {
  Decimal,
  evaluateTopLevel,
  hashText,
  KeySetGuard,
  objectValue,
  parseProgram,
  sortedSet,
  type Machine,
  type PactValue,
  type TopLevel,
} from '../../src/lang/session/run.ts';

export type Loading =
  | { readonly kind: 'loaded'; readonly hash: string }
  | {
      readonly kind: 'refused';
      /** An error code of docs/errors.md. */
      readonly code: string;
      readonly message: string;
      /** The line of the error, and the text before its place. */
      readonly line: string;
      readonly before: string;
      /** Whether a modernised version was loaded instead, so that later modules find it. */
      readonly hasStandIn: boolean;
    };

/** A guard that always holds: keysets and rows are not in the archive. */
const everybody = new KeySetGuard(sortedSet([]), { kind: 'keys-all' });

export function newChain(): MemoryDatabase {
  return new MemoryDatabase({ info: lineInfo, writeOver: 'merge' });
}

/** `name` is the full name of the module; if it has a namespace, the namespace is entered first. */
export function load(database: MemoryDatabase, name: string, code: string): Loading {
  const loading = attempt(database, name, code, (form) => form);
  if (loading.kind === 'loaded') return loading;
  const standIn = attempt(database, name, modernised(code), withoutEntities);
  return { ...loading, hasStandIn: standIn.kind === 'loaded' };
}

function attempt(
  database: MemoryDatabase,
  name: string,
  code: string,
  changed: (form: TopLevel) => TopLevel,
): Loading {
  const source = new Source(name, code);
  const { value, diagnostics } = parseProgram(source, { dialect: 'pact', nestingLimit: 200 });
  const [fault] = diagnostics;
  if (fault !== undefined) return refused(source, syntaxError(fault));
  const [form] = value;
  if (form === undefined || value.length > 1) throw new Error(`${name}: not one form`);
  let hash = '';
  const sent = { signers: [], verifiers: [], step: undefined };
  const message = { ...sent, hash: hashText(''), data: dataOf(code) };
  const surroundings = {
    ...standAlone({ database, depthLimit: 1000 }),
    sizes: { answerBytes: Infinity, logBytes: Infinity },
    moduleAdmin: new Set([name]),
  };
  const { outcome } = evaluate(message, surroundings, (machine) => {
    hash = install(machine, changed(form), name);
    return undefined;
  });
  return outcome.kind === 'success' ? { kind: 'loaded', hash } : refused(source, outcome.error);
}

function install(machine: Machine, form: TopLevel, name: string): string {
  const dot = name.indexOf('.');
  if (dot !== -1) {
    machine.loaded.namespace = { name: name.slice(0, dot), user: everybody, admin: everybody };
  }
  if (form.kind === 'module' && form.governance.kind === 'keyset-governance') {
    machine.database.writeKeySet(keySetName(form.governance.name), everybody);
  }
  const result = evaluateTopLevel(machine, form, builtinTable(machine.environment));
  if (result.kind !== 'module' && result.kind !== 'interface')
    throw new Error(`${name}: no module`);
  if (result.name.text !== name) throw new Error(`${name}: is ${result.name.text}`);
  return result.hash;
}

function keySetName(written: string): KeySetName {
  const dot = written.indexOf('.');
  return dot === -1
    ? new KeySetName(written, undefined)
    : new KeySetName(written.slice(dot + 1), written.slice(0, dot));
}

const given = new Map<string, PactValue>([
  ['keyset', everybody],
  ['integer', 1n],
  ['decimal', new Decimal(10n, 1)],
  ['string', 'given'],
  ['msg', '2022-01-01T00:00:00Z'],
]);

/** Returns transaction data with every key that the code reads. */
function dataOf(code: string): PactValue {
  const asked = code.matchAll(/\(read-(keyset|integer|decimal|string|msg)\s+(?:'|")([\w-]+)/g);
  return objectValue([...asked].map(([, type = '', key = '']) => [key, given.get(type) ?? '']));
}

/** Rewrites constructs that Pact 4 treated differently into their Pact 5 form. */
function modernised(code: string): string {
  return code
    .replace(/object:?\s*\{/g, 'object{')
    .replace(/object:\*/g, 'object')
    .replace(/:(\[?)\{([\w.-]+)\}(?=\]?\s*\()/g, ':$1object{$2}')
    .replace(/(:=\s*[\w:-]+)(\s+")/g, '$1,$2');
}

function withoutEntities(form: TopLevel): TopLevel {
  if (form.kind !== 'module') return form;
  const definitions = form.definitions.map((def) =>
    def.kind === 'defpact'
      ? { ...def, steps: def.steps.map((step) => ({ ...step, entity: undefined })) }
      : def,
  );
  return { ...form, definitions };
}

type Fault = { readonly code: string; readonly message: string; readonly span: Span };

function refused(source: Source, { code, message, span }: Fault): Loading {
  const line = source.lineAt(span.startPosition.line).trim();
  const before = source.text.slice(Math.max(0, span.start - 40), span.start);
  return { kind: 'refused', code, message, line, before, hasStandIn: false };
}
