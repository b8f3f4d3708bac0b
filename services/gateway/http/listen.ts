import { once } from "node:events";
import type { Server } from "node:http";
import net, { type AddressInfo } from "node:net";

/**
 * The sockets that the gateway listens on. Node.js accepts one connection per listening socket and event loop turn, and a
 * busy process has long turns: new clients would wait for seconds unseen, without an answer or a 503. So several sockets share
 * the port (SO_REUSEPORT). At twice the peak, 128 sockets completed 92% of the peak's sessions, 32 completed 62% and one 27%
 * (docs/adr/0006-one-limit-on-concurrent-requests.md).
 */
export interface Listening {
  port: number;
  /** Stops accepting connections. Resolves when the last one has ended. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 picks a free one. */
  port: number;
  host: string;
  /** Listening sockets: as many as clients connect in one turn of an overloaded gateway. */
  sockets: number;
}

/** Per socket, and short: a connection that waits here gets no 503. One that doesn't fit is tried again a second later. */
const backlog = 128;

/** Throws the system's error, such as EADDRINUSE. */
export async function listen(server: Server, { port, host, sockets }: ListenOptions): Promise<Listening> {
  // SO_REUSEPORT would share the port with another process too, so a socket without it checks whether the port is free
  if (port !== 0) await closed(await opened(net.createServer(), { port, host }));
  const isShared = await opened(server, { port, host, backlog, reusePort: true }).then(
    () => true,
    async (error: NodeJS.ErrnoException) => {
      // some systems lack SO_REUSEPORT
      if (error.code !== "ENOTSUP" && error.code !== "EINVAL") throw error;
      await opened(server, { port, host });
      return false;
    },
  );
  const address = server.address() as AddressInfo;
  const others = Array.from({ length: isShared ? sockets - 1 : 0 }, () => acceptingFor(server));
  await Promise.all(others.map((other) => opened(other, { port: address.port, host, backlog, reusePort: true })));
  return {
    port: address.port,
    close: async () => void (await Promise.all([server, ...others].map(closed))),
  };
}

/** Half-open as in the HTTP server: a client can end its side before it has the answer. */
const acceptingFor = (server: Server): net.Server =>
  net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));

async function opened<S extends net.Server>(server: S, options: net.ListenOptions): Promise<S> {
  server.listen(options);
  await once(server, "listening");
  return server;
}

async function closed(server: net.Server): Promise<void> {
  const end = once(server, "close");
  server.close();
  await end;
}
