import type { Socket } from "node:net";

const start = "HTTP/1.1 100";
const end = "\r\n\r\n";
/** Longest interim response in bytes, as for a response's headers. */
const limit = 16 * 1024;

/**
 * Makes a connection skip `100 Continue` before a response. Servers send it unasked (RFC 9110 §15.2), and undici closes the connection.
 * A connection has one request at a time, so a response begins with the first bytes after a write.
 */
export function skipContinue(socket: Socket): void {
  const { read, write } = socket;
  let isBeginning = false;
  let held: Buffer = Buffer.alloc(0);
  socket.write = ((...given: Parameters<Socket["write"]>) => {
    isBeginning = true;
    return Reflect.apply(write, socket, given);
  }) as Socket["write"];
  socket.read = (size?: number) => {
    const piece: Buffer | null = Reflect.apply(read, socket, size === undefined ? [] : [size]);
    if (piece === null || !isBeginning) return piece;
    const left = withoutContinue(Buffer.concat([held, piece]));
    isBeginning = isUndecided(left);
    held = isBeginning ? left : held.subarray(0, 0);
    return isBeginning ? socket.read() : left;
  };
}

/** Returns the bytes after all complete interim responses. */
function withoutContinue(bytes: Buffer): Buffer {
  const at = bytes.indexOf(end);
  return at >= 0 && bytes.subarray(0, start.length).toString("latin1") === start
    ? withoutContinue(bytes.subarray(at + end.length))
    : bytes;
}

/** Returns whether the bytes may still become an interim response. */
function isUndecided(bytes: Buffer): boolean {
  return bytes.length < limit && start.startsWith(bytes.subarray(0, start.length).toString("latin1"));
}
