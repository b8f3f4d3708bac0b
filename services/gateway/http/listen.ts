import { once } from "node:events";
import type { Server } from "node:http";
import net, { type AddressInfo } from "node:net";

/**
 * Where the gateway listens. Node.js accepts one connection a turn of its event loop and listening socket, and the busier
 * the process, the longer the turn: new clients would wait for seconds before the gateway even sees them. So several
 * sockets listen on the one port (SO_REUSEPORT), and a turn accepts one connection of each.
 */
export interface Listening {
  port: number;
  /** Takes no new connection any more; resolves when the last one has ended. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0: any that is free */
  port: number;
  host: string;
  /** how many sockets listen: more than new clients come in a turn of a gateway that sheds (pace.ts) */
  sockets: number;
}

/** Of each: what waits here is seen by nobody and gets no 503; clients whose connection does not fit try again a second later. */
const backlog = 128;

/** Throws what the system says, such as EADDRINUSE. */
export async function listen(server: Server, { port, host, sockets }: ListenOptions): Promise<Listening> {
  // sockets that share a port do so with those of another process too: whether it is free is asked without that
  if (port !== 0) await closed(await opened(net.createServer(), { port, host }));
  const isShared = await opened(server, { port, host, backlog, reusePort: true }).then(
    () => true,
    async (error: NodeJS.ErrnoException) => {
      // not on every system
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

/** As the HTTP server's own: a client may end its side before it has the answer. */
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
