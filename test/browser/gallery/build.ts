/** Builds the gallery into the folder that is named: `node build.ts <folder>`. In a process of its own: Jest's is no place for Vite. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { largeLibraries } from "../../../services/web/build/plugins.ts";

const [folder = ""] = process.argv.slice(2);
await build({
  configFile: false,
  root: import.meta.dirname,
  base: "./",
  logLevel: "warn",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [largeLibraries("on demand")],
  build: {
    outDir: folder,
    minify: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, "gallery.tsx"),
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
