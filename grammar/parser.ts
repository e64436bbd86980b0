// The productions of the language, in three files: expressions, definitions, and here modules and whole
// sources. src/lang/syntax/build.ts builds the nodes; src/lang/syntax/parse.ts provides the tokens and
// reports errors. pact.ebnf shows the same productions under the same names.
//
// They follow pact/Pact/Core/Syntax/Parser.y of the reference, made LL(1). Its conflicts are
// resolved as shift: here, an optional part is read whenever its first token is there. As in the
// reference, the parentheses around definitions belong to the production that refers to them.
//
// Alternatives that use no variable of their production are created once, because they are passed to
// Chevrotain at every call. In them, `LA(0)` is the previous token: the opening parenthesis, or the
// first part of a dotted name.

import type { IOrAlt, Rule as ChevrotainRule } from 'chevrotain';
import type * as ast from '../src/lang/syntax/ast.ts';
import type { TreeBuilder } from '../src/lang/syntax/build.ts';
import { decisionTable } from './decision-table.ts';
import { DefinitionParser } from './definition-parser.ts';
import { orElse } from './token-reader.ts';
import type { Alternatives, Rule } from './expression-parser.ts';
import { decide, decisionOf, type Decide, type Decision } from './lookahead.ts';
import * as t from './tokens.ts';

/** Undeclared results of Chevrotain's analysis. The tests compare them with the table. */
type Internals = {
  selfAnalysisDone: boolean;
  readonly lookAheadFuncsCache: Map<number, Decide>;
};

const itemOrClose = orElse(t.RightParen, [t.LeftParen]);
const nameOrClose = orElse(t.RightBracket, [t.Identifier]);

export class PactParser extends DefinitionParser {
  private analysed: PactParser | undefined;

  /**
   * `ready` reads the decisions from the table. `analysed` lets Chevrotain learn the productions, and
   * `validated` lets it check them too: the tests do that, users should not wait for it.
   */
  constructor(build: TreeBuilder, mode: 'ready' | 'analysed' | 'validated') {
    super({ validate: mode === 'validated' });
    if (mode === 'ready') this.takeDecisions();
    else {
      this.performSelfAnalysis();
      this.analysed = this;
    }
    this.build = build;
  }

  /** Error messages need the productions. */
  override getGAstProductions(): Record<string, ChevrotainRule> {
    if (this.analysed === this) return super.getGAstProductions();
    this.analysed ??= new PactParser(this.build as TreeBuilder, 'analysed');
    return this.analysed.getGAstProductions();
  }

  /** The choices of every production, for the table. */
  decisions(): readonly (readonly [key: number, Decision | undefined])[] {
    const { lookAheadFuncsCache } = this as unknown as Internals;
    return [...lookAheadFuncsCache].map(([key, decide]) => [key, decisionOf(decide)]);
  }

  private takeDecisions(): void {
    const internals = this as unknown as Internals;
    internals.selfAnalysisDone = true;
    for (const [key, decision] of decisionTable) {
      internals.lookAheadFuncsCache.set(key, decide(decision));
    }
  }

  // ---- modules and interfaces ----

  readonly module: Rule<ast.Module> = this.RULE('module', () => {
    this.CONSUME(t.Module);
    const name = this.CONSUME(t.Identifier);
    const governance = this.SUBRULE(this.governance);
    const annotations = this.SUBRULE(this.annotations);
    const items: (ast.Definition | ast.ExternalDeclaration)[] = [];
    this.AT_LEAST_ONE(() => items.push(this.SUBRULE(this.moduleItem)));
    return this.build.module(name, governance, annotations, items);
  });

  readonly governance: Rule<ast.Governance> = this.RULE('governance', () =>
    this.OR<ast.Governance>([
      { ALT: () => this.build.keysetGovernance(this.CONSUME(t.StringToken)) },
      { ALT: () => this.build.keysetGovernance(this.CONSUME(t.SymbolToken)) },
      { ALT: () => this.build.capabilityGovernance(this.CONSUME(t.Identifier)) },
    ]),
  );

  private readonly moduleForms: Alternatives<ast.Definition | ast.ExternalDeclaration> = [
    { ALT: () => this.enclosed(1, this.defun) },
    { ALT: () => this.enclosed(2, this.defconst) },
    { ALT: () => this.enclosed(3, this.defcap) },
    { ALT: () => this.enclosed(4, this.defschema) },
    { ALT: () => this.enclosed(5, this.deftable) },
    { ALT: () => this.enclosed(6, this.defpact) },
    { ALT: () => this.enclosed(7, this.use) },
    { ALT: () => this.enclosed(8, this.implements) },
    { ALT: () => this.enclosed(9, this.bless) },
  ];
  readonly moduleItem: Rule<ast.Definition | ast.ExternalDeclaration> = this.RULE(
    'moduleItem',
    () => this.afterParen(this.moduleForms),
  );

  readonly interface: Rule<ast.Interface> = this.RULE('interface', () => {
    this.CONSUME(t.Interface);
    const name = this.CONSUME(t.Identifier);
    const annotations = this.SUBRULE(this.annotations);
    const items: (ast.InterfaceDefinition | ast.Import)[] = [];
    this.AT_LEAST_ONE(() => items.push(this.SUBRULE(this.interfaceItem)));
    return this.build.interface(name, annotations, items);
  });

  private readonly interfaceForms: Alternatives<ast.InterfaceDefinition | ast.Import> = [
    { ALT: () => this.enclosed(1, this.interfaceDefun) },
    { ALT: () => this.enclosed(2, this.defconst) },
    { ALT: () => this.enclosed(3, this.interfaceDefcap) },
    { ALT: () => this.enclosed(4, this.defschema) },
    { ALT: () => this.enclosed(5, this.interfaceDefpact) },
    { ALT: () => this.enclosed(6, this.use) },
  ];
  readonly interfaceItem: Rule<ast.InterfaceDefinition | ast.Import> = this.RULE(
    'interfaceItem',
    () => this.afterParen(this.interfaceForms),
  );

  readonly use: Rule<ast.Import> = this.RULE('use', () => {
    this.CONSUME(t.Use);
    const module = this.SUBRULE(this.moduleName);
    const hash = this.OPTION(() => this.CONSUME(t.StringToken));
    const imported = this.OPTION1(() => this.SUBRULE(this.importList));
    return this.build.use(module, hash, imported);
  });

  readonly importList: Rule<readonly ast.Name[]> = this.RULE('importList', () => {
    const names: ast.Name[] = [];
    this.CONSUME(t.LeftBracket);
    this.MANY(() => names.push(this.build.name(this.CONSUME(t.Identifier))));
    this.CONSUME(t.RightBracket, nameOrClose);
    return names;
  });

  readonly implements: Rule<ast.Implements> = this.RULE('implements', () => {
    this.CONSUME(t.Implements);
    return this.build.implements(this.SUBRULE(this.moduleName));
  });

  readonly bless: Rule<ast.Bless> = this.RULE('bless', () => {
    this.CONSUME(t.Bless);
    return this.OR([
      { ALT: () => this.build.bless(this.CONSUME(t.StringToken)) },
      { ALT: () => this.build.bless(this.CONSUME(t.SymbolToken)) },
    ]);
  });

  // ---- sources ----

  readonly program: Rule<readonly ast.TopLevel[]> = this.RULE('program', () => {
    const forms: ast.TopLevel[] = [];
    this.MANY(() => forms.push(this.SUBRULE(this.topLevel)));
    return forms;
  });

  readonly replProgram: Rule<readonly ast.TopLevel[]> = this.RULE('replProgram', () => {
    const forms: ast.TopLevel[] = [];
    this.MANY(() => forms.push(this.SUBRULE(this.replTopLevel)));
    return forms;
  });

  private readonly asTerm = ({ ALT }: IOrAlt<ast.Expression>): IOrAlt<ast.TopLevel> => ({
    ALT: () => this.build.term(ALT()),
  });

  private topLevelAlternatives(
    definitions: Alternatives<ast.TopLevel>,
  ): Alternatives<ast.TopLevel> {
    const forms: Alternatives<ast.TopLevel> = [
      { ALT: () => this.enclosed(3, this.module) },
      { ALT: () => this.enclosed(4, this.interface, itemOrClose) },
      { ALT: () => this.enclosed(5, this.use) },
      ...definitions,
      ...this.forms.map(this.asTerm),
    ];
    return [
      { ALT: () => this.afterParen(forms) },
      ...this.atoms.map(this.asTerm),
      { ALT: () => this.build.term(this.SUBRULE(this.object)) },
    ];
  }

  private readonly topLevels = this.topLevelAlternatives([]);
  readonly topLevel: Rule<ast.TopLevel> = this.RULE('topLevel', () => this.OR(this.topLevels));

  private readonly replTopLevels = this.topLevelAlternatives([
    { ALT: () => this.enclosed(6, this.defun) },
    { ALT: () => this.enclosed(7, this.defconst) },
  ]);
  readonly replTopLevel: Rule<ast.TopLevel> = this.RULE('replTopLevel', () =>
    this.OR(this.replTopLevels),
  );
}
