import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { authJobs } from "../../services/auth/jobs.ts";
import type { formsJobs } from "../../services/forms/jobs.ts";
import type { integrationsJobs } from "../../services/integrations/jobs.ts";
import type { Jobs } from "../../shared/platform/jobs/jobs.ts";
import { type Client, client, cookieOf, expecting, owner, publishForm, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { jobsNow } from "../support/jobs.ts";
import { openKills } from "../support/kills.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Receiver, startReceiver, status } from "../support/receiver.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type MailServer, parseMail, startMailServer } from "../support/smtp.ts";

/**
 * Each kind of job, while a kill ends its process after the job is claimed, and again after it has run and before that is stored.
 * A repeated letter has the same Message-ID, and mail programs show one. So a letter is a Message-ID here.
 */
let product: Product;
let mail: MailServer;
let receiver: Receiver;
let database: pg.Pool;
const kills = openKills("jobs");

beforeAll(async () => {
  mail = await startMailServer();
  receiver = await startReceiver(status(410));
  product = await startProduct({
    way: "many",
    env: { ...kills.env, SMTP_URL: mail.url, ALLOW_PRIVATE_WEBHOOKS: "true" },
    others: ["sessions", "analytics"],
  });
  database = new pg.Pool({ connectionString: product.database.url });
}, 120_000);
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await receiver?.close();
  await mail?.close();
}, 60_000);

/** The result of a job, as people see it. */
interface Effect {
  cause(): unknown;
  seen(): Promise<unknown>;
  expected: unknown;
}

type KindsOf<J> = J extends Jobs<never, infer K> ? keyof K & string : never;
type Schema = "auth" | "forms" | "integrations";

/** A new kind is a row. */
const effects: {
  auth: Record<KindsOf<typeof authJobs>, () => Promise<Effect>>;
  forms: Record<KindsOf<typeof formsJobs>, () => Promise<Effect>>;
  integrations: Record<KindsOf<typeof integrationsJobs>, () => Promise<Effect>>;
} = {
  auth: {
    async letter() {
      const team = await newTeam();
      const email = `${unique()}@example.com`;
      const invitations = [{ email, role: "editor" }];
      return oneLetter(email, () => team.owner.post(`/api/workspaces/${team.workspace}/invitations/`, { invitations }));
    },
    async forgot() {
      const { email } = await owner(product.url);
      return oneLetter(email, () => client({}, product.url).post("/api/auth/forgot/", { email }));
    },
    async notice() {
      const team = await newTeam();
      const notice = { kind: "api_key_expires", message: "It expires.", key: unique(), form_slug: null } as const;
      const data = { account_id: team.workspace, ...notice };
      return {
        // as keyExpiry.ts adds it, hourly
        cause: () => authJobs.add(database, "notice", { account_id: team.workspace, data }),
        async seen() {
          const { body } = await expecting(200, team.owner.get("/api/account/notices/"));
          return body.results.map(({ kind: name }: { kind: string }) => name);
        },
        expected: ["api_key_expires"],
      };
    },
    async stopEmails() {
      const team = await newTeam();
      const member = await join(team);
      const slug = await publishForm(team.owner, questions);
      const fields = { name: "New", subject: "New", text: "", to: [member.email] };
      const { body } = await expecting(201, team.owner.post(`/api/v2/form/${slug}/mails/`, fields));
      return {
        cause: () => team.owner.delete(`/api/workspaces/${team.workspace}/members/${member.id}/`),
        async seen() {
          const shown = await expecting(200, team.owner.get(`/api/v2/form/${slug}/mails/${body.id}/`));
          return shown.body.status;
        },
        expected: "stopped",
      };
    },
    async forgetAuthor() {
      const team = await newTeam();
      const member = await join(team);
      const slug = await publishForm(member, questions);
      return {
        cause: () => client({ cookie: member.cookie }, product.url).post("/api/auth/me/delete/", { password }),
        async seen() {
          const { body } = await expecting(200, team.owner.get(`/api/v2/form/${slug}/`));
          return body.created_by.name;
        },
        expected: "Deleted user",
      };
    },
    async suspend() {
      const team = await newTeam();
      const slug = await publishForm(team.owner, questions);
      return {
        cause: () => team.owner.post(`/api/workspaces/${team.workspace}/delete/`, { name: team.name, password }),
        seen: async () => (await client({}, product.url).get(`/api/v2/r/${slug}/`)).status,
        expected: 404,
      };
    },
  },
  forms: {
    async leave() {
      const team = await newTeam();
      const { body: target } = await expecting(201, team.owner.post("/api/workspaces/", { name: "Lab" }));
      const slug = await publishForm(team.owner, questions);
      const fields = { name: "Hook", config: { url: receiver.url } };
      const { body: hook } = await expecting(201, team.owner.post("/api/integrations/webhook/", fields));
      const attached = { integration_id: hook.id, events: ["session.started"] };
      await expecting(201, team.owner.post(`/api/v2/form/${slug}/integrations/`, attached));
      return {
        cause: () => team.owner.post(`/api/v2/form/${slug}/move/`, { workspace_id: target.id }),
        async seen() {
          const { body } = await expecting(200, team.owner.get(`/api/integrations/webhook/${hook.id}/forms/`));
          return body.results;
        },
        expected: [],
      };
    },
  },
  integrations: {
    async resumeMail() {
      const me = await owner(product.url);
      const key = randomUUID();
      const slug = await publishForm(me, questions, { resume: "mail" });
      const by = client({ "resume-key": key }, product.url);
      const { body } = await expecting(201, by.post(`/api/v2/r/${slug}/start/`, { resume_key: key }));
      await expecting(200, by.post(`/api/v2/r/session/${body.id}/next/`, { node_id: "name", value: "Grace" }));
      const email = `${unique()}@example.com`;
      return oneLetter(email, () => by.post(`/api/v2/r/session/${body.id}/resume/`, { email }));
    },
    async question() {
      const me = await owner(product.url);
      const slug = await publishForm(me, questions);
      const email = `${unique()}@example.com`;
      return oneLetter(email, () =>
        me.post(`/api/v2/form/${slug}/mails/`, { name: "New", subject: "New", text: "", to: [email] }),
      );
    },
    async noticeMail() {
      const me = await owner(product.url);
      const slug = await publishForm(me, questions);
      const fields = { name: "Hook", config: { url: receiver.url } };
      const { body: hook } = await expecting(201, me.post("/api/integrations/webhook/", fields));
      const path = `/api/v2/form/${slug}/integrations/`;
      const attached = { integration_id: hook.id, events: ["session.started"] };
      const { body } = await expecting(201, me.post(path, attached));
      await expecting(200, me.patch(`${path}${body.id}/`, { notify_on_failure: true }));
      return oneLetter(me.email, () => client({}, product.url).post(`/api/v2/r/${slug}/start/`));
    },
    async mailing() {
      const me = await owner(product.url);
      const slug = await publishForm(me, questions);
      const email = `${unique()}@example.com`;
      await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links: [{ reference: email }] }));
      const fields = { subject: "Hello", text: "", filter: {} };
      return oneLetter(email, () => me.post(`/api/v2/form/${slug}/links/mail/`, fields));
    },
  },
};

const rows = Object.entries(effects).flatMap(([schema, kinds]) =>
  Object.entries(kinds).map(([kind, prepare]) => ({ schema: schema as Schema, kind, prepare })),
);

test.each(rows)(
  "$schema: $kind is neither lost nor doubled",
  async ({ schema, kind, prepare }) => {
    const { cause, seen, expected } = await prepare();
    await eventually(async () => expect(await waiting(schema)).toEqual([]), 30);
    kills.arm(`${schema}-job-claimed`, `${schema}-job-ran`);
    // the kill may end the request
    const caused = Promise.resolve(cause()).catch(() => null);
    for (const point of [`${schema}-job-claimed`, `${schema}-job-ran`] as const) {
      const copy = await kills.died(product, point);
      // some end with their effect
      if (point === `${schema}-job-claimed`) expect(await waiting(schema)).toContain(kind);
      await product.start(copy);
      await database.query(jobsNow(schema));
    }
    await caused;
    await eventually(async () => expect(await waiting(schema)).toEqual([]), 30);
    await eventually(async () => expect(await seen()).toEqual(expected), 30);
  },
  120_000,
);

async function waiting(schema: Schema): Promise<string[]> {
  const { rows: jobs } = await database.query<{ kind: string }>(`select kind from ${schema}.jobs`);
  return jobs.map(({ kind }) => kind);
}

const questions = chain(node("name", "short_text"), node("age", "number"));
const password = "correct horse battery";

interface Team {
  owner: Client;
  workspace: string;
  name: string;
}

/** Returns a person who is signed in, with their workspace. */
async function newTeam(): Promise<Team> {
  const { cookie } = await owner(product.url);
  const { body: me } = await expecting(200, client({ cookie }, product.url).get("/api/auth/me/"));
  const by = client({ cookie, "pathform-workspace": me.account_id }, product.url);
  const { body } = await expecting(200, by.get(`/api/workspaces/${me.account_id}/`));
  return { owner: by, workspace: me.account_id, name: body.name };
}

/** Returns a new editor of the workspace. */
async function join({ owner: by, workspace }: Team): Promise<Client & { id: string; email: string; cookie: string }> {
  const email = `${unique()}@example.com`;
  const invitations = [{ email, role: "editor", responses: "read" }];
  const { body } = await expecting(201, by.post(`/api/workspaces/${workspace}/invitations/`, { invitations }));
  const token = new URL(body.results[0].url).searchParams.get("token");
  const accepting = { token, name: "Grace Hopper", password };
  const reply = await expecting(201, client({}, product.url).post("/api/auth/invitation/accept/", accepting));
  const cookie = cookieOf(reply);
  return { ...client({ cookie, "pathform-workspace": workspace }, product.url), cookie, email, id: reply.body.id };
}

/** Expects one letter to this address in addition to those that it has. */
function oneLetter(address: string, cause: () => unknown): Effect {
  const letters = () => new Set(mail.mails.filter(({ to }) => to[0] === address).map(messageId)).size;
  const earlier = letters();
  return { cause, seen: async () => letters() - earlier, expected: 1 };
}

const messageId = (one: MailServer["mails"][number]) => parseMail(one).headers.get("message-id");
