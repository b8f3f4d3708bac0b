import { mark } from "../http/mark.ts";
import { escaped } from "../http/staticPage.ts";
import type { Found } from "./browser/search.js";
import type { Guide } from "./markdown.ts";

export interface Entry {
  address: string;
  title: string;
}

/** Groups of the navigation: the sections of docs/README.md with their pages. */
export interface Group {
  title: string;
  entries: Entry[];
}

/** Returns the HTML of a page with navigation and search. Attributes without quotes are of files that aren't content. */
export function layout(guide: Guide, address: string, groups: readonly Group[], query = ""): string {
  const description = guide.description ? `<meta name="description" content="${escaped(guide.description)}">` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(guide.title)} · Pathform</title>${description}<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(mark)}"><link rel="stylesheet" href="/docs/guides.css">
<script type=module src=/docs/page.js></script></head>
<body><a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs" aria-label="Pathform">${mark}<span>Pathform</span></a>
${searchForm(query)}
<a class="all" href="#guides">All guides</a><a class="open" href="/">Open Pathform</a></header>
<div class="columns"><nav class="pages" id="guides" aria-label="Guides">${navigation(groups, address)}</nav>
<main id="content">${guide.html}${neighbors(groups, address)}</main>${contentsOf(guide)}</div></body></html>`;
}

const searchForm = (query: string): string =>
  `<form action="/docs" role="search"><input type="search" name="q" aria-label="Search the guides" placeholder="Search the guides" autocomplete="off" maxlength="200" value="${escaped(query)}"></form>`;

/** Only the group of the page is open, so that the current entry is in view without scripts. */
function navigation(groups: readonly Group[], address: string): string {
  const current = groups.find(({ entries }) => entries.some((entry) => entry.address === address)) ?? groups[0];
  return groups
    .map((group) => {
      const items = group.entries.map((entry) => `<li>${linkTo(entry, address)}</li>`);
      return `<details${group === current ? " open" : ""}><summary><h2>${escaped(group.title)}</h2></summary><ul>${items.join("")}</ul></details>`;
    })
    .join("");
}

function contentsOf({ headings }: Guide): string {
  const onPage = headings.filter(({ depth }) => depth === 2);
  if (onPage.length < 3) return "";
  const items = onPage.map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

/** Links to the pages before and after, in the order of the navigation. */
function neighbors(groups: readonly Group[], address: string): string {
  const entries = groups.flatMap((group) => group.entries);
  const at = entries.findIndex((entry) => entry.address === address);
  const [before, after] = at < 0 ? [] : [entries[at - 1], entries[at + 1]];
  const link = (entry: Entry | undefined, rel: string, word: string) =>
    entry ? `<a rel="${rel}" href="${escaped(entry.address)}"><span>${word}</span> ${escaped(entry.title)}</a>` : "";
  const links = link(before, "prev", "Previous") + link(after, "next", "Next");
  return links && `<nav class="neighbors" aria-label="Next to this page">${links}</nav>`;
}

const linkTo = ({ address, title }: Entry, current: string): string =>
  `<a href="${escaped(address)}"${address === current ? ' aria-current="page"' : ""}>${escaped(title)}</a>`;

/** Returns a page of search results. */
export function resultsGuide(query: string, found: readonly Found[]): Guide {
  const items = found.map(
    ({ address, title, heading, parts }) =>
      `<li><a href="${escaped(address)}">${escaped(heading)}</a>${heading === title ? "" : ` <span>${escaped(title)}</span>`}<p>${withMarks(parts)}</p></li>`,
  );
  const list =
    items.length === 0
      ? '<p>No guide matches. Use another word, or look at <a href="/docs">all guides</a>.</p>'
      : `<ul class="found">${items.join("")}</ul>`;
  return { ...plainGuide, title: "Search", html: `<h1>Results for “${escaped(query)}”</h1>${list}` };
}

const withMarks = (parts: readonly string[]): string =>
  parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `<mark>${escaped(part)}</mark>`)).join("");

const plainGuide = { description: "", headings: [] };

export const unknownGuide: Guide = {
  ...plainGuide,
  title: "Page not found",
  html: `<h1>Page not found</h1><p>This guide was moved, or the address has a mistake.</p>${searchForm("")}<p><a href="/docs">All guides</a></p>`,
};
