// Commands as clients send them, and requests to a server.
import { request } from 'node:http';
import { blake2b } from '@noble/hashes/blake2.js';

/** A request with a body, and its answer: status and text, or status 0 where there was none. */
export function ask(port, route, body, { agent, timeoutMs = 60_000 } = {}) {
  return new Promise((resolve) => {
    const began = performance.now();
    const done = (status, text) =>
      resolve({ status, text, milliseconds: performance.now() - began });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const path = `/api/v1/${route}`;
    const asked = request({ port, path, method: 'POST', headers, agent, timeout: timeoutMs });
    asked.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => done(response.statusCode, Buffer.concat(chunks).toString()));
      response.on('error', ({ code, message }) => done(0, code ?? message));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', ({ code, message }) => done(0, code ?? message));
    asked.end(body);
  });
}

let nonce = 0;

/** An unsigned command, as JSON. */
export function commandOf(code, { data = {}, signers = [], sigs = [], gasLimit = 150_000 } = {}) {
  const meta = { chainId: '0', sender: '', gasLimit, gasPrice: 0, ttl: 600, creationTime: 0 };
  const payload = { exec: { code, data } };
  return commandOfCmd(
    JSON.stringify({
      networkId: 'test',
      payload,
      signers,
      meta,
      nonce: `${process.pid} ${nonce++}`,
    }),
    sigs,
  );
}

export function commandOfCmd(cmd, sigs = []) {
  const hash = Buffer.from(blake2b(Buffer.from(cmd), { dkLen: 32 })).toString('base64url');
  return { text: JSON.stringify({ cmd, hash, sigs }), hash };
}
