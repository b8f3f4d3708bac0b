import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { moduleOf } from "../../../services/integrations/types/index.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
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

  test("a contact is created from readable answers", async () => {
    expect(await hubspot.deliver(deliveryOf(config), bench.tools)).toMatchObject({ response_code: 201 });
    expect([...standIn.contacts.values()]).toEqual([
      { email: "ada@example.com", firstname: "=HYPERLINK(1)", interests: "Art & craft; Biology", nps: "4" },
    ]);
  });

  test("one who is there already is updated, by the id that the conflict names, and keeps the first address", async () => {
    standIn.contacts.set("77", { email: "Ada@Example.com", company: "Analytical Engines" });
    const outcome = await hubspot.deliver(deliveryOf(config), bench.tools);
    expect(outcome).toMatchObject({ response_code: 200, error_message: null });
    expect(standIn.asked.at(-1)).toMatchObject({ method: "PATCH", path: "/crm/v3/objects/contacts/77" });
    expect([...standIn.contacts]).toEqual([
      ["77", expect.objectContaining({ email: "Ada@Example.com", company: "Analytical Engines", nps: "4" })],
    ]);
  });

  test("a conflict that names no id is settled by the address", async () => {
    standIn.contacts.set("77", { email: "ada@example.com" });
    standIn.failNext({ at: "POST /crm", answer: { status: 409, body: { category: "CONFLICT" } } });
    expect(await hubspot.deliver(deliveryOf(config), bench.tools)).toMatchObject({ response_code: 200 });
    expect(standIn.asked.at(-1)?.path).toBe("/crm/v3/objects/contacts/ada%40example.com");
    expect(standIn.asked.at(-1)?.query.get("idProperty")).toBe("email");
    expect(standIn.contacts.get("77")).toMatchObject({ nps: "4" });
  });

  test("a mapping to a node that the version lacks is named, the rest arrives, and nothing is retried", async () => {
    const mapped = { email_node_id: "email", property_map: { firstname: "name", company: "employer" } };
    const outcome = await hubspot.deliver(deliveryOf(mapped), bench.tools);
    expect(outcome).toMatchObject({ response_code: 201, final: true });
    expect(outcome.error_message).toContain("config.property_map.company names the node employer");
    expect(outcome.error_message).toContain("version 1");
    expect([...standIn.contacts.values()]).toEqual([{ email: "ada@example.com", firstname: "=HYPERLINK(1)" }]);
  });

  test("without an address there is no contact: skipped, or asked by no node of the version", async () => {
    const skipped = deliveryOf(config, { event: eventOf({ name: "Ada" }) });
    const outcome = await hubspot.deliver(skipped, bench.tools);
    expect(outcome).toMatchObject({ final: true, response_code: null });
    const lacking = await hubspot.deliver(deliveryOf({ ...config, email_node_id: "mail" }), bench.tools);
    expect(lacking.error_message).toContain("config.email_node_id names the node mail");
    expect(standIn.asked).toEqual([]);
  });

  test("what HubSpot says is in the record", async () => {
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

  test("a record is created; numbers stay numbers, a matrix is read row by row", async () => {
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

  test("an invalid session is renewed once", async () => {
    standIn.failNext({ at: "POST /services/data", answer: invalidSession() });
    expect(await salesforce.deliver(deliveryOf(config), bench.tools)).toMatchObject({ error_message: null });
    expect(bench.refreshes()).toBe(1);
    expect(standIn.records.length).toBe(1);
  });

  test("what Salesforce misses is in the record", async () => {
    const delivery = deliveryOf({ object: "Lead", field_map: { LastName: "name" } });
    expect((await salesforce.deliver(delivery, bench.tools)).error_message).toBe(
      "Salesforce returned 400: Required fields are missing: [Company] (REQUIRED_FIELD_MISSING)",
    );
  });

  test("a mapping to a node that the version lacks is named, and the rest makes one record, not one a retry", async () => {
    const delivery = deliveryOf({ ...config, field_map: { ...config.field_map, Email: "mail" } });
    const outcome = await salesforce.deliver(delivery, bench.tools);
    expect(outcome).toMatchObject({ response_code: 201, final: true });
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
    config = { spreadsheet_id: standIn.spreadsheet.id, sheet_name: "Bob's answers" };
  });
  afterEach(async () => {
    await bench.close();
    await standIn.close();
    expect(standIn.undocumented).toEqual([]);
  });
  const sheet = () => standIn.spreadsheet.sheets.find(({ title }) => title === config.sheet_name);
  const own = ["session_id", "started_at", "completed_at", "total_score"];
  const header = [...own, "Your name?", "Your e-mail?", "Which topics?", "How good?", "How often?"];

  test("the sheet and its header are made on first use; nothing becomes a formula", async () => {
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

  test("first uses at once make one header, and every row arrives", async () => {
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

  test("versions with other questions at once: each value stands under its title", async () => {
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

  test("a form with more questions than a sheet has columns makes it wider", async () => {
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

  test("columns that their owner has moved, and columns of the owner's own, are respected", async () => {
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

  test("a retry after a lost answer finds its row and appends none", async () => {
    await googleSheets.deliver(deliveryOf(config), bench.tools);
    const delivery = deliveryOf(config);
    const append = `/v4/spreadsheets/${config.spreadsheet_id}/values/`;
    standIn.failNext({ at: `POST ${append}`, lose: true });
    expect(await googleSheets.deliver(delivery, bench.tools)).toMatchObject({ response_code: null });
    expect(sheet()?.rows.length).toBe(3);
    expect(await googleSheets.deliver({ ...delivery, attempt: 2 }, bench.tools)).toMatchObject({ error_message: null });
    expect(sheet()?.rows.length).toBe(3);
  });

  test("a retry after a failure appends; another event of the session is another row", async () => {
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

  test("what Google says is in the record", async () => {
    const outcome = await googleSheets.deliver(deliveryOf({ ...config, spreadsheet_id: "none" }), bench.tools);
    expect(outcome.error_message).toBe("Google Sheets returned 404: Requested entity was not found.");
  });
});

function withQuestion(title: string): Graph {
  return { ...graph, nodes: [...graph.nodes, { id: "extra", question_type: "short_text", data: { title } }] };
}
