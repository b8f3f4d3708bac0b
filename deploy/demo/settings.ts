import { parseArgs } from "node:util";
import { Stop } from "./client.ts";

export const usage = /* words: ok */ `npm run demo -- [--url http://127.0.0.1:3000] [--sessions 200] [--key pf_…] [--seed 1]

Publishes the sample questionnaires on a running Pathform server and simulates respondents.

  --url       URL of the server (default: http://127.0.0.1:3000)
  --sessions  total number of respondents (default: 200)
  --key       API key of the account to use (default: registers a demo account)
  --seed      integer seed for reproducible answers (default: random)
  --help      show this help
`;

export interface Settings {
  url: string;
  sessions: number;
  key: string | undefined;
  seed: number;
}

/** Parses the arguments. Null for --help. Throws Stop for an invalid argument. */
export function readSettings(args: string[]): Settings | null {
  const { url, sessions, key, seed, help } = parse(args);
  if (help) return null;
  if (key === "") throw new Stop("--key must not be empty.");
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
    // keep only the first sentence of Node's message
    throw new Stop(`${(error as Error).message.split(/\n|\. To specify/)[0]} (see --help)`);
  }
}

function address(text: string): string {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw new Stop(`--url must be an http or https URL, not "${text}".`);
  }
  // accept the API's base URL too
  return url.href.replace(/\/api\/?$/, "");
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Stop(`${name} must be an integer of at most 9 digits, not "${text}".`);
  return Number(text);
}
