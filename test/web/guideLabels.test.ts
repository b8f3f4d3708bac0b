import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

/**
 * Labels, buttons and menus that a guide names in bold exist. Bold at the start of a paragraph, an item or a cell names a step or a
 * subject, and isn't checked.
 */
const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** Words of other products, and terms where they are introduced. */
const others: Record<string, string[]> = {
  "docs/concepts.md": ["Attempt", "delivery", "event", "reference", "session"],
  "docs/embed-recipes.md": [
    ...["Add Elements", "All Pages", "Code Embed", "Custom HTML", "Custom Liquid", "Embed Code", "Embed HTML", "HTML"],
    "HTML Field Security",
  ],
  "docs/guide/languages.md": ["WHO-5"],
  "docs/guide/links.md": ["‹", "›"],
  "docs/guide/publish.md": ["breaking change"],
  "docs/guide/questions.md": ["welcome screen"],
  "docs/moving/google-forms.md": ["Apps Script", "Go to (unsafe)", "Run"],
  "docs/moving/limesurvey.md": ["Survey structure (.lss)"],
  "docs/moving/qualtrics.md": ["Export Survey", "Import/Export", "Tools"],
  "docs/moving/redcap.md": ["Data Dictionary", "Download the current Data Dictionary"],
};

const escapedPattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Texts in the code: whole literals, and templates as patterns. */
function textsInCode(): (text: string) => boolean {
  const files = globSync(
    ["services/web/{strings/en,dashboard,respondent,ui}/**/*.{ts,tsx}", "shared/{api,domain,languages/en}/**/*.ts"],
    {
      cwd: root,
    },
  );
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of files) {
    for (const [, quoted, template] of read(file).matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)) {
      const text = (quoted ?? template ?? "").replaceAll('\\"', '"');
      const parts = text.split(/\$\{[^}]*\}/);
      // values of settings and types are shown in words
      if (/^[a-z]+(?:_[a-z]+)*$/.test(text))
        literals.add(`${text[0]?.toUpperCase()}${text.slice(1)}`.replaceAll("_", " "));
      if (parts.length === 1) literals.add(text);
      else if (parts.join("").trim().length > 4) patterns.push(new RegExp(`^${parts.map(escapedPattern).join(".+")}$`));
    }
  }
  return (text) => literals.has(text) || patterns.some((pattern) => pattern.test(text));
}

/** Returns a guide's bold texts within sentences. */
function boldIn(guide: string): string[] {
  const text = read(guide).replaceAll(/^```.*?^```|`[^`\n]*`/gms, "");
  return [...text.matchAll(/(?<=^(.*))\*\*([^*]+)\*\*/gm)]
    .filter(([, before = ""]) => !/^\s*(?:[-*]|\d+\.)?\s*(?:\|[^|]*)*\|?\s*$/.test(before))
    .map(([, , bold = ""]) => bold.replaceAll(/\s+/g, " ").replace(/[.:,]$/, ""));
}

/** Guides write plain quotes where pages have curly ones, and only the first words of "To do 3". */
const spellings = (label: string) =>
  [label, `${label}…`, `${label} 1`].map((text) => text.replaceAll("'", "’").replaceAll(/"([^"]*)"/g, "“$1”"));

test("every label in bold in a guide is a text of a page", () => {
  const isShown = textsInCode();
  const guides = globSync(["docs/*.md", "docs/{guide,moving}/*.md"], { cwd: root });
  const missing = guides
    .filter((guide) => !["docs/words.md", "docs/gdpr.md"].includes(guide))
    .flatMap((guide) =>
      boldIn(guide)
        .filter((label) => !others[guide]?.includes(label))
        .filter((label) => !spellings(label).some(isShown))
        .map((label) => `${guide}: ${label}`),
    );
  expect(missing).toEqual([]);
});
