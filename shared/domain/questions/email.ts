/** email (decisions §4.1). */
import { isEmailAddress } from "../emailAddress.ts";
import { oneColumn, plainCell } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/email.ts";
import { oncePer } from "./once.ts";
import type { Question } from "./question.ts";
import { answered, named, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

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
