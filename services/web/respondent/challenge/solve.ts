import type { Challenge } from "../../../../shared/api/shapes/sessions.ts";
import { type Searched, search } from "./search.ts";

/** Solves a form's challenge in a worker, or here if there is none. Loaded when a form asks for it (features §15). */
export async function solved({ algorithm, challenge, salt, maxnumber, signature }: Challenge): Promise<string> {
  const searched = { salt, challenge, maxnumber };
  const number = await inWorker(searched).catch(() => search(searched));
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
}

function inWorker(searched: Searched): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = reject;
    worker.postMessage(searched);
  });
}
