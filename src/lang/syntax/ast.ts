// The parse tree: the output of the parser and the input of the desugarer, without behaviour. One type per
// constructor of the reference's tree (pact/Pact/Core/Syntax/ParseTree.hs), named beside each, in written order.
//
// Spans follow the reference's infos, because the start line of some of them is stored on chain: a
// parenthesised form has the span of its parentheses, an atom the span of its tokens, an argument or a
// binder only the span of its name. Nodes without an info in the reference (names, types,
// annotations) have a span here for editors only.

import type { Span } from '../../base/span.ts';
import type {
  Argument,
  Expression,
  Literal,
  ModuleName,
  Name,
  ParsedName,
  SchemaField,
} from './expression-ast.ts';

export type * from './expression-ast.ts';

// ---- annotations ----

/** `PactDoc`; `style` is `PactDocType`: written with `@doc` or as a lone string. */
export type DocAnnotation = {
  readonly kind: 'doc';
  readonly style: 'annotation' | 'string';
  readonly text: string;
  readonly span: Span;
};

/** `PactModel` */
export type ModelAnnotation = {
  readonly kind: 'model';
  readonly properties: readonly PropertyExpression[];
  readonly span: Span;
};

/** `PactAnn` */
export type Annotation = DocAnnotation | ModelAnnotation;

export type PropertyDelimiter = '{' | '}' | '[' | ']' | ':' | ',';

/** `PropertyExpr`: the language of models; parsed and kept, never evaluated. */
export type PropertyExpression =
  /** `PropAtom` */
  | { readonly kind: 'property-atom'; readonly name: ParsedName; readonly span: Span }
  /** `PropKeyword` */
  | {
      readonly kind: 'property-keyword';
      readonly keyword: 'let' | 'lambda';
      readonly span: Span;
    }
  /** `PropDelim`; the brackets are the first and last items of their sequence */
  | {
      readonly kind: 'property-delimiter';
      readonly delimiter: PropertyDelimiter;
      readonly span: Span;
    }
  /** `PropSequence`: `( ... )`, or `[ ... ]` with its brackets as items */
  | {
      readonly kind: 'property-sequence';
      readonly items: readonly PropertyExpression[];
      readonly span: Span;
    }
  /** `PropConstant` */
  | { readonly kind: 'property-constant'; readonly literal: Literal; readonly span: Span };

// ---- definitions ----

/** `Defun` */
export type Defun = {
  readonly kind: 'defun';
  /** Name and return type. */
  readonly spec: Argument;
  readonly parameters: readonly Argument[];
  readonly annotations: readonly Annotation[];
  /** At least one. */
  readonly body: readonly Expression[];
  readonly span: Span;
};

/** `DefConst` */
export type DefConst = {
  readonly kind: 'defconst';
  readonly spec: Argument;
  readonly value: Expression;
  readonly doc: DocAnnotation | undefined;
  readonly span: Span;
};

/** `DCapMeta` */
export type CapabilityMeta =
  /** `DefEvent` */
  | { readonly kind: 'event'; readonly span: Span }
  /** `DefManaged Nothing` */
  | { readonly kind: 'auto-managed'; readonly span: Span }
  /** `DefManaged (Just (parameter, manager))` */
  | {
      readonly kind: 'managed';
      readonly parameter: Name;
      readonly manager: ParsedName;
      readonly span: Span;
    };

/** `DefCap` */
export type DefCap = {
  readonly kind: 'defcap';
  readonly spec: Argument;
  readonly parameters: readonly Argument[];
  readonly annotations: readonly Annotation[];
  readonly meta: CapabilityMeta | undefined;
  /** At least one. */
  readonly body: readonly Expression[];
  readonly span: Span;
};

/** `DefSchema` */
export type DefSchema = {
  readonly kind: 'defschema';
  readonly name: Name;
  readonly fields: readonly SchemaField[];
  readonly annotations: readonly Annotation[];
  readonly span: Span;
};

/** `DefTable` */
export type DefTable = {
  readonly kind: 'deftable';
  readonly name: Name;
  readonly schema: ParsedName;
  readonly doc: DocAnnotation | undefined;
  readonly span: Span;
};

/** `PactStep`. `entity` is the legacy first expression, which the desugarer rejects. */
export type Step =
  /** `Step` */
  | {
      readonly kind: 'step';
      readonly entity: Expression | undefined;
      readonly expression: Expression;
      readonly model: ModelAnnotation | undefined;
      readonly span: Span;
    }
  /** `StepWithRollback` */
  | {
      readonly kind: 'step-with-rollback';
      readonly entity: Expression | undefined;
      readonly expression: Expression;
      readonly rollback: Expression;
      readonly model: ModelAnnotation | undefined;
      readonly span: Span;
    };

/** `DefPact` */
export type DefPact = {
  readonly kind: 'defpact';
  readonly spec: Argument;
  readonly parameters: readonly Argument[];
  readonly annotations: readonly Annotation[];
  /** At least one. */
  readonly steps: readonly Step[];
  readonly span: Span;
};

/** `Def`: Dfun, DConst, DCap, DSchema, DTable, DPact */
export type Definition = Defun | DefConst | DefCap | DefSchema | DefTable | DefPact;

/** `IfDefun` */
export type InterfaceDefun = {
  readonly kind: 'interface-defun';
  readonly spec: Argument;
  readonly parameters: readonly Argument[];
  readonly annotations: readonly Annotation[];
  readonly span: Span;
};

/** `IfDefCap` */
export type InterfaceDefCap = {
  readonly kind: 'interface-defcap';
  readonly spec: Argument;
  readonly parameters: readonly Argument[];
  readonly annotations: readonly Annotation[];
  readonly meta: CapabilityMeta | undefined;
  readonly span: Span;
};

/** `IfDefPact` */
export type InterfaceDefPact = {
  readonly kind: 'interface-defpact';
  readonly spec: Argument;
  readonly parameters: readonly Argument[];
  readonly annotations: readonly Annotation[];
  readonly span: Span;
};

/** `IfDef`: IfDfun, IfDConst, IfDCap, IfDSchema, IfDPact */
export type InterfaceDefinition =
  | InterfaceDefun
  | DefConst
  | InterfaceDefCap
  | DefSchema
  | InterfaceDefPact;

// ---- modules and top level ----

/** `Import`: `(use module "hash" [name ...])` */
export type Import = {
  readonly kind: 'use';
  readonly module: ModuleName;
  readonly hash: string | undefined;
  /** `undefined` imports everything, `[]` nothing. */
  readonly imported: readonly Name[] | undefined;
  readonly span: Span;
};

/** `ExtBless` */
export type Bless = { readonly kind: 'bless'; readonly hash: string; readonly span: Span };

/** `ExtImplements` */
export type Implements = {
  readonly kind: 'implements';
  readonly module: ModuleName;
  readonly span: Span;
};

/** `ExtDecl`: ExtBless, ExtImport, ExtImplements */
export type ExternalDeclaration = Bless | Import | Implements;

/** `Governance` */
export type Governance =
  /** `KeyGov`: a string or symbol, the name of a keyset */
  | { readonly kind: 'keyset-governance'; readonly name: string; readonly span: Span }
  /** `CapGov`: the name of a capability */
  | { readonly kind: 'capability-governance'; readonly name: string; readonly span: Span };

/** `Module`; definitions and external declarations each in written order. */
export type Module = {
  readonly kind: 'module';
  readonly name: Name;
  readonly governance: Governance;
  readonly external: readonly ExternalDeclaration[];
  /** At least one. */
  readonly definitions: readonly Definition[];
  readonly annotations: readonly Annotation[];
  readonly span: Span;
};

/** `Interface` */
export type Interface = {
  readonly kind: 'interface';
  readonly name: Name;
  readonly definitions: readonly InterfaceDefinition[];
  readonly imports: readonly Import[];
  readonly annotations: readonly Annotation[];
  readonly span: Span;
};

/** `TLTerm` */
export type Term = {
  readonly kind: 'term';
  readonly expression: Expression;
  readonly span: Span;
};

/**
 * `ReplTopLevel`, which contains `TopLevel`: TLModule, TLInterface, TLUse, TLTerm; RTLDefun and
 * RTLDefConst occur in the REPL dialect only.
 */
export type TopLevel = Module | Interface | Import | Term | Defun | DefConst;
