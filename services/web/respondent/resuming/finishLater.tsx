import type { TargetedEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { contactText } from "../../../../shared/domain/contactText.ts";
import { examples } from "../questions/examples.ts";
import { focusOn } from "../questions/focus.ts";
import type { RespondentState } from "../walk/state.ts";
import { fill, words, wordsLang } from "../words.ts";
import { type Asked, askForLink } from "./requests.ts";

/** Offers a link to finish on another device, as soon as the session has begun (wants §23). Loads only for forms that offer it. */
export function FinishLater({ state }: { state: RespondentState }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [closed, setClosed] = useState(0);
  // a session of two devices is mailed to neither, and changes of a completed one are only here
  if (state.phase !== "started" || state.resumeKey === null || state.isShared || state.isEditing) return null;
  return (
    <p class="finish-later" lang={wordsLang()}>
      <button type="button" class="link-button" onClick={() => dialog.current?.showModal()}>
        {words.later.offer}
      </button>
      {/* emptied when it closes, so that nothing waits in it */}
      <dialog
        class="later-dialog"
        ref={dialog}
        aria-labelledby="later-title"
        onClose={() => setClosed((count) => count + 1)}
      >
        <AskForLink key={closed} state={state} onClose={() => dialog.current?.close()} />
      </dialog>
    </p>
  );
}

function AskForLink({ state, onClose }: { state: RespondentState; onClose: () => void }) {
  const [address, setAddress] = useState("");
  const [asked, setAsked] = useState<Asked | "waiting" | "sending" | "unsent" | null>(null);
  const { later, problems } = words;
  const isBusy = asked === "waiting" || asked === "sending";
  function send(event: TargetedEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isBusy) setAsked(event.currentTarget.checkValidity() ? "waiting" : "refused");
  }
  const { unsent, isOffline, retryAt } = state;
  // the other device gets only what the service has
  useEffect(() => {
    if (asked !== "waiting") return;
    if (isOffline || retryAt !== null) return setAsked("unsent");
    if (unsent.count > 0) return;
    setAsked("sending");
    void askForLink(state, address).then(setAsked);
  }, [asked, unsent.count, isOffline, retryAt]);
  if (asked === "sent") return <Sent address={address} onClose={onClose} />;
  const error = {
    unsent: later.unsent,
    failed: later.failed,
    refused: fill(problems.email, { example: examples.email }),
  }[asked as Exclude<typeof asked, "waiting" | "sending" | null>] as string | undefined;
  return (
    <form onSubmit={send} noValidate>
      <h2 id="later-title">{later.offer}</h2>
      <p>{later.text}</p>
      {error && (
        <p class="question-error" id="later-error" role="alert">
          {error}
        </p>
      )}
      <label for="later-email">{later.email}</label>
      <input
        id="later-email"
        ref={focusOn}
        class="field"
        type="email"
        dir="ltr"
        autocomplete="email"
        inputMode="email"
        required
        readOnly={isBusy}
        value={address}
        aria-invalid={asked === "refused"}
        aria-describedby={error ? "later-error" : undefined}
        onInput={({ currentTarget }) => setAddress(contactText(currentTarget.value))}
      />
      <div class="later-actions">
        <button type="button" class="button button-quiet" onClick={onClose}>
          {later.cancel}
        </button>
        <button type="submit" class="button" disabled={isBusy}>
          {later.send}
        </button>
      </div>
    </form>
  );
}

function Sent({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <div role="status">
      <h2 id="later-title" tabIndex={-1} ref={focusOn} data-heading>
        {words.later.sentTitle}
      </h2>
      <p>{fill(words.later.sent, { address })}</p>
      <div class="later-actions">
        <button type="button" class="button" onClick={onClose}>
          {words.later.close}
        </button>
      </div>
    </div>
  );
}
