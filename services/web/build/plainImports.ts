import type { Plugin } from "vite";

/**
 * Vite wraps each `import()` in code that first loads the styles and modules that it names (1.2 kB gzip). The respondent's
 * page has one stylesheet, and its HTML names the modules that are in a hurry: so a plain import is left.
 */
export const plainImports = (): Plugin => ({
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
});
