import { useState } from "preact/hooks";
import { showBefore } from "../beforePage.tsx";
import type { Drawing } from "../drawing.ts";
import type { PageData } from "../pageData.ts";
import type { Kept } from "../walk/kept.ts";
import { newUuid } from "../walk/uuid.ts";
import { words } from "../words.ts";
import { keptOf } from "./brought.ts";
import { formIdOf, openLink } from "./requests.ts";

/**
 * Asks whether to continue a session of another device here, and keeps it on this one (wants §23). Programs that check links open
 * pages, but press no button, so the link still works after them. Resolves when the page can start.
 */
export async function opened(served: PageData, element: HTMLElement, drawing: Drawing): Promise<void> {
  const link = takeLink(window);
  const { slug } = served;
  const name = `pathform.${slug}`;
  return new Promise((resolve) => {
    const leave = async () => {
      history.replaceState({ ...history.state, resume: undefined }, "");
      (await shown)();
      resolve();
    };
    const go = async ({ form }: PageData) => {
      if (!canKeep(name)) return "blocked";
      const session = await openLink(link.token, link.key);
      if (typeof session === "string") return session;
      const formId = form?.form.id ?? (await formIdOf(slug));
      const kept = { ...keptOf(form, session, link.key, Date.now()), form_id: formId };
      localStorage.setItem(name, JSON.stringify(kept));
      await leave();
      return null;
    };
    const draw = (data: PageData) => (
      <Opening Notice={drawing.Notice} replaces={hasBegun(name)} onGo={() => go(data)} onLeave={leave} />
    );
    const shown = showBefore(served, element, drawing, draw);
  });
}

type Failed = "used" | "failed" | "blocked" | null;

interface Props extends Pick<Drawing, "Notice"> {
  replaces: boolean;
  onGo(): Promise<Failed>;
  onLeave(): void;
}

function Opening({ Notice, replaces, onGo, onLeave }: Props) {
  const [failed, setFailed] = useState<Failed>(null);
  const [isGoing, setGoing] = useState(false);
  const { later, page } = words;
  async function go() {
    setGoing(true);
    setFailed(await onGo());
    setGoing(false);
  }
  const isUsed = failed === "used";
  const failures = { used: later.used, failed: later.openFailed, blocked: later.blocked };
  const text = failed ? failures[failed] : later.open;
  return (
    <Notice
      title={isUsed ? later.usedTitle : later.openTitle}
      text={!failed && replaces ? `${text} ${later.replaces}` : text}
      takesFocus={true}
    >
      {isUsed ? (
        <button type="button" class="button" onClick={onLeave}>
          {replaces ? page.continue : page.start}
        </button>
      ) : (
        <button type="button" class="button" disabled={isGoing} onClick={go}>
          {failed ? page.retry : page.continue}
        </button>
      )}
    </Notice>
  );
}

/** Takes the token out of the address. The entry in the history keeps it, with the key, for a reload before the reply. */
function takeLink({ location, history }: Window): { token: string; key: string } {
  const hash = new URLSearchParams(location.hash.slice(1));
  const token = hash.get("resume");
  if (token === null) return JSON.parse((history.state as { resume: string }).resume.replace(/^resume=/, ""));
  const link = { token, key: newUuid(Date.now()) };
  hash.delete("resume");
  const url = new URL(location.href);
  url.hash = hash.toString();
  history.replaceState({ ...history.state, resume: `resume=${JSON.stringify(link)}` }, "", url);
  return link;
}

/** Returns false if the browser blocks storage, because then the answers would be lost with the link. */
function canKeep(name: string): boolean {
  try {
    localStorage.setItem(`${name}.try`, "");
    localStorage.removeItem(`${name}.try`);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether answers of another session are on this device. */
function hasBegun(name: string): boolean {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "") as Kept).isBegun;
  } catch {
    return false;
  }
}
