/** Colors in CSS notation (`#1a2b3c`) and their contrast (WCAG 2.2, 1.4.3 and 1.4.11). */

/** Linear red, green and blue, 0 to 1. */
type Light = readonly [number, number, number];

/** OKLab by Björn Ottosson, which is perceptually uniform: a lighter or darker shade keeps its hue. */
interface Lab {
  lightness: number;
  a: number;
  b: number;
}

/** Returns the contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance, from 0 (black) to 1 (white). */
export function luminance(color: string): number {
  const [red, green, blue] = lightOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the chroma, from 0 (gray) to about 0.3. */
export function chroma(color: string): number {
  const { a, b } = labOf(color);
  return Math.hypot(a, b);
}

/** Mixes `part` (0 to 1) of `color` into `base`. */
export function mixed(base: string, color: string, part: number): string {
  const [from, to] = [labOf(base), labOf(color)];
  const between = (a: number, b: number) => a + (b - a) * part;
  return hexOf({
    lightness: between(from.lightness, to.lightness),
    a: between(from.a, to.a),
    b: between(from.b, to.b),
  });
}

/** Returns the same hue with another lightness and at most this chroma. */
export function shaded(color: string, lightness: number, chroma: number): string {
  const { a, b } = labOf(color);
  const part = Math.min(1, chroma / (Math.hypot(a, b) || 1));
  return hexOf({ lightness, a: a * part, b: b * part });
}

/**
 * Returns the nearest shade of `color` with at least the contrast `least` on all `grounds`. If there is none, returns black or
 * white, whichever has more contrast.
 */
export function readable(color: string, grounds: readonly string[], least: number): string {
  const suits = (candidate: string) => worst(candidate, grounds) >= least;
  if (suits(color)) return color;
  const { lightness } = labOf(color);
  const found = [0, 1].map((end) => nearest(color, lightness, end, suits)).filter((it) => it !== null);
  const [best] = found.sort((one, other) => one.distance - other.distance);
  return best?.color ?? better("#000000", "#ffffff", grounds);
}

/** Returns the lowest contrast of a color on several backgrounds. */
export function worst(color: string, grounds: readonly string[]): number {
  return Math.min(...grounds.map((ground) => contrast(color, ground)));
}

function better(one: string, other: string, grounds: readonly string[]): string {
  return worst(one, grounds) >= worst(other, grounds) ? one : other;
}

/** Returns the first suitable shade from a lightness toward black (0) or white (1). */
function nearest(color: string, from: number, end: number, suits: (color: string) => boolean) {
  const at = (part: number) => shaded(color, from + (end - from) * part, 1 - part);
  if (!suits(at(1))) return null;
  let [low, high] = [0, 1];
  for (let round = 0; round < 12; round++) {
    const middle = (low + high) / 2;
    if (suits(at(middle))) high = middle;
    else low = middle;
  }
  return { color: at(high), distance: Math.abs(end - from) * high };
}

function lightOf(color: string): Light {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function labOf(color: string): Lab {
  const [red, green, blue] = lightOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** Converts to hex. Reduces the chroma of colors outside the sRGB gamut. */
function hexOf({ lightness, a, b }: Lab): string {
  const at = (part: number) => channelsOf({ lightness: Math.min(Math.max(lightness, 0), 1), a: a * part, b: b * part });
  const isShown = (light: Light) => light.every((value) => value >= -0.0005 && value <= 1.0005);
  let [low, high] = isShown(at(1)) ? [1, 1] : [0, 1];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (isShown(at(middle))) low = middle;
    else high = middle;
  }
  return writtenHex(at(low));
}

function channelsOf({ lightness, a, b }: Lab): Light {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function writtenHex(light: Light): string {
  const digits = light.map((value) => {
    const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    const byte = Math.round(Math.min(Math.max(shown, 0), 1) * 255);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${digits.join("")}`;
}
