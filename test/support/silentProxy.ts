import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { stablePort } from "./ports.ts";

/**
 * A TCP proxy that can lose its server silently, like a failover or a network failure: connections stay open without data. It can
 * also refuse and cut connections, like a stopped server.
 */
export interface SilentProxy {
  /** `url` with the proxy instead of the server */
  before(url: string): string;
  /** Silences open connections. New ones reach the server. */
  silenceOpen(): void;
  /** Silences all connections, including new ones. */
  silenceAll(): void;
  /** Lets new connections reach the server again. Older ones stay silent. */
  serveNew(): void;
  /** Cuts all connections and refuses new ones until `listenAgain`. */
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
