import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, expecting, publishForm, saveDraft } from "./api.ts";
import { eventually } from "./eventually.ts";
import { insist } from "./invited.ts";
import { chain, node } from "./sampleGraphs.ts";
import type { Stage } from "./stage.ts";

/**
 * People who want the same places and give the same unique answers (wants §22), through all gateways. Each repeats a request without
 * a reply until it knows the outcome, so the counts at the end are exact.
 */
export interface Places {
  /** Waits until so many have a place. */
  taken(count: number): Promise<void>;
  /** Waits for all, and returns what was given twice, or left over. */
  problems(): Promise<string[]>;
}

type Shift = "early" | "late";
/** Places of each shift, null without a limit. */
type Limits = Record<Shift, number | null>;

interface Crowd {
  owner: Client;
  urls: readonly string[];
  slug: string;
  /** of the newest version */
  limits: Limits;
}

const clients = 50;
/** different unique answers, of two people each */
const answers = clients / 2;
const ticketOf = (at: number) => `T${at % answers}`;

export const shiftForm = (limits: Limits) =>
  chain(
    node("ticket", "short_text", { unique: true }, true),
    node("shift", "multiple_choice", {
      options: (["early", "late"] as const).map((value) => ({
        value,
        label: value,
        ...(limits[value] === null ? {} : { limit: limits[value] }),
      })),
    }),
  );

/** A client of a crowd, who takes another shift where one is full. Returns its shift, or null if it got none. */
export async function come(url: string, slug: string, ticket: string): Promise<Shift | null> {
  const id = randomUUID();
  const post = (path: string, body: object) => insist(url, `/api/v2/r/${path}`, body);
  const answer = (nodeId: string, value: string, back = false) =>
    post(`session/${id}/next/`, { node_id: nodeId, value, ...(back && { back }) });
  await post(`${slug}/start/`, { id });
  if ((await answer("ticket", ticket)).status !== 200) return null;
  const wanted: Shift[] = ["early", "late"];
  for (let back = false; ; back = true) {
    let shift: Shift | undefined;
    for (shift = wanted.shift(); shift; shift = wanted.shift())
      if ((await answer("shift", shift, back)).status === 200) break;
    if (!shift) return null;
    const { status, body } = await post(`session/${id}/complete/`, {});
    if (status === 200) return shift;
    // 404: erased before this client knew that it had completed it
    if (body.code === "not_unique" || status === 404) return null;
    if (body.code !== "option_full") throw new Error(`${status} ${JSON.stringify(body)}`);
  }
}

/** A crowd on a form of its own, which comes once. */
export async function startPlaces({ owner, product: { urls } }: Pick<Stage, "owner" | "product">): Promise<Places> {
  const limits: Limits = { early: 15, late: null };
  const slug = await publishForm(owner, shiftForm(limits));
  const crowd: Crowd = { owner, urls, slug, limits };
  const given: Shift[] = [];
  const all = Promise.all(
    Array.from({ length: clients }, async (_, at) => {
      const shift = await come(urls[at % urls.length] ?? "", slug, ticketOf(at));
      if (shift) given.push(shift);
    }),
  );
  return {
    taken: (count) =>
      eventually(() => {
        if (given.length < count) throw new Error(`${count - given.length} are missing`);
      }, 60),
    async problems() {
      await all;
      const early = given.filter((shift) => shift === "early").length;
      return [
        ...(given.length === answers ? [] : [`${given.length} of ${answers} answers were accepted`]),
        ...(early === limits.early ? [] : [`${early} have a place`]),
        ...(await countProblems(crowd, answers)),
      ];
    },
  };
}

/** A change of the places of a crowd, or of its answers. */
export interface Neighbor {
  /** Does it once. Returns whether it changed something; a failed request didn't. */
  act(crowd: Crowd): Promise<boolean>;
  /** so often, at least */
  times: number;
  end?(crowd: Crowd): Promise<unknown>;
}

const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(Math.random() * some.length)];
const responses = (slug: string) => `/api/v2/form/${slug}/responses/`;

export const neighbors = {
  "no changes": { act: async () => true, times: 1 },
  corrections: {
    times: 30,
    async act(crowd) {
      const one = pick(await rowsOf(crowd));
      if (!one) return false;
      const moved: Record<string, string> =
        Math.random() < 0.3 ? { ticket: ticketOf(Math.floor(Math.random() * answers)) } : { shift: other(one.shift) };
      const path = `${responses(crowd.slug)}${one.id}/answers/`;
      return (await crowd.owner.patch(path, { answers: moved })).status === 200;
    },
  },
  erasures: {
    times: 20,
    async act(crowd) {
      const one = pick(await rowsOf(crowd));
      return one ? (await crowd.owner.delete(`${responses(crowd.slug)}${one.id}/`)).status === 204 : false;
    },
  },
  retention: {
    // each outlasts many that go
    times: 4,
    /** Waits until a session is gone. */
    async act(crowd) {
      await retain(crowd, 1);
      const [one] = await rowsOf(crowd);
      if (!one) return false;
      await eventually(() => expecting(404, crowd.owner.get(`${responses(crowd.slug)}${one.id}/`)), 60);
      return true;
    },
    end: (crowd) => eventually(() => retain(crowd, null), 60),
  },
  publishes: {
    times: 8,
    async act(crowd) {
      // more places each time, and in the end also for what had no limit
      const { early, late } = crowd.limits;
      await publish(crowd, { early: (early ?? 0) + 1, late: early === 13 ? 60 : late });
      return true;
    },
    end: (crowd) => eventually(() => publish(crowd, crowd.limits), 60),
  },
} satisfies Record<string, Neighbor>;

async function publish(crowd: Crowd, limits: Limits): Promise<void> {
  const { owner, slug } = crowd;
  await saveDraft(owner, slug, shiftForm(limits));
  await expecting(201, owner.post(`/api/v2/form/${slug}/publish/`));
  crowd.limits = limits;
}
const other = (shift: Shift): Shift => (shift === "early" ? "late" : "early");
const retain = ({ owner, slug }: Crowd, days: number | null) =>
  expecting(200, owner.patch(`/api/v2/form/${slug}/`, { retention_days: days }));

/** A crowd that comes again and again beside a neighbor, until `strike` has ended. */
export async function placesBeside(
  neighbor: Neighbor,
  { owner, urls }: Pick<Crowd, "owner" | "urls">,
  strike: () => Promise<unknown>,
): Promise<string[]> {
  const limits: Limits = { early: 10, late: null };
  const slug = await publishForm(owner, shiftForm(limits));
  const crowd: Crowd = { owner, urls, slug, limits };
  let isEnding = false;
  const coming = Promise.all(
    Array.from({ length: clients }, async (_, at) => {
      while (!isEnding) {
        await come(urls[at % urls.length] ?? "", slug, ticketOf(Math.floor(Math.random() * answers)));
        // slower than a retention erases them
        await sleep(1_000);
      }
    }),
  );
  let isStruck = false;
  const striking = strike().finally(() => (isStruck = true));
  for (let done = 0; done < neighbor.times || !isStruck; ) {
    if (await neighbor.act(crowd).catch(() => false)) done += 1;
    await sleep(50);
  }
  isEnding = true;
  await Promise.all([striking, coming]);
  await neighbor.end?.(crowd);
  return eventually(async () => {
    await fill(crowd);
    const problems = await countProblems(crowd);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return problems;
  }, 60);
}

let spare = 0;

/** Takes what is left: each answer, and then the places. */
async function fill({ urls: [url = ""], slug }: Crowd): Promise<void> {
  await Promise.all(Array.from({ length: answers }, (_, at) => come(url, slug, ticketOf(at))));
  while ((await come(url, slug, `S${spare++}`)) === "early");
}

interface Row {
  id: string;
  ticket: string;
  shift: Shift;
}

/** All completed responses. */
async function rowsOf({ owner, slug }: Crowd): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const query = `status=completed&include=answers&limit=50&page=${page}`;
    const { body } = await expecting(200, owner.get(`${responses(slug)}?${query}`));
    for (const { id, answers: given } of body.results)
      rows.push({ id, ticket: given.ticket?.value, shift: given.shift?.value });
    if (body.next === null) return rows;
  }
}

/** `tickets`: how many answers were accepted in total, if that is known. */
async function countProblems(crowd: Crowd, tickets?: number): Promise<string[]> {
  const rows = await rowsOf(crowd);
  const { body: left } = await expecting(200, crowd.owner.get(`/api/v2/r/${crowd.slug}/places/`));
  const unique = new Set(rows.map(({ ticket }) => ticket)).size;
  const expected = Array.from({ length: answers }, (_, at) => ticketOf(at));
  const free = expected.filter((ticket) => !rows.some((row) => row.ticket === ticket));
  const problems = [
    ...(unique === rows.length ? [] : ["an answer was accepted twice"]),
    ...(free.length === 0 ? [] : [`not accepted: ${free}`]),
    ...(tickets === undefined || rows.length === tickets ? [] : [`${rows.length} are completed, not ${tickets}`]),
  ];
  for (const shift of ["early", "late"] as const) {
    const limit = crowd.limits[shift];
    const taken = rows.filter((row) => row.shift === shift).length;
    if (limit === null) continue;
    if (shift === "early" && taken !== limit) problems.push(`${taken} of ${limit} places are taken`);
    if (left.shift[shift] !== limit - taken) problems.push(`${left.shift[shift]} places are left of ${limit - taken}`);
  }
  return problems;
}
