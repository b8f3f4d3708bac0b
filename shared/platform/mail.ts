import type { Transporter } from "nodemailer";
import { env } from "./env.ts";

/** A server that does not answer is given up soon: the mail waits or is lost, and nothing else does. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mail server that SMTP_URL names, with MAIL_FROM as sender; null where there is none. */
export async function openMailTransport(): Promise<Transporter | null> {
  const { SMTP_URL, MAIL_FROM } = env();
  if (!SMTP_URL) return null;
  // imported here: a start without mail does without it
  const { createTransport } = await import("nodemailer");
  return createTransport({ url: SMTP_URL, ...timeouts }, { from: MAIL_FROM });
}
