import { encode } from "uqr";

/** Light modules around the code, as readers need them (ISO/IEC 18004). */
const quietZone = 4;

export interface Qr {
  /** modules a side, with the quiet zone */
  size: number;
  /** of an SVG whose unit is a module: the dark ones */
  path: string;
}

/** Null: a text that no QR code can hold. A quarter of it may be unreadable (level Q) as long as the text is short. */
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

/** As a file: dark on light wherever it is put. */
export const svgOf = ({ size, path }: Qr): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
