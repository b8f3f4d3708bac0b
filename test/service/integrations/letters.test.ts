import { describe, expect, it, test } from "@jest/globals";
import fc from "fast-check";
import type { MailContext } from "../../../services/integrations/mail/content.ts";
import {
  digestLetter,
  ownersLetter,
  questionLetter,
  respondentsLetter,
} from "../../../services/integrations/mail/letters.ts";
import type { MailRow } from "../../../services/integrations/store/mails.ts";
import type { Answer } from "../../../shared/api/shapes/sessions.ts";
import { plainGraph } from "../../../shared/domain/graph/markup/texts.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { htmlOf, type Letter, textOf } from "../../../shared/domain/mail/letter.ts";
import { newUuid } from "../../../shared/platform/ids.ts";

/** Emails about long answers (features §17). */
const long = "x".repeat(20_000);
const title = "{{answer:q0}} ".repeat(35);
const megabyte = 1_000_000;

/** A response to `count` questions that recall the first answer 35 times each. */
function contextOf(count: number): MailContext {
  const ids = Array.from({ length: count }, (_, at) => `q${at}`);
  const nodes = ids.map((id) => ({ id, question_type: "long_text", data: { title, config: {} } }));
  const answers = ids.map((id, at) => ({
    node_id: id,
    question_type: "long_text",
    answer: at === 0 ? long : `<${at}>`,
  }));
  const session = { id: newUuid(), started_at: "2026-01-31T12:00:00.000Z", completed_at: null, hidden: {} };
  return {
    form: { title: "Form", slug: "form" },
    session: { ...session, answers: answers as Answer[] } as unknown as MailContext["session"],
    graph: { schema_version: "2.0", nodes, edges: [] },
    baseUrl: "https://forms.example",
    fileNames: null,
  };
}

const mail = { subject: "S {{answer:q0}}", text: "Hello", include_answers: true } as MailRow;
const sizeOf = (letter: Letter): number => Buffer.byteLength(textOf(letter)) + Buffer.byteLength(htmlOf(letter));

test("cuts answers that a title recalls at 300 characters, but not the answer itself", () => {
  const text = textOf(ownersLetter(mail, contextOf(2), "ada@example.org", "").letter);
  expect(text.match(/x+…/g)).toHaveLength(70);
  expect(text).toContain(`${"x".repeat(300)}… `);
  expect(text.match(/x{301,}/g)).toEqual([long]);
  expect(text).not.toContain("The rest");
});

test("says that a respondent signed, in place of the drawing's file name", () => {
  const url = "https://forms.example/files/1";
  const data = { title: "Your signature", config: { input: "draw" } };
  const context = contextOf(0);
  const answer = { node_id: "sign", question_type: "file_upload", answer: [url] } as Answer;
  const signed: MailContext = {
    ...context,
    session: { ...context.session, answers: [answer] },
    graph: { ...context.graph, nodes: [{ id: "sign", question_type: "file_upload", data }] },
    fileNames: new Map([[url, "drawing.png"]]),
  };
  const copy = { ...mail, subject: "Copy", translations: {} };
  expect(textOf(respondentsLetter(copy, { ...signed, language: "en" }).letter)).toMatch(/Your signature\s+Signed/);
  expect(textOf(respondentsLetter(copy, { ...signed, language: "de" }).letter)).toContain("Unterschrieben");
});

test("cuts an owner's email at 1 MB, with a link to the response", () => {
  const { letter } = ownersLetter(mail, contextOf(1_000), "ada@example.org", "");
  expect(sizeOf(letter)).toBeLessThan(megabyte);
  expect(sizeOf(letter)).toBeGreaterThan(megabyte / 2);
  const [text, html] = [textOf(letter), htmlOf(letter)];
  for (const part of [text, html]) expect(part).toMatch(/The rest isn’t shown\.[\s\S]*View response/);
});

test("cuts a respondent's copy at 1 MB, also in its own text, without a link", () => {
  const template = { ...mail, text: "{{answer:q0}}".repeat(384) };
  for (const context of [contextOf(1), contextOf(1_000)]) {
    const { letter } = respondentsLetter(template, context);
    expect(sizeOf(letter)).toBeLessThan(megabyte);
    expect(textOf(letter)).toMatch(/The rest isn’t shown\.\n\n-- \n/);
    expect(htmlOf(letter)).not.toContain("href=");
  }
});

test("cuts a daily email at 1 MB, with a link to the responses", () => {
  const contexts = Array.from({ length: 50 }, () => contextOf(20));
  const written = digestLetter(mail, contexts, 50, "ada@example.org", "");
  if (!written) throw new Error("There is no email.");
  expect(sizeOf(written.letter)).toBeLessThan(megabyte);
  expect(textOf(written.letter)).toMatch(/The rest isn’t shown\.\n\nView responses: /);
});

test("names nothing in the subject of a confirmation, and defangs addresses in its text", () => {
  const title = "Go to https://evil.example/x or evil。example. Now";
  const { subject, letter } = questionLetter(
    title,
    "Prize at evil.example (ada@example.com)",
    "https://forms.example/c",
  );
  expect(subject).toBe("Confirm your email address");
  for (const part of [textOf(letter), htmlOf(letter)]) {
    expect(part).toContain("Prize at evil[.]example (ada@example[.]com)");
    expect(part).toContain("Go to https://evil[.]example/x or evil[.]example. Now");
    expect(part).not.toMatch(/evil[.。]example|ada@example\.com/);
  }
});

test("a copy has the colors of the form's theme, and an owner's email those of Pathform", () => {
  const colors = { background: "#fffdf8", text: "#2b1a12", primary: "#a83a10", button_text: "#ffffff" };
  const context = { ...contextOf(1), theme: { colors, border_radius: 6 } };
  const copy = htmlOf(respondentsLetter(mail, context).letter);
  expect(copy).toContain("background:#fffdf8");
  expect(copy).not.toContain("Pathform</td>");
  const own = htmlOf(ownersLetter(mail, context, "ada@example.org", "").letter);
  expect(own).toContain("Pathform</td>");
  expect(own).not.toContain("#fffdf8");
});

describe("titles with markup", () => {
  const marked = "See **[the page](https://x.org)** {{answer:q1}} *{{hidden:who}}*";
  const context = (hostile: string): MailContext => {
    const base = contextOf(2);
    const nodes = ["q0", "q1"].map((id) => ({ id, question_type: "long_text", data: { title: marked, config: {} } }));
    const source: Graph = { schema_version: "2.0", nodes, edges: [], markup: "inline" };
    const answers = ["q0", "q1"].map((id) => ({ node_id: id, question_type: "long_text", answer: hostile }));
    const session = { ...base.session, answers: answers as Answer[], hidden: { who: hostile } };
    return { ...base, session: session as MailContext["session"], source, graph: plainGraph(source) };
  };

  it("are drawn in the HTML part, and name addresses in the text part", () => {
    const { letter } = ownersLetter(mail, context("a"), "ada@example.org", "");
    expect(textOf(letter)).toContain("See the page (https://x.org) a a\n");
    expect(htmlOf(letter)).toMatch(
      /See <strong><a class="link" href="https:\/\/x.org" target="_blank" rel="noopener noreferrer" style="[^"]*">the page<\/a><\/strong> a <em>a<\/em>/,
    );
  });

  it("make no markup of what respondents wrote", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        "*",
        "**",
        "a",
        "[",
        "](https://evil.example)",
        "\\",
        "<b>",
        '"',
        "\n",
        "- ",
        "{{answer:q0}}",
      ),
      maxLength: 30,
    });
    fc.assert(
      fc.property(hostile, (answer) => {
        const { letter } = respondentsLetter({ ...mail, text: "{{answer:q0}}" }, context(answer));
        const tags = (html: string) => html.match(/<(?:a|strong|em|b|li|ul)\b[^>]*>/g);
        expect(tags(htmlOf(letter))).toEqual(tags(htmlOf(respondentsLetter(mail, context("a")).letter)));
        expect(textOf(letter)).toContain(`See the page (https://x.org) ${answer} ${answer}\n`);
      }),
    );
  });
});
