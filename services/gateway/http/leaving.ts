import type { IncomingMessage, ServerResponse } from "node:http";

/** ms between two interim responses. The second one fails if the client is gone. */
const interval = 500;

/**
 * Calls `work` once if the client disconnects before its response. A client that has closed its side may still read
 * (server.ts), so it gets interim responses (RFC 9110 §15.2), which a closed connection refuses.
 */
export function onLeaving(req: IncomingMessage, res: ServerResponse, work: () => void): void {
  const { socket } = req;
  let timer: NodeJS.Timeout | undefined;
  const ask = () => {
    if (req.httpVersion !== "1.0") timer = setInterval(() => res.headersSent || res.writeProcessing(), interval);
  };
  if (socket.readableEnded) ask();
  else socket.once("end", ask);
  res.once("close", () => {
    socket.off("end", ask);
    clearInterval(timer);
    if (!res.writableEnded) work();
  });
}
