import { setTimeout as sleep } from "node:timers/promises";
import { type Client, client, type Reply } from "../api.ts";
import { eventually, Hopeless } from "../eventually.ts";
import type { Stage } from "../stage.ts";
import type { Ending, History } from "./history.ts";

export interface Recording {
  owner: Stage["owner"];
  urls: readonly string[];
  isEnding: boolean;
}

/** Changes a thing once more, and returns what no order of the calls explains. */
export type Round = () => Promise<string | null>;

export const pause = () => sleep(100 + 100 * Math.random());

export interface Change<S> {
  name: string;
  send(): Promise<Reply>;
  /** statuses of one that has happened */
  done: readonly number[];
  /** the status of a repeat whose effect others may see later */
  unsure?: number;
  // biome-ignore lint/suspicious/noExplicitAny: each has its own body
  after(state: S, body: any): S | null;
}

/** Repeats a change until it is known to have happened: one call, however often it is sent. */
export const change = <S>(history: History<S>, { name, send, done, unsure, after }: Change<S>, ending?: Ending) =>
  history.call(
    name,
    () =>
      eventually(async () => {
        const { status, body } = await send();
        if (done.includes(status)) return body ?? {};
        if (status === unsure) return null;
        const error = `${name}: ${status} ${JSON.stringify(body)}`;
        throw status < 500 ? new Hopeless(error) : new Error(error);
      }, 60),
    after,
    ending,
  );

/** Reads until `isLast` returns true of so many replies in a row. A reply that fails says nothing. */
export async function watch<S, R>(
  history: History<S>,
  read: () => Promise<Reply>,
  { seen, fits, isLast }: { seen(reply: Reply): R; fits(state: S, seen: R): boolean; isLast(seen: R): boolean },
): Promise<void> {
  for (let last = 0; last < 2; ) {
    const found = await history.call(
      "see",
      async () => {
        const reply = await read().catch(() => null);
        return reply === null || reply.status >= 500 ? null : seen(reply);
      },
      (state, one) => (one === null || fits(state, one) ? state : null),
    );
    last = found !== null && isLast(found) ? last + 1 : 0;
    await pause();
  }
}

export const through = ({ urls }: Recording, headers: Record<string, string> = {}): Client[] =>
  urls.map((url) => client(headers, url));
