// Bodies of requests: commands, batches, keys, and JSON that is wrong in one way or another.
import { choose, codeOf } from './code.mjs';
import { commandOf, commandOfCmd } from './requests.mjs';

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const deepest = [10, 60, 200, 5000, 200_000];
const bigNumber = (random) =>
  choose(random, [
    '1e400',
    '-0',
    '1e-400',
    '9'.repeat(choose(random, [20, 400, 5000, 100_000])),
    '1.'.padEnd(300, '3'),
  ]);

/** Of one command, and its hash. */
function command(random) {
  const code = codeOf(random);
  const signers = random(5) === 0 ? choose(random, [1, 3, 100, 101, 2000]) : 0;
  const key = (i) => ({ pubKey: i.toString(16).padStart(64, '0') });
  const options = {
    gasLimit: choose(random, [1, 1000, 150_000, 10_000_000]),
    data: random(3) === 0 ? dataOf(random) : {},
    signers: times(signers, key),
    sigs: times(signers, () => ({ sig: 'ab'.repeat(64) })),
  };
  return commandOf(code, options);
}

const dataOf = (random) =>
  choose(random, [
    () => times(random(5000), (i) => i),
    () => Object.fromEntries(times(random(2000), (i) => [`k${i}`, i])),
    () => ({ __proto__: 1, constructor: {}, keys: ['a'], pred: 'keys-all' }),
    () => 'x'.repeat(random(100_000)),
  ])();

/** What a route is sent: its path, the body, and the keys of commands in it. */
export function requestOf(random, keys) {
  return choose(random, [local, local, local, send, send, send, poll, listen, sealed, wrong])(
    random,
    keys,
  );
}

const local = (random) => ({
  route: choose(random, [
    'local',
    'local',
    'local?preflight=true',
    'local?signatureVerification=false',
    'local?preflight=x',
  ]),
  body: command(random).text,
});

function send(random) {
  const commands = times(choose(random, [1, 1, 1, 5, 50]), () => command(random));
  return {
    route: 'send',
    body: `{"cmds":[${commands.map(({ text }) => text).join(',')}]}`,
    keys: commands.map(({ hash }) => hash),
  };
}

const anyKey = (random, keys) =>
  random(2) === 0 && keys.length > 0
    ? choose(random, keys)
    : `${random(1_000_000)}`.padStart(42, 'x') + 'A';

function poll(random, keys) {
  const asked = times(choose(random, [1, 10, 1000, 5000, 5001]), () => anyKey(random, keys));
  return { route: 'poll', body: JSON.stringify({ requestKeys: asked }) };
}

const listen = (random, keys) => ({
  route: 'listen',
  body: JSON.stringify({ listen: anyKey(random, keys) }),
});

function sealed(random) {
  const boxes = times(choose(random, [0, 1, 64, 500]), (i) => ({
    to: `n${i}`,
    key: 'a'.repeat(64),
    text: 'AAAA',
  }));
  const payload = { sealed: { version: random(4), commitment: 'A'.repeat(43), boxes } };
  const meta = { address: { from: 'a', to: boxes.map(({ to }) => to) } };
  const signers = [{ pubKey: 'a'.repeat(64) }];
  const cmd = JSON.stringify({
    networkId: null,
    payload,
    signers,
    meta,
    nonce: String(random(1e9)),
  });
  return { route: 'private', body: commandOfCmd(cmd, [{ sig: 'ab'.repeat(64) }]).text };
}

/** JSON, or nearly, that is none of what the route takes. */
function wrong(random) {
  const route = choose(random, ['send', 'local', 'poll', 'listen', 'private']);
  const good = command(random).text;
  const at = random(good.length);
  const body = choose(random, [
    () => '',
    () => 'null',
    () => '[]',
    () => '{"cmds":{"length":1e9}}',
    () => '{"requestKeys":"x"}',
    () => '['.repeat(choose(random, deepest)),
    () => '{"a":'.repeat(choose(random, deepest)),
    () => `{"cmds":[${bigNumber(random)}]}`,
    () => `{"cmds":[${times(random(100_000), () => 'null').join(',')}]}`,
    () => `{"requestKeys":[${times(random(60_000), () => '0').join(',')}]}`,
    () => `{${times(random(30_000), () => '"cmds":0').join(',')}}`,
    () =>
      `{"cmd":"{","hash":"${'A'.repeat(43)}","sigs":[${times(random(20_000), () => '{}').join(',')}]}`,
    () => `\ufeff${good}`,
    () => good.slice(0, at),
    () => good.slice(0, at) + choose(random, ['"', '{', '\\', '\u0000', '0', ',']) + good.slice(at),
    () => commandOfCmd(`{"nonce":${bigNumber(random)}}`).text,
    () => commandOfCmd('['.repeat(choose(random, deepest))).text,
    () => `{"cmds":[${good},${good}]}`,
    () => ' '.repeat(random(2_200_000)),
  ])();
  return { route, body };
}
