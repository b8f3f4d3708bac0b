import type { Transporter } from "nodemailer";
import type { DatabaseService } from "../../../shared/bus/service.ts";
import { type Limited, limitConcurrency } from "../../../shared/platform/concurrency.ts";
import { openMailTransport } from "../../../shared/platform/mail/transport.ts";

/** The mail server, which all emails of this process share. */
export interface Mailer {
  transport: Transporter;
  /** Limits conversations with the server. */
  slots: Limited;
}

/** The part of the service that jobs need to send emails. */
export interface MailingService extends DatabaseService {
  /** Null without SMTP_URL. */
  mailer: Mailer | null;
  /** Whether it is known who has unsubscribed. Invitations wait otherwise. */
  knowsUnsubscribed: boolean;
}

/** Mail servers usually accept this many connections of one client. */
const conversations = 10;

/** Null without SMTP_URL. */
export async function openMailer(): Promise<Mailer | null> {
  const transport = await openMailTransport();
  return transport && { transport, slots: limitConcurrency({ running: conversations, waiting: 10_000 }) };
}

/** Returns the mail server. Throws without one, so that what was queued before it was taken away waits. */
export function mailerOf({ mailer }: Pick<MailingService, "mailer">): Mailer {
  if (!mailer) throw new Error("SMTP_URL isn't set.");
  return mailer;
}
