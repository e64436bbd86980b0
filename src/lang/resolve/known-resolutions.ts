// Caches the results of resolving modules and interfaces. With the same tree, flags and builtins,
// resolution depends only on its queries to the session: which modules exist, and what bare names
// mean at top level. So the queries are kept with their answers and repeated in the same order, which
// also loads modules and charges for them as resolution would. The cached result is used only if
// every answer is the same; then the session is in the same state as after resolution.

import type { Span } from '../../base/span.ts';
import type { Def, ModuleData } from '../core/model/definition.ts';
import type { TopLevelName } from '../core/model/loaded.ts';
import type * as syntax from '../syntax/ast.ts';
import type { EvalError } from '../diagnostics/error.ts';
import type { FullyQualifiedName, ModuleName } from '../values/names.ts';
import type { LoadCharge, LoadedScope, ResolveEnvironment } from './environment.ts';
import { resolveTopLevel, type ResolvedTopLevel } from './top-level.ts';

/** Answers are held weakly, so that data read by a session is freed with the session. */
export type Question =
  | {
      readonly kind: 'module';
      readonly text: string;
      readonly answer: WeakRef<ModuleData>;
    }
  | {
      readonly kind: 'stored-module';
      readonly name: ModuleName;
      readonly span: Span;
      readonly charge: LoadCharge;
      readonly answer: WeakRef<ModuleData> | undefined;
    }
  | {
      readonly kind: 'definition';
      readonly name: FullyQualifiedName;
      readonly answer: WeakRef<Def> | undefined;
    }
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly answer: TopLevelName | undefined;
    }
  /** Not a query but the effect of an import on the top level. */
  | { readonly kind: 'import'; readonly text: string; readonly meaning: TopLevelName };

type Circumstances = {
  readonly meanings: object;
  readonly flags: ReadonlySet<string>;
  readonly txHash: string;
  readonly namespace: string | undefined;
};

export type KnownResolution = {
  readonly circumstances: Circumstances;
  readonly questions: readonly Question[];
  readonly resolved: ResolvedTopLevel;
};

/** The maximum number of results per tree, for different versions of modules, namespaces and flags. */
const maxOfOne = 4;

export class KnownResolutions {
  private readonly byTree = new WeakMap<syntax.TopLevel, readonly KnownResolution[]>();

  /** The results of trees with errors, parts of which can still be used. */
  private readonly faulty = new WeakMap<syntax.TopLevel, readonly KnownResolution[]>();

  /** A cached result for a tree. */
  of(written: syntax.TopLevel): readonly KnownResolution[] {
    return [...(this.byTree.get(written) ?? []), ...(this.faulty.get(written) ?? [])];
  }

  resolve(written: syntax.TopLevel, environment: ResolveEnvironment): ResolvedTopLevel {
    const circumstances = circumstancesOf(written, environment);
    if (circumstances === undefined) return resolveTopLevel(written, environment);
    const imported = new Set<string>();
    const known = this.byTree.get(written) ?? [];
    for (const each of known) {
      if (!sameCircumstances(each.circumstances, circumstances)) continue;
      if (allHold(each.questions, environment, imported)) return each.resolved;
    }
    const scope = new RecordingScope(environment, imported);
    const { recover } = environment;
    const errors: EvalError[] = [];
    const resolved = resolveTopLevel(written, {
      ...scope.environment,
      ...(recover !== undefined && {
        recover(error: EvalError) {
          errors.push(error);
          recover(error);
        },
      }),
    });
    // A copy: flags change while a session runs.
    const kept = { ...circumstances, flags: new Set(circumstances.flags) };
    const found = { circumstances: kept, questions: scope.questions, resolved };
    // Errors are found again each time.
    const kind = errors.length > 0 ? this.faulty : this.byTree;
    kind.set(written, [found, ...(kind.get(written) ?? []).slice(0, maxOfOne - 1)]);
    return resolved;
  }
}

/** `undefined` if nothing is cached. */
function circumstancesOf(
  { kind }: syntax.TopLevel,
  { builtins: { meanings }, flags, txHash, loaded, recover }: ResolveEnvironment,
): Circumstances | undefined {
  const isModule = kind === 'module' || kind === 'interface';
  // Analysis that continues after errors often resolves the same program; other callers resolve a term once.
  if (!isModule && (kind !== 'term' || recover === undefined)) return undefined;
  if (meanings === undefined) return undefined;
  return { meanings, flags, txHash, namespace: loaded.namespace?.name };
}

function sameCircumstances(left: Circumstances, right: Circumstances): boolean {
  const { flags } = left;
  return (
    left.meanings === right.meanings &&
    left.txHash === right.txHash &&
    left.namespace === right.namespace &&
    flags.size === right.flags.size &&
    (flags.size === 0 || [...flags].every((flag) => right.flags.has(flag)))
  );
}

/** Repeats the queries up to the first one with a different answer; adds imports to `imported`. */
function allHold(
  questions: readonly Question[],
  environment: ResolveEnvironment,
  imported: Set<string>,
): boolean {
  const scope = new UnimportedScope(environment.loaded, imported);
  const ownImports = new Set<string>();
  for (const question of questions) {
    if (question.kind === 'import') {
      environment.loaded.addTopLevelName(question.text, question.meaning);
      ownImports.add(question.text);
    } else if (!holds(question, environment, scope)) {
      for (const text of ownImports) imported.add(text);
      return false;
    }
  }
  return true;
}

function holds(
  question: Exclude<Question, { kind: 'import' }>,
  environment: ResolveEnvironment,
  scope: UnimportedScope,
): boolean {
  const { loaded } = environment;
  switch (question.kind) {
    case 'module': {
      const data = loaded.module(question.text);
      return data !== undefined && data === question.answer.deref();
    }
    case 'stored-module': {
      const { name, span, charge, answer } = question;
      const data = loaded.module(name.text) ?? environment.loadModule(name, span, charge);
      return isAnswer(answer, data);
    }
    case 'definition':
      return isAnswer(question.answer, loaded.def(question.name));
    case 'name':
      return sameMeaning(scope.topLevelName(question.text), question.answer);
  }
}

function isAnswer<T extends object>(answer: WeakRef<T> | undefined, found: T | undefined): boolean {
  return found === undefined ? answer === undefined : answer?.deref() === found;
}

function sameMeaning(left: TopLevelName | undefined, right: TopLevelName | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return left === right || (left.def === right.def && left.name.key === right.name.key);
}

/** Removes from the top level the names that were imported for a cached result that does not apply. */
class UnimportedScope {
  private readonly loaded: LoadedScope;
  private readonly imported: ReadonlySet<string>;

  constructor(loaded: LoadedScope, imported: ReadonlySet<string>) {
    this.loaded = loaded;
    this.imported = imported;
  }

  topLevelName(text: string): TopLevelName | undefined {
    return this.imported.has(text) ? undefined : this.loaded.topLevelName(text);
  }
}

/** Sits between resolution and the session, and records each query the first time it is made. */
class RecordingScope implements LoadedScope {
  readonly questions: Question[] = [];
  readonly environment: ResolveEnvironment;
  private readonly loaded: LoadedScope;
  private readonly before: UnimportedScope;
  private readonly modules = new Set<string>();
  private readonly names = new Set<string>();
  private readonly imported = new Set<string>();

  constructor(environment: ResolveEnvironment, before: ReadonlySet<string>) {
    this.loaded = environment.loaded;
    this.before = new UnimportedScope(environment.loaded, before);
    this.environment = {
      ...environment,
      loaded: this,
      loadModule: (name, span, charge) => {
        const data = environment.loadModule(name, span, charge);
        this.modules.add(name.text);
        const answer = data === undefined ? undefined : new WeakRef(data);
        this.questions.push({ kind: 'stored-module', name, span, charge, answer });
        return data;
      },
    };
  }

  get namespace(): LoadedScope['namespace'] {
    return this.loaded.namespace;
  }

  module(text: string): ModuleData | undefined {
    const data = this.loaded.module(text);
    // For a missing module, `loadModule` is called next.
    if (data !== undefined && !this.modules.has(text)) {
      this.modules.add(text);
      this.questions.push({ kind: 'module', text, answer: new WeakRef(data) });
    }
    return data;
  }

  def(name: FullyQualifiedName): Def | undefined {
    const def = this.loaded.def(name);
    const answer = def === undefined ? undefined : new WeakRef(def);
    this.questions.push({ kind: 'definition', name, answer });
    return def;
  }

  topLevelName(text: string): TopLevelName | undefined {
    if (this.imported.has(text)) return this.loaded.topLevelName(text);
    const answer = this.before.topLevelName(text);
    if (!this.names.has(text)) {
      this.names.add(text);
      this.questions.push({ kind: 'name', text, answer });
    }
    return answer;
  }

  addTopLevelName(text: string, meaning: TopLevelName): void {
    this.imported.add(text);
    this.loaded.addTopLevelName(text, meaning);
    this.questions.push({ kind: 'import', text, meaning });
  }
}
