import type { Transporter } from "nodemailer";
import { type Limited, limitConcurrency } from "../../../shared/platform/concurrency.ts";
import { openMailTransport } from "../../../shared/platform/mail.ts";

/** The mail server, which all emails of this process share. */
export interface Mailer {
  transport: Transporter;
  /** Limits conversations with the server. */
  slots: Limited;
}

/** Mail servers usually accept this many connections of one client. */
const conversations = 10;

/** Null without SMTP_URL. */
export async function openMailer(): Promise<Mailer | null> {
  const transport = await openMailTransport();
  return transport && { transport, slots: limitConcurrency({ running: conversations, waiting: 10_000 }) };
}
