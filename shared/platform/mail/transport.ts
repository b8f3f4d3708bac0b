import { createHash } from "node:crypto";
import type { Transporter } from "nodemailer";
import { type Env, env } from "../env.ts";

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Opens the mail server of SMTP_URL with MAIL_FROM as the sender. Null without SMTP_URL. */
export async function openMailTransport(
  variables: Pick<Env, "SMTP_URL" | "SMTP_ALLOW_PLAINTEXT" | "MAIL_FROM"> = env(),
): Promise<Transporter | null> {
  const { SMTP_URL, SMTP_ALLOW_PLAINTEXT, MAIL_FROM } = variables;
  if (!SMTP_URL) return null;
  // lazy import, for faster starts without mail
  const { createTransport } = await import("nodemailer");
  // a password must not pass in the clear (features §17)
  const requireTls = new URL(SMTP_URL).password !== "" && !SMTP_ALLOW_PLAINTEXT;
  return createTransport({ url: SMTP_URL, requireTLS: requireTls, ...timeouts }, { from: MAIL_FROM });
}

/** Returns whether another attempt would be refused, too. A wrong password or missing TLS of ours isn't the recipient's fault. */
export function isFinalRefusal(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== "EAUTH" && code !== "ETLS";
}

/** Returns what a log can say about an email that failed: the server's code, never its text, which can have an address. */
export function mailFailure(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode !== undefined) return `the mail server replied ${responseCode}`;
  return code === undefined ? "an error in Pathform" : `no reply (${code})`;
}

/** Returns the Message-ID of an email. A hash, so that the header fits in one line. */
export function messageIdOf(id: string): string {
  const host = /@([A-Za-z0-9.-]+)>?\s*$/.exec(env().MAIL_FROM)?.[1] ?? "localhost";
  return `<${createHash("sha256").update(id).digest("hex").slice(0, 32)}@${host}>`;
}
