import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { guardFolder } from "../guard.ts";
import { type Product, serviceNames, startProduct } from "../product.ts";

/** The product with a process per service, each of which measures its event loop's turns (probe.mjs). */
export interface Probed {
  product: Product;
  /** CPU time of the longest turn of each service while `work` runs, in ms */
  turnsOf(work: () => Promise<void>): Promise<[service: string, ms: number][]>;
}

const probe = new URL("./probe.mjs", import.meta.url).href;

export async function startProbed(env: Record<string, string>): Promise<Probed> {
  const folder = mkdtempSync(join(tmpdir(), "pathform-turns-"));
  guardFolder(folder);
  const socketOf = (name: string) => join(folder, name);
  const envOf = (name: string) => ({ NODE_OPTIONS: `--import=${probe}`, TURN_SOCKET: socketOf(name) });
  const product = await startProduct({ way: "many", env, envOf });
  const ask = (path: string) =>
    Promise.all(serviceNames.map(async (name) => [name, (await get(socketOf(name), path)).turnMs] as [string, number]));
  return {
    product,
    async turnsOf(work) {
      await ask("/begin");
      await work();
      return ask("/end");
    },
  };
}

async function get(socketPath: string, path: string): Promise<{ turnMs: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ turnMs: number }>();
  request({ socketPath, path, agent: false }, (res) => json(res).then((value) => resolve(value as never), reject))
    .on("error", reject)
    .end();
  return promise;
}
