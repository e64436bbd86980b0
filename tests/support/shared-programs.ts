// Runs a script in its own session, alone or with programs shared with other sessions, and returns all that can be observed:
// output, expectations, stored modules, the error, and every charge.

import { noSpan } from '../../src/base/span.ts';
import { moduleDocument } from '../../src/lang/core/encoding/document.ts';
import { fileInfo } from '../../src/lang/core/encoding/info-cbor.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import type { Charge } from '../../src/lang/gas/reporting-meter.ts';
import { GasTotal } from '../../src/lang/gas/gas-log.ts';
import { sha512 } from '../../src/base/crypto/hashes.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import type { ReplOptions } from '../../src/tools/repl/options.ts';
import type { FileAnswer } from '../../src/base/result.ts';

export type Observed = {
  readonly lines: readonly string[];
  readonly expectations: readonly string[];
  readonly error: string | undefined;
  readonly charges: readonly string[];
  readonly modules: readonly string[];
};

export type ObserveOptions = Pick<ReplOptions, 'programs'> & {
  readonly nestingLimit?: number;
  /** Records every charge; if false, gas is metered only where the script turns it on. */
  readonly metered?: boolean;
};

export function observe(
  path: string,
  readFile: (path: string) => FileAnswer,
  { programs, nestingLimit = 200, metered = true }: ObserveOptions = {},
): Observed {
  const lines: string[] = [];
  const charges = new ChargeList();
  let clock = 0;
  const engine = new ReplEngine({
    depthLimit: 2000,
    nestingLimit,
    programs,
    ...(metered && { gasTotal: charges }),
    host: {
      readFile,
      identify: (file) => file,
      trace: (span, text) => void lines.push(`${spanText(span)}: ${text}`),
      print: (span, text) => void lines.push(`${spanText(span)}: printed: ${text}`),
      now: () => (clock += 50),
    },
  });
  const error = errorOf(() => engine.runFile(path, false, noSpan));
  const expectations = engine.expectations.all.map(
    ({ name, span, outcome }) => `${spanText(span)} ${name} ${JSON.stringify(outcome)}`,
  );
  return {
    lines,
    expectations,
    error,
    charges: [...charges.amounts, `used ${engine.meter.used}`],
    modules: storedModules(engine),
  };
}

class ChargeList extends GasTotal {
  readonly amounts: string[] = [];

  override charged(charge: Charge): void {
    // A charge of zero is reported only if gas is limited.
    if (charge.cost !== 0) this.amounts.push(String(charge.cost));
    super.charged(charge);
  }
}

/** Returns the stored modules with the positions of all their parts. */
function storedModules({ machine: { database } }: ReplEngine): readonly string[] {
  return database.moduleNames().map((name) => {
    const data = database.readModule(name);
    const document = data === undefined ? new Uint8Array() : moduleDocument(data, fileInfo);
    const hash = Buffer.from(sha512(document)).toString('hex');
    return `${name.text} ${database.moduleSize(name)} ${hash}`;
  });
}

function errorOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (thrown) {
    if (isEvalError(thrown)) return renderError(thrown, { hints: true });
    throw thrown;
  }
}
