import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port that is free now and, unlike the system's own choice, is not given to somebody's outgoing connection before the
 * process that it is meant for has started (those begin at 32768 on Linux).
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = 10_240 + Math.floor(Math.random() * 20_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
