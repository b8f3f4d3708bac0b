import { randomUUID } from "node:crypto";
import { client, expecting, publishForm, type Reply } from "../api.ts";
import { eventually } from "../eventually.ts";
import { change, pause, type Recording, type Round, through, watch } from "./clients.ts";
import { questions } from "./formRounds.ts";
import { openHistory } from "./history.ts";

/** Something that works until it is revoked. */
async function revoking(
  name: string,
  {
    reads,
    isAlive,
    revoke,
  }: { reads: (() => Promise<Reply>)[]; isAlive(reply: Reply): boolean; revoke(): Promise<Reply> },
): Promise<string | null> {
  const history = openHistory(name, true);
  let isRevoked = false;
  const watching = reads.map((read) =>
    watch(history, read, { seen: isAlive, fits: (state, seen) => state === seen, isLast: () => isRevoked }),
  );
  await pause();
  await change(history, { name: "revoke", send: revoke, done: [204], after: () => false });
  isRevoked = true;
  await Promise.all(watching);
  return history.problem();
}

export async function keyRounds(recording: Recording): Promise<Round> {
  const by = client({ cookie: recording.owner.cookie }, recording.urls[0]);
  const keys = "/api/account/api-keys/";
  return async () => {
    const { body } = await eventually(() => expecting(201, by.post(keys, { name: "Histories" })), 60);
    return revoking("key", {
      reads: through(recording, { authorization: `Bearer ${body.key}` }).map((one) => () => one.get("/api/v2/form/")),
      isAlive: ({ status }) => status === 200,
      revoke: () => by.delete(`${keys}${body.id}/`),
    });
  };
}

export async function linkRounds(recording: Recording): Promise<Round> {
  const { owner } = recording;
  const slug = await publishForm(owner, questions);
  const path = `/api/v2/form/${slug}/links/`;
  return async () => {
    const links = [{ reference: randomUUID() }];
    const { body } = await eventually(() => expecting(201, owner.post(path, { links })), 60);
    const [{ id, url }] = body.results;
    const link = new URL(url).searchParams.get("link");
    return revoking("link", {
      // a start continues the session of the one before
      reads: through(recording).flatMap((one) => [
        () => one.get(`/api/v2/r/link/${link}/`),
        () => one.post(`/api/v2/r/${slug}/start/`, { link }),
      ]),
      isAlive: ({ status, body }) => status < 300 && body.status !== "revoked",
      revoke: () => owner.delete(`${path}${id}/`),
    });
  };
}
