// The types of a module's definitions from an earlier check. A definition that is unchanged, and refers
// only to definitions with unchanged types, keeps its type.

import { termsOf } from '../core/model/definition.ts';
import { forEachTermUpwards } from '../core/model/term-walk.ts';
import type { Term } from '../core/model/term.ts';
import { schemesOf, type KnownDefinition } from './context.ts';
import type { TypedDef } from './infer-definition.ts';
import { schemeText } from './type-text.ts';

/** A definition of the same module, by its bare name. */
export type OwnLookup = (name: string) => KnownDefinition | undefined;

type Former = {
  readonly def: TypedDef;
  readonly known: KnownDefinition;
  /** The types of the definitions of its own module that it refers to. */
  readonly own: ReadonlyMap<string, object | undefined>;
  /** Only if it had no errors or warnings, which would have to move with the source. */
  readonly isClean: boolean;
};

export class FormerTypes {
  /** How many definitions were inferred, for tests of what is reused. */
  inferred = 0;
  private readonly module: string;
  private readonly known = new Map<string, Former>();

  /** The full name of the module. */
  constructor(module: string) {
    this.module = module;
  }

  find(name: string, def: TypedDef, own: OwnLookup): KnownDefinition | undefined {
    const former = this.known.get(name);
    if (former?.isClean !== true || !this.isSame(former.def, def)) return undefined;
    for (const [text, type] of former.own) if (typeIn(own(text)) !== type) return undefined;
    // Errors of callers point at the parameters, which may have moved.
    return { ...former.known, params: paramsOf(def) };
  }

  /** Reuses the earlier type object if the type is the same, so that definitions that refer to it keep theirs. */
  keep(
    name: string,
    { def, known, own, isClean }: Omit<Former, 'own'> & { readonly own: OwnLookup },
  ): KnownDefinition {
    this.inferred++;
    const former = this.known.get(name)?.known;
    const kept =
      former !== undefined && isSameType(former, known)
        ? { ...former, params: known.params }
        : known;
    const names = new Map(this.ownNames(def).map((text) => [text, typeIn(own(text))]));
    this.known.set(name, { def, known: kept, own: names, isClean });
    return kept;
  }

  private ownNames(def: TypedDef): readonly string[] {
    const names = new Set<string>();
    for (const root of rootsOf(def)) {
      forEachTermUpwards(root, (term) => {
        if (term.kind !== 'var' || term.name.kind !== 'top') return;
        if (term.name.module.text === this.module) names.add(term.name.text);
      });
    }
    return [...names];
  }

  /** Returns whether two are equal except for positions and the hash of the module itself. */
  private isSame(left: unknown, right: unknown): boolean {
    const pending = [left, right];
    while (pending.length > 0) {
      const other = pending.pop();
      const one = pending.pop();
      if (one === other) continue;
      if (!isNode(one) || !isNode(other)) return false;
      if (Array.isArray(one) || Array.isArray(other)) {
        if (!pushItems(one, other, pending)) return false;
      } else if (one instanceof Map || other instanceof Map) {
        if (!(one instanceof Map) || !(other instanceof Map)) return false;
        pending.push([...one], [...other]);
      } else if (!this.pushParts(one, other, pending)) return false;
    }
    return true;
  }

  /** Returns whether both have the same keys. */
  private pushParts(one: Node, other: Node, pending: unknown[]): boolean {
    const isOwn = textOf(one['module']) === this.module;
    const keys = Object.keys(one);
    if (keys.length !== Object.keys(other).length) return false;
    for (const key of keys) {
      const part = one[key];
      if (part === other[key]) {
        if (part === undefined && !Object.hasOwn(other, key)) return false;
      } else if (key !== 'span' && !(isOwn && ofHash.has(key))) pending.push(part, other[key]);
    }
    return true;
  }
}

/** The properties of a name that contain or depend on the hash of its module. */
const ofHash: ReadonlySet<string> = new Set(['hash', 'keyText', 'withoutHash']);

/** Returns whether both are lists of the same length. */
function pushItems(one: unknown, other: unknown, pending: unknown[]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) pending.push(one[i], other[i]);
  return true;
}

/** The same object as long as nothing about the type changes. */
function typeIn(known: KnownDefinition | undefined): object | undefined {
  return known?.kind === 'scheme' ? known.scheme : known?.schemes;
}

const paramsOf = (def: TypedDef): KnownDefinition['params'] =>
  def.kind === 'defconst' || def.kind === 'deftable' ? [] : def.params;

type Node = { readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const textOf = (value: unknown): unknown => (isNode(value) ? value['text'] : undefined);

const rootsOf = (def: TypedDef): readonly Term[] =>
  def.kind === 'defconst' && def.value.kind === 'term' ? [def.value.term] : termsOf(def);

function isSameType(left: KnownDefinition, right: KnownDefinition): boolean {
  const one = typeTextOf(left);
  return one !== undefined && one === typeTextOf(right);
}

/** Returns `undefined` for a type whose text is cut. */
export function typeTextOf(known: KnownDefinition): string | undefined {
  const text = [
    known.kind,
    ...known.params.map(({ name }) => name),
    ...schemesOf(known).map((each) => schemeText(each)),
  ].join('\n');
  return text.includes('...') ? undefined : text;
}
