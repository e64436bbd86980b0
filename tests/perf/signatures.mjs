// Signature checks of commands per second: on this thread with the portable implementation, and in the background on all
// cores. Many keys sign, as on a chain, and each key occurs repeatedly.
//
//   node tests/perf/signatures.mjs
import { availableParallelism } from 'node:os';
import { language } from './support/language.mjs';
import { median, report } from './support/measure.mjs';

const { BackgroundSignatures, checkClaim, claimOf, commandHash, readKeyPair, signHash } = language;

const keys = 100;
const elliptic =
  'a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
  '2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

const cases = {
  ED25519: { claims: claims('ED25519', 2_000), portable: 100 },
  'WebAuthn with ES256': { claims: claims('WebAuthn', 500), portable: 20 },
};

for (const [scheme, { claims: all, portable }] of Object.entries(cases)) {
  const onThisThread = rate(
    await rounds(5, () => all.slice(0, portable).map(checkClaim)),
    portable,
  );
  const checker = new BackgroundSignatures();
  const inBackground = rate(
    await rounds(9, () => Promise.all(all.map((claim) => checker.check(claim)))),
    all.length,
  );
  report(`signatures: ${scheme}`, {
    cores: availableParallelism(),
    onThisThreadPerSecond: onThisThread,
    inBackgroundPerSecond: inBackground,
    times: inBackground / onThisThread,
  });
}

/** Commands with one hash each, signed in rotation by `keys` Ed25519 keys, or by one key of another scheme. */
function claims(scheme, count) {
  const pairs = Array.from({ length: scheme === 'ED25519' ? keys : 1 }, (_, i) =>
    valueOf(
      readKeyPair(
        scheme === 'ED25519'
          ? { secretKey: (i + 1).toString(16).padStart(64, '0') }
          : { scheme, publicKey: elliptic, secretKey: '1'.padStart(64, '0') },
      ),
    ),
  );
  return Array.from({ length: count }, (_, i) => {
    const pair = pairs[i % pairs.length];
    const hash = commandHash(String(i));
    const signer = { scheme, publicKey: pair.publicKey, address: undefined, capabilities: [] };
    return claimOf(hash, signer, valueOf(signHash(hash, pair)));
  });
}

/** Returns the median time in milliseconds, after a warm-up round. Every signature must be valid. */
async function rounds(count, check) {
  const times = [];
  for (let i = 0; i <= count; i++) {
    const start = performance.now();
    const verdicts = await check();
    if (i > 0) times.push(performance.now() - start);
    const wrong = verdicts.find((verdict) => verdict !== undefined);
    if (wrong !== undefined) throw new Error(wrong);
  }
  return median(times);
}

function rate(milliseconds, count) {
  return (count / milliseconds) * 1000;
}

function valueOf(reading) {
  if (!reading.ok) throw new Error(reading.fault.sentence);
  return reading.value;
}
