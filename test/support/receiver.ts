import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";

/** A local receiver of deliveries, which records requests and responds as configured. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** number of connections that were opened */
  connections(): number;
  answer(how: Answer): void;
  close(): Promise<void>;
}

export interface Received {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  at: number;
}

export type Answer = (response: ServerResponse, request: IncomingMessage, received: Received) => void;

export const ok: Answer = (response) => void response.end("thanks");
export const status =
  (code: number, headers: Record<string, string> = {}, body = ""): Answer =>
  (response) =>
    void response.writeHead(code, headers).end(body);
/** Accepts the request and never responds. */
export const hang: Answer = () => undefined;
export const reset: Answer = (_response, request) => void request.socket.resetAndDestroy();
/** Sends an endless response byte by byte. */
export const drip: Answer = (response) => {
  response.writeHead(200).write(".");
  const timer = setInterval(() => response.write("."), 50);
  response.once("close", () => clearInterval(timer));
};
/** Sends an endless response as fast as possible. */
export const flood: Answer = (response) => {
  response.writeHead(200);
  const more = () => {
    while (!response.destroyed && response.write("flood ".repeat(1000)));
  };
  response.on("drain", more);
  more();
};

export interface ReceiverOptions {
  port?: number;
  tls?: { key: string; cert: string };
}

export async function startReceiver(answer: Answer = ok, { port = 0, tls }: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  let how = answer;
  let connections = 0;
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const got = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks).toString(),
      at: Date.now(),
    };
    received.push(got);
    how(response, request, got);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) =>
    void listener(request, response).catch(() => undefined);
  const server = tls ? https.createServer(tls, onRequest) : http.createServer(onRequest);
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${taken}`,
    port: taken,
    received,
    connections: () => connections,
    answer(next) {
      how = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
