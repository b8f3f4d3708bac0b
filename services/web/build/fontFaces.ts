import * as hb from "harfbuzzjs";

/**
 * Writes the `@font-face` rules of a hosted font, and those of local fonts with its metrics, so that nothing moves when it loads.
 * The metrics are read from the font's own file.
 */

/** Sample questions. `size-adjust` is the ratio of both fonts' widths over them. */
const sample = [
  "How likely are you to recommend us to a friend or a colleague at work?",
  "What is your name?",
  "Where did you hear about us, and when did you first visit?",
  "Think of the last four weeks. A few words are plenty, and we read every one of them.",
  "Which of these products have you used in the past year? Choose all that apply.",
];

interface Style {
  /** `local()` names, the first that the device has */
  names: string[];
  /** average width of the sample's letters in em, as `widthOf` measures it */
  width: number;
}

/** Weights of texts, and of titles and buttons. Local fonts have these two. */
const [regular, bold] = [400, 700];

/**
 * Local fonts of Windows, macOS and most of Linux (Arial), Android (Roboto) and the rest of Linux (DejaVu). No build machine has
 * them all, so their widths stand here: Arial's from Arimo, which has its metrics (@fontsource/arimo 5.3.0), Roboto's from
 * @fontsource/roboto 5.3.0, and DejaVu's from DejaVu Sans 2.37.
 */
const locals: { name: string; regular: Style; bold: Style }[] = [
  {
    name: "Arial",
    regular: { names: ["Arial", "Liberation Sans", "Arimo"], width: 0.4491 },
    bold: { names: ["Arial Bold", "Liberation Sans Bold", "Arimo Bold"], width: 0.4828 },
  },
  {
    name: "Roboto",
    regular: { names: ["Roboto"], width: 0.4453 },
    bold: { names: ["Roboto Bold"], width: 0.4518 },
  },
  {
    name: "DejaVu",
    regular: { names: ["DejaVu Sans"], width: 0.511 },
    bold: { names: ["DejaVu Sans Bold"], width: 0.5764 },
  },
];

/** A file of a font. The first one has no range. */
export interface FontPart {
  file: string;
  /** letters as in a regular expression */
  range?: string;
}

/** Returns the rules of a font. Files with a range load for texts with its letters. `bytes` is the first file as TrueType. */
export function facesOf(family: string, parts: FontPart[], bytes: Uint8Array): string {
  const face = new hb.Face(new hb.Blob(bytes));
  const font = new hb.Font(face);
  const { min, max } = face.getAxisInfos().wght ?? { min: regular, max: regular };
  const hosted = parts.map(({ file, range }) => ({
    "font-family": `"${family}"`,
    "font-weight": `${min} ${max}`,
    "font-display": "swap",
    src: `url("${file}") format("woff2")`,
    ...(range !== undefined && { "unicode-range": unicodeRange(range) }),
  }));
  const standIns = locals.flatMap((local) => [
    { "font-family": `"${family} ${local.name}"`, ...metrics(font, local.regular, regular) },
    { "font-family": `"${family} ${local.name}"`, "font-weight": "600 900", ...metrics(font, local.bold, bold) },
  ]);
  return [...hosted, ...standIns].map(rule).join("");
}

const rule = (declarations: Record<string, string>): string =>
  `@font-face{${Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}`)
    .join(";")}}\n`;

/** Returns what gives a local font the width and height of `font` at this weight. */
function metrics(font: hb.Font, { names, width }: Style, weight: number): Record<string, string> {
  const size = widthOf(font, weight) / width;
  const { ascender, descender, lineGap } = font.hExtents();
  // the overrides count in the adjusted size
  const override = (units: number) => percent(units / font.face.upem / size);
  return {
    src: names.map((name) => `local("${name}")`).join(","),
    "size-adjust": percent(size),
    "ascent-override": override(ascender),
    "descent-override": override(-descender),
    "line-gap-override": override(lineGap),
  };
}

const percent = (ratio: number): string => `${Number((100 * ratio).toFixed(1))}%`;

/** Returns the average width of the sample's letters in em. */
function widthOf(font: hb.Font, weight: number): number {
  font.setVariations([new hb.Variation("wght", weight)]);
  const advances = sample.flatMap((text) => {
    const buffer = new hb.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    hb.shape(font, buffer);
    return buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance);
  });
  return advances.reduce((sum, advance) => sum + advance, 0) / sample.join("").length / font.face.upem;
}

/** Returns letters like `a-ck` as a `unicode-range`. */
function unicodeRange(letters: string): string {
  const code = (letter: string) => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return [...letters.matchAll(/(.)(?:-(.))?/gu)]
    .map(([, first = "", last]) => `U+${code(first)}${last ? `-${code(last)}` : ""}`)
    .join(",");
}
