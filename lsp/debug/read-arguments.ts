// Reads the arguments of requests. They are not trusted: a wrong type is an error that the client shows.

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error('the arguments must be an object');
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw new Error(`${name} must be a string`);
}

export function textIn(fields: Fields, name: string): string {
  const value = optionalText(fields, name);
  if (value === undefined || value === '') throw new Error(`${name} is missing`);
  return value;
}

export function optionalNumber(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`${name} must be a whole number`);
}

export function numberIn(fields: Fields, name: string): number {
  const value = optionalNumber(fields, name);
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

export function flagIn(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new Error(`${name} must be true or false`);
}

export function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (Array.isArray(value)) return value;
  throw new Error(`${name} must be a list`);
}
