import { outlivesPage } from "./api.ts";
import { answersIn, type Entry } from "./queue.ts";

/**
 * The end of a queue: the last answers and the completion are one request, which is sent before the end shows. So the response of
 * a respondent who closes the page there counts (features §11.3). If one request can't take all, others go before it.
 */

/** The service's limit of one request. */
const answerLimit = 50;

/** Adds the completion to a queue. */
export const closed = (queue: readonly Entry[], at: number): Entry[] => joined([...queue, { kind: "complete", at }]);

/** Joins entries to as few requests as possible. The first entry may have been sent before. */
export function joined(queue: readonly Entry[]): Entry[] {
  const parts: Entry[] = [];
  for (const entry of queue) {
    const last = parts.at(-1);
    const both = last && asOne(last, entry);
    if (both) parts.pop();
    parts.push(both || entry);
  }
  return parts;
}

/** Returns both as one entry, or null if a closing page couldn't send it. */
function asOne(first: Entry, second: Entry): Entry | null {
  const isEnd = second.kind === "complete";
  // `back` holds for a whole request
  if (!("next" in first) || !(isEnd || ("next" in second && !second.back))) return null;
  const answers = [first, second].flatMap(answersIn).map(({ node_id, value }) => ({ node_id, value }));
  if (answers.length > answerLimit || !outlivesPage(JSON.stringify({ answers, back: true }))) return null;
  const { at, back } = first;
  const next = isEnd ? first.next : second.next;
  return { kind: "answers", at, answers, ...(back && { back }), next, ...(isEnd && { complete: true }) };
}
