import { run } from "jest";

/** Jest for `npm test`. With `--changed`, the sequencer runs what is most likely to notice what changed (support/changed.ts). */
// as Jest's own command does
process.env.NODE_ENV ??= "test";
const options = process.argv.slice(2);
const isChanged = options.includes("--changed");
if (isChanged) process.env.PATHFORM_CHANGED = "true";
await run(["--config", "test/jest.config.js", ...options.filter((option) => option !== "--changed")]);
