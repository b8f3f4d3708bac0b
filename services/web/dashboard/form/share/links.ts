import { escapeMarkup } from "../../../../../shared/domain/markup.ts";

/** Texts by question, and by row of a matrix as `<question>.<row>`. A question with several choices has several. */
export type GivenAnswers = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the URL of a form with its hidden fields as the query (decisions §5), and answers behind `#`, which reaches no server
 * (features §16).
 */
export function linkOf(
  origin: string,
  slug: string,
  hidden: Readonly<Record<string, string>> = {},
  answers: GivenAnswers = {},
  isSkipping = false,
): string {
  const url = new URL(`/f/${slug}`, origin);
  for (const [key, value] of Object.entries(hidden)) if (value !== "") url.searchParams.set(key, value);
  const given = givenParams(answers);
  if (isSkipping && given.size > 0) given.set("prefill", "skip");
  url.hash = given.toString();
  return url.href;
}

/** Returns answers as parameters, as the page reads them (services/web/respondent/prefill). */
export function givenParams(answers: GivenAnswers): URLSearchParams {
  const given = new URLSearchParams();
  for (const [key, values] of Object.entries(answers))
    for (const value of values) if (value !== "") given.append(`answer.${key}`, value);
  return given;
}

export type EmbedMode = "inline" | "popup" | "slider";

export interface Embed {
  origin: string;
  slug: string;
  mode: EmbedMode;
  /** the frame’s accessible name */
  title: string;
  /** of the button that opens it. Empty for the default. */
  label: string;
  hidden: Readonly<Record<string, string>>;
}

/** Returns the HTML that shows the form on another site (services/web/embed). */
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
  const written = attributes.map(([name, value = ""]) => ` ${name}="${escapeMarkup(value)}"`).join("");
  return `<div${written}></div>\n<script src="${new URL("/embed.js", origin).href}" async></script>`;
}

/** HTML attributes ignore case, so only lower-case hidden fields can be passed. */
export const canBeEmbedded = (key: string): boolean => key === key.toLowerCase();
