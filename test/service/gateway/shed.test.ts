import { once } from "node:events";
import http from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, jest, test } from "@jest/globals";
import { readingPauseMs, shed } from "../../../services/gateway/shed.ts";
import { eventually } from "../../support/eventually.ts";

const refused = /^HTTP\/1\.1 503 .*\r\nRetry-After: \d+\r\n.*\{"detail":"The service is overloaded/s;

test("whoever asks again at once on a kept connection is not read for a moment", async () => {
  const server = http.createServer((req, res) => shed(req, res, "start"));
  const connected = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const [socket]: Socket[] = await connected;
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
  try {
    const again = async () => {
      client.write("POST /api/v2/r/lunch/start/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
      const [answer] = await once(client, "data");
      return answer;
    };
    for (const _ of ["the first is no haste", "this is"]) expect(await again()).toMatch(refused);
    await eventually(async () => expect(socket?.isPaused()).toBe(true));
    const third = again();
    jest.advanceTimersByTime(readingPauseMs);
    expect(await third).toMatch(refused);
  } finally {
    jest.useRealTimers();
    client.destroy();
    server.close();
  }
});
