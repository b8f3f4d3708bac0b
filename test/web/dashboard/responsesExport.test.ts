import {
  defaultOptions,
  type ExportFormat,
  exportPath,
  isCounted,
} from "../../../services/web/dashboard/responses/export/exportOptions.ts";
import {
  ExportTooLarge,
  type Progress,
  ReceivedRecords,
  readExport,
} from "../../../services/web/dashboard/responses/export/readExport.ts";
import { ApiError } from "../../../services/web/ui/apiError.ts";

/** Requests for an export, and reading of the response. */
const bytesOf = (text: string) => new TextEncoder().encode(text);
const csv = '\uFEFFsession_id,name\r\n1,"two\r\nlines, and ""quotes"""\r\n2,\r\n3,ü\r\n';

test.each([1, 2, 3, 7, 1000])("counts records as they arrive in chunks of %i bytes", (size) => {
  const bytes = bytesOf(csv);
  const received = new ReceivedRecords("csv", true);
  for (let at = 0; at < bytes.length; at += size) received.add(bytes.subarray(at, at + size));
  expect(received.progress().records).toBe(3);
});

test("counts no header, and ignores quotes in NDJSON", () => {
  const [header, lines] = [new ReceivedRecords("csv", true), new ReceivedRecords("json", true)];
  header.add(bytesOf("session_id\r\n"));
  lines.add(bytesOf('{"a":"\\""}\n{"a":1}\n'));
  const counts = [header, new ReceivedRecords("csv", true), lines].map((received) => received.progress().records);
  expect(counts).toEqual([0, 0, 2]);
});

test("sends CSV options only with CSV, and no defaults", () => {
  const all = {
    rowsOf: null,
    values: "raw",
    hasBom: true,
    hasScores: true,
    hasAnnotations: true,
    omitsPersonal: true,
  } as const;
  const filters = { status: "completed", search: "a & b", version: undefined } as const;
  expect(exportPath("lunch", {}, defaultOptions)).toBe("/api/v2/form/lunch/responses/export/");
  expect(exportPath("lunch", filters, { format: "csv", ...all })).toBe(
    "/api/v2/form/lunch/responses/export/?status=completed&search=a+%26+b&values=raw&bom=true&scores=true&annotations=true&personal=omit",
  );
  expect(exportPath("lunch", filters, { format: "json", ...all })).toBe(
    "/api/v2/form/lunch/responses/export/?status=completed&search=a+%26+b&format=json&personal=omit",
  );
});

test("exports rows as CSV and Excel only, without columns of responses, and doesn't count them as responses", () => {
  const all = {
    rowsOf: "who",
    values: "raw",
    hasBom: false,
    hasScores: true,
    hasAnnotations: true,
    omitsPersonal: false,
  } as const;
  const pathOf = (format: ExportFormat) => exportPath("lunch", {}, { format, ...all }).split("?")[1];
  expect(pathOf("csv")).toBe("records=rows&node_id=who&values=raw");
  expect(pathOf("xlsx")).toBe("format=xlsx&records=rows&node_id=who&values=raw");
  expect(pathOf("zip")).toBe("format=zip&values=raw&scores=true&annotations=true");
  expect(pathOf("json")).toBe("format=json");
  const counted = (["csv", "xlsx", "zip", "json"] as const).filter((format) => isCounted({ format, rowsOf: "who" }));
  expect(counted).toEqual(["json"]);
  expect(isCounted({ format: "csv", rowsOf: null })).toBe(true);
});

test("doesn't continue rows, because the last response can lack some", async () => {
  const cut = sending(["session_id,row\r\n1,1\r\n1,"], "breaks");
  const asked = ask(cut, { isCounted: false, pause: async () => {} });
  await expect(asked).rejects.toThrow("network error");
});

/** A service that sends these texts in chunks, then ends or breaks off. */
function sending(texts: string[], end: "ends" | "breaks" = "ends"): typeof fetch {
  const headers = { "content-type": "text/csv", "content-disposition": 'attachment; filename="lunch-responses.csv"' };
  const body = new ReadableStream({
    pull(control) {
      const text = texts.shift();
      if (text !== undefined) control.enqueue(bytesOf(text));
      else if (end === "ends") control.close();
      else control.error(new TypeError("network error"));
    },
  });
  return async () => new Response(body, { headers });
}

const ask = (send: typeof fetch, further: Partial<Parameters<typeof readExport>[0]> = {}) =>
  readExport({
    path: "/",
    format: "csv",
    isCounted: true,
    send,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...further,
  });

test("returns a complete export with the service's file name, and reports progress", async () => {
  const told: Progress[] = [];
  const file = await ask(sending(["id\r\n1\r\n", "2\r\n"]), { onProgress: (progress) => told.push(progress) });
  expect(file).toMatchObject({ name: "lunch-responses.csv", records: 2, bytes: 10 });
  expect(await file.content.text()).toBe("id\r\n1\r\n2\r\n");
  expect(told).toEqual([
    { records: 1, bytes: 7 },
    { records: 2, bytes: 10 },
  ]);
});

const headers = { "export-version": "3" };
const [one, two, three] = ["1", "2", "3"].map((digit) => `018f0000-0000-7000-8000-00000000000${digit}`);

/** A service that responds with these one after the other. Null is a connection that fails. */
function inTurn(paths: string[], responses: (Response | null)[]): typeof fetch {
  return async (path) => {
    paths.push(String(path));
    const response = responses.shift();
    if (!response) throw new TypeError("Failed to fetch");
    return response;
  };
}

/** A response that is cut off after this text. */
const cutOff = (text: string) =>
  new Response(
    new ReadableStream({
      start: (control) => control.enqueue(bytesOf(text)),
      pull: (control) => control.error(new TypeError("network error")),
    }),
    { headers },
  );

test.each([
  ["csv", "/?status=completed", "&", [`id,name\r\n${one},"a\nb"\r\n`, `${two},b\r\n`, `${three},"c\r\n`]],
  ["json", "/", "?", [`{"id":"${one}"}\n`, `{"id":"${two}"}\n`, `{"id":"${three}`]],
] as const)(
  "continues a %s export after its last whole record if the connection is cut",
  async (format, path, sign, rows) => {
    const [first, second, part] = rows;
    const paths: string[] = [];
    const send = inTurn(paths, [cutOff(first + part), null, cutOff(second + part), new Response("rest\n")]);
    const pauses: number[] = [];
    const file = await ask(send, { path, format, pause: async (retry) => pauses.push(retry) });
    expect(await file.content.text()).toBe(`${first}${second}rest\n`);
    expect(file.records).toBe(3);
    const after = (id: string | undefined) => `${path}${sign}export_after=${id}&export_version=3`;
    expect(paths).toEqual([path, after(one), after(one), after(two)]);
    expect(pauses).toEqual([1, 2, 1]);
  },
);

test("starts again if an export is cut off before its first record", async () => {
  const paths: string[] = [];
  const send = inTurn(paths, [cutOff("id,na"), new Response(`id,name\r\n${one},a\r\n`)]);
  const file = await ask(send, { pause: async () => undefined });
  expect(await file.content.text()).toBe(`id,name\r\n${one},a\r\n`);
  expect(paths).toEqual(["/", "/"]);
});

test("stops continuing after five failures in a row, or if the service refuses", async () => {
  const whole = `id,name\r\n${one},a\r\n`;
  const paths: string[] = [];
  const pause = async () => undefined;
  await expect(ask(inTurn(paths, [cutOff(whole)]), { pause })).rejects.toThrow("Failed to fetch");
  expect(paths).toHaveLength(6);
  const refusal = Response.json({ detail: "No." }, { status: 400 });
  await expect(ask(inTurn([], [cutOff(whole), refusal]), { pause })).rejects.toThrow("No.");
  await expect(ask(inTurn([], [cutOff(whole)]), { pause, format: "xlsx", isCounted: false })).rejects.toThrow(
    "network error",
  );
});

test("returns no file if the export is cut off, too large or refused", async () => {
  await expect(ask(sending(["id\r\n1\r\n"], "breaks"))).rejects.toThrow(TypeError);
  await expect(ask(sending(["id\r\n", "1\r\n"]), { limitBytes: 5 })).rejects.toThrow(ExportTooLarge);
  const refusal = async () => Response.json({ detail: "No." }, { status: 400, headers: { "x-request-id": "r1" } });
  await expect(ask(refusal)).rejects.toMatchObject({ message: "No.", status: 400, requestId: "r1" });
  await expect(ask(refusal)).rejects.toThrow(ApiError);
});
