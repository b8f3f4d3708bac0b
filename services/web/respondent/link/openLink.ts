import type { PublicLink } from "../../../../shared/domain/shapes/links.ts";
import type { PageData } from "../pageData.ts";
import type { Notice } from "../screens/notices.ts";
import { byLink } from "../walk/address.ts";
import type { PersonalLink } from "../walk/link.ts";
import { words } from "../words.ts";

/** Opens a personal link before its form is shown (features §15). Loaded only with a link, and by forms that need one. */

const attempts = 3;
const pauseMs = 1_000;

function refusal(status: string): Notice {
  const { links } = words;
  if (status === "completed") return { title: links.usedTitle, text: links.used };
  if (status === "expired") return { title: links.expiredTitle, text: links.ask };
  if (status === "revoked") return { title: links.revokedTitle, text: links.ask };
  return { title: links.unknownTitle, text: links.ask };
}

/** Characters of a token that name its link. The others prove it, so they are stored nowhere. */
const idLength = 22;

/**
 * Returns what the service says about the link. Follows it to its form and into its language, unless the address names one. Without a
 * network, the start will decide.
 */
export async function openLink(token: string | null, data: PageData, window: Window): Promise<PersonalLink> {
  const { search } = window.location;
  if (token === null)
    return { token, search, refusal, problem: { title: words.links.onlyTitle, text: words.links.only } };
  const own = { token, refusal, storedAs: `link.${token.slice(0, idLength)}` };
  const found = await ask(token);
  if (!found) return { ...own, search, problem: found === null ? refusal("unknown") : null };
  await follow(found, data, window);
  const { status, hidden, prefill } = found;
  const isOpen = status === "unused" || status === "started";
  if (Object.keys(prefill).length > 0) byLink.answers = prefill;
  return { ...own, search: withHidden(search, hidden), problem: isOpen ? null : refusal(status) };
}

/** Its hidden fields win over those of the address. */
function withHidden(search: string, hidden: PublicLink["hidden"]): string {
  const query = new URLSearchParams(search);
  for (const [key, value] of Object.entries(hidden)) query.set(key, value);
  return `?${query}`;
}

/** Opens the address of the link's form in the link's language. The page is left then. */
async function follow(found: PublicLink, { slug, form }: PageData, { location }: Window): Promise<void> {
  const url = new URL(location.href);
  if (found.slug !== slug) url.pathname = `/f/${found.slug}`;
  const { languages = [], language = "" } = form?.form ?? {};
  const [shown, wanted] = [language, found.language ?? language].map((tag) => tag.toLowerCase());
  const isOffered = languages.some((tag) => tag.toLowerCase() === wanted);
  if (wanted !== shown && isOffered && !url.searchParams.has("lang"))
    url.searchParams.set("lang", found.language ?? "");
  if (url.href === location.href) return;
  location.replace(url);
  await new Promise(() => undefined);
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
