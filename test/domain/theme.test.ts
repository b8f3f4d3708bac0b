import fc from "fast-check";
import { themeBlock } from "../../shared/domain/theme/block.ts";
import { contrast, luminance, worst } from "../../shared/domain/theme/color.ts";
import { hostedFont } from "../../shared/domain/theme/fonts.ts";
import { presets } from "../../shared/domain/theme/presets.ts";
import { adjustments, type Look, type Tokens, themeTokens } from "../../shared/domain/theme/tokens.ts";

const look: Look = {
  colors: { background: "#ffffff", text: "#1f2937", primary: "#1d4ed8", button_text: "#ffffff" },
  font: "system-ui",
  background_image_url: null,
  border_radius: 8,
  layout: "centered",
  scheme: "auto",
  background_style: "plain",
};

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const colors = fc.record({ background: color, text: color, primary: color, button_text: color });

test("contrast follows WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#ff0000", "#ffffff")).toBeCloseTo(4.0, 1);
});

/** Returns color pairs with too little contrast. */
function weak(tokens: Tokens): string[] {
  const { background, surface, hover, chosen, tint } = tokens;
  const grounds = [background, surface, hover, chosen, tint];
  const rows: [name: keyof Tokens, grounds: string[], least: number][] = [
    ["text", grounds, 4.5],
    ["muted", grounds, 4.5],
    ["placeholder", [background, tint], 4.5],
    ["accent", grounds, 4.5],
    ["warning", grounds, 4.5],
    ["danger", [...grounds, tokens["danger-surface"]], 4.5],
    ["button-text", [tokens.primary], 4.5],
    ["line", grounds, 3],
  ];
  return rows.filter(([name, on, least]) => worst(tokens[name], on) < least).map(([name]) => name);
}

test("all colors of an owner stay readable in light and dark", () => {
  fc.assert(
    fc.property(colors, (colors) => {
      const { light, dark } = themeTokens({ colors });
      expect({ light: weak(light), dark: weak(dark) }).toEqual({ light: [], dark: [] });
    }),
    { numRuns: 100 },
  );
});

test("readable colors stay unchanged, and only others are reported", () => {
  const { light } = themeTokens(look);
  expect({ ...light }).toMatchObject({ background: "#ffffff", text: "#1f2937", primary: "#1d4ed8", accent: "#1d4ed8" });
  expect(adjustments(look)).toEqual([]);
  const pale = { colors: { background: "#fffbe6", text: "#c9b458", primary: "#fde047", button_text: "#ffffff" } };
  expect(adjustments(pale)).toEqual([
    { color: "text", given: "#c9b458", shown: themeTokens(pale).light.text, contrast: expect.closeTo(1.99, 2) },
    { color: "button_text", given: "#ffffff", shown: "#111318", contrast: expect.closeTo(1.32, 2) },
  ]);
  // the owner's color stays unchanged as a fill
  expect(themeTokens(pale).light.primary).toBe("#fde047");
});

test("a light theme becomes dark in dark mode, and a dark theme stays unchanged", () => {
  const { dark } = themeTokens(look);
  expect(contrast(dark.background, "#000000")).toBeLessThan(1.3);
  const night = { colors: { background: "#1b1030", text: "#efe6ff", primary: "#c084fc", button_text: "#1b1030" } };
  const tokens = themeTokens(night);
  expect(tokens.dark).toEqual(tokens.light);
  expect(themeBlock({ ...look, ...night })).not.toContain("color-scheme:light");
});

test("takes the six presets without an adjustment", () => {
  for (const preset of presets) expect({ [preset.name]: adjustments(preset) }).toEqual({ [preset.name]: [] });
});

test("swaps a vivid background and a near-black color in dark mode", () => {
  const citrus = presets.find(({ name }) => name === "Citrus") ?? presets[0];
  const { dark } = themeTokens(citrus);
  expect(dark).toMatchObject({ background: "#1d1a0b", primary: "#ffd84d", "button-text": "#1d1a0b" });
  const yellowAndBlue = { ...citrus.colors, primary: "#1d4ed8" };
  expect(themeTokens({ colors: yellowAndBlue }).dark.background).not.toBe("#1d4ed8");
});

test("fills a chosen answer brighter than a vivid page, and as bright as a tinted one", () => {
  const lights = (name: string) => {
    const { background, chosen } = themeTokens(presets.find((one) => one.name === name) ?? presets[0]).light;
    return luminance(chosen) / luminance(background);
  };
  expect(lights("Citrus")).toBeGreaterThan(1.1);
  for (const name of ["Harbor", "Clay", "Meadow"]) expect(lights(name)).toBeGreaterThan(0.94);
});

describe("themeBlock", () => {
  test("is deterministic", () => {
    expect(themeBlock(look)).toBe(themeBlock(structuredClone(look)));
    expect(themeBlock(look)).toContain("--radius:8px;--background-image:none");
  });

  test("can't be broken out of by any theme", () => {
    const hostile = `";}</style><script>alert(1)</script>\\"')*/ body{x:url(evil)}\n\u2028`;
    fc.assert(
      fc.property(fc.oneof(fc.constant(hostile), fc.string({ unit: "binary" })), (text) => {
        const block = themeBlock({
          ...look,
          colors: { background: text, text, primary: text, button_text: text },
          font: text,
          background_image_url: `https://example.com/${text}`,
          border_radius: Number.NaN,
        });
        const quoted = block.match(/"[^"]*"/g) ?? [];
        for (const value of quoted) expect(value).toMatch(/^"[^"'\\<>()\p{Cc}\u2028]*"$/u);
        const rule = String.raw`:root\{[\w#%:;,.() -]+\}`;
        const rest = block.replace(/"[^"]*"/g, "").replace("url()", "");
        expect(rest).toMatch(new RegExp(`^${rule}@media \\(prefers-color-scheme:dark\\)\\{${rule}\\}$`));
      }),
    );
  });

  test("follows the device's scheme, or keeps the theme's", () => {
    const night = "@media (prefers-color-scheme:dark)";
    expect(themeBlock(look)).toContain(night);
    expect(themeBlock({ ...look, scheme: "light" })).not.toContain(night);
    const dark = themeBlock({ ...look, scheme: "dark" });
    expect(dark).not.toContain(night);
    expect(dark).toContain(`--background:${themeTokens(look).dark.background}`);
  });

  test("puts the image behind the page in the cover layout, and else beside or above it", () => {
    const url = "https://images.example.com/sea.png";
    const pictured: Look = { ...look, background_image_url: url, background_style: "tint" };
    expect(themeBlock({ ...pictured, layout: "cover" })).toContain(`--background-image:url("${url}")`);
    for (const layout of ["split", "centered"] as const)
      expect(themeBlock({ ...pictured, layout })).toContain(`--background-image:var(--tints);--image:url("${url}")`);
  });

  test("names local fonts with the metrics of a hosted one", () => {
    expect(themeBlock({ ...look, font: "Figtree" })).toContain('"Figtree","Figtree Arial","Figtree Roboto"');
    expect(hostedFont("Instrument Sans, serif")).toBe("Instrument Sans");
    expect(hostedFont("Arial, Figtree")).toBeNull();
  });

  test("quotes fonts except CSS keywords", () => {
    expect(themeBlock({ ...look, font: "Inter, 'Open Sans', serif" })).toContain(
      '--font:"Inter","Open Sans",serif,system-ui',
    );
  });
});
