import { brotliDecompressSync } from "node:zlib";
import { connect } from "nats";

/** Replies on a bus without users, as their callers get them: each as one object, even if it was sent in pieces. */
export interface BusReplies {
  /** Returns the largest size of a reply by action, and of a message of it, in bytes of JSON. */
  largest(): Record<string, { reply: number; message: number }>;
  close(): Promise<void>;
}

interface Payload {
  id: string;
  action?: string;
  stream?: boolean;
  data?: { type?: string; data?: string } | null;
}

const mark = 0x62;

export async function watchReplies(natsUrl: string): Promise<BusReplies> {
  const connection = await connect({ servers: natsUrl });
  const actions = new Map<string, string>();
  const sizes = new Map<string, { reply: number; message: number }>();
  const pieces = new Map<string, Buffer[]>();
  connection.subscribe(">", {
    callback: (_error, { subject, data }) => {
      const [, kind = ""] = subject.split(".");
      if (kind === "REQ") request(payloadOf(data).payload);
      if (kind === "RES") reply(payloadOf(data));
    },
  });
  await connection.flush();

  function request({ id, action }: Payload): void {
    if (action !== undefined) actions.set(id, action);
  }

  function reply({ payload, bytes }: ReturnType<typeof payloadOf>): void {
    const own = pieces.get(payload.id) ?? [];
    if (payload.data?.type === "base64") own.push(Buffer.from(payload.data.data ?? "", "base64"));
    if (own.length > 0) pieces.set(payload.id, own);
    note(payload.id, bytes, own.length > 0 ? joinedBytes(own, payload.stream) : bytes);
  }

  function note(id: string, message: number, reply: number): void {
    const action = actions.get(id) ?? "unknown";
    const known = sizes.get(action) ?? { reply: 0, message: 0 };
    sizes.set(action, { reply: Math.max(known.reply, reply), message: Math.max(known.message, message) });
  }

  return {
    largest: () => Object.fromEntries(sizes),
    close: () => connection.close(),
  };
}

function payloadOf(data: Uint8Array): { payload: Payload; bytes: number } {
  const text = data[0] === mark ? brotliDecompressSync(data.subarray(1)) : Buffer.from(data);
  return { payload: JSON.parse(text.toString()), bytes: text.length };
}

/** A stream carries a compressed text (shared/bus/largeResults.ts), which is whole at its end. */
function joinedBytes(pieces: Buffer[], isOpen = false): number {
  return isOpen ? 0 : brotliDecompressSync(Buffer.concat(pieces)).length;
}
