// The options of `pact --apireq` and `pact --unsigned`.

import type { Command } from '../arguments.ts';
import { isMisuse, misuse, type GivenOptions, type Misuse } from '../options.ts';

/** Returns `undefined` if no option is about requests. */
export function requestOf(
  given: GivenOptions['options'],
  files: readonly string[],
): Command | Misuse | undefined {
  const signed = given.get('apireq');
  const unsigned = given.get('unsigned');
  const local = given.has('local');
  if (signed !== undefined && unsigned !== undefined) {
    return misuse('use --apireq or --unsigned, not both');
  }
  if (local && signed === undefined) return misuse('the option --local needs --apireq');
  const where = networkOf(given);
  if (isMisuse(where)) return where;
  const named = [...(signed ?? []), ...(unsigned ?? [])];
  const [file, other = files[0]] = named;
  if (file === undefined) {
    const idle = ['network', 'any-file'].find((option) => given.has(option));
    if (idle === undefined) return undefined;
    return misuse(`the option --${idle} needs --apireq or --unsigned`);
  }
  if (other !== undefined)
    return misuse(`only one request can be built at a time: leave out ${other}`);
  const form = signed === undefined ? 'unsigned' : 'signed';
  return { kind: 'request', form, file, local, anyFile: given.has('any-file'), ...where };
}

type Where = { readonly network?: string; readonly chain?: string };

function networkOf(given: GivenOptions['options']): Where | Misuse {
  const network = given.get('network')?.at(-1);
  const chain = given.get('chain')?.at(-1);
  if (network === undefined) {
    return chain === undefined ? {} : misuse('the option --chain needs --network');
  }
  return chain === undefined ? { network } : { network, chain };
}
