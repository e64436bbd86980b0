// Options shared by the commands that send requests to servers.

import {
  misuse,
  wholeNumberFault,
  type GivenOptions,
  type Misuse,
  type Option,
} from '../options.ts';

/** Options for the address of a server. */
export const targetOptions: readonly Option[] = [
  { long: 'network', short: 'n', argument: { name: 'NAME' }, help: 'a network of pact.yaml' },
  {
    long: 'host',
    argument: {
      name: 'ADDRESS',
      fault: (text) =>
        /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)
          ? undefined
          : `takes an address that begins with http:// or https://, not ${text}`,
    },
    help: 'the address of the server, without /api/v1, instead of a network',
  },
];

/** Options for waiting for results. */
export const waitOptions: readonly Option[] = [
  { long: 'wait', short: 'w', help: 'wait for the results, and show them' },
  {
    long: 'timeout',
    argument: { name: 'SECONDS', fault: wholeNumberFault({ least: 1, most: 86_400 }) },
    help: 'how long to wait for the results; default 300',
  },
];

/** `missing`: the message when no server is given. */
export function targetMisuse(
  { options }: GivenOptions,
  { missing }: { readonly missing: string },
): Misuse | undefined {
  const named = ['network', 'host'].filter((name) => options.has(name));
  if (named.length === 0) return misuse(missing);
  if (named.length === 2) return misuse('use --network or --host, not both');
  return undefined;
}

export function waitMisuse({ options }: GivenOptions): Misuse | undefined {
  const isLone = options.has('timeout') && !options.has('wait');
  return isLone ? misuse('the option --timeout needs --wait') : undefined;
}
