import { registerHooks } from "node:module";

/** Lists the modules that a program loads. Run it with `--import`. */
const loaded: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    loaded.push(url);
    return nextLoad(url, context);
  },
});
process.on("exit", () => console.log(JSON.stringify(loaded)));
