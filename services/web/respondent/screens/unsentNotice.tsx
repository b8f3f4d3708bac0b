import type { RespondentState } from "../walk/state.ts";
import { counted, words } from "../words.ts";

interface Props {
  state: Pick<RespondentState, "screen" | "isWaiting" | "unsent" | "retryAt" | "isOffline" | "isKept">;
  onRetry(): void;
}

/** Shows unsent answers. An answer in flight is normal, so only late ones show. */
export function UnsentNotice({ state, onRetry }: Props) {
  const { screen, isWaiting, unsent, retryAt, isOffline, isKept } = state;
  if (unsent.count === 0 || (retryAt === null && !isOffline)) return null;
  const offline = screen === "node" && !isWaiting ? words.unsent.offline : words.unsent.offlineWaiting;
  return (
    <div class="unsent-note">
      <p>
        {counted(words.unsent.count, unsent.count)} {isOffline ? offline : isKept && words.unsent.kept}{" "}
        {!isKept && words.unsent.notKept}
      </p>
      {retryAt !== null && !isOffline && (
        <button type="button" class="link-button" onClick={onRetry}>
          {words.page.retry}
        </button>
      )}
    </div>
  );
}
