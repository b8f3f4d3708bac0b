import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mailFailure, openMailTransport } from "../../shared/platform/mail/transport.ts";
import { type MailServer, startMailServer } from "../support/smtp.ts";

/** The connection to the mail server (features §17). The test's server has no STARTTLS. */
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server?.close());

const MailFrom = "Pathform <forms@pathform.example>";
const message = { to: "ada@example.org", subject: "S", text: "T" };

async function failureOf(user: string, SmtpAllowPlaintext: boolean): Promise<string> {
  const SmtpUrl = server.url.replace("://", `://${user}`);
  const transport = await openMailTransport({
    SMTP_URL: SmtpUrl,
    SMTP_ALLOW_PLAINTEXT: SmtpAllowPlaintext,
    MAIL_FROM: MailFrom,
  });
  return transport?.sendMail(message).then(() => "", mailFailure) ?? "no transport";
}

test("requires STARTTLS for a password, unless SMTP_ALLOW_PLAINTEXT allows it without", async () => {
  expect(await failureOf("ada:secret@", false)).toBe("the mail server replied 500");
  expect(server.logins()).toEqual([]);
  expect(await failureOf("ada:secret@", true)).toBe("");
  expect(server.logins()).toEqual(["ada"]);
  expect(await failureOf("", false)).toBe("");
});

test("says only the server's code about an email that failed", async () => {
  server.behave({ recipient: () => 550 });
  expect(await failureOf("", false)).toBe("the mail server replied 550");
});
