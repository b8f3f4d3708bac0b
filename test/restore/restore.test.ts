import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import type { Load, Remembered } from "../support/load.ts";
import { serviceNames } from "../support/product.ts";
import { dropRoles } from "../support/roles.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { type SystemPostgres, startSystemPostgres } from "../support/systemPostgres.ts";
import { deliveryProblems, verify } from "../support/verify.ts";

/** The commands of docs/operate/backup.md restore everything that was acknowledged before the backup. */
let stage: Stage | undefined;
afterEach(async () => {
  await stage?.stop();
  stage = undefined;
}, 60_000);

const root = join(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/operate/backup.md"), "utf8");

/** Returns the shell commands below a heading, with their file names replaced. */
function commandsOf(heading: string, replacements: Record<string, string>): string {
  const section = guide.split(`## ${heading}\n`)[1]?.split("\n#")[0] ?? "";
  const blocks = [...section.matchAll(/^( *)```bash\n(.*?)^ *```/gms)];
  const commands = blocks
    .map(([, indent = "", text = ""]) => text.replaceAll(new RegExp(`^${indent}`, "gm"), ""))
    .join("");
  expect(commands).not.toBe("");
  return Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), commands);
}

async function startOn(postgres: SystemPostgres, env: Record<string, string> = {}): Promise<Stage> {
  stage = await startStage({ postgres, others: [...serviceNames], env });
  return stage;
}

/** URLs of each service with a role of its own, which doesn't exist yet. */
function ownRoles({ url }: SystemPostgres): Record<string, string> {
  return Object.fromEntries(
    ["auth", "forms", "sessions", "analytics", "integrations"].map((service) => {
      const own = Object.assign(new URL(url), { username: `${service}_own`, password: "a-password" });
      return [`${service.toUpperCase()}_DATABASE_URL`, own.href];
    }),
  );
}

/** A copy of what respondents know now. */
const known = (load: Load): Remembered[] => load.sessions.map((session) => structuredClone(session));

/** Checks completed sessions exactly. One in progress may be stored in a later state. */
async function assertRestored({ product, owner, receiver }: Stage, slug: string, sessions: Remembered[]) {
  const { problems } = await verify(
    { sessions, unknownStarts: () => Number.POSITIVE_INFINITY },
    { url: product.url, slug, key: owner.key },
  );
  const completed = sessions.filter(({ isCompleted }) => isCompleted);
  expect(completed.length).toBeGreaterThan(0);
  const ids = new Set(completed.map(({ id }) => id));
  expect(problems.filter((problem) => ids.has(problem.split(":")[0] ?? "") || /is there \d/.test(problem))).toEqual([]);
  // an event that was delivered after the backup is delivered again, under its old id
  await eventually(() => expect(deliveryProblems(completed, receiver.received)).toEqual([]), 60);
}

/** Checks that respondents continue and their events arrive. */
async function assertContinues({ load, receiver }: Stage, slug: string) {
  const more = load(slug, 4);
  await more.succeed(100);
  await more.finish();
  await eventually(() => expect(deliveryProblems(more.sessions, receiver.received)).toEqual([]), 60);
}

test("pg_dump under load and pg_restore on a new server, where each service has a role", async () => {
  const postgres = await startSystemPostgres();
  const urls = ownRoles(postgres);
  const variables = Object.entries({ ...urls, MIGRATE_DATABASE_URL: postgres.url }).map(
    ([name, url]) => `${name}=${url}`,
  );
  const roles = `(cd ${root} && env ${variables.join(" ")} ${process.execPath} deploy/commands/roles.ts)`;
  await postgres.shell(roles);
  const running = await startOn(postgres, { ...urls, MIGRATE: "false" });
  const slug = await running.newForm();
  const load = running.load(slug, 6);
  await load.succeed(200);
  const acknowledged = known(load);
  await postgres.shell(commandsOf("Dump", { "pathform.dump": "saved.dump" }));
  await load.succeed(50);
  await load.finish();
  await running.product.kill("others", "SIGTERM");
  // as on a new server
  await postgres.shell("psql -d postgres -c 'drop database pathform'");
  await dropRoles(postgres.url.replace(/pathform$/, "postgres"), "own");
  await postgres.shell(commandsOf("Restore a dump", { "pathform.dump": "saved.dump", "npm run roles": roles }));
  await running.product.start("others");
  await running.product.untilReady();
  await assertRestored(running, slug, acknowledged);
  await assertContinues(running, slug);
}, 240_000);

test("a base backup under load and its WAL, to a point in time", async () => {
  const postgres = await startSystemPostgres({
    archive_mode: "on",
    archive_command: "cp %p ../archive/%f.part && mv ../archive/%f.part ../archive/%f",
    wal_level: "replica",
  });
  const running = await startOn(postgres);
  const slug = await running.newForm();
  const load = running.load(slug, 6);
  await load.succeed(100);
  const paths = { "/var/backups/pathform": "base", "/var/lib/postgresql/data": "data", "/var/archive": "../archive" };
  await postgres.shell(commandsOf("Base backup", paths));
  await load.succeed(100);
  const acknowledged = known(load);
  const target = (await postgres.shell('psql -d pathform -Atc "select now()"')).trim();
  await load.finish();
  // sessions of the first load may start on either side of the target
  const later = running.load(slug, 6);
  await later.succeed(50);
  await later.finish();
  await running.product.kill("others", "SIGTERM");
  const end = 'psql -d pathform -Atc "select pg_walfile_name(pg_switch_wal())"';
  const wal = (await postgres.shell(end)).trim();
  await eventually(async () => {
    const archived = await postgres.shell('psql -d pathform -Atc "select last_archived_wal from pg_stat_archiver"');
    expect(archived.trim() >= wal).toBe(true);
  }, 60);
  await postgres.stopImmediately();
  await postgres.shell(commandsOf("Restore to a point in time", { ...paths, "2026-01-31 12:00:00+00": target }));
  await postgres.startAgain();
  await eventually(async () => {
    expect((await postgres.shell('psql -d pathform -Atc "select pg_is_in_recovery()"')).trim()).toBe("f");
  }, 60);
  await running.product.start("others");
  await running.product.untilReady();
  await assertRestored(running, slug, acknowledged);
  expect(later.sessions.length).toBeGreaterThan(0);
  expect(await missing(running, later.sessions)).toBe(later.sessions.length);
  await assertContinues(running, slug);
}, 240_000);

/** Counts sessions that aren't stored. */
async function missing({ product }: Stage, sessions: Remembered[]): Promise<number> {
  const found = await Promise.all(sessions.map(({ id }) => fetch(`${product.url}/api/v2/r/session/${id}/`)));
  return found.filter(({ status }) => status === 404).length;
}
