import { describe, expect, test } from "@jest/globals";
import { fillPiece, type PieceSize } from "../../../services/analytics/export/fill.ts";
import { formatted, inParts } from "../../../services/analytics/export/rows.ts";
import type { ExportedSession, Position } from "../../../services/analytics/store/export.ts";
import { openTimeSlices } from "../../../shared/platform/timeSlices.ts";

const most = 512 * 1024;
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** Returns the export's pieces of these texts. */
function piecesOf(texts: string[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, offset = 0; at < texts.length; ) {
    const filled = fillPiece(texts.slice(at), offset);
    pieces.push(filled.text);
    at += filled.whole;
    offset = filled.offset;
  }
  return pieces;
}

describe("pieces", () => {
  test("contain whole rows up to a size", () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `${at}${"x".repeat(1000)}\r\n`);
    const pieces = piecesOf(rows);
    expect(pieces.join("")).toBe(rows.join(""));
    expect(pieces.length).toBeLessThan(6);
    for (const piece of pieces) {
      expect(bytesOf(piece)).toBeLessThan(257 * 1024);
      expect(piece.endsWith("\r\n")).toBe(true);
    }
  });

  test("count the size as escaped JSON", () => {
    for (const unit of ["\u0001", "\n", '"', "\\", "\ud800", "\udc00", "🙂", "é", "漢"]) {
      const row = unit.repeat(100);
      const bytes = bytesOf(row.repeat(2));
      expect(fillPiece([row, row], 0, bytes).whole).toBe(2);
      expect(fillPiece([row, row], 0, bytes - 1).whole).toBe(1);
    }
  });

  test("have the requested size, and cut larger rows at twice that", () => {
    const rows = Array.from({ length: 10 }, () => "x".repeat(10_000));
    expect(fillPiece(rows, 0, 32 * 1024).whole).toBe(3);
    const { text, whole, offset } = fillPiece(["x".repeat(100_000)], 0, 32 * 1024);
    expect([whole, offset]).toEqual([0, text.length]);
    expect(bytesOf(text)).toBeLessThanOrEqual(64 * 1024);
  });

  test("contain a row of up to 512 KiB whole", () => {
    const row = "x".repeat(500 * 1024);
    expect(piecesOf(["a", row, "b"])).toEqual(["a", row, "b"]);
  });

  test.each([
    ["letters", "x"],
    ["control characters", "\u0001"],
    ["surrogate pairs", "🙂"],
    ["an odd start before pairs", "🙂"],
  ])("cut a larger row of %s", (name, unit) => {
    const row = (name.startsWith("an odd") ? "a" : "") + unit.repeat(600_000);
    const pieces = piecesOf(["first", row, "last"]);
    expect(pieces.join("")).toBe(`first${row}last`);
    for (const piece of pieces) {
      expect(bytesOf(piece)).toBeLessThanOrEqual(most);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  test("are never empty", () => {
    expect(fillPiece([])).toEqual({ text: "", whole: 0, offset: 0 });
  });
});

test("lets other requests run while a piece is formatted", async () => {
  let clock = 0;
  let turns = 0;
  const tick = () => {
    turns += 1;
    if (turns < 100) setImmediate(tick);
  };
  setImmediate(tick);
  const sessions = Array.from({ length: 850 }, (_, at) => at);
  const format = (part: readonly number[], from: number) => {
    clock += 5;
    return part.map((session, at) => `${session} ${from + at} ${turns}`);
  };
  const slices = openTimeSlices(() => clock, 3);
  const lines = (await formatted(sessions, format, slices)).map((line) => line.split(" ").map(Number));
  expect(lines.map(([session]) => session)).toEqual(sessions);
  expect(lines.map(([, at]) => at)).toEqual(sessions);
  expect(new Set(lines.map(([, , turn]) => turn)).size).toBe(9);
});

test("reads the next sessions while others are formatted", async () => {
  const order: string[] = [];
  const read = async ({ id }: Position, { sessions }: PieceSize) => {
    order.push(`read ${sessions} after ${id}`);
    const from = Number(id);
    const taken = Array.from({ length: sessions }, (_, at) => ({ id: String(from + at + 1) }) as ExportedSession);
    return { sessions: taken, next: { ...start, id: String(from + sessions) }, hasMore: false, bytes: 400_000 };
  };
  const format = (part: readonly ExportedSession[], from: number) => {
    order.push(`format ${from}`);
    return part.map(({ id }) => id);
  };
  const start = { startedAt: "infinity", id: "0", included: true };
  const { span, lines } = await inParts(read, format, start, { bytes: 1_000_000, sessions: 900 });
  expect(lines).toEqual(Array.from({ length: 900 }, (_, at) => String(at + 1)));
  expect(span.sessions).toHaveLength(900);
  const formats = (from: number) => order.indexOf(`format ${from}`);
  expect(order.filter((step) => step.startsWith("read"))).toEqual([
    "read 400 after 0",
    "read 400 after 400",
    "read 100 after 800",
  ]);
  expect(order.indexOf("read 400 after 400")).toBeLessThan(formats(0));
  expect(order.indexOf("read 100 after 800")).toBeLessThan(formats(400));
  const small = await inParts(read, format, start, { bytes: 100_000, sessions: 900 });
  expect(small.lines).toHaveLength(400);
});
