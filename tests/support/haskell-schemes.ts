// Reads the table of expected schemes in the reference's TypecheckerTests.hs: the small part of Haskell that the table uses,
// as values of the typechecker.
import type { Constraint, RowSum, Scheme } from '../../src/lang/types/scheme.ts';
import {
  captoken,
  functionOf,
  listOf,
  nullary,
  objectOf,
  primitives,
  rowOf,
  rowVariable,
  tableOf,
  typeVariable,
  type Row,
  type Type,
} from '../../src/lang/types/type.ts';
import { ModuleName } from '../../src/lang/values/names.ts';

export type ExpectedDefinition =
  | { readonly kind: 'scheme'; readonly scheme: Scheme }
  | { readonly kind: 'steps'; readonly types: readonly Type[] };

/** Returns schemes by the constructor of the builtin (`CoreAdd`), then by the name of the definition. */
export function readSchemeTable(
  source: string,
): ReadonlyMap<string, ReadonlyMap<string, ExpectedDefinition>> {
  const start = source.indexOf('go = \\case');
  const end = source.indexOf('\ntestNativeTypechecks', start);
  const table = source.slice(start, end).replace(/^\s*--.*$/gm, '');
  const cases = table.split(/^ {4}(?=Core\w+ ->)/m).slice(1);
  return new Map(
    cases.map((text) => {
      const [, name = '', body = ''] = /^(Core\w+) ->([\s\S]*)$/.exec(text) ?? [];
      return [name, readCase(body)];
    }),
  );
}

function readCase(body: string): ReadonlyMap<string, ExpectedDefinition> {
  const [front = '', where = ''] = body.split(/^ +where\b/m);
  const letIn = /^\s*let([\s\S]*?)\n?\s*in([\s\S]*)$/.exec(front);
  const written = letIn?.[2] ?? front;
  const bindings = new Map<string, string>();
  for (const each of [letIn?.[1] ?? '', ...where.split(/^ +(?=\w+ = )/m)]) {
    const [, name, text] = /^\s*(\w+) = ([\s\S]*)$/.exec(each) ?? [];
    if (name !== undefined && text !== undefined) bindings.set(name, text);
  }
  const definitions = new Reader(written, bindings, new Map()).expression();
  return new Map(definitions as readonly (readonly [string, ExpectedDefinition])[]);
}

type Fields = ReadonlyMap<string, Type>;

class Reader {
  private readonly tokens: readonly string[];
  private readonly bindings: ReadonlyMap<string, string>;
  private readonly known: Map<string, unknown>;
  private at = 0;

  constructor(text: string, bindings: ReadonlyMap<string, string>, known: Map<string, unknown>) {
    this.tokens = text.match(/"[^"]*"|:~>|<>|[\w.]+'?|[()[\],$]/g) ?? [];
    this.bindings = bindings;
    this.known = known;
  }

  expression(): unknown {
    const left = this.application();
    const token = this.tokens[this.at];
    if (token === ':~>') {
      this.at++;
      return functionOf([left as Type], this.expression() as Type);
    }
    if (token === '<>') {
      this.at++;
      return new Map([...(this.expression() as Fields), ...(left as Fields)]);
    }
    return left;
  }

  private application(): unknown {
    const head = this.next();
    if (head === '(' || head === '[') return this.bracketed(head);
    if (head.startsWith('"')) return head.slice(1, -1);
    if (/^\d+$/.test(head)) return Number(head);
    const make = constructors[head];
    if (make === undefined) return this.named(head);
    return make(
      Array.from({ length: make.length === 0 ? 0 : (arity[head] ?? 1) }, () => this.argument()),
    );
  }

  private argument(): unknown {
    if (this.tokens[this.at] === '$') {
      this.at++;
      return this.expression();
    }
    const head = this.next();
    if (head === '(' || head === '[') return this.bracketed(head);
    if (head.startsWith('"')) return head.slice(1, -1);
    if (/^\d+$/.test(head)) return Number(head);
    const make = constructors[head];
    return make === undefined ? this.named(head) : make([]);
  }

  private bracketed(open: string): unknown {
    const close = open === '(' ? ')' : ']';
    const items: unknown[] = [];
    while (this.tokens[this.at] !== close) {
      items.push(this.expression());
      if (this.tokens[this.at] === ',') this.at++;
    }
    this.at++;
    return open === '(' && items.length === 1 ? items[0] : items;
  }

  /** Evaluates each name once, so that a variable is the same object wherever it is named. */
  private named(name: string): unknown {
    if (!this.known.has(name)) {
      const text = this.bindings.get(name);
      if (text === undefined) throw new Error(`unknown in the table of schemes: ${name}`);
      this.known.set(name, new Reader(text, this.bindings, this.known).expression());
    }
    return this.known.get(name);
  }

  private next(): string {
    return this.tokens[this.at++] ?? '';
  }
}

/** Constructors whose number of arguments is not one. */
const arity: Readonly<Record<string, number>> = {
  TypeScheme: 3,
  TypeVariable: 2,
  RowVariable: 2,
  'M.singleton': 2,
  'M.delete': 2,
  'M.insert': 3,
  RoseSubRow: 2,
  ModuleName: 2,
};

const oneRow = (row: Row): RowSum => [row];
const number = (args: readonly unknown[]): unknown => args[0];

const constructors: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  ...Object.fromEntries(
    (
      [
        ['TyInt', primitives.integer],
        ['TyDecimal', primitives.decimal],
        ['TyBool', primitives.bool],
        ['TyString', primitives.string],
        ['TyGuard', primitives.guard],
        ['TyTime', primitives.time],
        ['TyUnit', primitives.unit],
        ['TyCapToken', captoken],
        ['Nothing', undefined],
      ] as const
    ).map(([name, value]) => [name, () => value]),
  ),
  NotIndexed: ([scheme]) => ({ kind: 'scheme', scheme }),
  NonGeneric: ([type]) => ({ variables: [], constraints: [], type }),
  TypeScheme: ([variables, constraints, type]) => ({ variables, constraints, type }),
  IndexedDefpactStepType: ([steps]) => ({
    kind: 'steps',
    types: [...(steps as Map<number, Type>).values()],
  }),
  'IM.fromList': ([items]) => new Map(items as [number, Type][]),
  'M.fromList': ([items]) => new Map(items as [string, Type][]),
  'M.singleton': ([name, type]) => new Map([[name, type]]),
  'M.insert': ([name, type, fields]) =>
    new Map([...(fields as Fields), [name as string, type as Type]]),
  'M.delete': ([name, fields]) =>
    new Map([...(fields as Fields)].filter(([field]) => field !== name)),
  'S.singleton': ([item]) => [item],
  Field: number,
  ModuleName: ([name]) => new ModuleName(name as string),
  MConcrete: ([names]) => ({ kind: 'interfaces', names }),
  TyModRef: ([reference]) => ({ kind: 'module', reference }),
  TyNullary: ([type]) => nullary(type as Type),
  TyList: ([type]) => listOf(type as Type),
  TyObject: ([row]) => objectOf(row as Row),
  TyTable: ([row]) => tableOf(row as Row),
  RowConcrete: ([fields]) => rowOf(fields as Fields),
  RowVar: number,
  TyVar: number,
  TypeVariable: ([_index]) => typeVariable(),
  RowVariable: ([_index]) => rowVariable(),
  Num: ([type]): Constraint => ({ kind: 'class', name: 'Num', type: type as Type }),
  RoseConcrete: ([fields]) => oneRow(rowOf(fields as Fields)),
  RoseVar: ([row]) => oneRow(row as Row),
  RoseSubRow: ([part, whole]): Constraint => ({
    kind: 'part',
    part: part as RowSum,
    whole: whole as RowSum,
  }),
};
