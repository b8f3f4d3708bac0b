import { parseArgs } from "node:util";
import { runCommand } from "../../commands/command.ts";
import { render } from "./render.ts";
import { problemsOf } from "./rules.ts";
import { validate } from "./schemas.ts";

/**
 * `npm run check:kubernetes [-- <folder> …]`: renders kustomizations and checks them strictly. Without folders, checks the shipped
 * overlays. Needs kustomize, kubeconform and Go (.ci/run installs them).
 */
const overlays = ["single-node", "production"].map((name) => `deploy/kubernetes/overlays/${name}`);
const shipped = overlays.flatMap((folder) => [folder, `${folder}/migrate`]);

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  let count = 0;
  for (const folder of positionals.length > 0 ? positionals : shipped) {
    const manifests = render(folder);
    const problems = [...validate(manifests), ...problemsOf(manifests)];
    count += problems.length;
    console.log(`${folder}: ${manifests.length} objects, ${problems.length} problems`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  if (count > 0) throw new Error(`${count} problems.`);
});
