/** email (decisions §4.1). */
import isEmail from "validator/lib/isEmail.js";
import { oneColumn, plainCell } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/email.ts";
import { oncePer } from "./once.ts";
import type { Question } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";
import { isStorable } from "./words.ts";

type Config = ConfigOf<typeof config.email, "email">;

const allowed = oncePer((config: Config) => new Set(config.allowed_domains.map(asciiOf)));
const blocked = oncePer((config: Config) => new Set(config.blocked_domains.map(asciiOf)));

export const email: Question<Config> = {
  family: "text",
  scoring: scoringModes.text,
  check(value, config) {
    if (typeof value !== "string" || !isEmailAddress(value)) return refused("must be an email address", "email");
    const host = value.slice(value.lastIndexOf("@") + 1).toLowerCase();
    const [only, never, ascii] = [allowed(config), blocked(config), asciiOf(host)];
    if (never.has(ascii)) return refused(`must not be an address at ${host}`, "domain");
    if (only.size > 0 && !only.has(ascii)) {
      return refused(`must be an address at ${named(config.allowed_domains)}`, "domain");
    }
    return answered(value);
  },
  domain: () => ({ family: "text" }),
  columns: oneColumn,
  cells: plainCell,
};

/** Returns the domain in lower case and Punycode (UTS #46). */
function asciiOf(domain: string): string {
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain.toLowerCase();
}

/** Accepts up to 254 characters, the limit of validator and RFC 5321 §4.5.3.1.3. */
export function isEmailAddress(value: string): boolean {
  // validator accepts line breaks in a quoted local part, which could inject email headers
  return isStorable(value) && !/\p{Cc}/u.test(value) && isEmail.default(value);
}
