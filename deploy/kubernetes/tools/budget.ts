import { runCommand } from "../../commands/command.ts";
import { budgetOf, type Row, reserve } from "./connections.ts";
import { render } from "./render.ts";

/**
 * `npm run budget -- <values or folder>`: prints the PostgreSQL connections of all copies of the chart with a file of values, or of a
 * kustomization. Fails if they are more than max_connections less a reserve.
 */
await runCommand(async () => {
  const [source, ...surplus] = process.argv.slice(2);
  if (!source || surplus.length > 0) throw new Error("Usage: npm run budget -- <values or folder>");
  const { primary, replica, maxConnections, pooled, problems } = budgetOf(render(source));
  print("primary", primary);
  print("replica", replica);
  if (pooled) console.log(`pooler\t${pooled.clients} clients\t${pooled.servers} connections`);
  const given = maxConnections
    ? `${maxConnections}, ${reserve} of them reserved`
    : "external: compare it with the sums";
  console.log(`max_connections\t${given}`);
  if (problems.length > 0) throw new Error(problems.join(" "));
});

function print(server: string, rows: Row[]): void {
  for (const { name, copies, perCopy, total } of rows) {
    console.log(`${server}\t${name}\t${copies} copies × ${perCopy}\t= ${total}`);
  }
}
