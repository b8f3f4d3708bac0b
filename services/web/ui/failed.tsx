import { ForeignAnswer, NoAnswer } from "../dashboard/api/answeredFetch.ts";
import { ApiError } from "../dashboard/api/apiError.ts";
import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./failed.module.css";
import { PlainError } from "./plainError.ts";

/** What a person can make of it. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError || error instanceof PlainError) return error.message;
  if (error instanceof NoAnswer) return words.noAnswer;
  if (error instanceof ForeignAnswer) return words.foreignAnswer;
  // of JSON that ends too early, or is none
  if (error instanceof SyntaxError) return words.brokenAnswer;
  const isUnloaded = error instanceof Error && error.message.startsWith("Unable to preload");
  // what fetch and import throw where nothing was answered, and Vite for a page's style
  return error instanceof TypeError || isUnloaded ? words.unreachable : words.unexpected;
}

/** In place of what could not be loaded. */
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
