/** Runs a script of this folder for `npm run <command>`, after checking the Node.js version. */
import "./nodeVersion.mjs";
import "./compileCache.mjs";

const [script] = process.argv.splice(2, 1);
import(new URL(script, import.meta.url).href);
