import type { PublicLink } from "../../../../shared/api/shapes/links.ts";
import type { Started } from "../../../../shared/api/shapes/sessions.ts";
import type { PageData } from "../pageData.ts";
import { byLink } from "../walk/address.ts";
import type { Kept } from "../walk/kept.ts";
import type { PersonalLink } from "../walk/link.ts";
import type { Notice } from "../walk/notice.ts";
import { newUuid } from "../walk/uuid.ts";
import { words } from "../words.ts";
import { bounded, joined } from "./joined.ts";

/** Opens a personal link before its form is shown (features §15). Loaded only with a link, and by forms that need one. */

const attempts = 3;
const pauseMs = 1_000;

function refusal(problem: string): Notice {
  const { links } = words;
  if (problem === "none") return { title: links.onlyTitle, text: links.only };
  if (problem === "completed") return { title: links.usedTitle, text: links.used };
  if (problem === "expired") return { title: links.expiredTitle, text: links.ask };
  if (problem === "revoked") return { title: links.revokedTitle, text: links.ask };
  return { title: links.unknownTitle, text: links.ask };
}

/** Characters of a token that name its link. The others prove it, so they are stored nowhere. */
const idLength = 22;

/** Returns what the service says about the link, and follows it to its form. Without a network, the start will decide. */
export async function openLink(token: string | null, data: PageData, window: Window): Promise<PersonalLink> {
  const { slug } = data;
  const { search } = window.location;
  if (token === null) return { token, search, joined, bounded, refusal, language: null, problem: "none" };
  const own = { token, joined, bounded, refusal, storedAs: `link.${token.slice(0, idLength)}` };
  const found = await ask(token);
  if (!found) return { ...own, search, language: null, problem: found === null ? "unknown" : null };
  if (found.slug !== slug) await leaveFor(found.slug, window);
  if (found.status === "started") await join(token, own.storedAs, data, window);
  if (found.status === "started" || found.status === "completed") askAgain(own.storedAs);
  const { status, hidden, prefill, language } = found;
  const isOpen = status === "unused" || status === "started";
  if (Object.keys(prefill).length > 0) byLink.answers = prefill;
  return { ...own, search: withHidden(search, hidden), language, problem: isOpen ? null : status };
}

/**
 * Joins a response that was begun on another device, before any question shows: its current one isn't the first. Without a network or
 * storage, the start will join it.
 */
async function join(token: string, storedAs: string, { slug, form }: PageData, { location }: Window): Promise<void> {
  const isKiosk = new URLSearchParams(location.search).get("kiosk") === "1";
  try {
    const key = `pathform.${storedAs}`;
    if (!form || isKiosk || isFresh(localStorage.getItem(key))) return;
    const resumeKey = newUuid(Date.now());
    const response = await fetch(`/api/v2/r/${slug}/start/`, {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ link: token, if_running: true, resume_key: resumeKey }),
    });
    if (!response.ok) return;
    const kept = keptOf(form.form.id, (await response.json()) as Started, resumeKey);
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // as without storage
  }
}

/** Lets the page ask about a response that it keeps as running, because another device may have continued or completed it. */
function askAgain(storedAs: string): void {
  try {
    const key = `pathform.${storedAs}`;
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null;
    if (!kept?.isBegun || kept.queue.length > 0) return;
    localStorage.setItem(
      key,
      JSON.stringify({ ...bounded(kept), queue: [{ kind: "check", at: Date.now(), refused: [] }] }),
    );
  } catch {
    // its next answer will find out
  }
}

/** ms. As in walk/kept.ts, whose import would split the first chunk. */
const keptFor = 7 * 86_400_000;

/** Returns whether this device has a session that the page continues. */
function isFresh(stored: string | null): boolean {
  try {
    return Date.now() - (JSON.parse(stored ?? "") as Kept).at < keptFor;
  } catch {
    return false;
  }
}

/** Returns a session of another device as this one keeps it. */
function keptOf(formId: string, started: Started, resumeKey: string): Kept {
  const nothing = { answers: {}, queue: [], position: 0, progress: 0, files: {} };
  const own: Kept = {
    ...{
      tab: "",
      layout: 1,
      form_id: formId,
      version: started.version_number,
      session: "",
      resumeKey,
      isBegun: true,
      hidden: {},
    },
    ...{ ...nothing, base: { visits: [], current: "" }, startedOn: started.started_at.slice(0, 10), at: Date.now() },
  };
  return joined(own, started);
}

/** Its hidden fields win over those of the address. */
function withHidden(search: string, hidden: PublicLink["hidden"]): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(hidden)) query.set(key, value);
  return `?${query}`;
}

/** Opens the address of the link's form. The page is left then. */
async function leaveFor(slug: string, { location }: Window): Promise<never> {
  const url = new URL(location.href);
  url.pathname = `/f/${slug}`;
  location.replace(url);
  return new Promise<never>(() => undefined);
}

/** Null for an unknown link, undefined if the service can't be reached. */
async function ask(token: string): Promise<PublicLink | null | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const response = await fetch(`/api/v2/r/link/${encodeURIComponent(token)}/`, { credentials: "omit" });
      if (response.ok) return (await response.json()) as PublicLink;
      if (response.status === 404) return null;
    } catch {
      // offline
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;
}
