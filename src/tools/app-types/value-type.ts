// A Pact type as TypeScript needs it: what a caller may pass, what an answer contains, and which functions of the
// prelude write it.

export type ValueType = {
  /** The type of an argument in code; code is always allowed as well. */
  readonly given: string;
  /** The type of an argument of a capability, which is JSON. */
  readonly json: string;
  /** The type of a result. */
  readonly result: string;
  readonly write: string;
  readonly writeJson: string;
};

const plain = (given: string, result: string, name: string): ValueType => ({
  given: `${given} | PactCode`,
  json: given,
  result,
  write: `write${name}`,
  writeJson: `json${name}`,
});

const simple: ReadonlyMap<string, ValueType> = new Map([
  ['string', plain('string', 'string', 'String')],
  ['bool', plain('boolean', 'boolean', 'Bool')],
  ['integer', plain('PactInteger', 'IntegerResult', 'Integer')],
  ['decimal', plain('PactDecimal', 'DecimalResult', 'Decimal')],
  ['time', plain('PactTime', 'TimeResult', 'Time')],
]);

/** Keysets and other guards have no literal. */
const guard: ValueType = {
  given: 'PactCode',
  json: 'PactGuard',
  result: 'PactGuard',
  write: 'writeCode',
  writeJson: 'jsonGuard',
};

const any: ValueType = {
  given: 'PactAny',
  json: 'PactAny',
  result: 'unknown',
  write: 'writeAny',
  writeJson: 'jsonAny',
};

/** The most levels of lists in a type; deeper ones become the type for any value. */
const deepest = 20;

/**
 * `schemas`: the TypeScript names of the schemas of this module. Unknown types become the type for any value, as in
 * Pact.
 */
export function valueType(
  text: string | undefined,
  schemas: ReadonlyMap<string, string>,
  depth = 0,
): ValueType {
  if (text === undefined || depth > deepest) return any;
  const known = simple.get(text);
  if (known !== undefined) return known;
  if (text === 'guard' || text === 'keyset') return guard;
  if (text.startsWith('module{'))
    return plain('PactModuleReference', 'PactModuleReference', 'Module');
  if (text.startsWith('[') && text.endsWith(']')) {
    return listOf(valueType(text.slice(1, -1), schemas, depth + 1));
  }
  const schema = /^object\{([^{}]+)\}$/.exec(text)?.[1];
  const name = schema === undefined ? undefined : schemas.get(schema);
  if (name === undefined) return any;
  return {
    given: `${name}Fields | PactCode`,
    json: 'PactAny',
    result: name,
    write: `write${name}`,
    writeJson: 'jsonAny',
  };
}

function listOf({ given, json, result, write, writeJson }: ValueType): ValueType {
  return {
    given: `readonly (${given})[] | PactCode`,
    json: `readonly (${json})[]`,
    result: `readonly (${result})[]`,
    write: `writeList(${write})`,
    writeJson: `jsonList(${writeJson})`,
  };
}
