import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { type Outgoing, openOutgoing } from "../../../services/integrations/outgoing/send.ts";

/** Receivers that send `100 Continue` unasked (RFC 9110 §15.2). */
let outgoing: Outgoing;
let server: Server;
afterEach(async () => {
  await outgoing.close();
  server.close();
});

/** Starts a receiver that answers each request with these bytes, in pieces of a size. Returns its URL. */
async function receiverOf(reply: string, size: number): Promise<string> {
  outgoing = openOutgoing({ timeoutMs: 20_000, allowPrivate: true });
  server = createServer((socket) => {
    socket.setNoDelay();
    socket.on("data", (data) => String(data).includes("\r\n\r\n") && sendPieces(socket, reply, size));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function sendPieces(socket: Socket, reply: string, size: number): Promise<void> {
  for (let at = 0; at < reply.length; at += size) {
    socket.write(reply.slice(at, at + size));
    // so that each piece arrives on its own
    await new Promise(setImmediate);
  }
}

const interim = "HTTP/1.1 100 Continue\r\nX-Interim: yes\r\n\r\n";
const final = "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nHTTP/1.1 100\r\n";

test.each([1, 7, 1000])("are read up to their final response, in pieces of %i bytes", async (size) => {
  const url = await receiverOf(interim + interim + final, size);
  const send = outgoing.within(20_000);
  for (let request = 0; request < 2; request += 1) {
    const sent = await send({ method: "POST", url, headers: {}, body: "{}" });
    expect(sent).toMatchObject({ kind: "answered", status: 200, body: "HTTP/1.1 100\r\n" });
  }
});
