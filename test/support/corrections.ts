import { expect } from "@jest/globals";
import { expecting, publishForm, unique } from "./api.ts";
import { eventually } from "./eventually.ts";
import { chain, node } from "./sampleGraphs.ts";
import type { Stage } from "./stage.ts";

/**
 * Corrections of several responses by a member during a fault (features §18.1). Each correction names the revision
 * that it was decided on, so one that got no response is either stored or not, and never twice.
 */
interface Corrected {
  session: string;
  /** acknowledged answers by revision, from 1 on */
  values: number[];
}

export interface Corrections {
  /** Waits until so many more are acknowledged. */
  succeed(count: number): Promise<void>;
  /** Ends them, and returns what is lost, doubled or counted wrong. */
  problems(): Promise<string[]>;
}

const sessionCount = 4;

export async function startCorrections({ owner, product, receiver }: Stage): Promise<Corrections> {
  const slug = await publishForm(
    owner,
    chain(node("stars", "star_rating", { scoring: { mode: "value" } }), node("why", "short_text")),
  );
  const webhook = { name: `Corrections ${unique()}`, config: { url: receiver.url } };
  const { body: integration } = await expecting(201, owner.post("/api/integrations/webhook/", webhook));
  const attachment = { integration_id: integration.id, events: ["session.updated"] };
  await expecting(201, owner.post(`/api/v2/form/${slug}/integrations/`, attachment));
  const all: Corrected[] = [];
  for (let at = 0; at < sessionCount; at += 1)
    all.push({ session: await completedOn(slug, product.url), values: [0, 1] });

  const pathOf = (session: string) => `/api/v2/form/${slug}/responses/${session}/`;
  let acknowledged = 0;
  let isEnding = false;

  /** Stores the next value, and finds out whether an attempt without response did. */
  async function correct(one: Corrected, value: number): Promise<void> {
    const revision = one.values.length - 1;
    while (!isEnding) {
      const reply = await asked(owner.patch(`${pathOf(one.session)}answers/`, { answers: { stars: value }, revision }));
      if (reply?.status === 200 || (reply?.status === 409 && reply.body.revision === revision + 1)) {
        one.values.push(value);
        acknowledged += 1;
        return;
      }
      if (reply && reply.status < 500) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async function work(one: Corrected): Promise<void> {
    // always another value, so that each is a revision
    for (let turn = 1; !isEnding && one.values.length < 95; turn += 1) await correct(one, 1 + (turn % 5));
  }

  const working = Promise.all(all.map(work));
  return {
    async succeed(count) {
      const wanted = acknowledged + count;
      await eventually(() => {
        if (acknowledged < wanted) throw new Error(`${wanted - acknowledged} corrections are missing`);
      }, 60);
    },
    async problems() {
      isEnding = true;
      await working;
      const stored = await Promise.all(all.map((one) => historyProblems(one)));
      await eventually(async () => expect(await countedProblems()).toEqual([]), 60);
      await eventually(() => expect(all.flatMap(deliveryProblems)).toEqual([]), 90);
      return stored.flat();
    },
  };

  /** An attempt that got no response may be one revision more than acknowledged. */
  async function historyProblems(one: Corrected): Promise<string[]> {
    const { body } = await expecting(200, owner.get(`${pathOf(one.session)}history/`));
    const found = body.map(({ revision, changes }: { revision: number; changes: { after: number }[] }) => [
      revision,
      changes[0]?.after,
    ]);
    const wanted = one.values.flatMap((value, at) => (at > 1 ? [[at, value]] : []));
    if (found.length === wanted.length + 1) {
      one.values.push(found.at(-1)[1]);
      wanted.push(found.at(-1));
    }
    return JSON.stringify(found) === JSON.stringify(wanted)
      ? []
      : [`${one.session}: ${JSON.stringify({ found, wanted })}`];
  }

  /** Insights equal a recount of the newest answers. */
  async function countedProblems(): Promise<string[]> {
    const { body } = await expecting(200, owner.get(`/api/v2/form/${slug}/insights/`));
    const newest = all.map(({ values }) => values.at(-1) ?? 0);
    const stars = body.questions.find(({ node_id }: { node_id: string }) => node_id === "stars");
    const histogram: { from: number; count: number }[] = stars.histogram ?? [];
    const counted = histogram.flatMap(({ from, count }) => Array.from({ length: count }, () => from));
    const wanted = newest.sort((one, other) => one - other);
    return `${counted}` === `${wanted}` ? [] : [`counted ${counted}, the answers are ${wanted}`];
  }

  function deliveryProblems({ session, values }: Corrected): string[] {
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    const mine = bodies.filter(({ type, data }) => type === "session.updated" && data.session.id === session);
    const revisions = new Map(mine.map(({ id, data }) => [id, data.session.revision]));
    const found = [...revisions.values()].sort((one, other) => one - other);
    const wanted = values.flatMap((_, at) => (at > 1 ? [at] : []));
    return JSON.stringify(found) === JSON.stringify(wanted)
      ? []
      : [`${session} was delivered as ${found}, not ${wanted}`];
  }
}

async function completedOn(slug: string, url: string): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string };
  };
  const { id } = await post(`/api/v2/r/${slug}/start/`, {});
  await post(`/api/v2/r/session/${id}/answers/?complete=true`, {
    answers: [
      { node_id: "stars", value: 1 },
      { node_id: "why", value: "Rain" },
    ],
  });
  return id;
}

/** Null for a connection that was cut. */
const asked = <T>(reply: Promise<T>): Promise<T | null> => reply.catch(() => null);
