import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { resumeToken } from "../../shared/platform/resumeTokens.ts";
import { type Client, client, expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { together } from "../support/faults.ts";
import { pngUpload } from "../support/images.ts";
import { connected, testSecretsKey } from "../support/postgres.ts";
import { chain, end, graphOf, node } from "../support/sampleGraphs.ts";
import type { Stage } from "../support/stage.ts";
import { type CitusStage, startCitusStage } from "./citusStage.ts";
import { workersByStatement } from "./workersByStatement.ts";

/**
 * Statements that need sessions of several workers: reads of lists, exports and insights, and reads of queues, which lock nothing.
 * They fail while any worker is away. A statement of a respondent's request must not be here.
 */
const needSeveral = [
  "acknowledge-changes",
  "acknowledge-events",
  "first-start",
  "free-events-expired",
  "free-events-unclaimed",
  "idle-sessions",
  "outbox-state",
  "session-changes",
  "sessions-to-check",
  "load-sessions",
  "ms-until-event",
  "select id, key from sessions.files where state = 'deleted'",
  "delete from sessions.files where id = any($1::uuid[])",
  // the search's follower and the rollups of insights
  "delete from analytics.search where session_id = any($1::uuid[])",
  "answers-with-parts",
  "forms-of-sessions",
  "index-sessions",
  "read-contributions",
  "sizes-of-sessions",
  "backfilled-sessions",
  "rows-without-hour",
  "hours-of-sessions",
  "add-hours",
  "rows-without-parts",
  "update analytics.search x set words = words || w.added::tsvector",
  "select id from sessions.sessions where form_id = $1",
  "commit",
  // owners' requests
  "answers-of-sessions",
  "completed-before",
  "count-files",
  "export-",
  "files-of",
  "list-responses",
  "search-",
  "with s as materialized (",
  "with v as materialized (",
];

/** nothing listens there */
const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "forms@example.com" };
const env = { ABANDON_AFTER_MINUTES: "0.05", ...mail };

let on: CitusStage;
let stage: Stage;
let respondent: Client;
let databaseUrl: string;
beforeAll(async () => {
  on = await startCitusStage({ others: together, env }, logStatements);
  stage = on.stage;
  respondent = client({}, stage.product.url);
}, 240_000);
afterAll(() => on?.stop(), 120_000);

/** Logs each statement, and what Citus sends to workers for it. */
async function logStatements(url: string): Promise<void> {
  databaseUrl = url;
  await connected(url, async (client) => {
    const name = new URL(url).pathname.slice(1);
    for (const setting of logSettings) await client.query(`alter database ${name} set ${setting}`);
  });
}

const logSettings = [
  "log_statement = 'all'",
  "log_min_messages = 'notice'",
  "log_error_verbosity = 'default'",
  "citus.log_remote_commands = on",
];

test("only listed statements need more than one worker", async () => {
  await respond();
  await fillLimited();
  await finishElsewhere();
  const found = workersByStatement(readFileSync(on.coordinator.log, "utf8"));
  const [several, one] = [true, false].map((many) => [...found].filter(([, workers]) => workers > 1 === many));
  const names = (several ?? []).map(([name]) => name);
  expect(names.filter((name) => !needSeveral.some((allowed) => name.startsWith(allowed)))).toEqual([]);
  // the log has the statements of respondents
  expect((one ?? []).map(([name]) => name)).toEqual(expect.arrayContaining(ofRespondents));
}, 240_000);

const ofRespondents = [
  "insert-session",
  "load-session",
  "insert-event",
  "move-session",
  "upsert-visit",
  "complete-session",
  "store-shown-results",
];

/** Respondents, deliveries and all that an owner asks. */
async function respond(): Promise<void> {
  const slug = await stage.newForm();
  const load = stage.load(slug, 4, { pauseMs: 20 });
  await load.succeed(200, 60);
  await load.finish();
  await eventually(() => expect(stage.receiver.received.length).toBeGreaterThan(10), 60);
  for (const path of [
    "",
    "?search=a",
    "?status=completed&ordering=-total_score",
    "export/?format=json",
    "export/?format=csv",
  ])
    await expecting(200, stage.owner.get(`/api/v2/form/${slug}/responses/${path}`));
  await expecting(200, stage.owner.get(`/api/v2/form/${slug}/insights/`));
  const [session] = load.sessions;
  await expecting(200, stage.owner.get(`/api/v2/form/${slug}/responses/${session?.id}/`));
  await expecting(204, stage.owner.delete(`/api/v2/form/${slug}/responses/${session?.id}/`));
}

/** Completes a form with a limit, places and unique answers, by several answers in one request and with a file. */
async function fillLimited(): Promise<void> {
  const options = [
    { value: "early", label: "Early", limit: 3 },
    { value: "late", label: "Late", limit: 3 },
  ];
  const questions = [
    node("name", "short_text", { unique: true }),
    node("age", "number"),
    node("shift", "dropdown", { options }),
    node("papers", "file_upload"),
  ];
  const { nodes, edges } = chain(...questions);
  // the last request stores what this end shows
  const graph = graphOf([...nodes.slice(0, -1), end("end", { show_score: true })], edges);
  const slug = await publishForm(stage.owner, graph, { response_limit: 5 });
  const { body } = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  const path = `/api/v2/r/session/${body.id}`;
  const answers = [
    { node_id: "name", value: "Ada" },
    { node_id: "age", value: 36 },
    { node_id: "shift", value: "early" },
  ];
  await expecting(200, respondent.post(`${path}/answers/`, { answers }));
  const file = await expecting(201, respondent.post(`${path}/upload/?node_id=papers`, undefined, await pngUpload()));
  await expecting(200, respondent.post(`${path}/next/`, { node_id: "papers", value: [file.body.url] }));
  await expecting(200, respondent.post(`${path}/complete/`));
  const response = `/api/v2/form/${slug}/responses/${body.id}/`;
  const { body: corrected } = await expecting(
    200,
    stage.owner.patch(`${response}answers/`, { answers: { age: 37, shift: "late" } }),
  );
  expect(corrected).toMatchObject({ revision: 2 });
  expect((await expecting(200, stage.owner.get(`${response}history/`))).body).toHaveLength(1);
  await expecting(200, stage.owner.get(`/api/v2/form/${slug}/responses/export/?format=zip`));
  await completeByAnswers(slug);
}

/** Asks for a link to finish later, and opens it. */
async function finishElsewhere(): Promise<void> {
  const slug = await publishForm(stage.owner, chain(node("name", "short_text")), { resume: "mail" });
  const { body } = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  await expecting(204, respondent.post(`/api/v2/r/session/${body.id}/resume/`, { email: "ada@example.com" }));
  const askedAt = await connected(databaseUrl, async (client) => {
    const text = "select asked_at from sessions.resumes where session_id = $1";
    return (await client.query<{ asked_at: Date[] }>(text, [body.id])).rows[0]?.asked_at[0]?.getTime() ?? 0;
  });
  process.env.SECRETS_KEY = testSecretsKey;
  const token = resumeToken({ sessionId: body.id, askedAt });
  await expecting(200, respondent.post("/api/v2/r/resume/", { token }));
  await expecting(404, respondent.post("/api/v2/r/resume/", { token }));
}

/** Completes a session by its last answer. */
async function completeByAnswers(slug: string): Promise<void> {
  const { body } = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  const path = `/api/v2/r/session/${body.id}`;
  const answers = ["name", "age", "shift", "papers"].map((nodeId) => ({ node_id: nodeId }));
  const send = () => respondent.post(`${path}/answers/?complete=true`, { answers });
  const taken = await expecting(200, send());
  expect(taken.body.completed).toMatchObject({ status: "completed", end_node_id: "end" });
  expect((await expecting(200, send())).body).toEqual(taken.body);
  // as an older release completed it
  await connected(databaseUrl, (client) =>
    client.query("update sessions.sessions set shown_results = null where id = $1", [body.id]),
  );
  expect((await expecting(200, send())).body).toEqual(taken.body);
  const detail = await expecting(200, stage.owner.get(`/api/v2/form/${slug}/responses/${body.id}/`));
  expect(detail.body).toMatchObject({ status: "completed" });
}
