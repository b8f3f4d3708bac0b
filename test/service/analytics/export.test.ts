import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parseString } from "fast-csv";
import { exported, failure, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const rowsOf = (csv: string): Promise<string[][]> =>
  new Promise((resolve, reject) => {
    const rows: string[][] = [];
    parseString(csv)
      .on("error", reject)
      .on("data", (row) => rows.push(row))
      .on("end", () => resolve(rows));
  });

/** Inserts sessions of a form directly. */
async function fill(formId: string, count: number, answer: string, status = "completed"): Promise<void> {
  await stage.database.query(
    `with new as (
        insert into sessions.sessions (id, form_id, version_id, version_number, status, revision, current_node_id,
          current_shown_at, total_score, answers_count, answers_bytes, hidden, started_at, last_activity_at, completed_at)
        select gen_random_uuid(), $1, (select id from sessions.versions where form_id = $1 limit 1), 1, $4, 1, 'end',
          now(), 0, 1, octet_length($3::text), '{}', t, t, t
        from (select now() - (n / 3) * interval '1 second' as t from generate_series(1, $2) as n) s returning id
      )
      insert into sessions.visits (session_id, node_id, seq, shown_at, answered_at, answer_id, question_type, answer)
      select id, 'a', 0, now(), now(), gen_random_uuid(), 'short_text', $3::json from new`,
    [formId, count, JSON.stringify(answer), status],
  );
}

async function idsIn(formId: string): Promise<Set<string>> {
  const { rows } = await stage.database.query("select id from sessions.sessions where form_id = $1", [formId]);
  return new Set(rows.map(({ id }) => id));
}

const today = () => new Date().toISOString().slice(0, 10);

describe("CSV", () => {
  test("has a header, rows newest first, a file name and a type", async () => {
    const { slug } = await stage.newForm(
      rowOf([question("a"), question("n", "number"), question("d", "yes_no", { yes_label: "Aye" })], ["src"]),
    );
    const first = await respond(stage.call, slug, {
      answers: [
        ["a", '=cmd,"x"\n'],
        ["n", -3],
        ["d", "yes"],
      ],
      hidden: { src: "+mail" },
    });
    const second = await respond(stage.call, slug, { answers: [["a", null]], isCompleted: false });
    const { text, filename, content_type, pieces } = await exported(stage, slug);
    expect(filename).toBe(`${slug}-responses-${today()}.csv`);
    expect(content_type).toBe("text/csv; charset=utf-8");
    expect(pieces[0]).toMatch(
      /^session_id,status,version_number,started_at,completed_at,duration_seconds,total_score,/,
    );
    expect(text.endsWith("\r\n")).toBe(true);
    const [header, ...rows] = await rowsOf(text);
    expect(header?.slice(7)).toEqual([
      "end_node_id",
      "outcome",
      "hidden.src",
      "Question a [a]",
      "Question n [n]",
      "Question d [d]",
    ]);
    expect(rows.map((row) => [row[0], ...row.slice(5)])).toEqual([
      [second, "", "0", "", "", "", "", "", ""],
      [first, "0", "0", "end", "", "'+mail", `'=cmd,"x"\n`, "-3", "Aye"],
    ]);
    const raw = await rowsOf((await exported(stage, slug, { values: "raw" })).text);
    expect(raw[2]?.slice(10)).toEqual([`'=cmd,"x"\n`, "-3", "yes"]);
  });

  test("has the columns of all versions, and cells by the session's version", async () => {
    const options = (label: string) => ({ options: ["x", "y"].map((value) => ({ value, label: label + value })) });
    const form = await stage.newForm(rowOf([question("old"), question("c", "dropdown", options("Old "))]));
    await respond(stage.call, form.slug, {
      answers: [
        ["old", "o"],
        ["c", "x"],
      ],
    });
    await exported(stage, form.slug);
    await stage.publish(form, rowOf([question("c", "dropdown", options("New ")), question("new")]));
    await respond(stage.call, form.slug, {
      answers: [
        ["c", "x"],
        ["new", "n"],
      ],
    });
    const [header, ...rows] = await rowsOf((await exported(stage, form.slug)).text);
    expect(header?.slice(9)).toEqual(["Question c [c]", "Question new [new]", "Question old [old]"]);
    expect(rows.map((row) => row.slice(9))).toEqual([
      ["New x", "n", ""],
      ["Old x", "", "o"],
    ]);
    const [sameHeader, ...one] = await rowsOf((await exported(stage, form.slug, { version: 1 })).text);
    expect(sameHeader).toEqual(header);
    expect(one.map((row) => row.slice(9))).toEqual([["Old x", "", "o"]]);
  });

  test("has only a header without sessions", async () => {
    const { slug } = await stage.newForm(rowOf([question("a")]));
    expect((await exported(stage, slug)).text.split("\r\n")).toHaveLength(2);
    expect((await exported(stage, slug, { format: "json" })).text).toBe("");
  });

  test("applies filters and search across pieces, also without a match", async () => {
    const form = await stage.newForm(rowOf([question("a")]));
    await respond(stage.call, form.slug, { answers: [["a", "needle in hay"]] });
    await fill(form.form_id, 2500, "hay", "completed");
    await respond(stage.call, form.slug, { answers: [["a", "needle not sent"]], isCompleted: false });
    const count = async (query: Parameters<typeof exported>[2]) =>
      (await rowsOf((await exported(stage, form.slug, query)).text)).length - 1;
    await stage.indexed();
    expect(await count({ search: "needl" })).toBe(1);
    expect(await count({ status: "in_progress" })).toBe(1);
    expect(await count({ status: "completed" })).toBe(2501);
    expect(await count({ status: "abandoned" })).toBe(0);
    expect(await count({ started_at_to: "2020-01-01" })).toBe(0);
    expect(await count({ started_at_from: today().replace(/^\d+/, "2020") })).toBe(2502);
  });
});

test("adds a byte order mark and scores on request", async () => {
  const scoring = { mode: "value", multiplier: 2 };
  const { slug } = await stage.newForm(rowOf([question("n", "number", { scoring })]));
  await respond(stage.call, slug, { answers: [["n", 4]] });
  const { text } = await exported(stage, slug, { bom: true, scores: true });
  expect(text.startsWith("\uFEFFsession_id,")).toBe(true);
  const [header, row] = await rowsOf(text);
  expect(header?.slice(9)).toEqual(["Question n [n]", "score [n]"]);
  expect(row?.slice(9)).toEqual(["4", "8"]);
});

test("returns scores and raw values as NDJSON, and rejects options of CSV", async () => {
  const scoring = { mode: "value", multiplier: 2 };
  const { slug } = await stage.newForm(rowOf([question("n", "number", { scoring })]));
  await respond(stage.call, slug, { answers: [["n", 4]] });
  const { text } = await exported(stage, slug, { format: "json", scores: true, values: "raw" });
  expect(JSON.parse(text)).toMatchObject({ score_breakdown: { n: 8 }, answers: [{ answer: 4, score_awarded: 8 }] });
  const refused = await failure(exported(stage, slug, { format: "json", bom: true, values: "labels" }));
  expect(refused).toMatchObject({
    code: 400,
    data: { errors: [/^bom: .*format=csv$/, /^values: .*format=csv$/].map((of) => expect.stringMatching(of)) },
  });
});

test("exports a form with too many columns only as NDJSON", async () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ key: `r${at}`, label: "L" }));
  const columns = [
    { value: "c", label: "C" },
    { value: "d", label: "D" },
  ];
  const wide = (version: string) =>
    rowOf(Array.from({ length: 501 }, (_, at) => question(`${version}${at}`, "matrix", { rows, columns })));
  const form = await stage.newForm(wide("a"));
  expect((await exported(stage, form.slug)).text.split(",").length).toBeGreaterThan(501 * 50);
  await stage.publish(form, wide("b"));
  expect(await failure(exported(stage, form.slug))).toMatchObject({ code: 409 });
  expect((await exported(stage, form.slug, { format: "json" })).text).toBe("");
});

test("builds a long header over many turns of the event loop", async () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ key: `r${at}`, label: "L".repeat(450) }));
  const columns = [
    { value: "c", label: "C" },
    { value: "d", label: "D" },
  ];
  const nodes = Array.from({ length: 800 }, (_, at) =>
    question(`m${at}`, "matrix", { rows: rows.slice(0, 1 + (at % 50)), columns }),
  );
  const { slug } = await stage.newForm(rowOf(nodes));
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  const { pieces } = await exported(stage, slug, {}, async () => {
    if (turns === 0) turn();
  });
  isDone = true;
  expect(pieces.length).toBeGreaterThan(40);
  // one turn holds as many parts as fit into 10 ms
  expect(turns).toBeGreaterThan(1);
});

test("writes one session detail with its end per line in NDJSON", async () => {
  const graph = rowOf([question("a"), question("b")]);
  const end = graph.nodes.at(-1);
  if (end) end.data.config = { outcome: "=won" };
  const { slug } = await stage.newForm(graph);
  const ids = [];
  for (const text of ["line\nbreak", "a whole 🙂"]) {
    ids.unshift(
      await respond(stage.call, slug, {
        answers: [
          ["a", text],
          ["b", ""],
        ],
      }),
    );
  }
  const open = await respond(stage.call, slug, { isCompleted: false });
  const { text, filename, content_type } = await exported(stage, slug, { format: "json" });
  expect([filename, content_type]).toEqual([`${slug}-responses-${today()}.ndjson`, "application/x-ndjson"]);
  const { call, caller } = stage;
  const lines = [open, ...ids].map(async (sessionId) => {
    const detail = await call("analytics.getResponse", { caller, slug, session_id: sessionId });
    const reached = sessionId === open ? [null, null] : ["end", "=won"];
    return `${JSON.stringify({ ...detail, end_node_id: reached[0], outcome: reached[1] })}\n`;
  });
  expect(text).toBe((await Promise.all(lines)).join(""));
});

describe("the content of an export", () => {
  test("has each of 3,000 sessions once and no later ones, while respondents continue", async () => {
    const form = await stage.newForm(rowOf([question("a"), question("b")]));
    await fill(form.form_id, 2900, "some answer");
    const open = await Promise.all(
      Array.from({ length: 100 }, () => respond(stage.call, form.slug, { isCompleted: false })),
    );
    const existing = await idsIn(form.form_id);
    expect(existing.size).toBe(3000);
    const { text, pieces } = await exported(stage, form.slug, {}, async () => {
      const begun = respond(stage.call, form.slug, {
        answers: [
          ["a", "late"],
          ["b", "later"],
        ],
      });
      const sessionId = open.pop() as string;
      for (const nodeId of ["a", "b"]) {
        await stage.call("sessions.next", {
          session_id: sessionId,
          body: { node_id: nodeId, value: `answer ${nodeId}` },
        });
      }
      await stage.call("sessions.complete", { session_id: sessionId });
      await begun;
    });
    expect(pieces.length).toBeGreaterThan(6);
    const [, ...rows] = await rowsOf(text);
    expect(rows).toHaveLength(3000);
    expect(new Set(rows.map(([id]) => id))).toEqual(existing);
    // each row is consistent: a session completed in between has all its answers
    for (const [, status, , , completedAt, , , , , a, b] of rows) {
      if (status === "in_progress") expect([completedAt, a, b]).toEqual(["", "", ""]);
      else expect(completedAt && a).toBeTruthy();
    }
  });

  test.each(["csv", "json", "xlsx"] as const)(
    "has each session once in pieces of several statements: %s",
    async (format) => {
      const form = await stage.newForm(rowOf([question("a")]));
      await fill(form.form_id, 2_500, "x", "completed");
      await fill(form.form_id, 2_500, "x", "abandoned");
      const all = await idsIn(form.form_id);
      const ids = async (query: Parameters<typeof exported>[2]) => {
        const { text, pieces } = await exported(stage, form.slug, { ...query, format }, undefined, { sessions: 1_600 });
        if (format === "csv") expect(pieces.length).toBeLessThan(7);
        return text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)?.filter((id) => all.has(id)) ?? [];
      };
      const found = await ids({});
      expect(found).toHaveLength(5_000);
      expect(new Set(found)).toEqual(all);
      const { rows } = await stage.database.query(
        "select id from sessions.sessions where form_id = $1 and status = 'completed' order by started_at desc, id desc",
        [form.form_id],
      );
      expect(await ids({ status: "completed" })).toEqual(rows.map(({ id }) => id));
    },
  );

  test("has the same times as a response's details", async () => {
    const form = await stage.newForm(rowOf([question("a")]));
    await fill(form.form_id, 4, "x");
    const of = "select id from sessions.sessions where form_id = $1 order by id";
    const sessions = await stage.database.query<{ id: string }>(of, [form.form_id]);
    const spans = [
      ["2026-03-01 00:30:05", "0"],
      ["2026-03-01 00:30:05.5", "1.9 seconds"],
      ["2026-03-01 00:30:05.871999", "1 day 0.05 seconds"],
      ["2026-03-01 00:30:05.01", "999 microseconds"],
    ];
    for (const [index, { id }] of sessions.rows.entries())
      await stage.database.query(
        `update sessions.sessions set started_at = $2::timestamp at time zone 'utc',
          completed_at = ($2::timestamp + $3::interval) at time zone 'utc' where id = $1`,
        [id, ...(spans[index] ?? [])],
      );
    const details = (await exported(stage, form.slug, { format: "json" })).text.trimEnd().split("\n");
    const [, ...rows] = await rowsOf((await exported(stage, form.slug)).text);
    const times = ({ id, started_at, completed_at, duration_seconds }: Record<string, unknown>) => [
      id,
      started_at,
      completed_at,
      String(duration_seconds),
    ];
    expect(rows.map((row) => [row[0], row[3], row[4], row[5]])).toEqual(details.map((line) => times(JSON.parse(line))));
    expect(rows[0]?.[3]).toBe("2026-03-01T00:30:05.871Z");
  });

  test("has no column of a version published in between", async () => {
    const form = await stage.newForm(rowOf([question("a")]));
    await fill(form.form_id, 1200, "x");
    let isPublished = false;
    const { text } = await exported(stage, form.slug, {}, async () => {
      if (isPublished) return;
      isPublished = true;
      await stage.publish(form, rowOf([question("z")]));
      await respond(stage.call, form.slug, { answers: [["z", "new"]] });
    });
    const rows = await rowsOf(text);
    expect(rows).toHaveLength(1201);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([10]));
  });

  test("is split into pieces that fit the bus for large sessions", async () => {
    const form = await stage.newForm(rowOf([question("a", "long_text")]));
    await fill(form.form_id, 40, '"'.repeat(60_000));
    for (const format of ["csv", "json"] as const) {
      const { pieces, text } = await exported(stage, form.slug, { format });
      for (const piece of pieces) expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThanOrEqual(512 * 1024);
      const count = format === "csv" ? (await rowsOf(text)).length - 1 : text.trimEnd().split("\n").length;
      expect(count).toBe(40);
    }
  });

  test("has pieces of the requested size that continue each other", async () => {
    const form = await stage.newForm(rowOf([question("a", "long_text")]));
    await fill(form.form_id, 40, "x".repeat(5_000));
    const { text, pieces } = await exported(stage, form.slug, {}, undefined, { bytes: 32 * 1024 });
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(32 * 1024);
    expect((await rowsOf(text)).slice(1).map((row) => row[9]?.length)).toEqual(Array<number>(40).fill(5_000));
  });

  test("has a row larger than a piece in several, in one state", async () => {
    const form = await stage.newForm(rowOf([question("a", "long_text"), question("b")]));
    await fill(form.form_id, 3, "\u0001".repeat(200_000));
    const { text, pieces } = await exported(stage, form.slug);
    expect(pieces.length).toBeGreaterThan(6);
    const rows = await rowsOf(text);
    expect(rows.map((row) => row[9]?.length)).toEqual(["Question a [a]".length, 200_000, 200_000, 200_000]);
    const changing = exported(stage, form.slug, {}, () =>
      stage.database.query("update sessions.sessions set revision = revision + 1 where form_id = $1", [form.form_id]),
    );
    expect(await failure(changing)).toMatchObject({ code: 503 });
  });

  test("leaves out sessions erased between pieces", async () => {
    const form = await stage.newForm(rowOf([question("a")]));
    await fill(form.form_id, 1500, "x");
    const { call, caller } = stage;
    let erased = 0;
    const { text } = await exported(stage, form.slug, {}, async () => {
      const { rows } = await stage.database.query(
        "select id from sessions.sessions where form_id = $1 order by started_at, id limit 1",
        [form.form_id],
      );
      await call("analytics.eraseResponse", { caller, slug: form.slug, session_id: rows[0].id });
      erased += 1;
    });
    const { length } = await rowsOf(text);
    expect(length).toBeGreaterThanOrEqual(1501 - erased);
    expect(length).toBeLessThan(1501);
  });
});
