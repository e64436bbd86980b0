// Content negotiation: finds the type that a client prefers among those that a route offers.
// RFC 9110, section 12.5.1.

type MediaRange = {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
};

type Choice = { readonly range: MediaRange; readonly quality: number };

/**
 * Returns the type of `offered` (in order of preference) that the header `accept` prefers. Without a header this is the
 * first one; `undefined` if the header allows none of them.
 */
export function chooseType<const Type extends string>(
  offered: readonly Type[],
  accept: string | undefined,
): Type | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0];
  const same = offered.find((type) => type === accept);
  if (same !== undefined) return same;
  const choices = accept.split(',').map(choiceIn);
  let best: { readonly type: Type; readonly quality: number } | undefined;
  for (const type of offered) {
    const quality = qualityOf(choiceIn(type).range, choices);
    if (quality > (best?.quality ?? 0)) best = { type, quality };
  }
  return best?.type;
}

/** The most specific range that contains a type decides. */
function qualityOf(type: MediaRange, choices: readonly Choice[]): number {
  let max = { specificity: -1, quality: 0 };
  for (const { range, quality } of choices) {
    const specificity = isWithin(type, range) ? specificityOf(range) : -1;
    if (specificity > max.specificity) max = { specificity, quality };
  }
  return max.quality;
}

function isWithin(type: MediaRange, range: MediaRange): boolean {
  if (range.type !== '*' && range.type !== type.type) return false;
  if (range.subtype !== '*' && range.subtype !== type.subtype) return false;
  return [...range.parameters].every(([name, value]) => type.parameters.get(name) === value);
}

function specificityOf({ type, subtype, parameters }: MediaRange): number {
  if (type === '*') return 0;
  return subtype === '*' ? 1 : 2 + parameters.size;
}

function choiceIn(text: string): Choice {
  const range = rangeIn(text);
  const q = range.parameters.get('q') ?? '1';
  const parameters = new Map([...range.parameters].filter(isDecisive));
  const quality = /^(0(\.[0-9]{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
  return { range: { ...range, parameters }, quality };
}

/** All text that is sent is UTF-8, so that a client may ask for it or not. */
function isDecisive([name, value]: readonly [string, string]): boolean {
  return name !== 'q' && !(name === 'charset' && /^utf-?8$/.test(value));
}

function rangeIn(text: string): MediaRange {
  const [name = '', ...rest] = text.toLowerCase().split(';');
  const [type = '', subtype = ''] = name.trim().split('/');
  const parameters = rest.map((part): readonly [string, string] => {
    const [key = '', value = ''] = part.split('=');
    return [key.trim(), value.trim().replace(/^"(.*)"$/, '$1')];
  });
  return { type, subtype, parameters: new Map(parameters) };
}

/** Returns the type of a body without its parameters, such as `; charset=utf-8`. */
export function bareType(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}
