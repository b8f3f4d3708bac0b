import type { ServerResponse } from "node:http";

/**
 * Sends large responses one after the other. Writing a megabyte to a socket takes half a millisecond or more, and responses to
 * concurrent requests are often ready in the same turn of the event loop. A reader that takes nothing is disconnected sooner
 * than an idle connection (server.ts), and sooner still while many bytes are unread.
 */
export interface Sending {
  /** Ends the response with a body of `bytes`, now or in a later turn. */
  end(res: ServerResponse, body: string | Buffer, bytes: number): void;
}

export interface SendingOptions {
  /** In bytes. Smaller bodies don't wait. */
  large: number;
  /** Bytes of large responses per turn. The one that exceeds it is the last of its turn. */
  perTurn: number;
  /** Milliseconds until a reader that takes nothing is disconnected. */
  silence: number;
  /** Unread bytes of all responses. Beyond it the longest waiting readers are disconnected. */
  unread: number;
}

export function openSending({ large, perTurn, silence, unread }: SendingOptions): Sending {
  const waiting: { bytes: number; hand: () => void }[] = [];
  const { follow } = openUnread({ silence, unread });
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
    // a pipelined response has no socket before its turn
    const isTaken = res.socket?.writableLength === 0;
    if (!isTaken && !res.writableFinished) follow(res, bytes);
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

/** Responses that their readers haven't taken yet. */
function openUnread({ silence, unread }: Pick<SendingOptions, "silence" | "unread">) {
  /** Unread bytes of each response, oldest first. */
  const unreadOf = new Map<ServerResponse, number>();
  let unreadBytes = 0;
  return {
    /** Disconnects its reader if it is silent, and the longest waiting readers if all leave too much unread. */
    follow(res: ServerResponse, bytes: number): void {
      const { socket } = res.req;
      const usual = socket.timeout ?? 0;
      socket.setTimeout(silence);
      unreadOf.set(res, bytes);
      unreadBytes += bytes;
      res.once("close", () => {
        unreadBytes -= unreadOf.get(res) ?? 0;
        unreadOf.delete(res);
        // a pipelined request is in progress. Otherwise Node.js has set its timeout for idle connections
        if (socket.timeout === silence) socket.setTimeout(usual);
      });
      for (const [oldest] of unreadOf) {
        if (unreadBytes <= unread || oldest === res) break;
        oldest.req.socket.destroy();
        unreadBytes -= unreadOf.get(oldest) ?? 0;
        unreadOf.set(oldest, 0);
      }
    },
  };
}

const mebibyte = 1024 * 1024;
export const largeBytes = 64 * 1024;

/** Sends all responses except exports and files, which are streamed. */
export const sending = openSending({
  large: largeBytes,
  perTurn: 2 * mebibyte,
  silence: 30_000,
  unread: 128 * mebibyte,
});
