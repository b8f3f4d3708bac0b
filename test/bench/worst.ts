import { once } from "node:events";
import { availableParallelism } from "node:os";
import { startProduct } from "./product.ts";
import { bodies } from "./worst/bodies.ts";
import { crowds } from "./worst/crowds.ts";
import { drafts } from "./worst/drafts.ts";
import { type Hunt, type Input, openHunt } from "./worst/hunt.ts";
import { owners } from "./worst/owners.ts";
import { published } from "./worst/published.ts";
import { translations } from "./worst/translations.ts";

/**
 * `npm run bench -- worst [kind]` (SECURITY.md): sends the most expensive inputs that the limits allow to one process with all
 * services. For each input: CPU time of the longest event loop turn, which is the maximum delay for others, and heap growth,
 * measured in a separate run with constant garbage collection, because V8's laziness depends on the machine's memory.
 */
const repeats = 3;
const kinds = { bodies, drafts, translations, published, owners, crowds };
const turnLimitMs = 50;
const heapLimitMiB = 64;

export async function run([only = ""]: string[] = []): Promise<string> {
  const probe = new URL("./worst/probe.mjs", import.meta.url).href;
  const product = await startProduct({ QUOTAS: "off", SMTP_URL: "smtp://127.0.0.1:9" }, probe);
  try {
    const hunt = openHunt(product);
    const inputs: Input[] = [];
    const wanted = Object.entries(kinds).filter(([kind]) => only === "" || kind === only);
    for (const [, make] of wanted) inputs.push(...(await make(hunt)));
    const rows: string[] = [];
    for (const input of inputs) rows.push(await rowOf(hunt, input));
    return [
      `One process with all services on ${availableParallelism()} cores, each input ${repeats} times, alone.`,
      "",
      "| input | answer | first time | longest turn | all of it | heap | with garbage |",
      "|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n");
  } finally {
    product.process.disconnect();
    await product.stop();
  }
}

interface Cost {
  turnMs: number;
  cpuMs: number;
  heapMiB: number;
}

async function rowOf(hunt: Hunt, { name, prepare, send }: Input): Promise<string> {
  const costs: Cost[] = [];
  let answer = "";
  const measure = async (begin: "begin" | "begin collecting"): Promise<Cost> => {
    await prepare?.();
    await ask(hunt, begin);
    answer = await send();
    return (await ask(hunt, "end")) as Cost;
  };
  for (let at = 0; at < repeats; at += 1) costs.push(await measure("begin"));
  const live = await measure("begin collecting");
  const most = (of: (cost: Cost) => number) => Math.max(...costs.slice(1).map(of));
  const [first] = costs as [Cost];
  const turn = most(({ turnMs }) => turnMs);
  const garbage = Math.max(...costs.map(({ heapMiB }) => heapMiB));
  const isOver = Math.max(turn, first.turnMs) > turnLimitMs || live.heapMiB > heapLimitMiB;
  const row = `| ${name} | ${answer} | ${first.turnMs.toFixed(0)} ms | ${turn.toFixed(0)} ms | ${most(({ cpuMs }) => cpuMs).toFixed(0)} ms | ${live.heapMiB.toFixed(0)} MiB | ${garbage.toFixed(0)} MiB |${isOver ? " over" : ""}`;
  process.stderr.write(`${row}\n`);
  return row;
}

async function ask({ product }: Hunt, question: "begin" | "begin collecting" | "end"): Promise<unknown> {
  const answered = once(product.process, "message");
  product.process.send(question);
  const [answer] = await answered;
  return answer;
}
