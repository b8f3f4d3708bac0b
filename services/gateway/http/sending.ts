import type { ServerResponse } from "node:http";

/**
 * Large answers go out one after the other: to hand a megabyte to the kernel takes half a millisecond and more, and answers to
 * very many who ask at once are often ready in one turn of the event loop. Who asks and then reads nothing is cut off sooner
 * than a line that is silent otherwise (server.ts), and sooner still while very much waits for its readers.
 */
export interface Sending {
  /** Ends the answer with its body, of so many bytes, now or in a later turn. */
  end(res: ServerResponse, body: string | Buffer, bytes: number): void;
}

export interface SendingOptions {
  /** bytes; what is smaller waits for nobody */
  large: number;
  /** bytes of large answers that a turn hands over; the one that goes beyond is the turn's last */
  perTurn: number;
  /** ms in which a reader takes nothing of an answer that is waiting for it */
  silence: number;
  /** bytes of all answers that wait; beyond that, those that wait longest are cut off */
  unread: number;
}

export function openSending({ large, perTurn, silence, unread }: SendingOptions): Sending {
  const waiting: { bytes: number; hand: () => void }[] = [];
  /** in the order in which they were handed over */
  const unreadOf = new Map<ServerResponse, number>();
  let unreadBytes = 0;
  let handed = 0;

  function turn(): void {
    handed = 0;
    while (handed < perTurn) {
      const next = waiting.shift();
      if (!next) return;
      count(next.bytes);
      next.hand();
    }
  }

  function count(bytes: number): void {
    if (handed === 0) setImmediate(turn);
    handed += bytes;
  }

  function hand(res: ServerResponse, body: string | Buffer, bytes: number): void {
    if (res.destroyed) return;
    res.end(body);
    // one behind an answer that is not there yet has no socket so far
    const isTaken = res.socket?.writableLength === 0;
    if (!isTaken && !res.writableFinished) follow(res, bytes);
  }

  function follow(res: ServerResponse, bytes: number): void {
    const { socket } = res.req;
    const usual = socket.timeout ?? 0;
    socket.setTimeout(silence);
    unreadOf.set(res, bytes);
    unreadBytes += bytes;
    res.once("close", () => {
      unreadBytes -= unreadOf.get(res) ?? 0;
      unreadOf.delete(res);
      // a request that was sent behind it is being answered; else Node.js has set its own for an idle connection
      if (socket.timeout === silence) socket.setTimeout(usual);
    });
    for (const [oldest] of unreadOf) {
      if (unreadBytes <= unread || oldest === res) break;
      oldest.req.socket.destroy();
      unreadBytes -= unreadOf.get(oldest) ?? 0;
      unreadOf.set(oldest, 0);
    }
  }

  return {
    end(res, body, bytes) {
      if (bytes <= large) {
        hand(res, body, bytes);
      } else if (handed < perTurn && waiting.length === 0) {
        count(bytes);
        hand(res, body, bytes);
      } else {
        waiting.push({ bytes, hand: () => hand(res, body, bytes) });
      }
    },
  };
}

const mebibyte = 1024 * 1024;
export const largeBytes = 64 * 1024;

/** Of all answers but exports and files, which go out as they are read. */
export const sending = openSending({
  large: largeBytes,
  perTurn: 2 * mebibyte,
  silence: 30_000,
  unread: 128 * mebibyte,
});
