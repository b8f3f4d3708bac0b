import { chatText } from "../../../services/integrations/types/chatText.ts";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";

const markup = { bold: (text: string) => `**${text}**`, escaped: (text: string) => text.replaceAll("*", "\\*") };

function completed(answers: string[], score: Record<string, number> = {}): SessionEvent {
  const session = {
    answers: answers.map((answer, at) => ({ node_id: `q${at}`, question_type: "short_text", answer })),
    score_breakdown: score,
    total_score: 7,
  };
  return { type: "session.completed", data: { form: { title: "Lunch *today*" }, session } } as unknown as SessionEvent;
}

describe("chatText", () => {
  it("writes an event in the markup of the chat", () => {
    expect(chatText(completed(["Pizza *hot*"], { q0: 7 }), null, markup)).toBe(
      "**New response: Lunch \\*today\\***\n**q0**\nPizza \\*hot\\*\nScore: 7",
    );
  });

  it("shortens long answers and counts those it leaves out", () => {
    const text = chatText(completed(["x".repeat(501), ...Array<string>(41).fill("y")]), null, markup);
    expect(text).toContain(`\n${"x".repeat(500)}…\n`);
    expect(text.endsWith("\n… and 2 more answers")).toBe(true);
  });
});
