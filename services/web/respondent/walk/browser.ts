import type { Api } from "./api.ts";
import type { Clock, Device, FileApi } from "./device.ts";
import { type LocalizedRespondent, type RespondentOptions, respondentOn } from "./respondent.ts";
import type { RespondentState } from "./state.ts";
import type { TextStore } from "./storage.ts";
import { newUuid } from "./uuid.ts";

export { firstState } from "./view.ts";

export interface BrowserOptions extends RespondentOptions {
  /** origin of the server; by default the page's own */
  server?: string;
}

/** Opens the respondent of this page. */
export function openRespondent(options: BrowserOptions): LocalizedRespondent {
  const respondent = respondentOn(browser(options), options);
  // even stored answers may never be sent if the respondent leaves now
  window.addEventListener("beforeunload", (event) => isLate(respondent.state()) && event.preventDefault());
  return respondent;
}

/** True if more is unsent than the request that is in flight. */
const isLate = ({ screen, unsent, retryAt, isOffline, isKept }: RespondentState): boolean =>
  screen === "sending" || (unsent.since !== null && (retryAt !== null || isOffline || !isKept));

function browser({ search, server = location.href, loadLater }: BrowserOptions): Device {
  const isKiosk = new URLSearchParams(search).get("kiosk") === "1";
  const root = new URL("/api/v2/r/", server).href;
  return {
    store: isKiosk ? null : store(),
    // navigator.locks is missing without HTTPS, whatever its type says
    locks: isKiosk ? null : (navigator.locks ?? null),
    api: laterApi(root, loadLater),
    files: fileApi(root, loadLater),
    clock,
    newId: () => newUuid(Date.now()),
    onWake(listener) {
      const isBack = () => document.visibilityState === "visible" && listener();
      // a page from the back/forward cache has lost its lock and may be out of date
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

/** Sends immediately after its code has loaded, because a closing page waits for nothing. */
function laterApi(root: string, loadLater: RespondentOptions["loadLater"]): Api {
  let api: Api | undefined;
  const loaded = async () => (await loadLater()).fetchApi(root);
  return {
    serverTime: () => api?.serverTime() ?? Date.now(),
    async send(...request) {
      api ??= await loaded();
      return api.send(...request);
    },
  };
}

/** Returns null if the browser blocks storage: even accessing it can throw. */
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
