import { randomUUID } from "node:crypto";
import { eventually } from "./eventually.ts";
import { type Mail, parseMail } from "./smtp.ts";

/** People who get invitations, and answer by their links in two concurrent browsers, each through another gateway. */

/** Behavior of a person, which the address names. */
export const habits = ["ignores", "answers", "opens", "unsubscribes", "refuses", "answers-thrice"] as const;
export type Habit = (typeof habits)[number];

export const addressOf = (place: number): string => `${habits[place % habits.length]}.${place}@example.com`;
export const habitOf = (address: string): Habit => address.split(".")[0] as Habit;

/** An invitation or a reminder that arrived. */
export interface Letter {
  address: string;
  isReminder: boolean;
  messageId: string;
  /** token of the personal link */
  link: string;
  unsubscribe: string;
}

export function letterOf(mail: Mail): Letter {
  const { headers, text } = parseMail(mail);
  const tokenIn = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  return {
    address: mail.to[0] ?? "",
    isReminder: (headers.get("subject") ?? "").startsWith("Reminder"),
    messageId: headers.get("message-id") ?? "",
    link: tokenIn(/\?link=([\w-]+)/),
    unsubscribe: tokenIn(/\/mail\/leave\?token=([\w-]+)/),
  };
}

/** Reacts to a letter by habit. Returns the sessions of the link that were started. */
export async function react(urls: readonly string[], slug: string, letter: Letter): Promise<Set<string>> {
  const sessions = new Set<string>();
  const habit = habitOf(letter.address);
  if (habit === "unsubscribes") await insist(urls[0] ?? "", `/mail/leave?token=${letter.unsubscribe}`);
  if (habit === "ignores" || habit === "unsubscribes") return sessions;
  for (;;) {
    const opened = await Promise.all(urls.map((url) => open(url, slug, letter.link)));
    const session = opened.find((id) => id !== null);
    if (session === undefined || session === null) return sessions;
    // one that was late finds the link used
    if (opened.some((id) => id !== null && id !== session)) throw new Error("Two browsers have two sessions.");
    sessions.add(session);
    if (habit === "opens") return sessions;
    await Promise.all(urls.map((url) => fill(url, session)));
  }
}

/** Returns the session, or null if the link is used up. */
async function open(url: string, slug: string, link: string): Promise<string | null> {
  const { status, body } = await insist(url, `/api/v2/r/${slug}/start/`, { link, id: randomUUID() });
  return status === 409 ? null : body.id;
}

async function fill(url: string, session: string): Promise<void> {
  await insist(url, `/api/v2/r/session/${session}/next/`, { node_id: "name", value: "Ada" });
  await insist(url, `/api/v2/r/session/${session}/complete/`, {});
}

/** Posts like a page: again, until a service replies. */
export function insist(
  url: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { id: string; answers?: unknown; code?: string } }> {
  return eventually(async () => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { ...(body && { "content-type": "application/json" }), ...headers },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${path}: ${response.status} ${text}`);
    return { status: response.status, body: body && text ? JSON.parse(text) : {} };
  }, 60);
}
