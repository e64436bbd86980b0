// The forms of a contract file, sorted by their role in a deployment: namespaces and keysets are created once, modules
// are installed or upgraded, missing tables are created, and all other forms run once, with their module.

import { bad, good, type Result } from '../../base/result.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { Source, type Span } from '../../base/span.ts';
import { parseProgram, type TopLevel } from '../../lang/session/analyse.ts';
import {
  type Application,
  applicationOf,
  dataKeyOf,
  literalTextOf,
  tablesCreatedIn,
} from './capabilities.ts';

export type NamespaceForm = { readonly name: string; readonly code: string };

export type KeysetForm = {
  readonly name: string;
  /** The namespace of the form; empty for the root. */
  readonly namespace: string;
  readonly code: string;
  /** The member of the data that holds the keyset, if the form says so. */
  readonly key: string | undefined;
};

export type ModuleForm = {
  readonly kind: 'module' | 'interface';
  /** The name without its namespace. */
  readonly bareName: string;
  readonly namespace: string;
  readonly code: string;
  readonly line: number;
  /** Imports before it: part of its transaction. */
  readonly imports: readonly string[];
  /** Forms that run after it is installed: those after it, and those before the first module. */
  readonly init: readonly string[];
  /** Tables that those forms create themselves. */
  readonly createdByInit: readonly string[];
};

export type ContractForms = {
  readonly namespaces: readonly NamespaceForm[];
  readonly keysets: readonly KeysetForm[];
  readonly modules: readonly ModuleForm[];
  /** Forms that enter a namespace: its name, and their position in the text. */
  readonly entered: readonly EnteredNamespace[];
};

export type EnteredNamespace = {
  readonly name: string;
  /** In UTF-16 units. */
  readonly start: number;
  readonly end: number;
};

/** A fault, with its line in the file. */
export type FormFault = { readonly line: number; readonly sentence: string };

export function contractForms(
  file: { readonly path: string; readonly text: string },
  options: { readonly data: JsonValue; readonly nestingLimit: number },
): Result<ContractForms, FormFault> {
  const source = new Source(file.path, file.text);
  const { nestingLimit } = options;
  const { value, diagnostics } = parseProgram(source, { dialect: 'pact', nestingLimit });
  const [fault] = diagnostics;
  if (fault !== undefined) {
    return bad({ line: lineOf(fault.span), sentence: `it cannot be read: ${fault.message}` });
  }
  const reader = new FormReader(file.text, options.data);
  for (const form of value) {
    const sentence = reader.read(form);
    if (sentence !== undefined) return bad({ line: lineOf(form.span), sentence });
  }
  return good(reader.forms());
}

type Growing = Omit<ModuleForm, 'init' | 'createdByInit'> & {
  readonly init: string[];
  readonly createdByInit: string[];
};

class FormReader {
  private readonly text: string;
  private readonly data: JsonValue;
  private namespace = '';
  private readonly namespaces: NamespaceForm[] = [];
  private readonly keysets: KeysetForm[] = [];
  private readonly entered: EnteredNamespace[] = [];
  private readonly modules: Growing[] = [];
  private imports: string[] = [];
  /** Forms before the first module. */
  private readonly before = { init: [] as string[], createdByInit: [] as string[] };

  constructor(text: string, data: JsonValue) {
    this.text = text;
    this.data = data;
  }

  /** Reads a form. Returns its fault, if there is one. */
  read(form: TopLevel): string | undefined {
    const code = this.text.slice(form.span.start, form.span.end);
    switch (form.kind) {
      case 'module':
      case 'interface':
        this.modules.push({
          kind: form.kind,
          bareName: form.name.text,
          namespace: this.namespace,
          code,
          line: lineOf(form.span),
          imports: this.imports,
          init: [],
          createdByInit: [],
        });
        this.imports = [];
        return undefined;
      case 'use':
        this.imports.push(code);
        return undefined;
      default:
        return this.readTerm(form, code);
    }
  }

  forms(): ContractForms {
    const { namespaces, keysets, modules, entered } = this;
    const [first] = modules;
    first?.init.unshift(...this.before.init);
    first?.createdByInit.unshift(...this.before.createdByInit);
    return { namespaces, keysets, modules, entered };
  }

  private readTerm(form: TopLevel, code: string): string | undefined {
    const call = applicationOf(form);
    switch (call?.builtin) {
      case 'namespace':
        return this.enterNamespace(call, form.span);
      case 'define-namespace':
        return this.addNamespace(call, code);
      case 'define-keyset':
        return this.addKeyset(call, code);
      case 'create-table':
        // The modules already define the tables.
        return undefined;
      default: {
        const owner = this.modules.at(-1) ?? this.before;
        owner.init.push(code);
        owner.createdByInit.push(...tablesCreatedIn(form));
        return undefined;
      }
    }
  }

  private enterNamespace(call: Application, { start, end }: Span): string | undefined {
    const name = this.textOf(call, 0);
    if (name === undefined) return unknownName('namespace');
    this.namespace = name;
    this.entered.push({ name, start, end });
    return undefined;
  }

  private addNamespace(call: Application, code: string): string | undefined {
    const name = this.textOf(call, 0);
    if (name === undefined) return unknownName('namespace');
    this.namespaces.push({ name, code });
    return undefined;
  }

  private addKeyset(call: Application, code: string): string | undefined {
    const name = this.textOf(call, 0);
    if (name === undefined) return unknownName('keyset');
    const { namespace } = this;
    this.keysets.push({ name, namespace, code, key: keyOfKeyset(call, name) });
    return undefined;
  }

  /** A literal, or a member of the data. */
  private textOf({ args }: Application, index: number): string | undefined {
    const arg = args[index];
    if (arg === undefined) return undefined;
    const key = dataKeyOf(arg, ['read-msg', 'read-string']);
    if (key === undefined) return literalTextOf(arg);
    const value = isJsonObject(this.data) ? this.data.get(key) : undefined;
    return typeof value === 'string' ? value : undefined;
  }
}

/** Returns `k` of `(define-keyset "name" (read-keyset "k"))`, or the name itself if there is no other argument. */
function keyOfKeyset({ args }: Application, name: string): string | undefined {
  const [, guard] = args;
  return guard === undefined ? name : dataKeyOf(guard, ['read-keyset']);
}

const unknownName = (what: string): string =>
  `the name of the ${what} must be a string, or (read-msg "key") with a key of the data: ` +
  `it must be known before anything runs`;

const lineOf = (span: Span): number => span.startPosition.line + 1;
