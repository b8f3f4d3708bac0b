import { runCommand } from "../../commands/command.ts";
import { budgetOf, type Row, reserve } from "./connections.ts";
import { render } from "./render.ts";

/**
 * `npm run budget -- <overlay>`: prints the PostgreSQL connections of all copies, and fails if they are more than max_connections
 * less a reserve. The overlay is a folder, or a name in deploy/kubernetes/overlays.
 */
await runCommand(async () => {
  const [overlay, ...surplus] = process.argv.slice(2);
  if (!overlay || surplus.length > 0) throw new Error("Usage: npm run budget -- <overlay>");
  const folder = overlay.includes("/") ? overlay : `deploy/kubernetes/overlays/${overlay}`;
  const { primary, replica, maxConnections, pooled, problems } = budgetOf(render(folder));
  print("primary", primary);
  print("replica", replica);
  if (pooled) console.log(`pooler\t${pooled.clients} clients\t${pooled.servers} connections`);
  console.log(`max_connections\t${maxConnections}, ${reserve} of them reserved`);
  if (problems.length > 0) throw new Error(problems.join(" "));
});

function print(server: string, rows: Row[]): void {
  for (const { name, copies, perCopy, total } of rows) {
    console.log(`${server}\t${name}\t${copies} copies × ${perCopy}\t= ${total}`);
  }
}
