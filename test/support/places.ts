import { randomUUID } from "node:crypto";
import { expecting, publishForm } from "./api.ts";
import { eventually } from "./eventually.ts";
import { chain, node } from "./sampleGraphs.ts";
import type { Stage } from "./stage.ts";

/**
 * People who want the same places and give the same unique answers during a fault (wants §22), through all gateways. Each repeats a
 * request without a reply until it knows the outcome, so the counts at the end are exact.
 */
export interface Places {
  /** Waits until so many have a place. */
  taken(count: number): Promise<void>;
  /** Waits for all, and returns what was given twice, or left over. */
  problems(): Promise<string[]>;
}

const clients = 50;
/** places of the option */
const limit = 15;
/** different unique answers, of two people each */
const answers = clients / 2;

export async function startPlaces({ owner, product }: Stage): Promise<Places> {
  const slug = await publishForm(
    owner,
    chain(
      node("ticket", "short_text", { unique: true }, true),
      node("shift", "multiple_choice", {
        options: [
          { value: "early", label: "Early", limit },
          { value: "late", label: "Late" },
        ],
      }),
    ),
  );
  const given: { ticket: string; shift: string | null }[] = [];

  /** Repeats until the service says what became of it. */
  async function ask(
    url: string,
    path: string,
    body: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    for (;;) {
      const response = await fetch(`${url}/api/v2/r/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).catch(() => null);
      const text = response && (await response.text().catch(() => null));
      if (response && text !== null && response.status < 500)
        return { status: response.status, body: JSON.parse(text) };
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async function person(at: number): Promise<void> {
    const url = product.urls[at % product.urls.length] as string;
    const id = randomUUID();
    const ticket = `T${at % answers}`;
    await ask(url, `${slug}/start/`, { id });
    const session = `session/${id}`;
    const first = await ask(url, `${session}/next/`, { node_id: "ticket", value: ticket });
    if (first.status === 400) return;
    // the other one if it is full
    const wants = await ask(url, `${session}/next/`, { node_id: "shift", value: "early" });
    if (wants.status === 400) await ask(url, `${session}/next/`, { node_id: "shift", value: "late" });
    let shift = wants.status === 400 ? "late" : "early";
    for (;;) {
      const { status, body } = await ask(url, `${session}/complete/`, {});
      if (status === 200) {
        given.push({ ticket, shift });
        return;
      }
      if (body.code === "not_unique") return;
      if (body.code !== "option_full") throw new Error(`${status} ${JSON.stringify(body)}`);
      shift = "late";
      await ask(url, `${session}/next/`, { node_id: "shift", value: shift, back: true });
    }
  }

  const all = Promise.all(Array.from({ length: clients }, (_, at) => person(at)));
  return {
    async taken(count) {
      await eventually(() => {
        if (given.length < count) throw new Error(`${count - given.length} are missing`);
      }, 60);
    },
    async problems() {
      await all;
      const early = given.filter(({ shift }) => shift === "early").length;
      const { body: left } = await expecting(200, owner.get(`/api/v2/r/${slug}/places/`));
      const { body: list } = await expecting(
        200,
        owner.get(`/api/v2/form/${slug}/responses/?status=completed&limit=1`),
      );
      return [
        ...(new Set(given.map(({ ticket }) => ticket)).size === given.length ? [] : ["an answer was accepted twice"]),
        ...(given.length === answers ? [] : [`${given.length} of ${answers} answers were accepted`]),
        ...(early === Math.min(limit, answers) ? [] : [`${early} have a place`]),
        ...(left.shift.early === limit - early ? [] : [`${left.shift.early} places are left of ${limit - early}`]),
        ...(list.count === given.length ? [] : [`${list.count} are completed, not ${given.length}`]),
      ];
    },
  };
}
