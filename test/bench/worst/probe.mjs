/**
 * Preload (`NODE_OPTIONS=--import …`) that responds over IPC with the maximum CPU time of an event loop turn on the main thread,
 * which doesn't depend on other load, and the heap growth. With "begin collecting", it collects garbage constantly, so that the
 * heap has only live objects. Turn times are meaningless then.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";
import { openTurnMeter } from "../../support/turns/meter.mjs";

if (isMainThread && process.send) {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  const collectEveryMs = 50;
  let heap = 0;
  let mostHeap = 0;
  let collecting;

  const heapBytes = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const lookAtLive = () => {
    collectGarbage();
    mostHeap = Math.max(mostHeap, heapBytes());
  };
  const meter = openTurnMeter((spentMs) => {
    // reading the heap size is slower than reading the clock
    if (spentMs > 2 && !collecting) mostHeap = Math.max(mostHeap, heapBytes());
  });

  process.on("message", (message) => {
    clearInterval(collecting);
    if (message !== "end") {
      collectGarbage();
      heap = heapBytes();
      mostHeap = heap;
      meter.begin();
      if (message === "begin collecting") collecting = setInterval(lookAtLive, collectEveryMs);
      process.send("begun");
    } else {
      if (collecting) lookAtLive();
      else meter.look();
      collecting = undefined;
      process.send({ ...meter.read(), heapMiB: (mostHeap - heap) / 2 ** 20 });
    }
  });
  // the benchmark can exit; the product continues
  process.channel?.unref();
}
