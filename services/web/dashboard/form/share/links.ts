/** The public address of a form; hidden fields are its query (decisions §5). */
export function linkOf(origin: string, slug: string, hidden: Readonly<Record<string, string>> = {}): string {
  const url = new URL(`/f/${slug}`, origin);
  for (const [key, value] of Object.entries(hidden)) if (value !== "") url.searchParams.set(key, value);
  return url.href;
}

export type EmbedMode = "inline" | "popup" | "slider";

export interface Embed {
  origin: string;
  slug: string;
  mode: EmbedMode;
  /** names the frame for those who hear the page */
  title: string;
  /** of the button that opens it; "": the script's own */
  label: string;
  hidden: Readonly<Record<string, string>>;
}

/** What another site's page needs to show the form (services/web/embed). */
export function embedCode({ origin, slug, mode, title, label, hidden }: Embed): string {
  const attributes = [
    ["data-pathform", slug],
    ["data-mode", mode],
    ["data-title", title],
    ...(mode !== "inline" && label !== "" ? [["data-label", label]] : []),
    ...Object.entries(hidden)
      .filter(([, value]) => value !== "")
      .map(([key, value]) => [`data-hidden-${key}`, value]),
  ];
  const written = attributes.map(([name, value = ""]) => ` ${name}="${escaped(value)}"`).join("");
  return `<div${written}></div>\n<script src="${new URL("/embed.js", origin).href}" async></script>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** HTML knows no capital letters in the names of attributes: such a hidden field can be in a link alone. */
export const canBeEmbedded = (key: string): boolean => key === key.toLowerCase();
