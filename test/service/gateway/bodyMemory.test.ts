import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { readBytes } from "../../../services/gateway/http/body.ts";

test("a request that an idle connection keeps lets go of its body", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const req = Object.assign(Readable.from([Buffer.alloc(2 ** 20)]), { headers: {} }) as unknown as IncomingMessage;
  const body = new WeakRef(await readBytes(req, 2 ** 21, 1_000));
  // a weak reference holds until its turn ends
  await new Promise(setImmediate);
  collect();
  expect(body.deref()).toBeUndefined();
  expect(req.readableEnded).toBe(true);
});
