import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A TCP load balancer for gateways. New connections go to gateways whose latest `/readyz` was 200. Open connections stay. */
export interface Balancer {
  url: string;
  /** Adds gateways that it doesn't know yet. */
  use(targets: string[]): void;
  close(): Promise<void>;
}

const probeEveryMs = 250;

/** `lateMs` delays reactions to probes. */
export async function startBalancer(first: string[], lateMs = 0): Promise<Balancer> {
  const targets: string[] = [];
  const probes: Promise<void>[] = [];
  const ready = new Set<string>();
  const open = new Set<Socket>();
  const stopping = new AbortController();
  let turn = 0;

  async function probe(target: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const isReady = await fetch(`${target}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      const act = () => (isReady ? ready.add(target) : ready.delete(target));
      if (lateMs > 0) setTimeout(act, lateMs).unref();
      else act();
      await sleep(probeEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const server = createServer((client) => {
    turn += 1;
    const candidates = targets.filter((target) => ready.has(target));
    const { hostname, port } = new URL(candidates[turn % candidates.length] ?? targets[0] ?? "");
    const upstream = connect(Number(port), hostname);
    join(client, upstream);
    join(upstream, client);
  });

  function use(given: string[]): void {
    const added = given.filter((target) => !targets.includes(target));
    for (const target of added) ready.add(target);
    targets.push(...added);
    probes.push(...added.map(probe));
  }

  function join(from: Socket, to: Socket): void {
    open.add(from);
    from.once("close", () => open.delete(from));
    from.on("error", () => to.destroy());
    from.pipe(to);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  use(first);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use,
    async close() {
      stopping.abort();
      await Promise.all(probes);
      for (const socket of open) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
