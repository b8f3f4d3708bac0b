import { readFileSync } from "node:fs";
import { contrast } from "../../../shared/domain/theme/color.ts";

const css = readFileSync(new URL("../../../services/web/ui/styles/tokens.css", import.meta.url), "utf8");
const families = ["screen", "choice", "text", "contact", "number", "rating", "data"];

/** The colors of a scheme. A token has one color for both schemes, or `light-dark(<light>, <dark>)`. */
const tokensOf = (scheme: "light" | "dark"): Record<string, string> =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;/g)].map(
      ([, name, light, dark = light]) => [name, scheme === "light" ? light : dark],
    ),
  );

const schemes = { light: tokensOf("light"), dark: tokensOf("dark") };

const grounds = ["bg", "surface", "sunken", "hover", "raised", "brand-soft"];
const states = ["good", "warn", "bad", "info", ...families.map((family) => `f-${family}`)];

describe.each(Object.entries(schemes))("tokens, %s", (_, tokens) => {
  const ratio = (front: string, back: string) => contrast(tokens[front] as string, tokens[back] as string);
  const pairs = (fronts: string[], backs: string[]) =>
    fronts.flatMap((front) => backs.map((back) => [front, back] as const));

  it.each(pairs(["text"], grounds))("shows %s on %s at 7:1 or more", (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(7);
  });

  it.each([
    ...pairs(["text-2", "text-3", "brand-text"], grounds),
    ...pairs(states, ["surface"]),
    ...states.map((state) => [state, `${state}-soft`] as const),
    ...pairs(["on-brand"], ["brand", "brand-hover", "brand-press"]),
    ["on-bad", "bad-fill"] as const,
  ])("shows %s on %s at 4.5:1 or more", (front, back) => {
    expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(["control", "brand", "chart-1", "chart-bad", "chart-mid", "chart-good"], ["surface"]))(
    "shows %s on %s at 3:1 or more",
    (front, back) => expect(ratio(front, back)).toBeGreaterThanOrEqual(3),
  );
});
