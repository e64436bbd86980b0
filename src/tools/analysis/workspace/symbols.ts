// The meaning of names in source text, as plain data: symbols, and the references to them. Offsets count UTF-16 units
// from the beginning of a file.

export type TextRange = { readonly start: number; readonly end: number };

export type SymbolKind =
  | 'module'
  | 'interface'
  | 'function'
  | 'capability'
  | 'defpact'
  | 'step'
  | 'constant'
  | 'schema'
  | 'field'
  | 'table'
  | 'parameter'
  | 'local'
  | 'builtin'
  | 'special-form'
  | 'keyset'
  | 'namespace';

/** The place of a symbol's definition: the whole definition, and the name within it. */
export type SymbolPlace = {
  readonly path: string;
  readonly span: TextRange;
  readonly nameSpan: TextRange;
};

export type CodeSymbol = {
  readonly kind: SymbolKind;
  /** A module's full name (`ns.m`); for anything else the unqualified one. */
  readonly name: string;
  /** The full name of its module; absent for modules and for scripts. */
  readonly module?: string;
  /** The definition of a parameter, local, field or step. */
  readonly owner?: string;
  /** Absent for symbols that the project does not define: builtins, special forms, keysets, namespaces. */
  readonly place?: SymbolPlace;
};

export type Access =
  /** The symbol is defined here. */
  | 'definition'
  | 'call'
  | 'read'
  /** A table that is written to, or a field that gets a value. */
  | 'write'
  /** In `use`. */
  | 'import'
  /** In `implements`. */
  | 'implement'
  /** In a type. */
  | 'type'
  /** A module before the name of its member. */
  | 'qualifier';

export type Reference = {
  readonly span: TextRange;
  readonly symbol: CodeSymbol;
  readonly access: Access;
};

/** Returns a string that is equal for references to the same thing. */
export function symbolKey({ kind, name, module, place }: CodeSymbol): string {
  if (place !== undefined) return `${place.path}:${place.nameSpan.start}`;
  return `${kind} ${module === undefined ? name : `${module}.${name}`}`;
}

export function sameSymbol(left: CodeSymbol, right: CodeSymbol): boolean {
  if (left === right) return true;
  if (left.name !== right.name) return false;
  const { place: one } = left;
  const { place: other } = right;
  if (one !== undefined && other !== undefined) {
    return one.path === other.path && one.nameSpan.start === other.nameSpan.start;
  }
  return one === other && left.kind === right.kind && left.module === right.module;
}

/** Returns the part of its name that is always written: a module in a namespace is also named without it. */
export const lastPartOf = ({ name }: CodeSymbol): string => name.slice(name.lastIndexOf('.') + 1);

export const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });

/** The kinds of symbols that definition forms define. */
export const kindsOfForms = {
  defun: 'function',
  defcap: 'capability',
  defpact: 'defpact',
  defconst: 'constant',
  defschema: 'schema',
  deftable: 'table',
} as const satisfies Readonly<Record<string, SymbolKind>>;
