// Peers as operators write them.
import { expect, test } from 'vitest';
import { parsePeer, parsePeerId, peerText } from '../../../../src/p2p/address/peer-text.ts';

const id = `${'ab-_'.repeat(10)}abA`;

test.each(['node.example:1789', `${id}@[2001:db8::7]:1`])('%s is read and written', (text) => {
  const read = parsePeer(text);
  expect(read.ok && peerText(read.value)).toBe(text);
});

test.each(['', '@node.example:1', `${id}@`, `${id}@@a:1`, `${id}=@a:1`, `${id}@a`])(
  '%j is refused',
  (text) => {
    expect(parsePeer(text).ok).toBe(false);
  },
);

test('an id is the canonical base64url of 32 bytes', () => {
  expect(parsePeerId(id)).toBe(id);
  for (const wrong of [id.slice(1), `${id}A`, `${id.slice(0, 42)}B`, `${id.slice(0, 42)}+`]) {
    expect(parsePeerId(wrong), wrong).toBeUndefined();
  }
});
