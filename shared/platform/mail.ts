import nodemailer, { type Transporter } from "nodemailer";
import { env } from "./env.ts";

/** A server that does not answer is given up soon: the mail waits or is lost, and nothing else does. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mail server that SMTP_URL names, with MAIL_FROM as sender; null where there is none. */
export function openMailTransport(): Transporter | null {
  const { SMTP_URL, MAIL_FROM } = env();
  return SMTP_URL ? nodemailer.createTransport({ url: SMTP_URL, ...timeouts }, { from: MAIL_FROM }) : null;
}
