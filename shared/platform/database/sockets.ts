import { Socket } from "node:net";

/** The sockets of some connections, so that those that have fallen silent can be ended from outside. */
export interface Sockets {
  /** pg's `stream` option */
  open(): Socket;
  /** Ends those that were opened before `moment` (performance.now()); what waits for an answer on them fails at once. */
  endOlderThan(moment: number, reason: string): void;
}

export function trackSockets(): Sockets {
  const openedAt = new Map<Socket, number>();
  return {
    open() {
      const socket = new Socket();
      openedAt.set(socket, performance.now());
      socket.once("close", () => openedAt.delete(socket));
      return socket;
    },
    endOlderThan(moment, reason) {
      for (const [socket, opened] of openedAt) {
        if (opened < moment) socket.destroy(new Error(`Connection terminated: ${reason}`));
      }
    },
  };
}
