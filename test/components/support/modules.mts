import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

/** Loads components as Vite does: JSX for React, and the class names of a CSS module as its keys. */
registerHooks({
  load(url, context, nextLoad) {
    const [address = ""] = url.split("?");
    if (address.endsWith(".tsx"))
      return { format: "module", source: javaScriptOf(fileURLToPath(address)), shortCircuit: true };
    if (address.endsWith(".css")) return { format: "module", source: classNames, shortCircuit: true };
    return nextLoad(url, context);
  },
});

const javaScriptOf = (sourcefile: string): string =>
  transformSync(readFileSync(sourcefile, "utf8"), {
    loader: "tsx",
    jsx: "automatic",
    sourcefile,
    sourcemap: "inline",
    target: "node24",
  }).code;

const classNames = "export default new Proxy({}, { get: (_, name) => String(name) });";
