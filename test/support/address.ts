import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One address before servers of PostgreSQL, like a Kubernetes Service. Spreads connections over the targets in turn. */
export interface Address {
  targets: Target[];
  /** Returns a server's URL at this address. */
  before(url: string): string;
  endConnections(): void;
  close(): Promise<void>;
}

interface Target {
  url: string;
}

export async function startAddress(targets: Target[]): Promise<Address> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;
    const target = found.targets[turn % found.targets.length] as Target;
    const upstream = connect(Number(new URL(target.url).port), "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.once("close", () => to.destroy());
      from.pipe(to);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const found: Address = {
    targets,
    before(url) {
      const own = new URL(url);
      own.port = String((server.address() as AddressInfo).port);
      return own.href;
    },
    endConnections() {
      for (const socket of open) socket.destroy();
      open.clear();
    },
    async close() {
      found.endConnections();
      server.close();
      await once(server, "close");
    },
  };
  return found;
}
