import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A local mail server (RFC 5321) that records mail and can misbehave. */
export interface MailServer {
  url: string;
  mails: Mail[];
  /** Users that signed in. */
  logins(): string[];
  /** rejects all mail temporarily (451) */
  refuse(isRefusing: boolean): void;
  /** decides on each recipient and on each mail that was received */
  behave(behavior: Behavior): void;
  close(): Promise<void>;
}

/** A number is the SMTP code of a refusal, and a text its whole line. `drop` closes the connection without a reply, after the mail was recorded. */
export interface Behavior {
  recipient?(address: string): number | string | null;
  data?(mail: Mail): number | "drop" | null;
  /** takes each recipient, and never replies */
  isSilent?: boolean;
}

export interface Mail {
  from: string;
  to: string[];
  /** headers and text as received */
  data: string;
}

export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Mail[] = [];
  const logins: string[] = [];
  let behavior: Behavior = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username = "" }, _, done) {
      logins.push(username);
      done(null, { user: username });
    },
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      if (behavior.isSilent) return;
      const code = behavior.recipient?.(address) ?? null;
      done(code === null ? null : refusal(code));
    },
    async onData(stream, { envelope, id }, done) {
      const received = await text(stream).catch(() => null);
      // the client was killed
      if (received === null) return done(refusal(451));
      const data = received.replaceAll("\r\n", "\n");
      const { mailFrom, rcptTo } = envelope;
      const mail = { from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), data };
      const reply = behavior.data?.(mail) ?? null;
      if (typeof reply === "number") return done(refusal(reply));
      mails.push(mail);
      if (reply === "drop") return drop(server, id);
      done(null, "taken");
    },
  });
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    logins: () => logins,
    refuse: (isRefusing) => {
      behavior = isRefusing ? { recipient: () => 451 } : {};
    },
    behave(next) {
      behavior = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(reply: number | string): Error {
  const [code = 0, text = "refused by the test"] =
    typeof reply === "number" ? [reply] : [Number(reply.slice(0, 3)), reply.slice(4)];
  return Object.assign(new Error(text), { responseCode: code });
}

function drop(server: SMTPServer, id: string): void {
  for (const connection of server.connections) {
    if (connection.id === id) connection._socket.destroy();
  }
}

/** A received mail in parts. Headers are unfolded, with lower-case names. */
export interface ParsedMail {
  headers: Map<string, string>;
  text: string;
  html: string;
}

export function parseMail({ data }: Mail): ParsedMail {
  const { headers, body } = entityOf(data);
  const boundary = /boundary="?([^";]+)/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => entityOf(part.trimStart()))
    : [];
  const partOf = (type: string) => parts.find((part) => part.headers.get("content-type")?.startsWith(type));
  return { headers, text: decoded(partOf("text/plain")), html: decoded(partOf("text/html")) };
}

interface Entity {
  headers: Map<string, string>;
  body: string;
}

function entityOf(data: string): Entity {
  const end = data.indexOf("\n\n");
  const lines = data
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, " ")
    .split("\n");
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(":")).toLowerCase(),
    line.slice(line.indexOf(":") + 1).trim(),
  ]);
  return { headers: new Map(headers), body: data.slice(end + 2) };
}

function decoded(entity: Entity | undefined): string {
  if (!entity) return "";
  const encoding = entity.headers.get("content-transfer-encoding");
  if (encoding === "base64") return Buffer.from(entity.body, "base64").toString();
  if (encoding !== "quoted-printable") return entity.body;
  const bytes = entity.body
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
