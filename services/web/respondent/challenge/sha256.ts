/** SHA-256 (FIPS 180-4) of many texts that begin alike. Synchronous, and there without HTTPS too, unlike `crypto.subtle`. */

const initial = new Int32Array([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
]);

/** the fractions of the cube roots of the first 64 primes */
const constants = Int32Array.from(primes(64), (prime) => (Math.cbrt(prime) % 1) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

const words = new Int32Array(64);

/** Adds a block of 64 bytes to the state. */
function compress(state: Int32Array, block: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(offset + i * 4);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15] as number, words[i - 2] as number];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0;
  }
  // a destructured array costs as much as the hash
  let [a, b, c, d] = [state[0] as number, state[1] as number, state[2] as number, state[3] as number];
  let [e, f, g, h] = [state[4] as number, state[5] as number, state[6] as number, state[7] as number];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/** Returns a hash as hexadecimal text. */
export const hexOf = (state: Int32Array): string =>
  Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");

/**
 * Returns a function that hashes `prefix` and a short text after it. Full blocks of the prefix are hashed once. The next call
 * overwrites the result.
 */
export function hashAfter(prefix: string): (text: string) => Int32Array {
  const start = new TextEncoder().encode(prefix);
  const whole = start.length - (start.length % 64);
  const begun = Int32Array.from(initial);
  const view = new DataView(start.buffer, start.byteOffset);
  for (let at = 0; at < whole; at += 64) compress(begun, view, at);
  const rest = start.subarray(whole);
  // up to 127 bytes and the length fit into three blocks
  const bytes = new Uint8Array(192);
  const block = new DataView(bytes.buffer);
  bytes.set(rest);
  const state = new Int32Array(8);
  return (text) => {
    bytes.fill(0, rest.length);
    for (let i = 0; i < text.length; i++) bytes[rest.length + i] = text.charCodeAt(i);
    const length = rest.length + text.length;
    bytes[length] = 0x80;
    const end = Math.ceil((length + 9) / 64) * 64;
    block.setUint32(end - 4, (whole + length) * 8);
    state.set(begun);
    for (let at = 0; at < end; at += 64) compress(state, block, at);
    return state;
  };
}
