import fc from "fast-check";
import { parseBlocks } from "../../../shared/domain/graph/markup/blocks.ts";
import { escaped } from "../../../shared/domain/graph/markup/escape.ts";
import { parseLine } from "../../../shared/domain/graph/markup/parse.ts";
import { isPlain, plainLine, plainText, sourceOf } from "../../../shared/domain/graph/markup/plain.ts";
import { plaining } from "../../../shared/domain/graph/markup/plaining.ts";
import { mapMarkup, markupTexts, plainGraph } from "../../../shared/domain/graph/markup/texts.ts";
import type { Inline } from "../../../shared/domain/graph/markup/tree.ts";
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";

/** A tree in short: `<b>`, `<i>` and `<address|text>`. */
const shown = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part;
      const text = shown(part.children);
      return part.kind === "link" ? `<${part.href}|${text}>` : `<${part.kind === "strong" ? "b" : "i"} ${text}>`;
    })
    .join("");

describe("parseLine", () => {
  it.each([
    ["**bold** and *italic*", "<b bold> and <i italic>"],
    ["***both***", "<i <b both>>"],
    ["**a *b* c**", "<b a <i b> c>"],
    ["*a **b** c*", "<i a <b b> c>"],
    ["a*b*c and a**b**c", "a<i b>c and a<b b>c"],
    ["****a****", "<b a>"],
    ["[t](https://x.org/a(b)?c#d)", "<https://x.org/a(b)?c#d|t>"],
    ["[t](http://x.org) [m](mailto:a@b.org) [p](TEL:+491)", "<http://x.org|t> <mailto:a@b.org|m> <TEL:+491|p>"],
    ["**[bold *both*](https://x.org)**", "<b <https://x.org|bold <i both>>>"],
    ["[**b** [c]](https://x.org)", "<https://x.org|<b b> [c]>"],
    [String.raw`[a\]b](https://x.org/\))`, "<https://x.org/)|a]b>"],
    ["[a [b](https://b.org) c](https://c.org)", "[a <https://b.org|b> c](https://c.org)"],
  ])("reads %s", (source, tree) => {
    expect(shown(parseLine(source))).toBe(tree);
  });

  it.each([
    "2 * 3 * 4",
    "* a *",
    "**a",
    "a**",
    "__a__ _b_ `c` ~~d~~ # e",
    "<b>a</b> <https://x.org>",
    "![alt](https://x.org)",
    "![**alt**](https://x.org)",
    "[a](javascript:alert(1))",
    "[a](https://bank.example@evil.example/)",
    "[a](https://user:pw@evil.example/)",
    "[a](https:///user:pw@evil.example/)",
    "[a](https://evil.example/\u202Egnp.exe)",
    "[a](https://evil.example/\u200B)",
    "[a](JavaScript:alert(1)) [b](data:text/html,c) [d](ftp://e.org) [f](//g.org) [h](/i) [j](#k)",
    "[a **b**](c)",
    "[a](https://)",
    "[a](https:/x.org)",
    "[a](mailto:)",
    "[a](https://x.org",
    "[a](https://x.org y)",
    '[a](https://x.org "title")',
    "[a] (https://x.org)",
    "[](https://x.org) [ ](https://x.org)",
    "[a](https://x.org/{{hidden:id}})",
    "[a][b]",
    "https://x.org",
  ])("keeps %s as text", (source) => {
    expect(parseLine(source)).toEqual([source]);
  });

  it("reads a backslash only before what has a meaning", () => {
    expect(shown(parseLine(String.raw`\*a\* \[b](https://x.org) \\*c* C:\dir \_`))).toBe(
      String.raw`*a* [b](https://x.org) \<i c> C:\dir \_`,
    );
    expect(shown(parseLine(String.raw`\![a](https://x.org)`))).toBe("!<https://x.org|a>");
  });

  it("never reads inside recalls, and marks up around them", () => {
    const source = "**{{answer:q1}}**a [{{hidden:*b*}}](https://x.org)";
    expect(shown(parseLine(source))).toBe("<b {{answer:q1}}>a <https://x.org|{{hidden:*b*}}>");
  });

  it("never nests a kind in itself, however many stars there are", () => {
    fc.assert(
      fc.property(sources, (source) => {
        expect(depthOf(parseLine(source))).toBeLessThanOrEqual(3);
      }),
    );
  });

  it("keeps every letter of a text", () => {
    const letters = (text: string) => text.replace(/[^a-z]/g, "");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("*", "a", " ", "[", "]", "(", ")", "\\", "!") }), (source) => {
        expect(letters(plainLine(parseLine(source)))).toBe(letters(source));
      }),
    );
  });

  it("takes time in proportion to the length", () => {
    for (const unit of worst) {
      const [short, long] = [unit.repeat(5_000 / unit.length), unit.repeat(80_000 / unit.length)];
      parseBlocks(short);
      // quadratic time would be 256 times as much
      expect(cpuOf(long, 1) / cpuOf(short, 8)).toBeLessThan(110);
    }
  });
});

/** Units whose repetition makes simple parsers quadratic or exponential. */
const worst = ["*a", "*a ", "a**b", "a***", "*a **b ", "_*a*", "[", "[a](", "[a](tel:1", "[a](tel:1)", "[*", "]*", "![a](https:", "*[a](", "((", "\\", "{{answer:", "- a\n", "1. *\n"]; // biome-ignore format: one line

/** The shortest CPU time of several runs, in µs. */
function cpuOf(source: string, rounds: number): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let round = 0; round < rounds; round += 1) parseBlocks(source);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / rounds;
  });
  return Math.max(20, Math.min(...times));
}

const sources = fc.string({
  unit: fc.constantFrom(
    "*",
    "**",
    "a",
    " ",
    "[",
    "](https://x.org)",
    "](x)",
    "\\",
    "!",
    "\n",
    "- ",
    "1. ",
    "{{answer:a}}",
  ),
  maxLength: 60,
});

const depthOf = (parts: readonly Inline[]): number =>
  Math.max(0, ...parts.map((part) => (typeof part === "string" ? 0 : 1 + depthOf(part.children))));

describe("parseBlocks", () => {
  it("reads paragraphs by blank lines and lists by their markers", () => {
    const blocks = parseBlocks("Hi\nthere\n\n- a\n- **b**\n\n- c\nmore\n1. x\n2. y\n\nEnd").map(
      ({ isApart: _, ...block }) => block,
    );
    expect(blocks).toEqual([
      { kind: "paragraph", children: ["Hi\nthere"] },
      {
        kind: "bullets",
        items: [
          { marker: "- ", children: ["a"] },
          { marker: "- ", children: [{ kind: "strong", children: ["b"] }] },
          { marker: "- ", children: ["c\nmore"] },
        ],
      },
      {
        kind: "numbers",
        items: [
          { marker: "1. ", children: ["x"] },
          { marker: "2. ", children: ["y"] },
        ],
      },
      { kind: "paragraph", children: ["End"] },
    ]);
  });

  it.each(["2024. A year", "-a", " - a", "1.a", "a - b", "-", "- ", String.raw`\- a`, String.raw`1\. a`, "# a", "> a"])(
    "reads %j as a paragraph",
    (source) => {
      expect(parseBlocks(source).every(({ kind }) => kind === "paragraph")).toBe(true);
    },
  );
});

describe("plainText", () => {
  it("says links with or without their addresses", () => {
    const source = "See **[the page](https://x.org)** or [https://y.org](https://y.org)";
    expect(plainText(source, "line")).toBe("See the page or https://y.org");
    expect(plainText(source, "line", true)).toBe("See the page (https://x.org) or https://y.org");
  });

  it("keeps paragraphs, lists and their markers", () => {
    expect(plainText("*a*\n\n\n- b\n\n- [c](tel:1)\n1. d\n2. e", "blocks", true)).toBe(
      "a\n\n- b\n- c (tel:1)\n1. d\n2. e",
    );
  });

  it("is never longer than its source", () => {
    fc.assert(
      fc.property(sources, fc.constantFrom("line" as const, "blocks" as const), (source, kind) => {
        expect(plainText(source, kind, true).length).toBeLessThanOrEqual(source.length);
      }),
    );
  });
});

describe("sourceOf", () => {
  it.each(["2 * 3", "[a](b)", "C:\\dir", "a", "a\n\nb"])("keeps %j", (text) => {
    expect(sourceOf(text, "blocks")).toBe(text);
  });

  it("shows any plain text as it is", () => {
    fc.assert(
      fc.property(sources, fc.constantFrom("line" as const, "blocks" as const), (text, kind) => {
        const source = sourceOf(text, kind);
        expect(plainText(source, kind).replace(/\s+/g, " ").trim()).toBe(text.replace(/\s+/g, " ").trim());
        expect(isPlain(text, kind) || source !== text).toBe(true);
      }),
    );
  });
});

describe("escaped", () => {
  it("makes no markup wherever it is inserted", () => {
    const around = fc.constantFrom(
      "{{answer:a}}",
      "**{{answer:a}}**",
      "[a]{{answer:a}}",
      "{{answer:a}}[b](https://x.org)",
      "*{{answer:a}}",
    );
    fc.assert(
      fc.property(sources, around, (hostile, text) => {
        const answer = hostile.replaceAll("{", "(");
        const filled = replaceRecalls(text, () => escaped(answer));
        const tree = (source: string) => shown(parseLine(source)).replaceAll(answer, "…");
        // the answer's ends can only keep stars beside them from being emphasis
        expect(linksOf(parseLine(filled))).toEqual(linksOf(parseLine(text)));
        expect(plainLine(parseLine(filled)).replaceAll("*", "")).toContain(answer.replaceAll("*", ""));
        expect(tree(filled)).not.toContain("<i …");
      }),
    );
  });
});

const linksOf = (parts: readonly Inline[]): string[] =>
  parts.flatMap((part) =>
    typeof part === "string" ? [] : [...(part.kind === "link" ? [part.href] : []), ...linksOf(part.children)],
  );

const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "q",
  nodes: [
    {
      id: "q",
      question_type: "matrix",
      data: {
        title: "*Title*",
        description: "*Text*",
        image: { url: "https://x.org/a.png", alt: "*alt*" },
        valid_if: [{ condition: null, message: "*Message*" }],
        config: {
          rows: [{ key: "r", label: "*Row*" }],
          columns: [{ value: "c", label: "*Column*" }],
          options: [{ value: "o", label: "*Option*", alt: "*alt*" }],
          fields: [
            {
              key: "f",
              question_type: "dropdown",
              title: "*Field*",
              config: { options: [{ value: "o", label: "*In*" }] },
            },
          ],
          placeholder: "*placeholder*",
          labels: { left: "*left*" },
        },
      },
    },
  ],
  edges: [],
  pages: [{ id: "p", title: "*Page*", description: "*Page*", node_ids: ["q"] }],
  calculations: [{ key: "c", title: "*c*", value: 1, bands: [{ key: "b", label: "*b*", from: 0, to: 1 }] }],
  translations: { de: { title: "*t*", "q.title": "*Titel*", "q.image_alt": "*alt*", closed_message: "*Zu*" } },
  markup: "inline",
};

describe("plainGraph", () => {
  it("makes exactly the texts plain that respondents see marked up, in all languages", () => {
    const plain = plainGraph(graph);
    expect(plain.markup).toBeUndefined();
    expect(JSON.stringify(plain).match(/\*[^"]*\*/g)).toEqual([
      "*alt*",
      "*alt*",
      "*placeholder*",
      "*left*",
      "*c*",
      "*b*",
      "*t*",
      "*alt*",
    ]);
    expect(plain.translations).toEqual({
      de: { title: "*t*", "q.title": "Titel", "q.image_alt": "*alt*", closed_message: "Zu" },
    });
  });

  it("keeps graphs without markup as they are", () => {
    const { markup: _, ...old } = graph;
    expect(plainGraph(old)).toBe(old);
  });

  it("gives the same in parts, of which each is one text", () => {
    const count = [...plaining(graph)].length;
    expect(runToEnd(plaining(graph))).toEqual(plainGraph(graph));
    expect(count).toBe(markupTexts(graph).length);
    expect(count).toBeGreaterThan(10);
  });

  it("names the kind of each text", () => {
    const kinds = new Map<string, string>();
    mapMarkup(graph, (text, kind, key) => {
      kinds.set(key, kind);
      return text;
    });
    expect([...kinds].filter(([, kind]) => kind === "blocks").map(([key]) => key)).toEqual([
      "q.description",
      "page.p.description",
    ]);
  });
});
