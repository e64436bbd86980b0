// What names in source text mean, as plain data: symbols, and the references to them. Offsets count
// UTF-16 units from the beginning of a file.

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

/** Where a symbol is defined: all of its definition, and its name within. */
export type SymbolPlace = {
  readonly path: string;
  readonly span: TextRange;
  readonly nameSpan: TextRange;
};

export type CodeSymbol = {
  readonly kind: SymbolKind;
  /** A module's full name (`ns.m`); of anything else the bare one. */
  readonly name: string;
  /** The full name of the module that it is a member of; nothing for modules and for scripts. */
  readonly module?: string;
  /** The definition that a parameter, local, field or step belongs to. */
  readonly owner?: string;
  /** Nothing for what the project does not define: builtins, special forms, keysets, namespaces. */
  readonly place?: SymbolPlace;
};

export type Access =
  /** Where the symbol gets its name. */
  | 'definition'
  | 'call'
  | 'read'
  /** A table whose rows change, or a field that gets a value. */
  | 'write'
  /** In `use`. */
  | 'import'
  /** In `implements`. */
  | 'implement'
  /** In a type. */
  | 'type'
  /** A module in front of the name of its member. */
  | 'qualifier';

export type Reference = {
  readonly span: TextRange;
  readonly symbol: CodeSymbol;
  readonly access: Access;
};

/** Equal for references to the same thing. */
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

/** What is written of its name wherever it is named: a module in a namespace is also named without it. */
export const lastPartOf = ({ name }: CodeSymbol): string => name.slice(name.lastIndexOf('.') + 1);

export const rangeOf = ({ start, end }: TextRange): TextRange => ({ start, end });

/** What the forms of definitions define. */
export const kindsOfForms = {
  defun: 'function',
  defcap: 'capability',
  defpact: 'defpact',
  defconst: 'constant',
  defschema: 'schema',
  deftable: 'table',
} as const satisfies Readonly<Record<string, SymbolKind>>;
