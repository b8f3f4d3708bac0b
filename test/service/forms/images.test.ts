import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import type { FormsService } from "../../../services/forms/service.ts";
import type { Params } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { failure, newCaller, questionnaire, type Stage, startForms } from "./stage.ts";

/** Images in the forms service (decisions §9.2): concurrent uses and deletes, the quota, and cleanup. */
const folder = mkdtempSync(join(tmpdir(), "pathform-images-"));
const notices: Params<"integrations.addNotice">[] = [];
const kibibyte = 1024;

let stage: Stage;
beforeAll(async () => {
  Object.assign(process.env, { UPLOADS: folder, QUOTAS: "on", QUOTA_IMAGE_MB_PER_ACCOUNT: "1" });
  stage = await startForms();
  stage.broker.createService({
    name: "integrations",
    actions: {
      addNotice({ params }: { params: Params<"integrations.addNotice"> }) {
        notices.push(params);
        return null;
      },
    },
  });
  await stage.broker.waitForServices("integrations");
});
afterAll(async () => {
  await stage.stop();
  rmSync(folder, { recursive: true });
  for (const name of ["UPLOADS", "QUOTAS", "QUOTA_IMAGE_MB_PER_ACCOUNT"]) delete process.env[name];
});

const service = () => stage.broker.getLocalService("forms") as unknown as FormsService;
const fileOf = (key: string) => join(folder, key);

/** Reserves an image with its bytes stored. */
async function reserve(caller: Caller): Promise<{ id: string; key: string }> {
  const { id, key } = await stage.call("forms.reserveImage", { caller, image_id: randomUUID() });
  await service().files.write(key, Readable.from([Buffer.from("bytes")]));
  return { id, key };
}
const commit = (id: string, size = 5) =>
  stage.call("forms.commitImage", { id, content_type: "image/png", size, width: 1, height: 1 });
async function upload(caller: Caller, size?: number): Promise<{ id: string; key: string }> {
  const image = await reserve(caller);
  await commit(image.id, size);
  return image;
}
const open = (id: string) => stage.call("forms.openImage", { id });
const remove = (caller: Caller, id: string) => stage.call("forms.removeImage", { caller, id });
const urlOf = (id: string) => `https://forms.example/api/v2/r/image/${id}/`;
const rowOf = async (id: string) =>
  (await stage.database.query("select state from forms.images where id = $1", [id])).rows[0]?.state;

/** Returns the number of statements that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await stage.database.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** Runs `work` while `statement` keeps its locks. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    await work();
    await client.query("commit");
  } finally {
    await client.end();
  }
}

const outcomeOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    ({ code }: { code: number }) => code,
  );

/** Makes something use an image, in this table. */
type Naming = (caller: Caller, url: string) => Promise<() => Promise<unknown>>;
const namings: [string, string, Naming][] = [
  [
    "saving a draft",
    "forms.drafts",
    async (caller, url) => {
      const { slug } = await stage.call("forms.create", { caller, body: { title: "A form" } });
      return () =>
        stage.call("forms.saveDraft", { caller, slug, body: { graph: questionnaire(`See ${url}`) }, if_match: null });
    },
  ],
  [
    "creating a theme",
    "forms.themes",
    async (caller, url) => () => stage.call("forms.createTheme", { caller, body: { name: "A theme", logo_url: url } }),
  ],
  [
    "updating a theme",
    "forms.themes",
    async (caller, url) => {
      const { id } = await stage.call("forms.createTheme", { caller, body: { name: "A theme" } });
      return () => stage.call("forms.updateTheme", { caller, id, body: { background_image_url: url } });
    },
  ],
];

describe.each(namings)("%s", (_what, table, naming) => {
  test("blocks a concurrent delete and keeps the image", async () => {
    const caller = newCaller();
    const { id } = await upload(caller);
    const name = await naming(caller, urlOf(id));
    let outcomes: Promise<number[]> = Promise.resolve([]);
    await whileLocked(`lock table ${table} in share mode`, async () => {
      const named = outcomeOf(name());
      await eventually(async () => expect(await waiting()).toBe(1));
      let isDeleted = false;
      const deleted = outcomeOf(remove(caller, id)).finally(() => {
        isDeleted = true;
      });
      outcomes = Promise.all([named, deleted]);
      await eventually(async () => expect(isDeleted || (await waiting()) === 2).toBe(true));
    });
    expect(await outcomes).toEqual([200, 409]);
    await open(id);
  });

  test("waits for a delete that found no use", async () => {
    const caller = newCaller();
    const { id } = await upload(caller);
    const name = await naming(caller, urlOf(id));
    let isDeleted = false;
    let named: Promise<boolean> = Promise.resolve(false);
    await whileLocked(`select from forms.images where id = '${id}' for update`, async () => {
      const deleted = remove(caller, id).then(() => {
        isDeleted = true;
      });
      await eventually(async () => expect(await waiting()).toBe(1));
      let isNamed = false;
      named = name()
        .then(() => {
          isNamed = true;
        })
        .then(() => deleted.then(() => true));
      await eventually(async () => expect(isNamed || (await waiting()) === 2).toBe(true));
      expect(isNamed).toBe(false);
    });
    expect(await named).toBe(true);
    expect(isDeleted).toBe(true);
  });
});

test("lets one of two concurrent deletes succeed", async () => {
  const caller = newCaller();
  const { id } = await upload(caller);
  const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(remove(caller, id))));
  expect(outcomes.sort()).toEqual([200, 404, 404]);
});

test("keeps images of a version whatever happens to the draft, and ignores other accounts' uses", async () => {
  const [caller, other] = [newCaller(), newCaller()];
  const image = await upload(caller);
  const words = questionnaire(`See ${urlOf(image.id.toUpperCase())}`);
  const { slug } = await stage.call("forms.create", { caller: other, body: { title: "Theirs" } });
  await stage.call("forms.saveDraft", { caller: other, slug, body: { graph: words }, if_match: null });
  const mine = (await stage.call("forms.create", { caller, body: { title: "Mine" } })).slug;
  await stage.call("forms.saveDraft", { caller, slug: mine, body: { graph: words }, if_match: null });
  await stage.call("forms.publish", { caller, slug: mine });
  await stage.call("forms.saveDraft", { caller, slug: mine, body: { graph: questionnaire() }, if_match: null });
  expect(await failure(remove(caller, image.id))).toMatchObject({ code: 409 });
  const second = await upload(caller);
  const theirs = questionnaire(urlOf(second.id));
  await stage.call("forms.saveDraft", { caller: other, slug, body: { graph: theirs }, if_match: null });
  await remove(caller, second.id);
});

test("enforces the quota exactly under concurrency, and notifies at 80%", async () => {
  const caller = newCaller();
  const reserved = await Promise.all(Array.from({ length: 8 }, () => reserve(caller)));
  const outcomes = await Promise.all(reserved.map(({ id }) => outcomeOf(commit(id, 300 * kibibyte))));
  expect(outcomes.sort()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
  const day = new Date().toISOString().slice(0, 10);
  await eventually(async () =>
    expect(notices.filter(({ account_id }) => account_id === caller.account_id)).toEqual([
      {
        account_id: caller.account_id,
        kind: "quota_warning",
        message: "You've used 80% of your 1 MB of image storage. Uploads over the limit are rejected.",
        key: `quota images ${caller.account_id} ${day}`,
        form_slug: null,
      },
    ]),
  );
});

test("refuses an upload to a full account early, until an image is deleted", async () => {
  const caller = newCaller();
  const { id } = await upload(caller, 1024 * kibibyte);
  const { code, message } = await failure(reserve(caller));
  expect(code).toBe(409);
  expect(message).toBe("Image storage is full (1 MB per workspace). Delete images to free up space.");
  await remove(caller, id);
  await upload(caller);
});

test("repeats a commit idempotently, and returns 404 for an expired or deleted reservation", async () => {
  const caller = newCaller();
  const [twice, late, gone] = await Promise.all([reserve(caller), reserve(caller), reserve(caller)]);
  expect(await commit(twice.id)).toEqual(await commit(twice.id));
  const old = "update forms.images set created = now() - interval '91 seconds' where id = $1";
  await stage.database.query(old, [late.id]);
  expect(await failure(commit(late.id))).toMatchObject({ code: 404 });
  await stage.call("forms.renewImage", { id: late.id });
  await commit(late.id);
  await stage.call("forms.releaseImage", { id: gone.id });
  expect(await failure(commit(gone.id))).toMatchObject({ code: 404 });
  await eventually(async () =>
    expect([await rowOf(gone.id), existsSync(fileOf(gone.key))]).toEqual([undefined, false]),
  );
});

test("hides an uncommitted image, and removes its bytes if it is never committed", async () => {
  const caller = newCaller();
  const [lost, current] = [await reserve(caller), await reserve(caller)];
  expect(await failure(open(lost.id))).toMatchObject({ code: 404 });
  await stage.database.query("update forms.images set check_at = now() where id = $1", [lost.id]);
  service().imageRemoval.wake();
  await eventually(async () =>
    expect([await rowOf(lost.id), existsSync(fileOf(lost.key))]).toEqual([undefined, false]),
  );
  expect([await rowOf(current.id), existsSync(fileOf(current.key))]).toEqual(["reserved", true]);
});

test("deletes immediately, and removes the bytes when the store allows it", async () => {
  const caller = newCaller();
  const { id, key } = await upload(caller);
  const { files } = service();
  service().files = { ...files, remove: () => Promise.reject(new Error("the store is down")) };
  await remove(caller, id);
  expect(await failure(open(id))).toMatchObject({ code: 404 });
  const postponed = "select from forms.images where id = $1 and check_at > now()";
  await eventually(async () => expect((await stage.database.query(postponed, [id])).rowCount).toBe(1));
  expect(existsSync(fileOf(key))).toBe(true);
  service().files = files;
  await stage.database.query("update forms.images set check_at = now() where id = $1", [id]);
  service().imageRemoval.wake();
  await eventually(async () => expect([await rowOf(id), existsSync(fileOf(key))]).toEqual([undefined, false]));
});

test("reads and updates a theme that uses another server's image", async () => {
  const caller = newCaller();
  const { id } = await stage.call("forms.createTheme", { caller, body: { name: "Old" } });
  const strange = `http://images.example/api/v2/r/image/${randomUUID()}/`;
  await stage.database.query("update forms.themes set logo_url = $1 where id = $2", [strange, id]);
  expect(await stage.call("forms.getTheme", { caller, id })).toMatchObject({ logo_url: strange });
  const body = { font: "Inter", logo_url: strange };
  expect(await stage.call("forms.updateTheme", { caller, id, body })).toMatchObject(body);
  const other = { background_image_url: strange };
  expect(await failure(stage.call("forms.updateTheme", { caller, id, body: other }))).toMatchObject({ code: 400 });
});

test("accepts http URLs only with a host of this server", async () => {
  const caller = newCaller();
  const { id } = await upload(caller);
  const create = (name: string, hosts: string[]) => {
    const logoUrl = `http://Forms.Example/api/v2/r/image/${id}/`;
    return stage.call("forms.createTheme", { caller, body: { name, logo_url: logoUrl }, hosts });
  };
  await create("By name", ["forms.example:80"]);
  expect(await failure(create("By port", ["forms.example:443", "forms.example:3000"]))).toMatchObject({ code: 400 });
});
