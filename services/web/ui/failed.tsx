import * as words from "../strings/en/dashboard/app.ts";
import { ApiError, ForeignAnswer, NoAnswer } from "./apiError.ts";
import { Button } from "./button.tsx";
import styles from "./failed.module.css";
import { PlainError } from "./plainError.ts";

/** Returns a message that a person can act on. */
export function problemText(error: unknown): string {
  if (error instanceof ApiError)
    return error.message === generic && error.errors[0] ? reasonOf(error.errors[0]) : error.message;
  if (error instanceof PlainError) return error.message;
  if (error instanceof NoAnswer) return words.noAnswer;
  if (error instanceof ForeignAnswer) return words.foreignAnswer;
  // truncated or invalid JSON
  if (error instanceof SyntaxError) return words.brokenAnswer;
  return isUnreached(error) ? words.unreachable : words.unexpected;
}

/** The detail of a refusal whose reasons are its `errors` (shared/platform/errors.ts). */
const generic = "The request is invalid.";

/** Makes a sentence of `<field>: <reason>`: with its field only if that is what the reason is about. */
function reasonOf(line: string): string {
  const [, field = "", reason = line] = /^([^:]*): (.*)$/s.exec(line) ?? [];
  const text = /^(column is|must|is|isn't|has|takes|can't|doesn't) /.test(reason) ? `${field} ${reason}` : reason;
  const quoted = text.replace(/"([^"]*)"/g, "“$1”").replaceAll("'", "’");
  return `${quoted[0]?.toUpperCase()}${quoted.slice(1)}${/[.?!]$/.test(quoted) ? "" : "."}`;
}

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
