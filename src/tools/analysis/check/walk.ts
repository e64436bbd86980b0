// A walk through a project, in the order in which a script runs: forms in order, loaded files where they are loaded.
// Nothing is evaluated.

import { compareText } from '../../../base/text.ts';
import type { Span } from '../../../base/span.ts';
import {
  evalError,
  findShadows,
  isEvalError,
  shadowError,
  StaticModules,
  type CheckedModule,
  type EvalError,
  type ModuleData,
  type BuiltinTable,
  type ResolvedTopLevel,
  type TopLevel,
} from '../../../lang/session/analyse.ts';
import { explainUnknown, type Surroundings } from '../../../script/names/explain-unknown.ts';
import { addNames, namesInScope } from '../../../script/names/names-in-scope.ts';
import {
  type BuiltinSets,
  builtinTable,
  type Dialect,
  rejectReplBuiltins,
  typesOf,
} from '../../../script/builtins.ts';
import {
  isShipped,
  resolveLoad,
  type StandardModule,
  standardModuleAt,
} from '../../../script/files.ts';
import type { AnalysisLimits } from '../limits.ts';
import {
  asUnboundName,
  type Diagnostics,
  firstOfModule,
  isUse,
  loadTooLate,
  missedKey,
  type Missing,
  missingModule,
  withPlace,
} from './diagnostics.ts';
import type { ModulePlace, ProjectModules } from './project-modules.ts';
import {
  isParsed,
  type ParsedFile,
  questionsAbout,
  type SeenForm,
  type SourceFiles,
} from './sources.ts';
import type { WalkCache } from './walk-cache.ts';
import { builtinAlone, formAlone } from '../../../script/pages/documentation.ts';
import {
  isImported,
  nameOfModule,
  type StaticForm,
  staticForm,
} from '../../../script/names/written-forms.ts';

export type WalkOptions = {
  readonly sources: SourceFiles;
  readonly diagnostics: Diagnostics;
  readonly modules: Pick<ProjectModules, 'find' | 'circleOf'>;
  readonly builtins: BuiltinSets;
  readonly limits: AnalysisLimits;
  /** Called for each file that is read during the walk. */
  readonly visited: (file: ParsedFile) => void;
  /** Returns a module of every chain that a contract needs and the project lacks. */
  readonly onEveryChain: (name: string) => ModulePlace | undefined;
  /** Results of earlier walks. */
  readonly cache: WalkCache;
  /** Called for each form, in the order of the run. */
  readonly observe?: ((seen: SeenForm) => void) | undefined;
};

/** A file that no script loads: the modules that it needs are searched for in the other files. */
export type WalkKind = 'script' | 'alone';

export class Walk {
  private readonly options: WalkOptions;
  private readonly kind: WalkKind;
  private readonly table: BuiltinTable;
  private readonly known: StaticModules;
  private readonly open: ParsedFile[] = [];
  private readonly opening: string[] = [];
  private readonly missing: Missing[] = [];
  /** Which module lacks which, at the end. */
  private missed: ReadonlySet<string> | undefined;
  /** Circles of modules that were reported. */
  private readonly circles = new Set<string>();
  /** The place where each module is defined, in this walk. */
  private readonly places = new Map<string, Span>();
  private readonly surroundings: Surroundings;
  private dialect: Dialect = 'repl';
  private replBuiltins = false;
  private data: ReadonlyMap<string, string> = new Map();
  /** A namespace was computed, so the full names of later modules are unknown. */
  private isNamespaceUnknown = false;
  /** A file to be loaded cannot be read, so its definitions are unknown. */
  private isFileMissing = false;
  private before: ReadonlyMap<string, ModuleData> | undefined;
  private form: TopLevel | undefined;
  /** Names of the form that shadow builtins. */
  private shadows: readonly EvalError[] = [];

  constructor(kind: WalkKind, options: WalkOptions) {
    this.kind = kind;
    this.options = options;
    const { builtins, limits } = options;
    const { depthLimit } = limits;
    this.surroundings = {
      isLoaded: (module) => this.known.has(module),
      builtins,
      // Reported at the end, because a later file may still define it.
      findModule: () => undefined,
    };
    this.table = builtinTable(builtins, { flags: new Set() }, () => this.dialect);
    this.known = new StaticModules({
      builtins: this.table,
      ...typesOf(builtins),
      depthLimit,
      report: (error) => this.report(error),
      wanted: (name, span) => this.want(name, span),
      refers: options.observe !== undefined,
      cache: options.cache.modules,
    });
  }

  run(file: ParsedFile): void {
    this.walkFile(file);
    this.explainMissing();
  }

  private walkFile(file: ParsedFile): void {
    const before = this.dialect;
    this.open.push(file);
    this.dialect = file.dialect;
    this.options.visited(file);
    if (file.dialect === 'pact') this.known.clearTopLevelNames();
    for (const error of file.errors) this.options.diagnostics.add('error', error);
    for (const form of file.forms) this.walkForm(form, file);
    this.dialect = before;
    this.open.pop();
  }

  private walkForm(form: TopLevel, file: ParsedFile): void {
    this.shadows = this.shadowsIn(form);
    for (const shadow of this.shadows) this.report(shadow);
    const known = staticForm(form);
    if (known !== undefined) {
      this.observe(form, file, undefined, new Map());
      return this.follow(known, file);
    }
    if (this.isPage(form)) return this.observe(form, file, undefined, new Map());
    const outer = this.form;
    this.form = form;
    const { resolved, referents } = this.known.resolve(form);
    this.form = outer;
    this.observe(form, file, resolved, referents);
  }

  /** Returns whether a form shows a page: of a special form or, in code for a chain, of a builtin, which chains may lack. */
  private isPage(form: TopLevel): boolean {
    const isDefined = (name: string): boolean => this.known.has(name);
    if (formAlone(form, isDefined) !== undefined) return true;
    if (this.dialect !== 'pact') return false;
    return builtinAlone(form, this.options.builtins, isDefined) !== undefined;
  }

  private shadowsIn(form: TopLevel): readonly EvalError[] {
    const find = () => findShadows([form], this.table).map(shadowError);
    return this.options.cache.shadows(form, this.dialect, find);
  }

  private observe(
    form: TopLevel,
    file: ParsedFile,
    resolved: ResolvedTopLevel | undefined,
    referents: SeenForm['referents'],
  ): void {
    const { namespace } = this.known;
    const checked = resolved === undefined ? undefined : this.check(form, resolved);
    const { observe } = this.options;
    if (observe === undefined) return;
    const { known, options } = this;
    const module = checked === undefined ? undefined : moduleOf(resolved);
    const installedAs = module === undefined ? undefined : known.hashOf(module.name.text);
    const questions = questionsAbout({ form, file, resolved }, known, options.builtins);
    observe({ installedAs, form, file, resolved, checked, namespace, referents, ...questions });
  }

  private check(form: TopLevel, resolved: ResolvedTopLevel): CheckedModule | undefined {
    const module = moduleOf(resolved);
    if (module === undefined) return undefined;
    this.places.set(module.name.text, form.span);
    this.refuseReplBuiltins(resolved);
    const checked = this.known.check(module);
    for (const error of checked.errors) {
      if (!this.followsShadow(error, form)) this.options.diagnostics.add('error', error);
    }
    for (const error of checked.unsupported) this.options.diagnostics.add('warning', error);
    return checked;
  }

  /** Returns whether a name refers to a builtin, not to the intended variable: then the types are the builtin's. */
  private followsShadow(error: EvalError, form: TopLevel): boolean {
    if (this.shadows.length === 0) return false;
    if (form.kind !== 'module' && form.kind !== 'interface') return false;
    return form.definitions.some(
      ({ span }) =>
        span.covers(error.span) && this.shadows.some((shadow) => span.covers(shadow.span)),
    );
  }

  private refuseReplBuiltins(resolved: ResolvedTopLevel): void {
    if (this.replBuiltins) return;
    const { cache, builtins } = this.options;
    const refuse = (): void => rejectReplBuiltins(resolved, builtins.ofScripts);
    try {
      cache.enforceOfChain(resolved, refuse);
    } catch (error) {
      if (!isEvalError(error)) throw error;
      this.report(error);
    }
  }

  private follow(form: StaticForm, file: ParsedFile): void {
    switch (form.kind) {
      case 'load':
        return this.load(form, file);
      case 'namespace':
        return this.known.enterNamespace(form.name);
      case 'namespace-from-data': {
        const name = form.key === undefined ? undefined : this.data.get(form.key);
        if (name === undefined) this.isNamespaceUnknown = true;
        return this.known.enterNamespace(name ?? '');
      }
      case 'data':
        this.data = form.texts;
        return;
      case 'begin':
        this.before = this.known.save();
        return this.known.forgetNames();
      case 'commit':
        this.before = undefined;
        return this.known.forgetNames();
      case 'rollback':
        if (this.before !== undefined) this.known.restore(this.before);
        this.before = undefined;
        return;
      case 'repl-builtins':
        this.replBuiltins = form.allowed;
        return;
    }
  }

  private load(
    { path, reset, span }: Extract<StaticForm, { kind: 'load' }>,
    from: ParsedFile,
  ): void {
    const target = resolveLoad(from.path, path);
    const file = this.options.sources.open(target);
    if (!isParsed(file)) {
      this.isFileMissing = true;
      return this.failLoad(target, file.reason, span);
    }
    if (this.open.some(({ identity }) => identity === file.identity)) {
      return this.failLoad(target, 'it is being loaded already', span);
    }
    if (this.open.length >= this.options.limits.loadLimit) {
      return this.failLoad(target, 'too many files load one another', span);
    }
    if (reset) this.known.restore(new Map());
    const standard = standardModuleAt(target);
    if (standard === undefined) this.walkFile(file);
    else this.walkStandard(standard, file);
  }

  /** As in a run: once, and without a trace in the namespace, names and data of the script. */
  private walkStandard({ modules }: StandardModule, file: ParsedFile): void {
    if (modules.length > 0 && modules.every((each) => this.known.has(each))) return;
    const { data } = this;
    this.known.aside(() => this.walkFile(file));
    this.data = data;
  }

  private failLoad(file: string, cause: string, span: Span): void {
    this.report(evalError('LoadFailure', { file, cause }, span));
  }

  /** Handles a module that is named before it is known. In a script only loaded modules count. */
  private want(name: string, span: Span): void {
    if (this.kind === 'script') return;
    if (this.opening.includes(name)) return this.reportCycle(name, span);
    const place = this.options.modules.find(name) ?? this.options.onEveryChain(name);
    if (place === undefined || this.open.includes(place.file)) return;
    this.opening.push(name);
    this.known.aside(() => this.walkFile(place.file));
    this.opening.pop();
  }

  private reportCycle(name: string, span: Span): void {
    const circle = this.opening.slice(this.opening.indexOf(name));
    const known = this.options.modules.circleOf(name, circle.at(-1) ?? name)?.path ?? circle;
    const error = this.circleError(known, span);
    if (error !== undefined) this.options.diagnostics.add('error', error);
  }

  /** Each circle is an error once. */
  private circleError(circle: readonly string[], span: Span): EvalError | undefined {
    const key = [...circle].sort(compareText).join(' ');
    if (this.circles.has(key)) return undefined;
    this.circles.add(key);
    return evalError('ModuleCycle', { circle }, span);
  }

  private report(found: EvalError): void {
    const { form } = this;
    const isModule = (name: string): boolean =>
      this.options.modules.find(name) !== undefined || isImported(form, name);
    const error = asUnboundName(found, isModule);
    if (form !== undefined) {
      addNames(error, form, () => namesInScope(this.options.builtins, undefined));
      explainUnknown(error, form, this.surroundings);
    }
    if (this.isConsequence(error)) return;
    const module = missingModule(error);
    const isPending = module !== undefined && !this.known.has(module);
    const isUnbound = error.is('UnboundTermVariable') || error.is('UnboundTypeVariable');
    if (isPending || isUnbound) this.missing.push({ error, module, form });
    else this.options.diagnostics.add('error', error);
  }

  /** Names in a file with broken definitions are unknown, which is not reported as a separate error. */
  private isConsequence(error: EvalError): boolean {
    const isBroken = (name: string): boolean =>
      (this.options.modules.find(name)?.file.errors.length ?? 0) > 0;
    if (error.is('NoSuchModuleMember')) return isBroken(error.data.module);
    const isName = error.is('UnboundTermVariable') || error.is('UnboundTypeVariable');
    return isName && (this.open.at(-1)?.errors.length ?? 0) > 0;
  }

  /** Returns whether the missing name is defined later, or in a file that no script loads. */
  private explainMissing(): void {
    const failedUses = new Set(this.missing.filter(isUse).map(({ form }) => form));
    const isOpen = this.missing.some((each) => each.form?.kind === 'use');
    // A file that could not be read may have defined it.
    if (this.isFileMissing) return;
    for (const each of this.missing.filter(firstOfModule())) {
      const { error, module, form } = each;
      // A failed import may have defined it.
      const isBare = module === undefined;
      if (this.isNamespaceUnknown || (isBare && (isOpen || failedUses.has(form)))) continue;
      const explained = isBare ? error : this.explained(error, module, form);
      if (explained !== undefined) this.options.diagnostics.add('error', explained);
    }
  }

  /** Returns `undefined` if it was reported before. */
  private explained(
    error: EvalError,
    module: string,
    form: TopLevel | undefined,
  ): EvalError | undefined {
    const place = this.places.get(module);
    if (place === undefined || isShipped(place.source.name)) {
      return withPlace(error, module, this.options.modules.find(module)?.file.path);
    }
    return this.lateModule(error, module, nameOfModule(form), place);
  }

  private lateModule(
    error: EvalError,
    module: string,
    within: string,
    place: Span,
  ): EvalError | undefined {
    const circle = this.circleOf(within, module);
    if (circle !== undefined) return this.circleError(circle, error.marked);
    return loadTooLate(error, module, place);
  }

  private circleOf(within: string, module: string): readonly string[] | undefined {
    if (within === '') return undefined;
    const known = this.options.modules.circleOf(within, module);
    if (known !== undefined) return known.path;
    this.missed ??= new Set(
      this.missing.map((each) => missedKey(nameOfModule(each.form), each.module ?? '')),
    );
    return this.missed.has(missedKey(module, within)) ? [within, module] : undefined;
  }
}

function moduleOf(resolved: ResolvedTopLevel | undefined) {
  if (resolved?.kind === 'module') return resolved.module;
  return resolved?.kind === 'interface' ? resolved.interface : undefined;
}
