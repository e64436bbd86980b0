// Compares charges with an independent model, `gas.py` in the folder that PACT_ORACLE names. The model does not support
// rollbacks, upgrades, changed environments or failing forms, so a script is run again without them. Charges for the bytes
// of modules are left out, because the model assumes that every source position is a small number.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Source } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import type { Charge } from '../../src/lang/gas/reporting-meter.ts';
import { tableModel } from '../../src/lang/gas/model.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { memoryDatabase, silentHost } from '../../src/tools/repl/options.ts';
import type { SessionWatcher } from '../../src/tools/repl/watching.ts';
import type { Difference } from './compare.ts';

/** Counts of what was compared, and why the model gave up on the rest. */
export type GasTotals = {
  scripts: number;
  forms: number;
  charges: number;
  readonly untold: string[];
};

/**
 * Builtins for which the model uses placeholder values, so that strings made of them have other lengths; and negative
 * precisions, which the reference treats as 255 places.
 */
export const notModelled = new RegExp(
  [
    String.raw`\((hash|tx-hash|format-time|parse-time|typeof|sqrt|ln|exp|log|\^|chain-data)[ )]`,
    String.raw`\((create|is|validate)-principal |\((int-to-str|str-to-int) \d|\(at "[a-z-]+" \(chain-data`,
    String.raw`\(format "[^"]*" \[.*(keyset|guard|time)|\((round|floor|ceiling) .* -1\)`,
  ].join('|'),
);

/** The model requires the predicate of a keyset in data; in the reference it may be absent. */
const leftOut =
  /^\((env-data .*\{"keys": \[[^\]]*\]\}|env-(?!data|keys)|rollback-tx|(define-)?namespace|describe-|expect|(test|install)-capability|(pact-state|continue-pact|typecheck|list-modules|chain-data|tx-hash|use)\b)/;

/** Returns `undefined` if all charges agree, or if the model cannot compute them. */
export function gasDifference(
  script: readonly string[],
  totals: GasTotals,
): Difference | undefined {
  const forms = thatEndWell(firstDeployments(script.filter((form) => !leftOut.test(form))));
  const reported = modelled(forms);
  if (!reported.ok) {
    totals.untold.push(reported.why);
    return undefined;
  }
  const { charges } = charged(forms);
  // `take` from the end charges for its count in 64 bits, and a larger one overflows; the model does not do that.
  if (reported.charges.some(({ milligas }) => milligas >= 1n << 63n)) {
    totals.untold.push('a count beyond 64 bits');
    return undefined;
  }
  totals.scripts++;
  totals.forms += forms.length;
  totals.charges += charges.length;
  const [own, other] = [charges, reported.charges].map((all) =>
    all.reduce((sum, { milligas }) => sum + milligas, 0n),
  );
  if (own === other) return undefined;
  return { script: forms, one: shown(charges), other: shown(reported.charges) };
}

type PaidCharge = { readonly milligas: bigint; readonly what: string };

function firstDeployments(script: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return script.filter((form) => {
    const [, name] = /^\((?:module|interface) (\S+)/.exec(form) ?? [];
    if (name === undefined) return true;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}

/** Removes failing forms, repeatedly, since that may make others fail. */
function thatEndWell(script: readonly string[]): readonly string[] {
  let forms = script;
  for (;;) {
    const { ended } = charged(forms);
    if (ended.length === forms.length) return forms;
    forms = ended;
  }
}

function charged(forms: readonly string[]): {
  readonly ended: readonly string[];
  readonly charges: readonly PaidCharge[];
} {
  const charges: PaidCharge[] = [];
  let isDeployment = false;
  const watcher: SessionWatcher & { readonly charged: (charge: Charge) => void } = {
    charged({ cost, label }) {
      const what = typeof label === 'string' ? label : label();
      const isOfBytes = isDeployment && what.startsWith('GWrite');
      if (isOfBytes || what.includes('MOpLoadModule')) return;
      charges.push({ milligas: BigInt(cost), what });
    },
  };
  const host = silentHost;
  const options = { ...smallRoom, host, makeDatabase: memoryDatabase, watchers: [watcher] };
  const engine = new ReplEngine(options);
  engine.meter.model = tableModel;
  engine.meter.limit = Number.MAX_SAFE_INTEGER;
  engine.updateMeter();
  const ended: string[] = [];
  for (const form of forms) {
    isDeployment = /^\((module|interface) /.test(form);
    try {
      engine.run(new Source('form.repl', form), () => undefined);
      ended.push(form);
    } catch (error) {
      if (!isEvalError(error)) throw error;
    }
  }
  return { ended, charges };
}

type Reported =
  | { readonly ok: true; readonly charges: readonly PaidCharge[] }
  | { readonly ok: false; readonly why: string };

function modelled(forms: readonly string[]): Reported {
  const oracle = process.env['PACT_ORACLE'];
  if (oracle === undefined) throw new Error('PACT_ORACLE must name the folder of gas.py');
  const folder = mkdtempSync(join(tmpdir(), 'pact-gas-'));
  try {
    const file = join(folder, 'script.repl');
    writeFileSync(file, forms.join('\n'));
    const given = [join(oracle, 'gas.py'), file, '--shown', 'form.repl', '--parts'];
    const { status, stdout, stderr } = spawnSync('python3', given, {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) return { ok: false, why: stderr.trim().split('\n').at(-1) ?? '' };
    const charges = [...stdout.matchAll(/^ *(\d+) {2}(.*)$/gm)]
      .map(([, milligas = '', what = '']) => ({ milligas: BigInt(milligas), what }))
      .filter(({ what }) => !/^(write|load) module/.test(what));
    return { ok: true, charges };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const shown = (charges: readonly PaidCharge[]): string =>
  charges
    .filter(({ milligas }) => milligas !== 0n)
    .map(({ milligas, what }) => `${milligas} ${what}`)
    .join('\n');
