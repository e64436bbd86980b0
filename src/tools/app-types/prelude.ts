// The part of a generated file that is the same for every module: the types of values, and the functions that write
// them as code and as JSON. The file is self-contained, so it needs no package at run time.

export const prelude = `
/** Code in place of a value: \`(read-keyset "admin")\`. It is inserted unchanged. */
export type PactCode = { readonly code: string };
/** A number must be a safe integer. */
export type PactInteger = bigint | number | { readonly int: string | number };
/** A number is written with the digits that JavaScript shows; \`{ decimal: '0.1' }\` is exact. */
export type PactDecimal = number | { readonly decimal: string };
export type PactTime = Date | { readonly time: string } | { readonly timep: string };
export type PactKeyset = { readonly keys: readonly string[]; readonly pred: string };
/** As JSON: a keyset, or another guard as clients get it. */
export type PactGuard = PactKeyset | { readonly [field: string]: unknown };
export type PactModuleReference = {
  readonly refName: { readonly namespace: string | null; readonly name: string };
};
export type PactAny =
  | string
  | boolean
  | bigint
  | Date
  | PactCode
  | { readonly int: string | number }
  | { readonly decimal: string }
  | readonly PactAny[]
  | { readonly [field: string]: PactAny };

/** The types in answers. */
export type IntegerResult = number | { readonly int: string | number };
export type DecimalResult = number | { readonly decimal: string };
export type TimeResult = { readonly time: string } | { readonly timep: string };

/** Code of a call, with the type of its result. */
export type PactCall<Result> = string & { readonly __result?: Result };
export type ResultOf<Call> = Call extends PactCall<infer Result> ? Result : never;
/** A capability as signers of existing clients expect it. */
export type PactCapability = { name: string; args: any[] };

type Writer<Value> = (value: Value) => string;

const isCode = (value: unknown): value is PactCode =>
  typeof value === 'object' && value !== null && typeof (value as PactCode).code === 'string';

const orCode =
  <Value>(write: Writer<Value>): Writer<Value | PactCode> =>
  (value) =>
    isCode(value) ? value.code : write(value as Value);

const escapes: Record<string, string> = { '"': '\\\\"', '\\\\': '\\\\\\\\', '\\n': '\\\\n', '\\t': '\\\\t' };

const writeString = orCode<string>((value) => {
  if (typeof value !== 'string') throw new TypeError('a string is needed');
  if (value.includes('\\r')) throw new TypeError('code cannot contain a carriage return: use read-msg');
  return '"' + value.replace(/["\\\\\\n\\t]/g, (each) => escapes[each] ?? each) + '"';
});

const writeBool = orCode<boolean>((value) => {
  if (typeof value !== 'boolean') throw new TypeError('true or false is needed');
  return value ? 'true' : 'false';
});

const digitsOf = (value: PactInteger): string => {
  const text = typeof value === 'object' ? String(value.int) : String(value);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(text + ' is not a safe integer: use a bigint');
  }
  if (!/^-?[0-9]+$/.test(text)) throw new TypeError(text + ' is not an integer');
  return text;
};

const writeInteger = orCode<PactInteger>(digitsOf);

const decimalText = (value: PactDecimal): string => {
  const text = typeof value === 'object' ? value.decimal : plainDigits(value);
  if (!/^-?[0-9]+(\\.[0-9]{1,255})?$/.test(text)) throw new TypeError(text + ' is not a decimal');
  return text.includes('.') ? text : text + '.0';
};

const plainDigits = (value: number): string => {
  const parts = /^(-?)([0-9]+)(?:\\.([0-9]+))?e([+-][0-9]+)$/.exec(String(value));
  if (parts === null) return String(value);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return sign + '0.' + '0'.repeat(-point) + digits;
  return sign + digits.slice(0, point).padEnd(point, '0') + '.' + (digits.slice(point) || '0');
};

const writeDecimal = orCode<PactDecimal>(decimalText);

const timeJson = (value: PactTime): { time: string } | { timep: string } => {
  if (value instanceof Date) return { time: value.toISOString().slice(0, 19) + 'Z' };
  return 'timep' in value ? { timep: value.timep } : { time: value.time };
};

const writeTime = orCode<PactTime>((value) => {
  if (!(value instanceof Date) && 'timep' in value) {
    return '(parse-time "%Y-%m-%dT%H:%M:%S.%vZ" ' + writeString(value.timep) + ')';
  }
  return '(time ' + writeString((timeJson(value) as { time: string }).time) + ')';
});

const moduleName = ({ refName: { namespace, name } }: PactModuleReference): string => {
  const text = namespace === null ? name : namespace + '.' + name;
  if (!/^[A-Za-z%#+_&$@<>=?*!|/~-][A-Za-z0-9%#+_&$@<>=?*!|/~.-]*$/.test(text)) {
    throw new TypeError(text + ' is not a module name');
  }
  return text;
};

const writeModule = orCode<PactModuleReference>(moduleName);

const writeCode: Writer<PactCode> = (value) => {
  if (!isCode(value)) throw new TypeError("code is needed: { code: '(read-keyset \\"name\\")' }");
  return value.code;
};

const writeList = <Item>(write: Writer<Item>): Writer<readonly Item[] | PactCode> =>
  orCode((items: readonly Item[]) => '[' + items.map(write).join(' ') + ']');

const writeObject = <Fields extends object>(writers: {
  readonly [Name in keyof Fields]-?: Writer<Fields[Name]>;
}): Writer<Fields | PactCode> =>
  orCode((fields: Fields) => {
    const names = Object.keys(writers) as (keyof Fields & string)[];
    return '{' + names.map((name) => writeString(name) + ': ' + writers[name](fields[name])).join(', ') + '}';
  });

const writeAny: Writer<PactAny> = (value) => {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'boolean') return writeBool(value);
  if (typeof value === 'bigint') return writeInteger(value);
  if (value instanceof Date) return writeTime(value);
  if (Array.isArray(value)) return writeList(writeAny)(value as readonly PactAny[]);
  if (typeof value !== 'object' || value === null) {
    throw new TypeError('a number here must be { int } or { decimal }');
  }
  if (isCode(value)) return value.code;
  const fields = value as { readonly [field: string]: PactAny };
  if (typeof fields['decimal'] === 'string') return writeDecimal({ decimal: fields['decimal'] });
  if ('int' in fields) return writeInteger({ int: fields['int'] as string });
  return '{' + Object.keys(fields).map((name) => writeString(name) + ': ' + writeAny(fields[name] as PactAny)).join(', ') + '}';
};

const jsonString = (value: string): string => value;
const jsonBool = (value: boolean): boolean => value;
const jsonInteger = (value: PactInteger): { int: string } => ({ int: digitsOf(value) });
const jsonDecimal = (value: PactDecimal): { decimal: string } => ({ decimal: decimalText(value) });
const jsonTime = timeJson;
const jsonModule = (value: PactModuleReference): PactModuleReference => value;
const jsonGuard = (value: PactGuard): PactGuard => value;
const jsonList =
  <Item>(json: (item: Item) => unknown) =>
  (items: readonly Item[]): unknown[] =>
    items.map(json);
const jsonAny = (value: PactAny): unknown => {
  if (typeof value === 'bigint') return jsonInteger(value);
  if (value instanceof Date) return jsonTime(value);
  if (Array.isArray(value)) return (value as readonly PactAny[]).map(jsonAny);
  return value;
};

const call = <Result>(name: string, args: readonly string[]): PactCall<Result> =>
  ('(' + [name, ...args].join(' ') + ')') as PactCall<Result>;

// Functions that a module does not use.
void [writeString, writeBool, writeInteger, writeDecimal, writeTime, writeModule, writeCode, writeList, writeObject, writeAny];
void [jsonString, jsonBool, jsonInteger, jsonDecimal, jsonTime, jsonModule, jsonGuard, jsonList, jsonAny, call];
`;
