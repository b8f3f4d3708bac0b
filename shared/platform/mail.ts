import type { Transporter } from "nodemailer";
import { env } from "./env.ts";

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Opens the mail server of SMTP_URL with MAIL_FROM as the sender. Null without SMTP_URL. */
export async function openMailTransport(): Promise<Transporter | null> {
  const { SMTP_URL, MAIL_FROM } = env();
  if (!SMTP_URL) return null;
  // lazy import, for faster starts without mail
  const { createTransport } = await import("nodemailer");
  return createTransport({ url: SMTP_URL, ...timeouts }, { from: MAIL_FROM });
}
