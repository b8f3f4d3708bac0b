/** The dashboard's color scheme: the device's, or the one chosen in this browser. */
export const schemes = ["system", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

const name = "pathform.scheme";

export function chosenScheme(): Scheme {
  const kept = localStorage.getItem(name);
  return schemes.find((scheme) => scheme === kept) ?? "system";
}

export function chooseScheme(scheme: Scheme): void {
  if (scheme === "system") localStorage.removeItem(name);
  else localStorage.setItem(name, scheme);
  showScheme();
}

/** Applies the scheme on load and after each choice. */
export function showScheme(): void {
  const scheme = chosenScheme();
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}
