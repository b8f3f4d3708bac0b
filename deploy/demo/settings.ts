import { parseArgs } from "node:util";
import { Stop } from "./client.ts";

export const usage = `npm run demo -- [--url http://127.0.0.1:3000] [--sessions 200] [--key pf_…] [--seed 1]

Loads the sample questionnaires into a running Pathform, publishes them and lets respondents answer them.

  --url       address of the service (default http://127.0.0.1:3000)
  --sessions  respondents in total, over all forms (default 200)
  --key       API key of the account to load them into; without it a demo owner is registered
  --seed      a whole number; the same one gives the same answers
  --help      this text
`;

export interface Settings {
  url: string;
  sessions: number;
  key: string | undefined;
  seed: number;
}

/** The arguments of the command, or null where help was asked for; a wrong one is a Stop that names it. */
export function readSettings(args: string[]): Settings | null {
  const { url, sessions, key, seed, help } = parse(args);
  if (help) return null;
  if (key === "") throw new Stop("--key must not be empty");
  return {
    url: address(url),
    sessions: wholeNumber("--sessions", sessions),
    key,
    seed: seed === undefined ? Math.floor(Math.random() * 2 ** 32) : wholeNumber("--seed", seed),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: "string", default: "http://127.0.0.1:3000" },
        sessions: { type: "string", default: "200" },
        key: { type: "string" },
        seed: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    // Node's message may go on with advice on later lines
    throw new Stop(`${(error as Error).message.split(/\n|\. To specify/)[0]} (see --help)`);
  }
}

function address(text: string): string {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new Stop(`--url must be an http or https address, not "${text}"`);
  }
  // the API's base address is as good an answer as the service's
  return url.href.replace(/\/api\/?$/, "");
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Stop(`${name} must be a whole number of at most 9 digits, not "${text}"`);
  return Number(text);
}
