// Frames of the protocol: headers of both line endings, chunks of any size, and faults that are reported and skipped.
import { expect, test } from 'vitest';
import { type Frame, framed, frameOf, FrameReader } from '../../../../lsp/server/frames.ts';
import { limits } from '../../../../lsp/server/limits.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

function readIn(chunkSize: number, stream: Uint8Array): readonly Frame[] {
  const reader = new FrameReader();
  const frames: Frame[] = [];
  for (let at = 0; at < stream.length; at += chunkSize) {
    frames.push(...reader.feed(stream.subarray(at, at + chunkSize)));
  }
  return frames;
}

const messages = [{ id: 1 }, { text: 'é \u{1F600} \n\n {}' }, { id: 3 }];

test.each([1, 2, 7, 1000])('messages are read from chunks of %i bytes', (size) => {
  const stream = Buffer.concat(messages.map(frameOf));
  expect(readIn(size, stream)).toEqual(messages.map((json) => ({ kind: 'message', json })));
});

test.each([
  ['line feeds alone', 'Content-Length: 4\n\ntrue'],
  ['another header first', 'Content-Type: a\r\nContent-Length: 4\r\n\r\ntrue'],
  ['another header last', 'Content-Length:4 \r\nContent-Type: a\r\n\r\ntrue'],
  ['small letters', 'content-length: 4\r\n\r\ntrue'],
])('a header with %s is read', (_, text) => {
  const read = [{ kind: 'message', json: true }];
  expect(readIn(1, bytes(text))).toEqual(read);
  expect(readIn(1000, bytes(text))).toEqual(read);
});

test('a header is complete only at its empty line, even if the body has one', () => {
  const reader = new FrameReader();
  expect(reader.feed(bytes('Content-Length: 8\r\n'))).toEqual([]);
  expect(reader.feed(bytes('\r\n\n\n'))).toEqual([]);
  expect(reader.feed(bytes('[1,2] '))).toEqual([{ kind: 'message', json: [1, 2] }]);
});

test.each([
  ['a body that is not JSON', framed(bytes('{')), 'the message is not JSON: '],
  ['a header without a length', bytes('X: 1\r\n\r\n'), 'a message must begin with a header'],
  [
    'a message that is too large',
    framed(Buffer.alloc(limits.messageBytes + 1, 32)),
    `the message has ${limits.messageBytes + 1} bytes; at most ${limits.messageBytes} are read`,
  ],
  ['a header without an end', Buffer.alloc(limits.headerBytes + 1, 120), 'a message must begin'],
])('%s is a fault, and the next message is read', (_, broken, sentence) => {
  const frames = readIn(1_000_000, Buffer.concat([broken, frameOf({ id: 2 })]));
  expect(frames[0]).toMatchObject({
    kind: 'fault',
    sentence: expect.stringContaining(sentence) as string,
  });
  expect(frames.at(-1)).toEqual({ kind: 'message', json: { id: 2 } });
});

test('the largest message is read', () => {
  const body = Buffer.alloc(limits.messageBytes, 32);
  body[0] = 49;
  expect(readIn(1_000_000, framed(body))).toEqual([{ kind: 'message', json: 1 }]);
});
