import type { Plugin } from "vite";

/**
 * React Aria brings what it says to screen readers in 34 languages, as much text as code; the dashboard speaks English
 * (strings/en). So each of the other languages is English too, whatever the browser's own is: half a sentence in another
 * language helps nobody.
 */
export function englishAlone(): Plugin {
  return {
    name: "english-alone",
    load: {
      filter: { id: /node_modules\/react-(aria|stately|aria-components)\/.*\/intl\/.*[a-z]{2}-[A-Z]{2}\.mjs$/ },
      handler: (id) => (id.endsWith("en-US.mjs") ? null : 'export { default } from "./en-US.mjs";'),
    },
  };
}
