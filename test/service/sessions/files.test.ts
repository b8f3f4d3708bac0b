import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expireAndRemove } from "../../../services/sessions/fileExpiry.ts";
import { abandonSession } from "../../../services/sessions/store/abandon.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { eventually } from "../../support/eventually.ts";
import { earlier } from "../../support/onCitus.ts";
import { testSecretsKey } from "../../support/postgres.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { type Stage, startSessions } from "./stage.ts";

/** Uploaded files in the sessions service (decisions §5): limits, concurrency and cleanup. */
const folder = mkdtempSync(join(tmpdir(), "pathform-uploads-"));
const hour = 60 * 60 * 1000;
const graph = graphOf(
  [node("photos", "file_upload", { max_files: 2 }), node("name", "short_text"), end()],
  [edge("photos", "name"), edge("name", "end")],
) as unknown as Graph;

let stage: Stage;
let form: LiveForm;

beforeAll(async () => {
  process.env.UPLOADS = folder;
  process.env.SECRETS_KEY = testSecretsKey;
  stage = await startSessions(2);
  form = await stage.newForm(graph);
});
afterAll(async () => {
  await stage.stop();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<string> {
  const sessionId = randomUUID();
  await stage.call("sessions.start", { slug: form.slug ?? "", session_id: sessionId, body: {}, user_agent: null });
  return sessionId;
}

const urlOf = (id: string) => `https://forms.example/api/v2/file/${id}/`;

const reserve = (sessionId: string, fileId = randomUUID(), copy = 0) =>
  (stage.processes[copy] ?? stage).call("sessions.reserveFile", {
    session_id: sessionId,
    file_id: fileId,
    url: urlOf(fileId),
    query: { node_id: "photos" },
  });

/** Uploads a file like the gateway. */
async function upload(sessionId: string): Promise<{ id: string; url: string }> {
  const { id, key } = await reserve(sessionId);
  await service().files.write(key, Readable.from([Buffer.from("bytes")]));
  const { url } = await commit(id);
  return { id, url };
}
/** Older gateways omit the session. */
const commit = (id: string, sessionId?: string) =>
  stage.call("sessions.commitFile", { id, session_id: sessionId, name: "a.png", size: 5, content_type: "image/png" });
const answer = (sessionId: string, urls: string[], copy = 0) =>
  (stage.processes[copy] ?? stage).call("sessions.next", {
    session_id: sessionId,
    body: { node_id: "photos", value: urls },
  });
const service = () => (stage.processes[0] as Stage["processes"][number]).service;
const status = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    ({ code }: { code: number }) => code,
  );
const stored = (sessionId: string): string[] => {
  try {
    return readdirSync(join(folder, sessionId));
  } catch {
    return [];
  }
};
/** Moves the session's times back. */
async function age(sessionId: string, ms: number): Promise<void> {
  const interval = `${ms} milliseconds`;
  const at = [sessionId, interval];
  await stage.database.query(
    `update sessions.sessions set started_at = ${earlier("started_at", "$2::interval")},
      last_activity_at = ${earlier("last_activity_at", "$2::interval")} where id = $1`,
    at,
  );
  await stage.database.query(
    `update sessions.files set created = ${earlier("created", "$2::interval")},
      check_at = ${earlier("check_at", "$2::interval")} where session_id = $1`,
    at,
  );
}
const clean = () => expireAndRemove(service(), new Date());

describe("limits", () => {
  test("accepts no more files than the node's limit, concurrently on several copies", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const sessionId = await start();
      const tries = Array.from({ length: 12 }, (_, at) => status(reserve(sessionId, randomUUID(), at % 2)));
      expect((await Promise.all(tries)).filter((code) => code === 200)).toHaveLength(2);
    }
  });

  test("repeats a reservation idempotently, and frees it on release", async () => {
    const sessionId = await start();
    const id = randomUUID();
    expect(await reserve(sessionId, id)).toEqual(await reserve(sessionId, id));
    await reserve(sessionId);
    expect(await status(reserve(sessionId))).toBe(409);
    await stage.call("sessions.releaseFile", { id });
    await reserve(sessionId);
  });

  test("finds a file by its session and ID, or by its ID alone", async () => {
    const [sessionId, other] = [await start(), await start()];
    const { id } = await reserve(sessionId);
    await stage.call("sessions.releaseFile", { id, session_id: other });
    expect(await status(commit(id, other))).toBe(404);
    await stage.call("sessions.renewFile", { id, session_id: sessionId });
    expect(await commit(id, sessionId)).toEqual(await commit(id));
    const { id: released } = await reserve(sessionId);
    await stage.call("sessions.releaseFile", { id: released, session_id: sessionId });
    expect(await status(commit(released, sessionId))).toBe(404);
  });

  test("frees a reservation after 15 minutes", async () => {
    const sessionId = await start();
    await reserve(sessionId);
    await reserve(sessionId);
    await age(sessionId, 16 * 60 * 1000);
    await reserve(sessionId);
  });

  test("lets answers use a committed file, repeatedly, but not a reserved one", async () => {
    const sessionId = await start();
    const { id } = await reserve(sessionId);
    expect(await status(answer(sessionId, [urlOf(id)]))).toBe(400);
    expect(await commit(id)).toEqual(await commit(id));
    await answer(sessionId, [urlOf(id)]);
  });
});

describe("activity", () => {
  test("reopens an abandoned session, and counts as activity", async () => {
    const sessionId = await start();
    const before = await stage.database.query("select revision from sessions.sessions where id = $1", [sessionId]);
    await reserve(sessionId);
    // decided before the upload
    const { revision } = before.rows[0];
    await abandonSession(stage.database, { sessionId: sessionId, revision, now: new Date(), event: null });
    const { rows } = await stage.database.query("select status from sessions.sessions where id = $1", [sessionId]);
    expect(rows[0].status).toBe("in_progress");
    await stage.database.query("update sessions.sessions set status = 'abandoned' where id = $1", [sessionId]);
    await reserve(sessionId);
    const again = await stage.database.query("select status from sessions.sessions where id = $1", [sessionId]);
    expect(again.rows[0].status).toBe("in_progress");
  });
});

describe("cleanup", () => {
  test("deletes files without an answer 24 h after the last activity, and keeps others", async () => {
    const [left, named] = [await start(), await start()];
    await upload(left);
    const { url } = await upload(named);
    await answer(named, [url]);
    await Promise.all([age(left, 23 * hour), age(named, 23 * hour)]);
    await clean();
    expect([stored(left), stored(named)].map(({ length }) => length)).toEqual([1, 1]);
    await Promise.all([age(left, 2 * hour), age(named, 200 * hour)]);
    await clean();
    expect([stored(left), stored(named)].map(({ length }) => length)).toEqual([0, 1]);
    const { rows } = await stage.database.query("select 1 from sessions.files where session_id = $1", [left]);
    expect(rows).toEqual([]);
  });

  test("waits longer after activity", async () => {
    const sessionId = await start();
    await upload(sessionId);
    await age(sessionId, 30 * hour);
    await stage.call("sessions.next", { session_id: sessionId, body: { node_id: "photos", value: null } });
    await clean();
    expect(stored(sessionId)).toHaveLength(1);
  });

  test("removes an unfinished upload after an hour", async () => {
    const sessionId = await start();
    const { key } = await reserve(sessionId);
    await service().files.write(key, Readable.from([Buffer.from("bytes")]));
    await age(sessionId, 0.9 * hour);
    await clean();
    expect(stored(sessionId)).toHaveLength(1);
    await age(sessionId, 0.2 * hour);
    await clean();
    expect(stored(sessionId)).toHaveLength(0);
  });

  test("doesn't write a step whose file was deleted after it was decided", async () => {
    const sessionId = await start();
    const { url } = await upload(sessionId);
    await age(sessionId, 30 * hour);
    // the step has read the file and is written after the cleanup
    const { batches } = service().respondents;
    const { step } = batches;
    batches.step = async (write) => {
      batches.step = step;
      await clean();
      return step(write);
    };
    expect(await status(answer(sessionId, [url]))).toBe(400);
    expect(stored(sessionId)).toHaveLength(0);
  });

  test("removes the files of an erased session before the response, and refuses an upload in progress", async () => {
    const sessionId = await start();
    await upload(sessionId);
    const { id, key } = await reserve(sessionId);
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: sessionId });
    expect(stored(sessionId)).toEqual([]);
    expect(await status(commit(id))).toBe(404);
    // a gateway that crashed here would leave the bytes
    await service().files.write(key, Readable.from([Buffer.from("bytes")]));
    await stage.database.query(
      "update sessions.files set check_at = now() - interval '1 second' where session_id = $1",
      [sessionId],
    );
    await clean();
    expect(stored(sessionId)).toEqual([]);
  });

  test("lets erasures and other files continue while the store doesn't respond", async () => {
    const [one, two] = [await start(), await start()];
    await upload(one);
    await upload(two);
    const { files } = service();
    const { remove } = files;
    files.remove = async (key) => {
      if (key.startsWith(one)) throw new Error("The store is away.");
      await remove(key);
    };
    const { removeFilesOf } = service();
    service().removeFilesOf = async () => undefined;
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: one });
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: two });
    service().removeFilesOf = removeFilesOf;
    await clean().catch(() => undefined);
    expect([stored(one).length, stored(two).length]).toEqual([1, 0]);
    const { rows } = await stage.database.query("select session_id from sessions.files where session_id in ($1, $2)", [
      one,
      two,
    ]);
    expect(rows).toEqual([{ session_id: one }]);
    files.remove = remove;
    await stage.database.query(
      "update sessions.files set check_at = now() - interval '1 second' where session_id = $1",
      [one],
    );
    await eventually(async () => {
      await clean();
      expect(stored(one)).toEqual([]);
    }, 5);
  });
});

test("puts signed links into events when they are claimed", async () => {
  const sessionId = await start();
  const { url } = await upload(sessionId);
  await answer(sessionId, [url]);
  await stage.call("sessions.next", { session_id: sessionId, body: { node_id: "name", value: "Ada" } });
  await stage.call("sessions.complete", { session_id: sessionId });
  const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 1000 });
  const payloads = events.flatMap((event) => (event.kind === "event" ? [event.event] : []));
  const mine = payloads.find(({ type, data }) => type === "session.completed" && data.session.id === sessionId);
  const [link] = (mine?.data.session.answers[0]?.answer ?? []) as string[];
  expect(link?.startsWith(`${url}?expires=`)).toBe(true);
  const query = Object.fromEntries(new URL(link ?? "").searchParams);
  const given = { expires: Number(query.expires), signature: query.signature };
  const id = new URL(url).pathname.split("/").at(-2) ?? "";
  const open = (query: object) => status(stage.call("sessions.openFile", { caller: null, id, query }));
  expect(await open(given)).toBe(200);
  expect(await open({ ...given, expires: given.expires + 1 })).toBe(403);
  expect(await open({})).toBe(403);
  // by the address without the link's signature, for emails
  const { names } = await stage.call("sessions.fileNames", { session_id: sessionId });
  expect(Object.keys(names)).toEqual([url]);
});
