/**
 * Preload (`NODE_OPTIONS=--import …`) of a service's process: at the socket `TURN_SOCKET`, `/begin` starts a measure and `/end` gives
 * the longest turn since then. Children of the process don't load it.
 */
import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";
import { openTurnMeter } from "./meter.mjs";

const { TURN_SOCKET } = process.env;
if (isMainThread && TURN_SOCKET) {
  delete process.env.TURN_SOCKET;
  const meter = openTurnMeter();
  const server = createServer((req, res) => {
    meter.look();
    res.end(JSON.stringify(meter.read()));
    if (req.url === "/begin") meter.begin();
  });
  server.listen(TURN_SOCKET).unref();
}
