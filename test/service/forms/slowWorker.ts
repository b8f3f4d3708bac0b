import { parentPort } from "node:worker_threads";
import { ready } from "../../../services/forms/analysis/thread.ts";

/** Thread whose modules take 2.5 s to load, as on a busy machine. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500);
parentPort?.on("message", (question: string) => parentPort?.postMessage({ result: question }));
parentPort?.postMessage(ready);
