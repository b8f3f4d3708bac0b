import { invalidDetail } from "../../../shared/domain/fieldError.ts";
import * as words from "../strings/en/dashboard/app.ts";
import { ApiError, ForeignAnswer, fieldOf, NoAnswer } from "./apiError.ts";
import { Button } from "./button.tsx";
import styles from "./failed.module.css";
import type { FieldProblem } from "./fields/field.ts";
import { PlainError } from "./plainError.ts";
import { sentenceOf } from "./sentence.ts";

/** Returns a message that a person can act on. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError)
    return error.message === invalidDetail && error.problems[0] ? textOf(error.problems[0]) : error.message;
  if (error instanceof PlainError) return error.message;
  if (error instanceof NoAnswer) return words.noAnswer;
  if (error instanceof ForeignAnswer) return words.foreignAnswer;
  // truncated or invalid JSON
  if (error instanceof SyntaxError) return words.brokenAnswer;
  return isUnreached(error) ? words.unreachable : words.unexpected;
}

const textOf = (problem: FieldProblem): string => sentenceOf(fieldOf(problem), problem.text);

/**
 * Messages of fetch, reading a response, and import without a connection, in Chromium, Firefox and WebKit, and of Vite for a
 * missing stylesheet. `offline` is from app/lazyPage.ts. Code that throws has other ones.
 */
const ofNetwork =
  /^(offline$|Failed to fetch|fetch failed|network error|NetworkError|Load failed|Importing a module|error loading dynamically|The network connection|The Internet connection|Unable to preload)/i;

const isUnreached = (error: unknown): boolean => error instanceof Error && ofNetwork.test(error.message);

/** Replaces content that couldn't be loaded, or that failed while it was shown. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  const text = problemText(error);
  const isBroken = text === words.unexpected;
  return (
    <div role="alert" className={styles.failed}>
      <p className={styles.title}>{isBroken ? words.brokenTitle : words.failedTitle}</p>
      <p>{isBroken ? words.brokenText : text}</p>
      {requestId && (
        <p className={styles.id}>
          <code>{words.requestId(requestId)}</code>
        </p>
      )}
      <Button onPress={onRetry}>{isBroken ? words.reloadPart : words.retry}</Button>
    </div>
  );
}
