import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import pg from "pg";
import { Api } from "../../../deploy/demo/client.ts";
import { keyOf, publishGraph } from "../product.ts";
import { withPostgres } from "../respondents/ground.ts";
import { newDatabase, type System, startWithAnalytics } from "../respondents/systems.ts";
import { residentMb } from "../usage.ts";
import { skipRollups, storeSessions } from "./stored.ts";

/**
 * `npm run bench -- archive`: the memory of gateway and analytics while one client reads an archive of 100,000 files of 1 MB (wants
 * §24.2) that can't be compressed. All sessions name one stored file, so the store needs 1 MB. `BENCH_STORED` names fewer files.
 */
const stored = Number(process.env.BENCH_STORED ?? 100_000);
const fileBytes = 1_000_000;
const sampleMs = 1_000;

export function run(): Promise<string> {
  return withPostgres({}, async (ground) => {
    const database = await newDatabase(ground);
    const system = await startWithAnalytics(ground, database);
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    try {
      const key = await keyOf(system.url);
      const slug = await publishUpload(new Api(system.url).withKey(key));
      await answer(system.url, slug);
      // the first one is an answer of its own
      await storeSessions(client, slug, stored - 1);
      await nameFile(client);
      await skipRollups(client, slug);
      return await measure(system, `/api/v2/form/${slug}/responses/export/?format=zip`, key);
    } finally {
      await client.end();
      await system.stop();
    }
  });
}

function publishUpload(api: Api): Promise<string> {
  const nodes = [
    { id: "file", question_type: "file_upload", data: { title: "A file", config: {} } },
    { id: "end", question_type: "end_screen", data: { config: {} } },
  ];
  const edges = [{ from: "file", to: "end", condition: null }];
  return publishGraph(api, { schema_version: "2.0", entry_node_id: "file", nodes, edges });
}

/** Completes a session with a file. */
async function answer(url: string, slug: string): Promise<void> {
  const api = new Api(url);
  const { id } = await api.call<{ id: string }>("POST", `/api/v2/r/${slug}/start/`);
  const body = new FormData();
  body.set(
    "file",
    new Blob([Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(fileBytes)])], { type: "application/pdf" }),
    "file.pdf",
  );
  const uploaded = await fetch(`${url}/api/v2/r/session/${id}/upload/?node_id=file`, { method: "POST", body });
  if (!uploaded.ok) throw new Error(`The upload returned ${uploaded.status} ${await uploaded.text()}`);
  const { url: file } = (await uploaded.json()) as { url: string };
  await api.call("POST", `/api/v2/r/session/${id}/next/`, { node_id: "file", value: [file] });
  await api.call("POST", `/api/v2/r/session/${id}/complete/`);
}

/** Gives every session the first one's file. */
async function nameFile(client: pg.Client): Promise<void> {
  await client.query(`insert into sessions.files (id, session_id, node_id, url, key, state, name, size, content_type, created)
    select gen_random_uuid(), s.id, f.node_id, f.url, f.key, f.state, f.name, f.size, f.content_type, f.created
      from sessions.files f, sessions.sessions s where s.id <> f.session_id`);
  await client.query("vacuum analyze sessions.files");
}

async function measure(system: System, path: string, key: string): Promise<string> {
  const programs = system.programs.filter(({ name }) => name === "gateway" || name === "analytics");
  const memory = () => programs.map(({ pid }) => residentMb(pid));
  const atRest = memory();
  const most = [...atRest];
  const sample = () =>
    memory().forEach((mb, at) => {
      most[at] = Math.max(most[at] ?? 0, mb);
    });
  const begun = performance.now();
  const sampling = setInterval(sample, sampleMs);
  let bytes = 0;
  try {
    const headers = { authorization: `Bearer ${key}` };
    const [response] = (await once(get(system.url + path, { headers }), "response")) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`The archive returned ${response.statusCode}.`);
    for await (const piece of response as AsyncIterable<Buffer>) bytes += piece.length;
  } finally {
    clearInterval(sampling);
  }
  if (bytes < stored * fileBytes) throw new Error(`The archive has only ${bytes} bytes.`);
  const seconds = (performance.now() - begun) / 1_000;
  return [
    `| ${stored.toLocaleString("en")} files, ${Math.round(bytes / 1e9)} GB in ${Math.round(seconds)} s | at rest | at most |`,
    "|---|---|---|",
    ...programs.map(({ name }, at) => `| ${name}, MB | ${atRest[at]?.toFixed(0)} | ${most[at]?.toFixed(0)} |`),
  ].join("\n");
}
