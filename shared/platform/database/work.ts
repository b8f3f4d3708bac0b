import { wakeLoops } from "../loop.ts";
import type { Queryable } from "./connection.ts";
import { serverIn, type Target } from "./rows.ts";

/** Names of the work that each open transaction has added, by client. */
const added = new WeakMap<Queryable, Set<string>>();

/** Wakes the loops of that name (loop.ts) after the transaction of the target, which has just added work for them. */
export function madeWork(target: Target, name: string): void {
  const names = added.get(serverIn(target));
  if (names) names.add(name);
  else wakeLoops(name);
}

/** A transaction begins on this client. Returns a function for its end. */
export function notingWork(client: Queryable): () => void {
  const names = new Set<string>();
  added.set(client, names);
  return () => {
    added.delete(client);
    // also after a failure, because a commit whose reply was lost may have happened
    for (const name of names) wakeLoops(name);
  };
}
