import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { moduleOf } from "../../../services/integrations/types/index.ts";
import { withoutReceiverText } from "../../../services/integrations/types/outcome.ts";
import type { Delivery } from "../../../services/integrations/types/type.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { answers, type Bench, deliveryOf, eventOf, graph, openBench } from "../../support/providers/delivery.ts";
import { type Google, startGoogle } from "../../support/providers/google.ts";
import { type HubSpot, startHubSpot } from "../../support/providers/hubspot.ts";
import { invalidSession, type Salesforce, startSalesforce } from "../../support/providers/salesforce.ts";

const hubspot = moduleOf("hubspot");
const salesforce = moduleOf("salesforce");
const googleSheets = moduleOf("google_sheets");

describe("HubSpot", () => {
  let standIn: HubSpot;
  let bench: Bench;
  beforeEach(async () => {
    standIn = await startHubSpot();
    bench = openBench({ issue: standIn.consent.issue, url: standIn.url });
  });
  afterEach(async () => {
    await bench.close();
    await standIn.close();
    expect(standIn.undocumented).toEqual([]);
  });
  const config = { email_node_id: "email", property_map: { firstname: "name", interests: "topics", nps: "stars" } };

  test("creates a contact from readable answers", async () => {
    expect(await hubspot.deliver(deliveryOf(config), bench.tools)).toMatchObject({ response_code: 201 });
    expect([...standIn.contacts.values()]).toEqual([
      { email: "ada@example.com", firstname: "=HYPERLINK(1)", interests: "Art & craft; Biology", nps: "4" },
    ]);
  });

  test("leaves out entries of personal answers, and creates no contact without the address", async () => {
    const without = (omitted: string[], more: object = {}) =>
      hubspot.deliver(deliveryOf(config, { omitted: new Set(omitted), ...more }), bench.tools);
    expect((await without(["name"])).kind).toBe("delivered");
    expect([...standIn.contacts.values()]).toEqual([
      { email: "ada@example.com", interests: "Art & craft; Biology", nps: "4" },
    ]);
    expect(await without(["name", "email"])).toMatchObject({ kind: "permanent", request: null });
    // an update clears nothing that it leaves out
    const [made = ""] = standIn.contacts.keys();
    standIn.contacts.set(made, { email: "ada@example.com", firstname: "Ada" });
    await without(["name"], { made });
    expect(standIn.contacts.get(made)).toMatchObject({ firstname: "Ada", nps: "4" });
  });

  test("updates an existing contact by the id in the conflict, and keeps its primary address", async () => {
    standIn.contacts.set("77", { email: "Ada@Example.com", company: "Analytical Engines" });
    const outcome = await hubspot.deliver(deliveryOf(config), bench.tools);
    expect(outcome).toMatchObject({ response_code: 200, error_message: null });
    expect(standIn.asked.at(-1)).toMatchObject({ method: "PATCH", path: "/crm/v3/objects/contacts/77" });
    expect([...standIn.contacts]).toEqual([
      ["77", expect.objectContaining({ email: "Ada@Example.com", company: "Analytical Engines", nps: "4" })],
    ]);
  });

  test("updates by address if the conflict has no id", async () => {
    standIn.contacts.set("77", { email: "ada@example.com" });
    standIn.failNext({ at: "POST /crm", answer: { status: 409, body: { category: "CONFLICT" } } });
    expect(await hubspot.deliver(deliveryOf(config), bench.tools)).toMatchObject({ response_code: 200 });
    expect(standIn.asked.at(-1)?.path).toBe("/crm/v3/objects/contacts/ada%40example.com");
    expect(standIn.asked.at(-1)?.query.get("idProperty")).toBe("email");
    expect(standIn.contacts.get("77")).toMatchObject({ nps: "4" });
  });

  test("reports a mapping to a missing node, delivers the rest and doesn't retry", async () => {
    const mapped = { email_node_id: "email", property_map: { firstname: "name", company: "employer" } };
    const outcome = await hubspot.deliver(deliveryOf(mapped), bench.tools);
    expect(outcome).toMatchObject({ kind: "permanent", response_code: 201 });
    expect(outcome.error_message).toContain("config.property_map.company names the node employer");
    expect(outcome.error_message).toContain("version 1");
    expect([...standIn.contacts.values()]).toEqual([{ email: "ada@example.com", firstname: "=HYPERLINK(1)" }]);
  });

  test("creates no contact without an address", async () => {
    const skipped = deliveryOf(config, { event: eventOf({ name: "Ada" }) });
    const outcome = await hubspot.deliver(skipped, bench.tools);
    expect(outcome).toMatchObject({ kind: "permanent", response_code: null });
    const lacking = await hubspot.deliver(deliveryOf({ ...config, email_node_id: "mail" }), bench.tools);
    expect(lacking.error_message).toContain("config.email_node_id names the node mail");
    expect(standIn.asked).toEqual([]);
  });

  describe("a correction", () => {
    const correcting = async (given: Record<string, Json>) => {
      const delivery = deliveryOf(config);
      const { made = null } = await hubspot.deliver(delivery, bench.tools);
      return { made, update: () => hubspot.deliver({ ...correctionOf(delivery, given), made }, bench.tools) };
    };

    test("updates the contact that the response created, also its address, and empties what has no answer", async () => {
      const { made, update } = await correcting({ email: "grace@example.com", name: "Grace" });
      expect(await update()).toMatchObject({ kind: "delivered", response_code: 200, error_message: null });
      expect([...standIn.contacts]).toEqual([
        [made, { email: "grace@example.com", firstname: "Grace", interests: "", nps: "" }],
      ]);
    });

    test("keeps the address if another contact has the new one", async () => {
      const { made, update } = await correcting({ email: "grace@example.com", name: "Grace" });
      standIn.contacts.set("77", { email: "grace@example.com" });
      expect(await update()).toMatchObject({
        kind: "permanent",
        error_message: expect.stringContaining("keeps its address"),
      });
      expect(standIn.contacts.get(made ?? "")).toMatchObject({ email: "ada@example.com", firstname: "Grace" });
      expect(standIn.contacts.get("77")).toEqual({ email: "grace@example.com" });
    });

    test("makes no contact that was deleted again", async () => {
      const { update } = await correcting({ name: "Grace" });
      standIn.contacts.clear();
      expect(await update()).toMatchObject({
        kind: "delivered",
        error_message: expect.stringContaining("was deleted"),
      });
      expect(standIn.contacts.size).toBe(0);
    });
  });

  test("reports HubSpot's message", async () => {
    const body = { status: "error", message: 'Property "nps" does not exist', category: "VALIDATION_ERROR" };
    standIn.failNext({ at: "POST /crm", answer: { status: 400, body } });
    const outcome = await hubspot.deliver(deliveryOf(config), bench.tools);
    expect(outcome.error_message).toBe('HubSpot returned 400: Property "nps" does not exist');
  });
});

describe("Salesforce", () => {
  let standIn: Salesforce;
  let bench: Bench;
  beforeEach(async () => {
    standIn = await startSalesforce();
    bench = openBench({ issue: standIn.consent.issue, url: standIn.url });
  });
  afterEach(async () => {
    await bench.close();
    await standIn.close();
    expect(standIn.undocumented).toEqual([]);
  });
  const config = {
    object: "Lead",
    field_map: { LastName: "name", Company: "topics", NumberOfEmployees: "stars", Description: "grid" },
  };

  test("creates a record with numbers as numbers and a matrix as rows", async () => {
    expect(await salesforce.deliver(deliveryOf(config), bench.tools)).toMatchObject({ response_code: 201 });
    expect(standIn.records).toEqual([
      {
        object: "Lead",
        fields: {
          LastName: "=HYPERLINK(1)",
          Company: "Art & craft; Biology",
          NumberOfEmployees: 4,
          Description: "Tea: Daily",
        },
      },
    ]);
  });

  test("updates the record of a corrected response, and neither makes a second one nor a deleted one again", async () => {
    const delivery = deliveryOf(config);
    const { made = null } = await salesforce.deliver(delivery, bench.tools);
    const correction = { ...correctionOf(delivery, { ...answers, topics: ["b"], stars: null }), made };
    expect(await salesforce.deliver(correction, bench.tools)).toMatchObject({
      response_code: 204,
      error_message: null,
    });
    expect(standIn.records).toEqual([
      { object: "Lead", fields: expect.objectContaining({ Company: "Biology", NumberOfEmployees: null }) },
    ]);
    const withoutRecord = await salesforce.deliver({ ...correction, made: null }, bench.tools);
    expect(withoutRecord).toMatchObject({
      kind: "delivered",
      error_message: expect.stringContaining("made no record"),
    });
    standIn.records[0] = null;
    const deleted = await salesforce.deliver(correction, bench.tools);
    expect(deleted).toMatchObject({ kind: "delivered", error_message: expect.stringContaining("was deleted") });
    expect(standIn.records).toEqual([null]);
  });

  test("renews an invalid session once", async () => {
    standIn.failNext({ at: "POST /services/data", answer: invalidSession() });
    expect(await salesforce.deliver(deliveryOf(config), bench.tools)).toMatchObject({ error_message: null });
    expect(bench.refreshes()).toBe(1);
    expect(standIn.records.length).toBe(1);
  });

  test("reports Salesforce's message", async () => {
    const delivery = deliveryOf({ object: "Lead", field_map: { LastName: "name" } });
    expect((await salesforce.deliver(delivery, bench.tools)).error_message).toBe(
      "Salesforce returned 400: Required fields are missing: [Company] (REQUIRED_FIELD_MISSING)",
    );
  });

  test("reports a mapping to a missing node and creates one record without retries", async () => {
    const delivery = deliveryOf({ ...config, field_map: { ...config.field_map, Email: "mail" } });
    const outcome = await salesforce.deliver(delivery, bench.tools);
    expect(outcome).toMatchObject({ kind: "permanent", response_code: 201 });
    expect(outcome.error_message).toContain("config.field_map.Email names the node mail");
    expect(standIn.records.length).toBe(1);
  });
});

describe("Google Sheets", () => {
  let standIn: Google;
  let bench: Bench;
  let config: Record<string, string>;
  beforeEach(async () => {
    standIn = await startGoogle();
    bench = openBench({ issue: standIn.consent.issue, url: standIn.url });
    config = { spreadsheet_id: standIn.spreadsheet.id, sheet_name: "Bob's answers!B9" };
  });
  afterEach(async () => {
    await bench.close();
    await standIn.close();
    expect(standIn.undocumented).toEqual([]);
  });
  const sheet = () => standIn.spreadsheet.sheets.find(({ title }) => title === config.sheet_name);
  const own = ["session_id", "started_at", "completed_at", "total_score"];
  const header = [...own, "Your name?", "Your e-mail?", "Which topics?", "How good?", "How often?"];

  test("creates sheet and header on first use, and writes no formulas", async () => {
    const delivery = deliveryOf(config);
    expect(await googleSheets.deliver(delivery, bench.tools)).toMatchObject({ error_message: null });
    const { id, started_at, completed_at } = delivery.event.data.session;
    expect(sheet()?.rows).toEqual([
      header,
      [
        ...[id, started_at, completed_at, 7],
        ...["=HYPERLINK(1)", "ada@example.com", "Art & craft; Biology", 4, "Tea: Daily"],
      ],
    ]);
  });

  test("creates one header for concurrent first deliveries, and appends every row", async () => {
    standIn.delay = 20;
    const deliveries = Array.from({ length: 8 }, () => deliveryOf(config));
    const outcomes = await Promise.all(deliveries.map((delivery) => googleSheets.deliver(delivery, bench.tools)));
    expect(outcomes.map(({ error_message }) => error_message)).toEqual(Array(8).fill(null));
    expect(sheet()?.rows[0]).toEqual(header);
    expect(sheet()?.rows.filter(([first]) => first === "session_id").length).toBe(1);
    const ids = deliveries.map(({ event }) => event.data.session.id);
    expect(
      sheet()
        ?.rows.slice(1)
        .map(([id]) => id)
        .sort(),
    ).toEqual(ids.sort());
  });

  test("writes each value under its title for concurrent versions", async () => {
    const versions = Object.fromEntries([1, 2, 3].map((version) => [version, withQuestion(`Extra ${version}`)]));
    const several = openBench({ issue: standIn.consent.issue, url: standIn.url, graphs: versions });
    standIn.delay = 20;
    await googleSheets.deliver(deliveryOf(config), bench.tools);
    await Promise.all(
      [1, 2, 3].map((version) => {
        const event = eventOf({ ...answers, extra: `of ${version}` }, version);
        return googleSheets.deliver(deliveryOf(config, { event }), several.tools);
      }),
    );
    const [titles = [], , ...rows] = sheet()?.rows ?? [];
    expect([...titles.slice(header.length)].sort()).toEqual(["Extra 1", "Extra 2", "Extra 3"]);
    for (const version of [1, 2, 3]) {
      const place = titles.indexOf(`Extra ${version}`);
      expect(rows.filter((row) => row[place] === `of ${version}`).length).toBe(1);
    }
    await several.close();
  });

  test("widens the sheet for a form with many questions", async () => {
    standIn.spreadsheet.sheets.push({
      sheetId: 9,
      title: config.sheet_name ?? "",
      rowCount: 5,
      columnCount: 4,
      rows: [],
    });
    expect(await googleSheets.deliver(deliveryOf(config), bench.tools)).toMatchObject({ error_message: null });
    expect(sheet()).toMatchObject({ columnCount: header.length, rows: [header, expect.anything()] });
  });

  test("respects columns that the owner moved or added", async () => {
    const moved = ["Notes", ...[...header].reverse()];
    standIn.spreadsheet.sheets.push({
      ...{ sheetId: 9, title: config.sheet_name ?? "", rowCount: 5, columnCount: 26 },
      rows: [moved],
    });
    const delivery = deliveryOf(config);
    await googleSheets.deliver(delivery, bench.tools);
    expect(sheet()?.rows[0]).toEqual(moved);
    const row = sheet()?.rows[1] ?? [];
    expect(row[0]).toBeUndefined();
    expect(row[moved.indexOf("session_id")]).toBe(delivery.event.data.session.id);
    expect(row[moved.indexOf("How good?")]).toBe(4);
  });

  const mixed = [...header].reverse();
  test.each([
    { table: "with an empty column before it", above: [], titles: ["", ...header] },
    { table: "with sorted columns behind two empty ones", above: [], titles: ["", "", ...mixed] },
    { table: "right below a title", above: [["Our leads"]], titles: header },
    { table: "below a title and an empty row", above: [["Our leads"], []], titles: header },
    { table: "below empty rows, behind an empty column", above: [[], [], [], []], titles: ["", ...header] },
    {
      table: "that was sorted with its header",
      above: Array.from({ length: 1_300 }, (_, at) => [`019abcde-0000-7000-8000-${`${at}`.padStart(12, "0")}`]),
      titles: header,
    },
    { table: "behind notes and an empty column", above: [], titles: ["Notes", "", ...header] },
    {
      table: "that a column without a title joins to notes",
      titles: ["Notes", "", ...header],
      below: ["call", "today"],
    },
    {
      table: "whose session_id stands behind an empty column",
      titles: [...header.slice(1), "", "session_id", "Notes"],
    },
    { table: "beside another table", above: [], titles: [...header, "", "Sums"] },
    {
      table: "whose last column has another title",
      above: [["Our leads"]],
      titles: [...header.slice(0, -1), "How often"],
    },
    {
      table: "whose first column has another title",
      above: [["Our leads"], []],
      titles: ["", "ID", ...header.slice(1)],
    },
  ])("appends rows below the header of a table $table", async ({ above = [], titles, below = null }) => {
    standIn.spreadsheet.sheets.push({
      ...{ sheetId: 9, title: config.sheet_name ?? "", rowCount: above.length + 9, columnCount: 26 },
      rows: structuredClone<unknown[][]>([...above, titles, ...(below ? [below] : [])]),
    });
    const deliveries = [deliveryOf(config), deliveryOf(config)];
    for (const delivery of deliveries)
      expect(await googleSheets.deliver(delivery, bench.tools)).toMatchObject({ error_message: null });
    const { rows = [] } = sheet() ?? {};
    expect(rows.slice(0, above.length)).toEqual(above);
    const now = rows[above.length] ?? [];
    if (below) expect(rows.splice(above.length + 1, 1)).toEqual([below]);
    // a title that the owner changed is added at the end
    expect(now).toEqual([...titles, ...header.filter((title) => !titles.includes(title))]);
    for (const [at, { event }] of deliveries.entries()) {
      const { id, started_at, completed_at } = event.data.session;
      const values = [
        id,
        started_at,
        completed_at,
        7,
        "=HYPERLINK(1)",
        "ada@example.com",
        "Art & craft; Biology",
        4,
        "Tea: Daily",
      ];
      const found = now.map((title, column) => [title, rows[above.length + 1 + at]?.[column] || null]);
      const wanted = now.map((title) => [title, values[header.indexOf(String(title))] ?? null]);
      expect(found).toEqual(wanted);
    }
    expect(rows).toHaveLength(above.length + 3);
  });

  test("finds its row after a lost response and appends none", async () => {
    await googleSheets.deliver(deliveryOf(config), bench.tools);
    const delivery = deliveryOf(config);
    const append = `/v4/spreadsheets/${config.spreadsheet_id}/values/`;
    standIn.failNext({ at: `POST ${append}`, lose: true });
    expect(await googleSheets.deliver(delivery, bench.tools)).toMatchObject({ response_code: null });
    expect(sheet()?.rows.length).toBe(3);
    expect(await googleSheets.deliver({ ...delivery, attempt: 2 }, bench.tools)).toMatchObject({ error_message: null });
    expect(sheet()?.rows.length).toBe(3);
  });

  test("appends a row for a retry after a failure, and for each event of a session", async () => {
    const delivery = deliveryOf(config);
    const append = `POST /v4/spreadsheets/${config.spreadsheet_id}/values/`;
    standIn.failNext({ at: append, answer: { status: 503 } });
    await googleSheets.deliver(delivery, bench.tools);
    await googleSheets.deliver({ ...delivery, attempt: 2 }, bench.tools);
    const session = { ...delivery.event.data.session, completed_at: null, answers: [] };
    const started = { ...delivery.event, data: { ...delivery.event.data, session } };
    await googleSheets.deliver({ ...delivery, event: started, attempt: 2 }, bench.tools);
    expect(
      sheet()
        ?.rows.slice(1)
        .map(([id]) => id),
    ).toEqual([session.id, session.id]);
  });

  describe("a correction", () => {
    const rewritten = async (change: () => void, place?: string) => {
      const delivery = deliveryOf(config);
      const { made = null } = await googleSheets.deliver(delivery, bench.tools);
      await googleSheets.deliver(deliveryOf(config), bench.tools);
      change();
      const correction = { ...correctionOf(delivery, { name: "Grace", stars: 5 }), made: place ?? made };
      const outcome = await googleSheets.deliver(correction, bench.tools);
      return { outcome, id: delivery.event.data.session.id };
    };
    const rowOf = (id: string) => sheet()?.rows.filter(([first]) => first === id);

    test("rewrites its row where it stands now, and leaves the owner's columns and all other rows", async () => {
      const { outcome, id } = await rewritten(() => {
        const rows = sheet()?.rows as unknown[][];
        rows[0]?.push("Notes");
        rows[1]?.push("called back");
        rows.splice(1, 0, ["theirs"], ["theirs"]);
      });
      expect(outcome).toMatchObject({ kind: "delivered", error_message: null });
      expect(rowOf(id)).toEqual([[id, expect.anything(), expect.anything(), 7, "Grace", "", "", 5, "", "called back"]]);
      expect(sheet()?.rows.length).toBe(5);
      expect(sheet()?.rows[4]?.[4]).toBe("=HYPERLINK(1)");
    });

    test("finds its row far from its old place", async () => {
      const { id } = await rewritten(() => {
        const mine = sheet();
        if (!mine) return;
        mine.rows.splice(1, 0, ...Array.from({ length: 5_000 }, () => ["theirs"]));
        mine.rowCount += 5_000;
      }, "2");
      expect(rowOf(id)?.[0]?.[4]).toBe("Grace");
    });

    test("appends no row that its owner deleted", async () => {
      const { outcome, id } = await rewritten(() => void sheet()?.rows.splice(1, 1));
      expect(outcome).toMatchObject({ kind: "delivered", error_message: expect.stringContaining("no row") });
      expect(rowOf(id)).toEqual([]);
    });
  });

  test("reports Google's message", async () => {
    const outcome = await googleSheets.deliver(deliveryOf({ ...config, spreadsheet_id: "none" }), bench.tools);
    expect(outcome.error_message).toBe("Google Sheets returned 404: Requested entity was not found.");
    expect(withoutReceiverText(outcome.error_message ?? "")).toBe("Google Sheets returned 404.");
  });
});

/** Returns the delivery of a corrected response, whose answers are these now. */
function correctionOf(delivery: Delivery, given: Record<string, Json>): Delivery {
  const { session } = delivery.event.data;
  const { answers } = eventOf(given).data.session;
  const left = answers.filter(({ answer }) => answer !== null);
  const corrected = { ...session, answers: left, revision: 2, edited_at: session.completed_at };
  const event = { ...delivery.event, type: "session.updated" as const };
  return { ...delivery, event: { ...event, data: { ...event.data, session: corrected } } };
}

function withQuestion(title: string): Graph {
  return { ...graph, nodes: [...graph.nodes, { id: "extra", question_type: "short_text", data: { title } }] };
}
