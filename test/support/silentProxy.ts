import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { stablePort } from "./ports.ts";

/**
 * A TCP proxy before a server that can be lost without a word, as by a failover or a cut line: connections stay open,
 * and no byte passes any more. Or it is gone as by its end: connections are cut, and refused.
 */
export interface SilentProxy {
  /** `url` with the proxy in the server's place */
  before(url: string): string;
  /** No byte passes on the connections that are open; new ones reach the server. */
  silenceOpen(): void;
  /** No byte passes on any connection, however new. */
  silenceAll(): void;
  /** New connections reach the server again; the older ones stay silent. */
  serveNew(): void;
  /** Every connection is cut, and each new one refused, until `listenAgain`. */
  refuse(): Promise<void>;
  listenAgain(): Promise<void>;
  close(): Promise<void>;
}

export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let isServing = true;

  const server = createServer((client) => {
    keep(client);
    if (!isServing) return client.resume();
    const upstream = connect(Number(port), hostname);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
  });

  function keep(socket: Socket): void {
    open.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => open.delete(socket));
  }

  function silenceOpen(): void {
    for (const socket of open) {
      socket.unpipe();
      socket.removeAllListeners("data");
      socket.resume();
    }
  }

  const ownPort = await stablePort();
  async function listen(): Promise<void> {
    server.listen(ownPort, "127.0.0.1");
    await once(server, "listening");
  }
  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  }

  await listen();
  return {
    before(url) {
      const proxied = new URL(url);
      proxied.host = `127.0.0.1:${ownPort}`;
      return proxied.href;
    },
    silenceOpen,
    silenceAll() {
      isServing = false;
      silenceOpen();
    },
    serveNew() {
      isServing = true;
    },
    refuse: close,
    listenAgain: listen,
    close,
  };
}
