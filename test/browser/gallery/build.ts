/**
 * Builds a gallery into a folder: `node build.ts <folder>` the questions, `node build.ts <folder> parts` the dashboard's parts.
 * It runs in its own process, because Vite doesn't run in Jest's.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { largeLibraries } from "../../../services/web/build/plugins.ts";

const [folder = "", shown] = process.argv.slice(2);
const isParts = shown === "parts";
const web = join(import.meta.dirname, "../../../services/web");
const input = isParts ? join(web, "ui/gallery/gallery.tsx") : join(import.meta.dirname, "gallery.tsx");
await build({
  configFile: false,
  root: isParts ? web : import.meta.dirname,
  base: "./",
  // React libraries warn about their "use client"
  logLevel: isParts ? "error" : "warn",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: isParts ? "react" : "preact" } },
  plugins: [largeLibraries("on demand")],
  build: {
    outDir: folder,
    minify: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input,
      output: { entryFileNames: "gallery.js", assetFileNames: "gallery[extname]" },
    },
  },
});
writeFileSync(
  join(folder, "index.html"),
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<link rel="stylesheet" href="gallery.css">
<script type="module" src="gallery.js"></script>
</head>
<body><div id="page"></div></body>
</html>
`,
);
