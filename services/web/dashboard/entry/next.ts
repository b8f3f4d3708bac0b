/** The page to open after signing in. */
export interface EntrySearch {
  next?: string | undefined;
  /** an administrator's link */
  link?: string | undefined;
  /** why single sign-on failed */
  error?: string | undefined;
  /** the person has just signed out */
  signed_out?: true | undefined;
}

const here = "http://here.invalid";
const entryPaths = new Set(["/sign-in", "/register", "/forgot-password", "/reset-password", "/invitation"]);

/**
 * Returns the path in `next` if it is on this server, or `/`. Anyone can write the URL, so it must not redirect to another
 * site (CWE-601).
 */
export function safeNext(next: string | undefined): string {
  const url = next?.startsWith("/") ? URL.parse(next, here) : null;
  if (url?.origin !== here || url.pathname.startsWith("//") || entryPaths.has(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

export const readEntrySearch = ({ next, link, error, signed_out }: Record<string, unknown>): EntrySearch => ({
  next: typeof next === "string" ? next : undefined,
  link: typeof link === "string" ? link : undefined,
  error: typeof error === "string" ? error : undefined,
  signed_out: signed_out === undefined ? undefined : true,
});
