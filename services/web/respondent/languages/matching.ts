import { sharesScript } from "../../../../shared/languages/languages.ts";

/**
 * Returns the offered tag (RFC 4647 lookup) for one that is wanted, or null (features §13). One in the wanted script comes before one
 * in another: `zh-TW` finds `zh-Hant` before `zh`.
 */
export function matching(wanted: string, offered: readonly string[]): string | null {
  const found = lookup(wanted, offered);
  const isInScript = sharesScript(wanted);
  return found && isInScript(found) ? found : (offered.find(isInScript) ?? found);
}

function lookup(wanted: string, offered: readonly string[]): string | null {
  // a single letter begins an extension, so it goes with the part after it
  for (let range = wanted.toLowerCase(); range !== ""; range = range.replace(/(-.)?(-|^)[^-]*$/, "")) {
    const found = offered.find((tag) => tag.toLowerCase() === range);
    if (found) return found;
  }
  return null;
}
