// The option --gas-report of `pact FILE` and `pact test`.

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
