/** Returns the address that opens single sign-on, which comes back to a page of this server. */
export const ssoAddress = (query: { next?: string | undefined; invitation?: string }): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = new URLSearchParams(given).toString();
  return `/api/auth/oidc/start/${text && `?${text}`}`;
};

const openedKey = "pathform.ssoOpened";

/** Opens single sign-on instead of the sign-in page, once in a tab, so that going back shows the page. False if it did before. */
export function openSsoOnce(next: string | undefined): boolean {
  if (sessionStorage.getItem(openedKey) !== null) return false;
  sessionStorage.setItem(openedKey, "yes");
  location.replace(ssoAddress({ next }));
  return true;
}
