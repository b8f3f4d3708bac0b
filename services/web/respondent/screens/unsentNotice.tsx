import * as words from "../../strings/en/page.ts";
import type { RespondentState } from "../walk/state.ts";

interface Props {
  state: Pick<RespondentState, "unsent" | "retryAt" | "isOffline" | "isKept">;
  onRetry(): void;
}

/** Shows unsent answers. An answer in flight is normal, so only late ones show. */
export function UnsentNotice({ state: { unsent, retryAt, isOffline, isKept }, onRetry }: Props) {
  const isLate = unsent.count > 0 && (retryAt !== null || isOffline);
  return (
    <div class="unsent" lang="en" role="status">
      {isLate && (
        <>
          <p>
            {words.unsent(unsent.count)}. {isOffline ? words.offline : isKept && words.answersKept}{" "}
            {!isKept && words.notKept}
          </p>
          {retryAt !== null && !isOffline && (
            <button type="button" class="link-button" onClick={onRetry}>
              {words.retry}
            </button>
          )}
        </>
      )}
    </div>
  );
}
