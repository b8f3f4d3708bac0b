import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually, Hopeless } from "../support/eventually.ts";
import { clientId, clientSecret, type Issuer, startIssuer } from "../support/issuer.ts";
import { slowness } from "../support/runner/cpuTime.mts";
import { type MailServer, startMailServer } from "../support/smtp.ts";
import type { World } from "../support/turns/common.ts";
import { formInputs } from "../support/turns/inputs/forms.ts";
import type { Input, Inputs } from "../support/turns/inputs/input.ts";
import { integrationInputs } from "../support/turns/inputs/integrations.ts";
import { peopleInputs } from "../support/turns/inputs/people.ts";
import { responseInputs } from "../support/turns/inputs/responses.ts";
import { signInInputs } from "../support/turns/inputs/signIn.ts";
import { type Probed, startProbed } from "../support/turns/probed.ts";
import { makeWorld, send } from "../support/turns/world.ts";

/**
 * Every endpoint of docs/openapi.json with its largest legal input, in a full workspace: no service spends over 50 ms of CPU in one
 * turn of its event loop, because other requests wait for its end.
 */
const turnLimitMs = 50;
/** A busy machine can miss the deadlines of a request, which is answered with 503 and can be repeated. */
const busySeconds = 15;
/** Compilation and garbage collection slow down single runs, so the fastest of these counts. */
const repeats = 3;

const inputs: Inputs = { ...formInputs, ...responseInputs, ...peopleInputs, ...signInInputs, ...integrationInputs };

interface Operation {
  id: string;
  method: string;
  path: string;
}
const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8"));
const operations: Operation[] = Object.entries<Record<string, { operationId?: string }>>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id }]) =>
      id ? [{ id, method: method.toUpperCase(), path }] : [],
    ),
);
const cases = operations.flatMap((operation) =>
  [inputs[operation.id] ?? []].flat().map((prepare, at) => ({ name: `${operation.id} ${at + 1}`, operation, prepare })),
);

let issuer: Issuer;
let smtp: MailServer;
let probed: Probed;
let world: World;
let close: () => Promise<void>;
beforeAll(async () => {
  [issuer, smtp] = [await startIssuer(), await startMailServer()];
  probed = await startProbed({
    SMTP_URL: smtp.url,
    MAIL_FROM: "forms@example.com",
    OIDC_ISSUER_URL: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    HUBSPOT_CLIENT_ID: "x",
    HUBSPOT_CLIENT_SECRET: "x",
  });
  ({ world, close } = await makeWorld(probed.product.url, probed.product.database.url));
}, 240_000);
afterAll(async () => {
  await close?.();
  await probed?.product.stop();
  await smtp?.close();
  await issuer?.close();
}, 60_000);

test("has an input for every endpoint and no others", () => {
  const known = operations.map(({ id }) => id);
  expect(known.filter((id) => !(id in inputs))).toEqual([]);
  expect(Object.keys(inputs).filter((id) => !known.includes(id))).toEqual([]);
});

test.each(cases)("$name takes at most 50 ms of CPU a turn", takesShortTurns, 180_000);

async function takesShortTurns({ operation, prepare }: (typeof cases)[number]): Promise<void> {
  const tooLong: string[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const input = await prepare(world, repeat);
    try {
      const turns = await probed.turnsOf(() => eventually(() => request(operation, input), busySeconds));
      const over = turns.filter(([, ms]) => ms > turnLimitMs * Math.max(1, slowness()));
      if (over.length === 0) return;
      tooLong.push(...over.map(([service, ms]) => `${service}: ${Math.round(ms)} ms`));
    } catch (error) {
      tooLong.push((error as Error).message);
    }
  }
  expect(tooLong).toEqual([]);
}

async function request({ method, path }: Operation, input: Input): Promise<void> {
  const { query = "", body, headers = {}, cookie = world.cookie, status } = input;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(input.path?.[name] ?? `no-${name}`)) + query;
  const reply = await send(world.url, method, target, body, { ...(cookie && { cookie }), ...headers });
  const received = await reply.arrayBuffer();
  if (status === undefined ? reply.status < 400 : reply.status === status) return;
  const text = Buffer.from(received).toString("utf8", 0, 500);
  const problem = `${method} ${target.slice(0, 200)}: ${reply.status} ${text}`;
  throw reply.status === 503 ? new Error(problem) : new Hopeless(problem);
}
