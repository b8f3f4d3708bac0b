import { loadavg } from "node:os";
import { treeCpuMs } from "../usage.ts";

/** An owner's requests about a large form, with PostgreSQL's CPU for each. */
export interface Owner {
  url: string;
  key: string;
  slug: string;
  postmaster: number;
}

interface Cost {
  cpuMs: number;
  /** other than 200 */
  status: number | null;
}

const repeats = 20;

/** Returns PostgreSQL's CPU of each request, and the load average before them. */
export async function costsOf(owner: Owner, stored: number): Promise<{ load: number; costs: Map<string, Cost> }> {
  const [load = 0] = loadavg();
  const costs = new Map<string, Cost>();
  for (const [name, path] of await requestsOf(owner, stored)) costs.set(name, await costOf(owner, path));
  return { load, costs };
}

async function requestsOf(owner: Owner, stored: number): Promise<[string, string][]> {
  const form = `/api/v2/form/${owner.slug}/`;
  const list = `${form}responses/`;
  const deep = Math.floor(stored * 0.9);
  const { body } = await send(owner, `${list}?offset=${deep - 20}`);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { pathname, search } = new URL(JSON.parse(body).next);
  return [
    ["a form's detail", form],
    ["list of all forms", "/api/v2/form/"],
    ["first page and `count`", list],
    ["first page of a status", `${list}?status=abandoned`],
    ["page at 90% by its link", pathname + search],
    ["page at 90% by `offset`", `${list}?offset=${deep}`],
    ["first page by score", `${list}?ordering=-total_score`],
    ["first page of a version", `${list}?version=1`],
    ["first page since a day", `${list}?started_at_from=${yesterday}`],
    ["search for a word that all used", `${list}?search=common`],
    ["search for a rare word", `${list}?search=rare`],
    ["insights", `${form}insights/`],
  ];
}

async function costOf(owner: Owner, path: string): Promise<Cost> {
  // caches and plans of the connections
  const { status } = await send(owner, path);
  const before = treeCpuMs(owner.postmaster);
  for (let count = 0; count < repeats; count += 1) await send(owner, path);
  return { cpuMs: (treeCpuMs(owner.postmaster) - before) / repeats, status: status === 200 ? null : status };
}

async function send({ url, key }: Owner, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.text() };
}

/** Returns a Markdown table with a column per number of stored sessions. */
export function tableOf(columns: { stored: number; load: number; costs: Map<string, Cost> }[]): string {
  const names = [...(columns[0]?.costs.keys() ?? [])];
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row([
      "PostgreSQL's CPU ms per request",
      ...columns.map(({ stored, load }) => `${stored.toLocaleString("en")} (load ${load.toFixed(1)})`),
    ]),
    row(["---", ...columns.map(() => "---")]),
    ...names.map((name) => row([name, ...columns.map(({ costs }) => text(costs.get(name)))])),
  ].join("\n");
}

const text = (cost: Cost | undefined): string =>
  cost ? `${cost.cpuMs.toFixed(0)}${cost.status ? ` (${cost.status})` : ""}` : "";
