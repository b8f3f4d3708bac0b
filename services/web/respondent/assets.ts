import type { AssetManifest } from "../../../shared/api/respondentPage.ts";
import type { PageAssets } from "./document.tsx";

const entry = "respondent/main.tsx";

/**
 * Returns the files of a page whose first screen has these types, so that they load in parallel. `font` is null if this server
 * doesn't host it.
 */
export function pageAssets(
  manifest: AssetManifest,
  {
    types,
    font,
    hasLanguages,
    hasMarkup = false,
  }: { types: readonly string[]; font: string | null; hasLanguages: boolean; hasMarkup?: boolean },
): PageAssets {
  const walking = types.includes("page") ? ["respondent/engine/walking.ts", "respondent/pages/paging.ts"] : [];
  const drawing = hasMarkup ? ["respondent/markup/drawing.tsx"] : [];
  const speaking = hasLanguages ? ["respondent/languages/opening.ts"] : [];
  const sources = withImports(manifest, [entry, ...types.map(sourceOf), ...walking, ...drawing, ...speaking]);
  const files = sources.map((source) => manifest[source]).filter((row) => row !== undefined);
  const script = manifest[entry]?.file ?? null;
  const modules = files.map(({ file }) => file).filter((file) => file !== script && file.endsWith(".js"));
  const styles = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".css"));
  const fontFile = font && manifest[`fonts/${font.toLowerCase().replace(" ", "-")}.woff2`]?.file;
  return {
    script: script && address(script),
    styles: styles.map(address),
    modules: modules.map(address),
    font: fontFile ? address(fontFile) : null,
  };
}

const address = (file: string): string => `/${file}`;

/** One file per type (questions/table.ts): `short_text` is shortText.tsx. */
const sourceOf = (type: string): string =>
  `respondent/questions/${type.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())}.tsx`;

function withImports(manifest: AssetManifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (source: string): void => {
    if (found.has(source)) return;
    found.add(source);
    for (const needed of manifest[source]?.imports ?? []) add(needed);
  };
  for (const source of sources) add(source);
  return [...found];
}
