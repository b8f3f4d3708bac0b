/** `npm run <command>`: `node deploy/run.mjs <script> …` runs that script of this folder, on a Node.js that can. */
import "./nodeVersion.mjs";
import "./compileCache.mjs";

const [script] = process.argv.splice(2, 1);
import(new URL(script, import.meta.url).href);
