import { fetchApi } from "./api.ts";
import type { Clock } from "./backoff.ts";
import type { Device, FileApi } from "./device.ts";
import type { RespondentOptions } from "./options.ts";
import { respondentOn } from "./respondent.ts";
import type { Respondent, RespondentState } from "./state.ts";
import type { TextStore } from "./storage.ts";
import { newUuid } from "./uuid.ts";

export { firstState } from "./view.ts";

/** The respondent of the page that this runs in. */
export function openRespondent(options: RespondentOptions): Respondent {
  const respondent = respondentOn(browser(options), options);
  // kept or not: whoever leaves now may not come back to send it
  window.addEventListener("beforeunload", (event) => isLate(respondent.state()) && event.preventDefault());
  return respondent;
}

/** More waits than the answer that is just on its way. */
const isLate = ({ unsent, retryAt, isOffline, isKept }: RespondentState): boolean =>
  unsent.since !== null && (retryAt !== null || isOffline || !isKept);

function browser({ search, loadLater }: RespondentOptions): Device {
  const isKiosk = new URLSearchParams(search).get("kiosk") === "1";
  const root = new URL("/api/v2/r/", location.href).href;
  return {
    store: isKiosk ? null : store(),
    // without HTTPS a page has no locks, whatever its types say
    locks: isKiosk ? null : (navigator.locks ?? null),
    api: fetchApi(root),
    files: fileApi(root, loadLater),
    clock,
    newId: () => newUuid(Date.now()),
    onWake(listener) {
      const isBack = () => document.visibilityState === "visible" && listener();
      // a page out of the browser's cache of pages has lost its lock, and knows nothing of what was answered since
      const reload = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
      return listening([
        [window, "online", listener],
        [window, "pageshow", reload as EventListener],
        [document, "visibilitychange", isBack],
      ]);
    },
    onStored: (listener) => listening([[window, "storage", listener]]),
  };
}

/** null where the browser keeps nothing: then even asking for it may throw. */
function store(): TextStore | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const clock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

function listening(rows: [EventTarget, string, EventListener][]): () => void {
  for (const [target, type, listener] of rows) target.addEventListener(type, listener);
  return () => {
    for (const [target, type, listener] of rows) target.removeEventListener(type, listener);
  };
}

function fileApi(root: string, loadLater: RespondentOptions["loadLater"]): FileApi {
  return {
    upload: async (path, ...file) => (await loadLater()).sendFile(root + path, ...file),
    remove(path) {
      fetch(root + path, { method: "DELETE", credentials: "omit", keepalive: true }).catch(() => {});
    },
  };
}
