// A small PNG writer: the best filter a row, and colours rounded to steps, which a photograph-like picture hides and
// deflate likes.
import { deflateSync } from "node:zlib";

const kTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = kTable[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

// What each of PNG's five filters expects at a byte, from its left (a), upper (b) and upper left (c) neighbour.
const kFilters = [
  () => 0,
  (a) => a,
  (_a, b) => b,
  (a, b) => (a + b) >> 1,
  (a, b, c) => {
    const guess = a + b - c;
    const [da, db, dc] = [Math.abs(guess - a), Math.abs(guess - b), Math.abs(guess - c)];
    return da <= db && da <= dc ? a : db <= dc ? b : c;
  },
];

/** `rgba`: width x height x 4 bytes; the picture must be opaque. */
export function encodePng(width, height, rgba, step = 1) {
  const size = 3 * width;
  let above = new Uint8Array(size);
  const rows = [];
  for (let y = 0; y < height; ++y) {
    const row = new Uint8Array(size);
    for (let i = 0; i < size; ++i) {
      const value = rgba[4 * (y * width + Math.floor(i / 3)) + (i % 3)];
      row[i] = Math.min(255, Math.round(value / step) * step);
    }
    let best = null;
    for (const [kind, expect] of kFilters.entries()) {
      const line = Buffer.alloc(size + 1, kind);
      let cost = 0;
      for (let i = 0; i < size; ++i) {
        const [a, c] = i >= 3 ? [row[i - 3], above[i - 3]] : [0, 0];
        const rest = (row[i] - expect(a, above[i], c)) & 255;
        line[i + 1] = rest;
        cost += rest < 128 ? rest : 256 - rest;
      }
      if (!best || cost < best.cost) best = { line, cost };
    }
    rows.push(best.line);
    above = row;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
