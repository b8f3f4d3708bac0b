import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newCookie } from "../product.ts";
import { graphOf, type Hunt, type Input, list } from "./hunt.ts";
import { manyOf } from "./published.ts";

/** Very many clients with small requests: some never read, some start sessions. */
export async function crowds(hunt: Hunt): Promise<Input[]> {
  const { owner, product } = hunt;
  const large = await hunt.formOf(manyOf(described, 149), true);
  const small = await hunt.formOf(graphOf({ question_type: "long_text", data: { title: "?" } }), true);
  for (let at = 0; at < 300; at += 1) {
    const { id } = await owner.call<{ id: string }>("POST", `/api/v2/r/${small}/start/`);
    await owner.call("POST", `/api/v2/r/session/${id}/next/`, { node_id: "q", value: "word ".repeat(900) });
  }
  const cookie = await newCookie(product.url);
  const asOwner = [`Authorization: Bearer ${product.key}`];
  const crowd = (name: string, count: number, request: (at: number) => string): Input => ({
    name: `crowd: ${name}`,
    send: () => ask(product.url, count, request),
  });
  const entering =
    (path: string, body: (at: number) => object, method = "POST", more: string[] = []) =>
    (at: number) =>
      message(method, path, JSON.stringify(body(at)), more);
  const email = (at: number) => `${at}@example.com`;
  const password = "not the right one";
  return [
    crowd("1,200 who read nothing of a large form", 1_200, () => message("GET", `/api/v2/r/${large}/`)),
    crowd("1,200 who read nothing of it in gzip", 1_200, () =>
      message("GET", `/api/v2/r/${large}/`, "", ["Accept-Encoding: gzip"]),
    ),
    crowd("60 exports that nobody reads", 60, () =>
      message("GET", `/api/v2/form/${small}/responses/export/`, "", asOwner),
    ),
    crowd(
      "400 sign-ins of 900 KB",
      400,
      entering("/api/auth/login/", (at) => ({ email: email(at), password: "x".repeat(900_000) })),
    ),
    crowd(
      "400 sign-ins of 290 KB",
      400,
      entering("/api/auth/login/", (at) => ({ email: email(at), password: "x".repeat(290_000) })),
    ),
    crowd(
      "400 lost passwords",
      400,
      entering("/api/auth/forgot/", (at) => ({ email: email(at) })),
    ),
    crowd(
      "400 new passwords",
      400,
      entering("/api/auth/reset/", (at) => ({ token: `${at}`, password })),
    ),
    crowd(
      "400 changes of a password",
      400,
      entering("/api/auth/me/", () => ({ password, current_password: password }), "PATCH", [`Cookie: ${cookie}`]),
    ),
  ];
}

/** ms that a rejected client waits before it retries */
const longestWait = 4_000;

/** Each client uses a separate connection and reads no more than Node.js buffers. */
async function ask(url: string, count: number, request: (at: number) => string): Promise<string> {
  const { hostname, port } = new URL(url);
  const sockets = list(count, (at) => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(request(at));
    return socket;
  });
  const answered = sockets.map((socket) => once(socket, "readable").then(() => socket.read(20)?.toString() ?? ""));
  await Promise.race([Promise.allSettled(answered), sleep(longestWait)]);
  const ended = sockets.map((socket) => (socket.destroy().closed ? null : once(socket, "close")));
  await Promise.all(ended);
  // the server sees them disconnect
  await sleep(500);
  return statuses(await Promise.allSettled(answered.map((one) => Promise.race([one, ""]))));
}

function statuses(lines: PromiseSettledResult<string>[]): string {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const status = line.status === "fulfilled" ? (/^HTTP\/1\.1 (\d+)/.exec(line.value)?.[1] ?? "waiting") : "gone";
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return Object.entries(counts)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

const message = (method: string, path: string, body = "", more: string[] = []): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...more,
    ...(body ? ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`] : []),
    "",
    body,
  ].join("\r\n");

/** Returns 150 responses of 755 KB in total. */
const described = { question_type: "short_text", data: { title: "?", description: "x".repeat(5_000) } };
