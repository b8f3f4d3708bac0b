import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { workbookParts, zipOf } from "../../support/zip.ts";

/** MiB of heap, a fraction of what the rows take as objects. */
const heap = 16;

/** Returns how many rows and columns a file has. Fails if they don't fit in the heap. */
function counted(file: Buffer): Promise<{ rows: number; columns: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ rows: number; columns: number }>();
  const worker = new Worker(join(import.meta.dirname, "countingWorker.ts"), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 4 },
  });
  worker.once("message", resolve).once("error", reject);
  return promise.finally(() => worker.terminate());
}

const columns = Array.from({ length: 50 }, (_, at) => `column${at}`);
const repeated = (head: string, line: string, count: number, end = "") => Buffer.from(head + line.repeat(count) + end);

describe("a large file", () => {
  it("is read row by row as CSV", async () => {
    const line = `${columns.map((name, at) => (at % 5 === 0 ? `"${name}, ""x"""` : name)).join()}\r\n`;
    const file = repeated(`${columns.join()}\r\n`, line, 5_000);
    expect(await counted(file)).toEqual({ rows: 5_000, columns: 50 });
  });

  it("is read row by row as JSON", async () => {
    const object = JSON.stringify(Object.fromEntries(columns.map((name) => [name, [name, 1]])));
    expect(await counted(repeated(`[${object}`, `,${object}`, 5_000, "]"))).toEqual({ rows: 5_001, columns: 50 });
    expect(await counted(repeated("", `${object}\n`, 5_000))).toEqual({ rows: 5_000, columns: 50 });
  });

  it("is read row by row as a workbook", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const row = `<row>${columns.map(cell).join("")}</row>`;
    const [workbook, relationships, sheet] = workbookParts({ S: "" });
    if (!workbook || !relationships || !sheet) throw new Error("a part is missing");
    const bytes = repeated("<worksheet><sheetData>", row, 5_000, "</sheetData></worksheet>");
    const file = zipOf([workbook, relationships, { ...sheet, bytes }]);
    expect(await counted(file)).toEqual({ rows: 4_999, columns: 50 });
  });
});
