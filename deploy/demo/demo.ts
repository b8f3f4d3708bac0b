import { chance } from "./chance.ts";
import { Api, ApiError, Stop } from "./client.ts";
import { attachReceiver } from "./deliveries.ts";
import { type Form, publishSamples } from "./forms.ts";
import { registerOwner } from "./owner.ts";
import { progress } from "./progress.ts";
import { type Outcome, respond } from "./respondent.ts";
import { readSettings, usage } from "./settings.ts";

/**
 * `npm run demo` (decisions §8): fills a running server with sample forms and responses through its API. On failure, prints one line
 * and exits with code 1.
 */
const parallel = 8;

interface Tally {
  completed: number;
  left: number;
  failed: number;
  firstFailure?: string;
}

async function demo(args: string[]): Promise<void> {
  const settings = readSettings(args);
  if (!settings) return print(usage.trimEnd());
  const visitor = new Api(settings.url);
  const key = settings.key ?? (await registerOwner(visitor, print)).key;
  const owner = visitor.withKey(key);
  const forms = await publishSamples(owner);
  const receiver = await attachReceiver(owner, forms, print);
  const tally = await answerAll(visitor, forms, settings);
  print(report(visitor.url, forms, tally));
  if (receiver) print(`\n${await receiver.finish(tally.completed)}`);
  if (tally.failed > 0) throw new Stop(`${tally.failed} respondents failed. First error: ${tally.firstFailure}`);
}

/** Runs eight respondents at a time, alternating between the forms. */
async function answerAll(
  api: Api,
  forms: Form[],
  { sessions, seed }: { sessions: number; seed: number },
): Promise<Tally> {
  const tally: Tally = { completed: 0, left: 0, failed: 0 };
  const shown = progress("Respondents", sessions, process.stdout);
  let started = 0;
  const worker = async () => {
    while (started < sessions) {
      const number = started++;
      const form = forms[number % forms.length] as Form;
      const outcome = await attempt(() => respond(api, form.slug, chance(seed + number)));
      if (outcome instanceof ApiError) {
        tally.failed++;
        tally.firstFailure ??= outcome.message;
      } else tally[outcome]++;
      shown.step();
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker)).finally(shown.end);
  return tally;
}

/** Returns an error response, so that other respondents continue. Throws if the server is unreachable. */
async function attempt(run: () => Promise<Outcome>): Promise<Outcome | ApiError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function report(url: string, forms: Form[], { completed, left }: Tally): string {
  const lines = forms.flatMap(({ title, slug }) => [
    title,
    `  page       ${url}/f/${slug}`,
    `  form       ${url}/api/v2/r/${slug}/`,
    `  responses  ${url}/api/v2/form/${slug}/responses/`,
  ]);
  return [`${forms.length} forms, ${completed} completed responses, ${left} in progress`, "", ...lines].join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await demo(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop || error instanceof ApiError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
