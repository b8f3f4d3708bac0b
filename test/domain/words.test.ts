import { count, exceeded, folderOf, grown } from "../words/baseline.ts";
import { messageReadings } from "../words/ownMessages.ts";
import { rules } from "../words/rules.ts";
import { ofComments, ofModule, ofPage, ofTests } from "../words/sentences.ts";

const found = (sentence: string) => rules.filter((rule) => rule.matches(sentence)).map(({ name }) => name);
const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("rules", () => {
  const examples = [
    ["clause as subject", "Who has begun may finish.", "Who can respond?"],
    ["where for if", "Where no edge is true, the default end follows.", "Where is the form shown?"],
    ["is no", "This JSON is no graph.", "There is no limit."],
    ["told so", "People who open it are told so.", "She said sorry."],
    ["calque", "There is no such page", "Page not found"],
    ["calque", "Switch it on again", "Enable"],
    ["calque", "Bring the form back", "Go back"],
    ["glossary", "E-mail", "Email"],
    ["glossary", "Least", "At least 10 characters"],
    ["space before % or …", "Loading …", "Loading…"],
    ["British spelling", "Colours", "Colors"],
    ["no contraction", "This form is not open yet.", "This form isn't open yet."],
    ["may for can", "A form may have {} integrations.", "It may have been deleted."],
    ["fragment", "Of a call's meta", "Offers"],
    ["riddle", "null: no bound", "Null if unbounded."],
    ["please", "Please try again.", "Try again."],
    ["over 20 words", words(21), words(20)],
    ["over 25 words", words(26), words(25)],
    ["relative clause as noun", "Shows what is new.", "Shows changes."],
    ["semicolon", "Saved; not published.", "Saved. Not published."],
  ] as const;

  test.each(examples)("%s matches %j and not %j", (name, bad, good) => {
    expect(found(bad)).toContain(name);
    expect(found(good)).not.toContain(name);
  });

  test("all have an example", () => {
    expect(rules.map(({ name }) => name)).toEqual([...new Set(examples.map(([name]) => name))]);
  });
});

describe("sentences", () => {
  test("come from strings, templates and JSX with their lines", () => {
    const source = `const a = "One. Two three.";\nconst b = \`Four \${a} five\`;\nconst c = <p title="Six">Seven eight</p>;`;
    const lines = ["1 One.", "1 Two three.", "2 Four {} five", "3 Six", "3 Seven eight"];
    expect(ofModule(source, "c.tsx").map(({ line, text }) => `${line} ${text}`)).toEqual(lines);
  });

  test("leave out names, code and lines marked as fine", () => {
    const source = 'f("name", String.raw`who is`, "select who from it");\ng("Who has begun."); // words: ok';
    expect(ofModule(source)).toEqual([]);
  });

  test("come from texts in SQL, such as those of notifications", () => {
    const source =
      "run(`insert into notices select format('“%s” is not connected any more: %s has '\n 'left.', 'a b', name)`);";
    expect(ofModule(source).map(({ text }) => text)).toEqual(["“%s” is not connected any more: %s has left."]);
  });

  test("come from comments, without code and directives", () => {
    const source =
      "/** One\n * two. `Who is`\n */\nconst a = 1; // three\n  // Four\n  // five\n// biome-ignore lint: six";
    expect(ofComments(source).map(({ line, text }) => `${line} ${text}`)).toEqual([
      "1 One two.",
      "1 `x`",
      "5 Four five",
    ]);
  });

  test("come from names of tests", () => {
    const source = 'describe("one", () => {\n  test.each([\n    1,\n  ])("two %s", f);\n  it(`three`, f);\n});';
    expect(ofTests(source).map(({ line, text }) => `${line} ${text}`)).toEqual(["1 one", "4 two %s", "5 three"]);
  });

  test("come from paragraphs, lists and table cells of a page, without code", () => {
    const page =
      "# Title\n\nA line\nand `code here`. [Link](x.md)\n\n- One\n- Two\n\n| A | B c |\n\n```\nWho\n```\nEnd";
    const lines = ["1 Title", "3 A line and `x`.", "3 Link", "6 One", "7 Two", "9 A", "9 B c", "14 End"];
    expect(ofPage(page).map(({ line, text }) => `${line} ${text}`)).toEqual(lines);
  });
});

describe("the baseline", () => {
  const at = (folder: string) => ({ rule: "calque", folder });

  test.each([
    ["services/gateway/files/names.ts", "services/gateway"],
    ["services/web/strings/en/page.ts", "services/web/strings"],
    ["shared/platform/errors.ts", "shared/platform/errors.ts"],
    ["docs/adr/0001-architecture.md", "docs/adr"],
    ["docs/api.md", "docs"],
    ["README.md", "README.md"],
  ])("counts %s in %s", (path, folder) => expect(folderOf(path)).toBe(folder));

  test("is exceeded by one more finding in a folder, but not by fewer", () => {
    const counts = count([at("a"), at("b"), at("b")]);
    expect(exceeded(counts, { calque: { a: 1, b: 1 } })).toEqual([at("b")]);
    expect(exceeded(counts, { calque: { a: 2, b: 2 } })).toEqual([]);
  });

  test("moves between folders, but never grows", () => {
    const counts = count([at("new"), at("new")]);
    expect(grown(counts, { calque: { old: 2 } })).toEqual([]);
    expect(grown(counts, { calque: { old: 1 } })).toEqual(["calque"]);
  });
});

describe("readings of own messages", () => {
  const readings = (line: string, path = "a.ts") =>
    messageReadings([
      { path, source: `const notes = 1;\n${line}` },
      { path: "b.ts", source: "const closed = `This form is closed since ${day}.`;" },
    ]).map((reading) => [reading.path, reading.line]);

  test.each([
    ["words of a message", "/^this form (is|has)/i.test(text);"],
    ["a message as an argument", 'text.startsWith("This form");'],
    ["the colon of a field's error", "/^answers\\.(\\d+)\\.value: (.*)/s.exec(text);"],
    ["an error's first word", "/^(must|is) /.test(text);"],
  ])("finds %s", (_what, line) => expect(readings(line)).toEqual([["a.ts", 2]]));

  test.each([
    ["words of nobody's message", "/^Failed to fetch/.test(text);"],
    ["a format", "/^https?:\\/\\/[a-z: ]+$/.test(text);"],
    ["a literal's type", 'const kind: "This form" = other;'],
  ])("leaves out %s", (_what, line) => expect(readings(line)).toEqual([]));

  test("leaves out modules that read messages of others", () => {
    expect(readings("/^This form/.test(text);", "shared/platform/database/unavailable.ts")).toEqual([]);
  });
});
