import { encode } from "uqr";

/** Light modules around the code that readers need (ISO/IEC 18004). */
const quietZone = 4;

export interface Qr {
  /** modules per side, with the quiet zone */
  size: number;
  /** SVG path of the dark modules, one unit per module */
  path: string;
}

/** Returns the QR code of a text, or null if it is too long. Short texts get level Q: a quarter can be unreadable. */
export function qrOf(text: string): Qr | null {
  const code = encoded(text, "Q") ?? encoded(text, "L");
  if (!code) return null;
  const rows = code.data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size: code.size, path: rows.join("") };
}

function encoded(text: string, ecc: "Q" | "L") {
  try {
    return encode(text, { ecc, border: quietZone });
  } catch {
    return null;
  }
}

/** Returns an SVG file, dark on light. */
export const svgOf = ({ size, path }: Qr): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
