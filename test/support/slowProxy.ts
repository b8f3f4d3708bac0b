import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy with latency, for what a network still delivers after its client is gone. */
export interface SlowProxy {
  url: string;
  /** one way, in ms */
  latency: number;
  /** the bytes that clients have sent */
  taken: string;
  close(): Promise<void>;
}

export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on("data", (bytes) => {
      proxy.taken += bytes.toString("latin1");
    });
    deliver(client, upstream);
    deliver(upstream, client);
  });

  /** Delivers all bytes and the end in order, also after the sender is gone. */
  function deliver(from: Socket, to: Socket): void {
    open.add(from);
    const later = (act: () => void) => setTimeout(act, proxy.latency);
    from.on("data", (bytes) => later(() => to.writable && to.write(bytes)));
    from.on("error", () => undefined);
    from.on("close", () => {
      open.delete(from);
      later(() => to.end());
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: SlowProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    latency: 0,
    taken: "",
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return proxy;
}
