import { describe, expect, test } from "@jest/globals";
import { fillPiece } from "../../../services/analytics/export/fill.ts";

const most = 512 * 1024;
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** All pieces of these texts, as the export makes them. */
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
  test("hold whole rows, up to a size", () => {
    const rows = Array.from({ length: 1000 }, (_, at) => `${at}${"x".repeat(1000)}\r\n`);
    const pieces = piecesOf(rows);
    expect(pieces.join("")).toBe(rows.join(""));
    expect(pieces.length).toBeLessThan(6);
    for (const piece of pieces) {
      expect(bytesOf(piece)).toBeLessThan(257 * 1024);
      expect(piece.endsWith("\r\n")).toBe(true);
    }
  });

  test("are counted as what travels: what JSON escapes has its escaped size", () => {
    for (const unit of ["\u0001", "\n", '"', "\\", "\ud800", "\udc00", "🙂", "é", "漢"]) {
      const row = unit.repeat(100);
      const bytes = bytesOf(row.repeat(2));
      expect(fillPiece([row, row], 0, bytes).whole).toBe(2);
      expect(fillPiece([row, row], 0, bytes - 1).whole).toBe(1);
    }
  });

  test("are as small as is asked for, and a larger row is cut at twice as much", () => {
    const rows = Array.from({ length: 10 }, () => "x".repeat(10_000));
    expect(fillPiece(rows, 0, 32 * 1024).whole).toBe(3);
    const { text, whole, offset } = fillPiece(["x".repeat(100_000)], 0, 32 * 1024);
    expect([whole, offset]).toEqual([0, text.length]);
    expect(bytesOf(text)).toBeLessThanOrEqual(64 * 1024);
  });

  test("a row of up to 512 KiB goes whole", () => {
    const row = "x".repeat(500 * 1024);
    expect(piecesOf(["a", row, "b"])).toEqual(["a", row, "b"]);
  });

  test.each([
    ["letters", "x"],
    ["control characters", "\u0001"],
    ["surrogate pairs", "🙂"],
    ["an odd start before pairs", "🙂"],
  ])("a larger row is cut: %s", (name, unit) => {
    const row = (name.startsWith("an odd") ? "a" : "") + unit.repeat(600_000);
    const pieces = piecesOf(["first", row, "last"]);
    expect(pieces.join("")).toBe(`first${row}last`);
    for (const piece of pieces) {
      expect(bytesOf(piece)).toBeLessThanOrEqual(most);
      expect(piece.isWellFormed()).toBe(true);
    }
  });

  test("nothing makes an empty piece", () => {
    expect(fillPiece([])).toEqual({ text: "", whole: 0, offset: 0 });
  });
});
