import { ForeignAnswer, NoAnswer } from "../dashboard/api/answeredFetch.ts";
import { ApiError } from "../dashboard/api/apiError.ts";
import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./failed.module.css";
import { PlainError } from "./plainError.ts";

/** Returns a message that a person can act on. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError || error instanceof PlainError) return error.message;
  if (error instanceof NoAnswer) return words.noAnswer;
  if (error instanceof ForeignAnswer) return words.foreignAnswer;
  // truncated or invalid JSON
  if (error instanceof SyntaxError) return words.brokenAnswer;
  const isUnloaded = error instanceof Error && error.message.startsWith("Unable to preload");
  // thrown by fetch and import without a response, and by Vite for a missing stylesheet
  return error instanceof TypeError || isUnloaded ? words.unreachable : words.unexpected;
}

/** Replaces content that couldn't be loaded. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className={styles.failed}>
      <p className={styles.title}>{words.failedTitle}</p>
      <p>{problemText(error)}</p>
      {requestId && (
        <p className={styles.id}>
          <code>{words.requestId(requestId)}</code>
        </p>
      )}
      <Button onPress={onRetry}>{words.retry}</Button>
    </div>
  );
}
