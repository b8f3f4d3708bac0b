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
