const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes the secret that an authenticator app gets, of 160 bits in base32. */
export function secretOf(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
