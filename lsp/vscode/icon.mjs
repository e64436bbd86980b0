// Draws the icons of the extension, so that no images need to be stored: two brackets around a dot.
import { zlibSync } from 'fflate';

const size = 128;
const background = [23, 32, 52];
const foreground = [122, 214, 190];

/** Returns a PNG of 128 by 128 pixels. */
export function iconPng() {
  const rows = new Uint8Array(size * (1 + size * 4));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * (1 + size * 4) + 1 + x * 4;
      const paint = coverage(x + 0.5, y + 0.5, isDrawn);
      const within = coverage(x + 0.5, y + 0.5, isWithin);
      for (let i = 0; i < 3; i++) {
        rows[at + i] = Math.round(background[i] + (foreground[i] - background[i]) * paint);
      }
      rows[at + 3] = Math.round(255 * within);
    }
  }
  const header = Buffer.concat([bigEndian(size), bigEndian(size), Uint8Array.of(8, 6, 0, 0, 0)]);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', zlibSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

export function fileIconSvg() {
  const stroke = 'fill="none" stroke="#3fa58b" stroke-width="2" stroke-linecap="round"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <path d="M6 2a8 8 0 0 0 0 12" ${stroke}/>
  <path d="M10 2a8 8 0 0 1 0 12" ${stroke}/>
  <circle cx="8" cy="8" r="1.5" fill="#3fa58b"/>
</svg>
`;
}

/** A square with rounded corners. */
function isWithin(x, y) {
  const inset = 24;
  const dx = Math.max(inset - x, x - (size - inset), 0);
  const dy = Math.max(inset - y, y - (size - inset), 0);
  return Math.hypot(dx, dy) <= inset;
}

function isDrawn(x, y) {
  const isDot = Math.hypot(x - 64, y - 64) <= 11;
  const isArc = (centre, side) =>
    Math.abs(Math.hypot(x - centre, y - 64) - 62) <= 6 &&
    side * (x - 64) > 0 &&
    Math.abs(y - 64) < 42;
  return isDot || isArc(90, -1) || isArc(38, 1);
}

/** The covered fraction of a pixel, from 16 sample points. */
function coverage(x, y, contains) {
  let count = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (contains(x + (i - 1.5) / 4, y + (j - 1.5) / 4)) count++;
    }
  }
  return count / 16;
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type), content]);
  return Buffer.concat([bigEndian(content.length), body, bigEndian(checksum(body))]);
}

function bigEndian(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** CRC-32 as in PNG. */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
