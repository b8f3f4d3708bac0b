import { escaped } from "../http/staticPage.ts";
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

export interface Found extends Entry {
  /** Heading on the page. Null if the page's title matches. */
  heading: string | null;
}

/** Returns the HTML of a page with navigation and search. */
export function layout(guide: Guide, address: string, groups: readonly Group[], query = ""): string {
  const nav = groups.map(
    ({ title, entries }) =>
      `<h2>${escaped(title)}</h2><ul>${entries.map((entry) => `<li>${linkTo(entry, address)}</li>`).join("")}</ul>`,
  );
  const onPage = guide.headings.filter(({ depth }) => depth === 2);
  const contents =
    onPage.length < 3
      ? ""
      : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${onPage
          .map(({ id, text }) => `<li><a href="#${id}">${escaped(text)}</a></li>`)
          .join("")}</ul></nav>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(guide.title)} · Pathform</title><link rel="stylesheet" href="/docs/guides.css"></head>
<body><a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs" aria-label="Pathform">${mark}<span>Pathform</span></a>
<form action="/docs" role="search"><input type="search" name="q" aria-label="Search the guides" placeholder="Search the guides" maxlength="200" value="${escaped(query)}"></form>
<a class="all" href="#guides">All guides</a><a class="open" href="/">Open Pathform</a></header>
<div class="columns"><nav class="pages" id="guides" aria-label="Guides">${nav.join("")}</nav>
<main id="content">${guide.html}</main>${contents}</div></body></html>`;
}

const linkTo = ({ address, title }: Entry, current: string): string =>
  `<a href="${escaped(address)}"${address === current ? ' aria-current="page"' : ""}>${escaped(title)}</a>`;

/** Returns a page of search results. */
export function resultsGuide(query: string, found: readonly Found[]): Guide {
  const items = found.map(
    ({ address, title, heading }) =>
      `<li><a href="${escaped(address)}">${escaped(heading ?? title)}</a>${heading === null ? "" : ` <span>${escaped(title)}</span>`}</li>`,
  );
  const list =
    items.length === 0 ? "<p>No guide matches. Try fewer words.</p>" : `<ul class="found">${items.join("")}</ul>`;
  return { title: "Search", html: `<h1>Results for “${escaped(query)}”</h1>${list}`, headings: [] };
}

const mark =
  '<svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#5546e0"/><path d="M9.6 25V13.4A5.4 5.4 0 0 1 15 8h2.4a5.5 5.5 0 0 1 0 11h-1" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/><circle cx="16.4" cy="19" r="2.9" fill="#ff8a6e"/></svg>';
