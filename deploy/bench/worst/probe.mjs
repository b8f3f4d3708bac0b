/**
 * Loaded into the product before everything else (NODE_OPTIONS=--import …), and asked over IPC: what one turn of the event
 * loop has cost at most, in CPU time of the main thread, so that a busy machine changes nothing; and how far the heap grew.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.send) {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc");
  let before = 0;
  let total = 0;
  let longest = 0;
  let heap = 0;
  let mostHeap = 0;

  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const heapBytes = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  // timers have their place in each turn of the loop: what lies between two calls is one turn, or several short ones
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    total += now - before;
    // looking at the heap costs more than looking at the clock
    if (now - before > 2) mostHeap = Math.max(mostHeap, heapBytes());
    before = cpuMs();
  };
  setInterval(look, 1).unref();

  process.on("message", (message) => {
    if (message === "begin") {
      collectGarbage();
      heap = heapBytes();
      mostHeap = heap;
      longest = 0;
      total = 0;
      before = cpuMs();
      process.send("begun");
    } else {
      look();
      process.send({ turnMs: longest, cpuMs: total, heapMiB: (Math.max(mostHeap, heapBytes()) - heap) / 2 ** 20 });
    }
  });
  // what asks may go; the product goes on
  process.channel?.unref();
}
