/**
 * Preload (`NODE_OPTIONS=--import …`) that responds over IPC with the maximum CPU time of an event loop turn on the main thread,
 * which doesn't depend on other load, and the heap growth. With "begin collecting", it collects garbage constantly, so that the
 * heap has only live objects. Turn times are meaningless then.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send) {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  const collectEveryMs = 50;
  let before = 0;
  let total = 0;
  let longest = 0;
  let heap = 0;
  let mostHeap = 0;
  let collecting;

  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const heapBytes = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const lookAtLive = () => {
    collectGarbage();
    mostHeap = Math.max(mostHeap, heapBytes());
  };
  // timers run in each turn, so the time between two calls is one turn or several short ones
  const look = () => {
    if (collecting) return;
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    total += now - before;
    // reading the heap size is slower than reading the clock
    if (now - before > 2) mostHeap = Math.max(mostHeap, heapBytes());
    before = cpuMs();
  };
  setInterval(look, 1).unref();

  process.on("message", (message) => {
    clearInterval(collecting);
    if (message !== "end") {
      collectGarbage();
      heap = heapBytes();
      mostHeap = heap;
      longest = 0;
      total = 0;
      before = cpuMs();
      if (message === "begin collecting") collecting = setInterval(lookAtLive, collectEveryMs);
      process.send("begun");
    } else {
      if (collecting) lookAtLive();
      else look();
      collecting = undefined;
      process.send({ turnMs: longest, cpuMs: total, heapMiB: (mostHeap - heap) / 2 ** 20 });
    }
  });
  // the benchmark can exit; the product continues
  process.channel?.unref();
}
