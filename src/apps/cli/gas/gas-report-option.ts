// The options --gas-report and --gas-profile of `pact FILE` and `pact test`.

import type { Option } from '../options.ts';

export const gasReportFormats = ['table', 'json'] as const;

export type GasReportFormat = (typeof gasReportFormats)[number];

export const gasReportOption: Option = {
  long: 'gas-report',
  argument: { name: '[table|json]', choices: gasReportFormats, absent: 'table' },
  help: 'show what forms, functions and builtins cost; table or json',
};

/** `written`: the argument of the option, if any. */
export const gasReportWish = (written: string | undefined): GasReportFormat | undefined =>
  gasReportFormats.find((format) => format === written);

export const gasProfileOption: Option = {
  long: 'gas-profile',
  argument: { name: 'FILE', fault: profileFault },
  help: 'write a flame graph: .svg, speedscope JSON, or stacks (.txt)',
};

/** Rejects file extensions of programs and of other formats. */
function profileFault(file: string): string | undefined {
  const [, ending] = /[^/\\]\.([^./\\]+)$/.exec(file) ?? [];
  const format = ending?.toLowerCase();
  if (format === 'repl' || format === 'pact') return `would overwrite the program ${file}`;
  if (format === undefined || ['json', 'svg', 'txt', 'folded'].includes(format)) return undefined;
  return `writes a picture (.svg), speedscope JSON (.json) or stacks (.txt, .folded), not ${file}`;
}
