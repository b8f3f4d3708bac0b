/**
 * Loaded into the product before everything else (NODE_OPTIONS=--import …), and asked over IPC: what one turn of the event
 * loop has cost at most, in CPU time of the main thread, so that a busy machine changes nothing; and how far the heap grew. With
 * "begin collecting" garbage is collected over and over, so that what is left is live; its turns say nothing then.
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
  // timers have their place in each turn of the loop: what lies between two calls is one turn, or several short ones
  const look = () => {
    if (collecting) return;
    const now = cpuMs();
    longest = Math.max(longest, now - before);
    total += now - before;
    // looking at the heap costs more than looking at the clock
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
  // what asks may go; the product goes on
  process.channel?.unref();
}
