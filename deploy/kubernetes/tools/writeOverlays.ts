import { writeFileSync } from "node:fs";
import { runCommand } from "../../commands/command.ts";
import { derivedFiles } from "./overlays.ts";

/** `npm run overlays`: writes the overlays from the Helm chart, and the chart's version from package.json. Needs Helm. */
await runCommand(async () => {
  for (const { path, text } of derivedFiles()) writeFileSync(path, text);
});
