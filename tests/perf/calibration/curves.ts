// Curves, hashes over fields and bridge messages: the size is a number of pairs, chunks, characters or digits.

import { calibrations, each, integer, upTo, type Calibration } from './program.ts';

const g1 = "{'x: 1, 'y: 2}";
const g2 = `{
  'x: [10857046999023057135944570762232829481370756359578518086990519993285655852781
       11559732032986387107991004021392285783925812861821192530917403151452391805634],
  'y: [8495653923123431417604973247489272438418190587263600148770280649306958101930
       4082367875863433681332203403145435568316851327593401208105741076214120093531]}`;
const order = '21888242871839275222246405745257275088548364400416034343698204186575808495616';
const inputs = (count: number): string =>
  Array.from({ length: count }, (_, i) => `(- ${order} ${i})`).join(' ');

const message = `{"version": 1, "nonce": 325, "originDomain": 626, "destinationDomain": 1,
  "sender": "AAAAAAAAAAAAAAAAf6k4W-ECrD6sKXSD3WIz1is-FJY",
  "recipient": "AAAAAAAAAADpgrOqkM0BOY-FQnNzkDXuYlsVcf50GRU",
  "messageBody": body}`;

const base64 = (text: string): string => Buffer.from(text).toString('base64url');
const manyKeys = (size: number): string =>
  JSON.stringify({ pred: 'keys-all', keys: Array.from({ length: size }, (_, i) => `k${i}`) });
const tokenMessage = (recipient: string): string =>
  Buffer.concat([Buffer.alloc(32, 1), Buffer.alloc(2, 1), Buffer.from(recipient)]).toString(
    'base64url',
  );

export const curves: readonly Calibration[] = [
  ...calibrations(
    'point-add',
    {
      g1: () => ({
        setup: `(defconst p ${g1}) (defconst q (scalar-mult 'g1 p 12345))`,
        call: "(point-add 'g1 p q)",
      }),
      'g1, doubling': () => ({ setup: `(defconst p ${g1})`, call: "(point-add 'g1 p p)" }),
      g2: () => ({
        setup: `(defconst p ${g2}) (defconst q (scalar-mult 'g2 p 12345))`,
        call: "(point-add 'g2 p q)",
      }),
      'g2, doubling': () => ({ setup: `(defconst p ${g2})`, call: "(point-add 'g2 p p)" }),
    },
    [1],
  ),
  ...calibrations('point-add', {
    'g1, coordinates of n digits': (size) => ({
      data: { d: integer(size) },
      setup: `(defconst prime 21888242871839275222246405745257275088696311157297823662689037894645226208583)
        (defconst p {'x: (+ 1 (* d prime)), 'y: 2})`,
      call: "(point-add 'g1 p p)",
    }),
    'g2, coordinates of n elements': (size) => ({
      setup: `(defconst zeros (make-list ${size} 0)) (defconst q ${g2})
        (defconst p {'x: (+ (at 'x q) zeros), 'y: (+ (at 'y q) zeros)})`,
      call: "(point-add 'g2 p p)",
    }),
    'g2, off the curve, of n elements': (size) => ({
      setup: `(defconst ones (make-list ${size} ${order})) (defconst p {'x: ones, 'y: ones})`,
      call: "(point-add 'g2 p p)",
    }),
  }),
  ...calibrations(
    'scalar-mult',
    {
      g1: () => ({ setup: `(defconst p ${g1})`, call: `(scalar-mult 'g1 p ${order})` }),
      g2: () => ({ setup: `(defconst p ${g2})`, call: `(scalar-mult 'g2 p ${order})` }),
      'g2, of another order': () => ({
        setup: `(defconst ones (make-list 500 ${order})) (defconst p {'x: ones, 'y: ones})`,
        call: `(scalar-mult 'g2 p ${order})`,
      }),
    },
    [1],
  ),
  ...calibrations('scalar-mult', {
    'scalar of n digits': (size) => ({
      data: { d: integer(size) },
      setup: `(defconst p ${g1})`,
      call: "(scalar-mult 'g1 p d)",
    }),
  }),
  ...calibrations(
    'pairing-check',
    {
      pairs: (size) => ({
        setup: `(defconst a (make-list ${size} ${g1})) (defconst b (make-list ${size} ${g2}))`,
        call: '(pairing-check a b)',
      }),
      'many points of g1': (size) => ({
        setup: `(defconst a (make-list ${size} ${g1})) (defconst b [${g2}])`,
        call: '(pairing-check a b)',
      }),
      'many points of g2': (size) => ({
        setup: `(defconst a [${g1}]) (defconst b (make-list ${size} ${g2}))`,
        call: '(pairing-check a b)',
      }),
      'points at infinity': (size) => ({
        setup: `(defconst a (make-list ${size} {'x: 0, 'y: 0})) (defconst b (make-list ${size} ${g2}))`,
        call: '(pairing-check a b)',
      }),
    },
    upTo(100),
  ),
  ...calibrations(
    'pairing-check',
    {
      nothing: () => '(pairing-check [] [])',
    },
    [1],
  ),
  ...each(['hash-poseidon', 'poseidon-hash-hack-a-chain'], (builtin) => [
    ...calibrations(
      builtin,
      {
        inputs: (size) => ({
          call: `(${builtin} ${inputs(size)})`,
        }),
      },
      [1, 2, 4, 8],
    ),
    ...calibrations(builtin, {
      'digits of one input': (size) => ({ data: { d: integer(size) }, call: `(${builtin} d)` }),
    }),
  ]),
  ...calibrations('hash-keccak256', {
    'characters of one chunk': (size) => ({
      data: { a: ['AAAA'.repeat(Math.ceil(size / 4))] },
      call: '(hash-keccak256 a)',
    }),
    'chunks of no bytes': (size) => ({
      setup: `(defconst a (make-list ${size} ""))`,
      call: '(hash-keccak256 a)',
    }),
    'chunks of a byte': (size) => ({
      setup: `(defconst a (make-list ${size} "AA"))`,
      call: '(hash-keccak256 a)',
    }),
    'long chunk that is no base64': (size) => ({
      data: { a: [`${'A'.repeat(size)}==A`] },
      call: '(hash-keccak256 a)',
    }),
  }),
  ...calibrations('hyperlane-message-id', {
    'characters of the body': (size) => ({
      data: { body: base64('x'.repeat(size)) },
      setup: `(defconst m ${message})`,
      call: '(hyperlane-message-id m)',
    }),
  }),
  ...calibrations('hyperlane-encode-token-message', {
    'characters of the recipient': (size) => ({
      data: { body: base64('x'.repeat(size)) },
      setup: `(defconst m {"amount": 123.0, "chainId": "4", "recipient": body})`,
      call: '(hyperlane-encode-token-message m)',
    }),
    'digits of the amount': (size) => ({
      data: { a: { decimal: `${'7'.repeat(size)}.5` } },
      setup: `(defconst m {"amount": a, "chainId": "4", "recipient": ""})`,
      call: '(hyperlane-encode-token-message m)',
    }),
    'digits of the chain': (size) => ({
      data: { a: '7'.repeat(size) },
      setup: `(defconst m {"amount": 1.0, "chainId": a, "recipient": ""})`,
      call: '(hyperlane-encode-token-message m)',
    }),
  }),
  ...calibrations('hyperlane-decode-token-message', {
    'keys of the recipient': (size) => ({
      data: { a: tokenMessage(manyKeys(size)) },
      call: '(hyperlane-decode-token-message a)',
    }),
    'brackets of the recipient': (size) => ({
      data: { a: tokenMessage('['.repeat(size)) },
      call: '(hyperlane-decode-token-message a)',
    }),
    'long number in the recipient': (size) => ({
      data: { a: tokenMessage(`{"x": ${'9'.repeat(size)}}`) },
      call: '(hyperlane-decode-token-message a)',
    }),
    'large exponent in the recipient': (size) => ({
      data: { a: tokenMessage(`{"x": 1e${size}}`) },
      call: '(hyperlane-decode-token-message a)',
    }),
  }),
];
