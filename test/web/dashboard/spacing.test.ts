import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Distances of the dashboard are tokens (`--space-…` in tokens.css), so that they are the same everywhere. */
const web = join(import.meta.dirname, "../../../services/web");

/** Lengths that match something of that size beside them, by file. A line of 1 px is allowed everywhere. */
const places: Readonly<Record<string, readonly string[]>> = {
  "dashboard/audit/audit.module.css": ["7.5rem"],
  "dashboard/builder/canvas/canvas.module.css": ["194px"],
  "dashboard/builder/canvas/emptyCanvas.module.css": ["84px"],
  "dashboard/builder/conditions/conditions.module.css": ["26px"],
  "dashboard/builder/inspector/inspector.module.css": ["28px"],
  "ui/palette/palette.module.css": ["110px"],
  "dashboard/builder/workspace.module.css": ["372px"],
  "dashboard/deliveries/timeline.module.css": ["30px"],
  "dashboard/form/settings/formSettings.module.css": ["34px"],
  "dashboard/form/share/share.module.css": ["42px"],
  "dashboard/forms/forms.module.css": ["74px", "106px"],
  "dashboard/members/members.module.css": ["42px", "42px"],
  "dashboard/responses/columnChooser.module.css": ["34px", "34px"],
  "ui/field.module.css": ["40px"],
  "ui/recallTitle.module.css": ["-3px"],
  // beside the input, below its label
  "ui/savedField.module.css": ["1.125rem"],
  "ui/searchField.module.css": ["36px"],
};

const declaration =
  /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)(?:-(?:inline|block)(?:-(?:start|end))?)?):([^;]+);/gm;

const raw = (css: string): string[] =>
  [...css.matchAll(declaration)].flatMap(([, value = ""]) =>
    (value.match(/(?<![\w.-])-?[\d.]+(?:px|rem)\b/g) ?? []).filter((length) => !/^-?1px$/.test(length)),
  );

test("distances are tokens", () => {
  const files = globSync("{dashboard,ui}/**/*.css", { cwd: web });
  expect(files.length).toBeGreaterThan(80);
  const found = files.map((file) => [file, raw(readFileSync(join(web, file), "utf8"))] as const);
  expect(Object.fromEntries(found.filter(([, lengths]) => lengths.length > 0))).toEqual(places);
});

test("finds lengths that are not tokens", () => {
  expect(raw("a {\n  gap: var(--space-1) 3px;\n  margin-inline: -0.5rem auto;\n  padding: 1px;\n}")).toEqual([
    "3px",
    "-0.5rem",
  ]);
});
