import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface HttpAnswer {
  status: number;
  body: string;
}

/**
 * A keep-alive HTTP/1.1 connection for one request at a time. Supports only responses with Content-Length, so that the generator
 * needs little CPU.
 */
export class Connection {
  private readonly socket: Socket;
  private readonly host: string;
  private received = "";
  private waiting: ((answer: HttpAnswer | Error) => void) | undefined;

  private constructor(socket: Socket, host: string) {
    this.socket = socket;
    this.host = host;
    // all responses here are ASCII
    socket.setEncoding("latin1").setNoDelay(true);
    socket.on("data", (piece) => this.take(String(piece)));
    socket.on("close", () => this.settle(new Error("the connection was closed")));
    socket.on("error", (error) => this.settle(error));
  }

  static async open(url: URL): Promise<Connection> {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, "connect");
    return new Connection(socket, url.host);
  }

  post(path: string, body: string): Promise<HttpAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    this.waiting = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer));
    const head = `POST ${path} HTTP/1.1\r\nHost: ${this.host}\r\nContent-Type: application/json\r\n`;
    this.socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`, "latin1");
    return promise;
  }

  close(): void {
    this.waiting = undefined;
    this.socket.destroy();
  }

  private take(piece: string): void {
    this.received += piece;
    const answer = answerIn(this.received);
    if (answer === null) return;
    this.received = "";
    this.settle(answer);
  }

  private settle(answer: HttpAnswer | Error): void {
    const settle = this.waiting;
    this.waiting = undefined;
    settle?.(answer);
  }
}

/** Returns null if the response is incomplete. */
function answerIn(received: string): HttpAnswer | Error | null {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end)) ?? [];
  if (length === undefined) return new Error(`no Content-Length: ${received.slice(0, end)}`);
  const body = received.slice(end + 4, end + 4 + Number(length));
  return body.length < Number(length) ? null : { status: Number(received.slice(9, 12)), body };
}
