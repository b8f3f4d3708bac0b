import * as words from "../../strings/en/page.ts";
import type { RespondentState } from "../walk/state.ts";

interface Props {
  state: Pick<RespondentState, "screen" | "isWaiting" | "unsent" | "retryAt" | "isOffline" | "isKept">;
  onRetry(): void;
}

/** Shows unsent answers. An answer in flight is normal, so only late ones show. */
export function UnsentNotice({ state, onRetry }: Props) {
  const { screen, isWaiting, unsent, retryAt, isOffline, isKept } = state;
  if (unsent.count === 0 || (retryAt === null && !isOffline)) return null;
  const offline = screen === "node" && !isWaiting ? words.offline : words.offlineWaiting;
  return (
    <>
      <p>
        {words.unsent(unsent.count)}. {isOffline ? offline : isKept && words.answersKept} {!isKept && words.notKept}
      </p>
      {retryAt !== null && !isOffline && (
        <button type="button" class="link-button" onClick={onRetry}>
          {words.retry}
        </button>
      )}
    </>
  );
}
