import type { Json } from "../../../../shared/domain/graph/types.ts";
import { type Kept, ownValue } from "./kept.ts";

/** Returns the paths of files that the answer no longer names. Only those can be deleted (decisions §5). */
export function removedFiles(kept: Kept, nodeId: string, value: Json): string[] {
  const urlsOf = (answer: Json | undefined) => (Array.isArray(answer) ? answer.map(String) : []);
  const named = new Set(urlsOf(value));
  const removed = urlsOf(ownValue(kept.answers, nodeId)).filter(
    (url) => Object.hasOwn(kept.files, url) && !named.has(url),
  );
  return removed.map((url) => `session/${kept.session}/upload/${url.split("/").at(-2)}/`);
}
