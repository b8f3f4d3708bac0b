import { ApiError } from "../../../services/web/dashboard/api/apiError.ts";
import { defaultOptions, exportPath } from "../../../services/web/dashboard/responses/export/exportOptions.ts";
import {
  ExportTooLarge,
  type Progress,
  readExport,
  recordCounter,
} from "../../../services/web/dashboard/responses/export/readExport.ts";

/** Requests for an export, and reading of the response. */
const bytesOf = (text: string) => new TextEncoder().encode(text);
const csv = '\uFEFFsession_id,name\r\n1,"two\r\nlines, and ""quotes"""\r\n2,\r\n3,ü\r\n';

test.each([1, 2, 3, 7, 1000])("counts records as they arrive in chunks of %i bytes", (size) => {
  const bytes = bytesOf(csv);
  const counter = recordCounter("csv");
  for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
  expect(counter.count()).toBe(3);
});

test("counts no header, and ignores quotes in NDJSON", () => {
  const [header, lines] = [recordCounter("csv"), recordCounter("json")];
  header.add(bytesOf("session_id\r\n"));
  lines.add(bytesOf('{"a":"\\""}\n{"a":1}\n'));
  expect([header.count(), recordCounter("csv").count(), lines.count()]).toEqual([0, 0, 2]);
});

test("sends CSV options only with CSV, and no defaults", () => {
  const all = { values: "raw", hasBom: true, hasScores: true } as const;
  const filters = { status: "completed", search: "a & b", version: undefined } as const;
  expect(exportPath("lunch", {}, defaultOptions)).toBe("/api/v2/form/lunch/responses/export/");
  expect(exportPath("lunch", filters, { format: "csv", ...all })).toBe(
    "/api/v2/form/lunch/responses/export/?status=completed&search=a+%26+b&values=raw&bom=true&scores=true",
  );
  expect(exportPath("lunch", filters, { format: "json", ...all })).toBe(
    "/api/v2/form/lunch/responses/export/?status=completed&search=a+%26+b&format=json",
  );
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

test("returns no file if the export is cut off, too large or refused", async () => {
  await expect(ask(sending(["id\r\n1\r\n"], "breaks"))).rejects.toThrow(TypeError);
  await expect(ask(sending(["id\r\n", "1\r\n"]), { limitBytes: 5 })).rejects.toThrow(ExportTooLarge);
  const refusal = async () => Response.json({ detail: "No." }, { status: 400, headers: { "x-request-id": "r1" } });
  await expect(ask(refusal)).rejects.toMatchObject({ message: "No.", status: 400, requestId: "r1" });
  await expect(ask(refusal)).rejects.toThrow(ApiError);
});
