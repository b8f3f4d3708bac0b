import { archivePaths, safeName } from "../../shared/domain/archivePaths.ts";

/** Names of files in an archive (wants §24.2). */
test.each([
  ["cv.pdf", "cv.pdf"],
  ["../../etc/passwd", ".._.._etc_passwd"],
  ["a\\b:c*?.txt", "a_b_c__.txt"],
  ["nul", "_nul"],
  ["Com1.tar.gz", "_Com1.tar.gz"],
  ["CONIN$", "_CONIN$"],
  ["conout$.txt", "_conout$.txt"],
  ["COM¹.pdf", "_COM¹.pdf"],
  ["lpt³", "_lpt³"],
  ["COM0.txt", "_COM0.txt"],
  ["aux .txt", "_aux .txt"],
  ["console.log", "console.log"],
  ["conin$s", "conin$s"],
  ["trailing. . ", "trailing"],
  ["...", "file"],
  ["", "file"],
  ["a\u0000b\u202Ec", "a_b_c"],
  ["u\u0308ber.png", "über.png"],
])("%j becomes %j", (given, expected) => expect(safeName(given)).toBe(expected));

test("cuts long names before their extension, between characters", () => {
  const cut = safeName(`${"ü".repeat(300)}.pdf`);
  expect(cut).toBe(`${"ü".repeat(125)}.pdf`);
  expect(Buffer.byteLength(safeName("🙂".repeat(100)))).toBeLessThanOrEqual(255);
});

test("keeps names apart where case doesn't count, also of nodes", () => {
  const files = ["A.pdf", "a.PDF", "a.pdf"].map((name, at) => ({ url: `u${at}`, name }));
  const paths = archivePaths("s", [
    ["con", files],
    ["Con", [{ url: "u3", name: null }]],
  ]);
  expect([...paths.values()]).toEqual([
    "files/s/_con/A.pdf",
    "files/s/_con/a (2).PDF",
    "files/s/_con/a (3).pdf",
    "files/s/_Con (2)/file",
  ]);
});

test("keeps long names apart in 255 bytes", () => {
  const name = `${"x".repeat(300)}.png`;
  const paths = [...archivePaths("s", [["q", [1, 2].map((at) => ({ url: `u${at}`, name }))]]).values()];
  const names = paths.map((path) => path.split("/").at(-1) ?? "");
  expect(new Set(names).size).toBe(2);
  expect(names.map((one) => one.length)).toEqual([255, 255]);
});
