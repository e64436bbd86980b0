// Productions of names, types and expressions. See parser.ts.

import type { ConsumeMethodOpts, IOrAlt, IToken, ParserMethod } from 'chevrotain';
import type { Span } from '../src/base/span.ts';
import type * as ast from '../src/lang/syntax/ast.ts';
import type { CallItem, TreeBuilder } from '../src/lang/syntax/build.ts';
import { expectedMessages, orElse, TokenReader } from './token-reader.ts';
import { FirstTokenLookahead } from './lookahead.ts';
import * as t from './tokens.ts';

export type Rule<Node> = ParserMethod<[], Node>;
export type Alternatives<Node> = IOrAlt<Node>[];

const argumentOrClose = orElse(t.RightParen, [t.Identifier]);
const binderOrClose = orElse(t.RightParen, [t.LeftParen]);
const commaOrClose = orElse(t.RightBrace, [t.Comma]);

type Builder = Pick<TreeBuilder, keyof TreeBuilder>;

// Chevrotain learns the productions by running each once on placeholder tokens, from which no node can
// be built.
const recordingBuilder = new Proxy({}, { get: () => () => undefined }) as Builder;

export class ExpressionParser extends TokenReader {
  protected build: Builder = recordingBuilder;

  constructor({ validate }: { readonly validate: boolean }) {
    super([...t.terminals], {
      errorMessageProvider: expectedMessages,
      maxLookahead: 1,
      lookaheadStrategy: new FirstTokenLookahead({ maxLookahead: 1 }),
      skipValidations: !validate,
    });
  }

  // ---- names ----

  private readonly nextPart = () => {
    this.CONSUME9(t.Dot);
    return this.CONSUME9(t.Identifier);
  };
  private readonly dottedName = (): ast.QualifiedName => {
    const first = this.LA(0);
    this.CONSUME8(t.Dot);
    const second = this.CONSUME8(t.Identifier);
    return this.build.qualified(first, second, this.OPTION8(this.nextPart));
  };
  private readonly dynamicName = (): ast.DynamicName => {
    const first = this.LA(0);
    this.CONSUME(t.DoubleColon);
    return this.build.dynamic(first, this.CONSUME7(t.Identifier));
  };
  private readonly qualifications: Alternatives<ast.ParsedName> = [
    { ALT: this.dottedName },
    { ALT: this.dynamicName },
  ];
  private readonly qualify = (): ast.ParsedName => this.OR9(this.qualifications);

  protected readonly name = (): ast.ParsedName => {
    const first = this.CONSUME(t.Identifier);
    return this.OPTION9(this.qualify) ?? this.build.bare(first);
  };

  readonly parsedName: Rule<ast.ParsedName> = this.RULE('parsedName', this.name);

  readonly parsedTypeName: Rule<ast.ParsedTypeName> = this.RULE('parsedTypeName', () => {
    const first = this.CONSUME(t.Identifier);
    return this.OPTION(this.dottedName) ?? this.build.bare(first);
  });

  readonly moduleName: Rule<ast.ModuleName> = this.RULE('moduleName', () => {
    const first = this.CONSUME(t.Identifier);
    return this.build.moduleName(first, this.OPTION(this.nextPart));
  });

  // ---- types ----

  private readonly schemaOfType = (): ast.Type => {
    const name = this.LA(0);
    this.CONSUME(t.LeftBrace);
    const schema = this.SUBRULE(this.parsedTypeName);
    return this.build.schemaType(name, schema, this.CONSUME(t.RightBrace));
  };
  private readonly types: Alternatives<ast.Type> = [
    {
      ALT: () => {
        const open = this.CONSUME(t.LeftBracket);
        const element = this.SUBRULE(this.type);
        return this.build.listType(open, element, this.CONSUME(t.RightBracket));
      },
    },
    { ALT: () => this.SUBRULE(this.moduleType) },
    {
      ALT: () => {
        const name = this.CONSUME(t.Identifier);
        return this.OPTION(this.schemaOfType) ?? this.build.namedType(name);
      },
    },
  ];

  readonly type: Rule<ast.Type> = this.RULE('type', () => this.OR(this.types));

  readonly moduleType: Rule<ast.Type> = this.RULE('moduleType', () => {
    const keyword = this.CONSUME(t.Module);
    this.CONSUME(t.LeftBrace);
    const names = [this.SUBRULE(this.moduleName)];
    this.MANY(() => {
      this.CONSUME(t.Comma);
      names.push(this.SUBRULE1(this.moduleName));
    });
    return this.build.moduleType(keyword, names, this.CONSUME(t.RightBrace, commaOrClose));
  });

  private readonly typeAnnotation = (): ast.Type => {
    this.CONSUME(t.Colon);
    return this.SUBRULE(this.type);
  };

  readonly argument: Rule<ast.Argument> = this.RULE('argument', () => {
    const name = this.CONSUME(t.Identifier);
    return this.build.argument(name, this.OPTION(this.typeAnnotation));
  });

  readonly parameters: Rule<readonly ast.Argument[]> = this.RULE('parameters', () => {
    const parameters: ast.Argument[] = [];
    this.CONSUME(t.LeftParen);
    this.MANY(() => parameters.push(this.SUBRULE(this.argument)));
    this.CONSUME(t.RightParen, argumentOrClose);
    return this.build.sequence(parameters);
  });

  // ---- expressions ----

  private readonly fraction = (): ast.ConstantExpression => {
    const whole = this.LA(0);
    this.CONSUME(t.Dot);
    return this.build.decimal(whole, this.CONSUME1(t.NumberToken));
  };

  protected readonly literals: Alternatives<ast.ConstantExpression> = [
    {
      ALT: () => {
        const whole = this.CONSUME(t.NumberToken);
        return this.OPTION7(this.fraction) ?? this.build.integer(whole);
      },
    },
    { ALT: () => this.build.string(this.CONSUME(t.StringToken)) },
    { ALT: () => this.build.symbol(this.CONSUME(t.SymbolToken)) },
    { ALT: () => this.build.bool(this.CONSUME(t.True), true) },
    { ALT: () => this.build.bool(this.CONSUME(t.False), false) },
  ];

  protected readonly atoms: Alternatives<ast.Expression> = [
    { ALT: () => this.build.variable(this.name()) },
    ...this.literals,
    { ALT: () => this.SUBRULE(this.list) },
  ];

  /** The rest of an expression after its opening parenthesis, including the closing one. */
  protected readonly forms: Alternatives<ast.Expression> = [
    {
      ALT: () => {
        const open = this.LA(0);
        return this.build.unit(open, this.CONSUME(t.RightParen));
      },
    },
    { ALT: () => this.enclosed(1, this.lambda) },
    { ALT: () => this.enclosed(2, this.let) },
    {
      ALT: () => {
        const open = this.LA(0);
        const head = this.SUBRULE(this.expression);
        const items: CallItem[] = [];
        this.MANY(() => items.push(this.SUBRULE(this.callItem)));
        return this.build.application(open, head, items, this.CONSUME9(t.RightParen));
      },
    },
  ];

  /**
   * The production and the closing parenthesis, after the opening one; `occurrence` is Chevrotain's
   * index.
   */
  protected enclosed<Node extends { readonly span: Span }>(
    occurrence: number,
    production: Rule<Node>,
    closing?: ConsumeMethodOpts,
  ): Node {
    const open = this.LA(0);
    const node = this.subrule(occurrence, production);
    return this.build.enclosed(open, node, this.consume(occurrence, t.RightParen, closing));
  }

  protected afterParen<Node>(forms: Alternatives<Node>): Node {
    this.CONSUME(t.LeftParen);
    return this.OR1(forms);
  }

  private readonly expressions: Alternatives<ast.Expression> = [
    { ALT: () => this.afterParen(this.forms) },
    ...this.atoms,
    { ALT: () => this.SUBRULE(this.object) },
  ];

  readonly expression: Rule<ast.Expression> = this.RULE('expression', () =>
    this.OR(this.expressions),
  );

  private readonly callItems: Alternatives<CallItem> = [
    { ALT: () => this.afterParen(this.forms) },
    ...this.atoms,
    { ALT: () => this.SUBRULE(this.objectOrBinding) },
  ];

  readonly callItem: Rule<CallItem> = this.RULE('callItem', () => this.OR(this.callItems));

  readonly body: Rule<readonly ast.Expression[]> = this.RULE('body', () => {
    const expressions: ast.Expression[] = [];
    this.AT_LEAST_ONE(() => expressions.push(this.SUBRULE(this.expression)));
    return this.build.sequence(expressions);
  });

  readonly lambda: Rule<ast.LambdaExpression> = this.RULE('lambda', () => {
    this.CONSUME(t.Lambda);
    const parameters = this.SUBRULE(this.parameters);
    return this.build.lambda(parameters, this.SUBRULE(this.body));
  });

  readonly let: Rule<ast.LetExpression> = this.RULE('let', () => {
    const form = this.OR([
      { ALT: () => this.CONSUME(t.Let) },
      { ALT: () => this.CONSUME(t.LetStar) },
    ]);
    const binders: ast.Binder[] = [];
    this.CONSUME(t.LeftParen);
    this.AT_LEAST_ONE(() => binders.push(this.SUBRULE(this.binder)));
    this.CONSUME(t.RightParen, binderOrClose);
    return this.build.let(form, binders, this.SUBRULE(this.body));
  });

  readonly binder: Rule<ast.Binder> = this.RULE('binder', () => {
    const open = this.CONSUME(t.LeftParen);
    const argument = this.SUBRULE(this.argument);
    const value = this.SUBRULE(this.expression);
    return this.build.binder(open, argument, value, this.CONSUME(t.RightParen));
  });

  // Commas between all items or between none.
  readonly list: Rule<ast.ListExpression> = this.RULE('list', () => {
    const open = this.CONSUME(t.LeftBracket);
    const items: ast.Expression[] = [];
    let hasCommas = false;
    this.OPTION(() => {
      items.push(this.SUBRULE(this.expression));
      this.MANY(() => {
        this.CONSUME(t.Comma);
        hasCommas = true;
        items.push(this.SUBRULE1(this.expression));
      });
      this.MANY1({
        GATE: () => !hasCommas,
        DEF: () => items.push(this.SUBRULE2(this.expression)),
      });
    });
    return this.build.list(open, items, this.CONSUME(t.RightBracket));
  });

  // ---- objects and binding forms ----

  private readonly fieldNames: Alternatives<IToken> = [
    { ALT: () => this.CONSUME(t.StringToken) },
    { ALT: () => this.CONSUME(t.SymbolToken) },
  ];

  // The reference accepts a comma before the first field, in objects only.
  readonly object: Rule<ast.ObjectExpression> = this.RULE('object', () => {
    const open = this.CONSUME(t.LeftBrace);
    const fields: ast.ObjectField[] = [];
    this.OPTION(() => fields.push(this.SUBRULE(this.objectField)));
    this.MANY(() => {
      this.CONSUME(t.Comma);
      fields.push(this.SUBRULE1(this.objectField));
    });
    return this.build.object(open, fields, this.CONSUME(t.RightBrace));
  });

  readonly objectField: Rule<ast.ObjectField> = this.RULE('objectField', () => {
    const field = this.OR(this.fieldNames);
    this.CONSUME(t.Colon);
    return this.build.objectField(field, this.SUBRULE(this.expression));
  });

  /** Only the token after the first field name tells which of the two it is. */
  readonly objectOrBinding: Rule<CallItem> = this.RULE('objectOrBinding', () => {
    const open = this.CONSUME(t.LeftBrace);
    const fields: ast.ObjectField[] = [];
    const pairs: ast.BindingPair[] = [];
    this.OPTION(() => {
      const field = this.OR(this.fieldNames);
      this.OR1([
        {
          ALT: () => {
            this.CONSUME(t.Colon);
            fields.push(this.build.objectField(field, this.SUBRULE(this.expression)));
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.Assign);
            pairs.push(this.build.bindingPair(field, this.SUBRULE(this.argument)));
          },
        },
      ]);
    });
    this.MANY({
      GATE: () => pairs.length === 0,
      DEF: () => {
        this.CONSUME(t.Comma);
        fields.push(this.SUBRULE(this.objectField));
      },
    });
    this.MANY1({
      GATE: () => pairs.length > 0,
      DEF: () => {
        this.CONSUME1(t.Comma);
        pairs.push(this.SUBRULE(this.bindingPair));
      },
    });
    if (pairs.length === 0) return this.build.object(open, fields, this.CONSUME(t.RightBrace));
    return this.build.bindingPairs(open, pairs, this.CONSUME1(t.RightBrace, commaOrClose));
  });

  readonly bindingPair: Rule<ast.BindingPair> = this.RULE('bindingPair', () => {
    const field = this.OR(this.fieldNames);
    this.CONSUME(t.Assign);
    return this.build.bindingPair(field, this.SUBRULE(this.argument));
  });
}
