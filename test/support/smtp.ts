import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A local mail server (RFC 5321) that records mail. */
export interface MailServer {
  url: string;
  mails: Mail[];
  /** rejects all mail temporarily (451) */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

export interface Mail {
  from: string;
  to: string[];
  /** headers and text as received */
  data: string;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  let isRefusing = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    converse(
      socket,
      () => isRefusing,
      (mail) => mails.push(mail),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse(next) {
      isRefusing = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

function converse(socket: Socket, isRefusing: () => boolean, keep: (mail: Mail) => void): void {
  let mail: Mail = { from: "", to: [], data: "" };
  let rest = "";
  let isData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.setEncoding("utf8");
  say("220 test");
  socket.on("data", (chunk) => {
    rest += chunk;
    for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      take(line);
    }
  });

  function take(line: string): void {
    if (isData) return void takeData(line);
    const [command = ""] = line.toUpperCase().split(" ");
    if (command === "EHLO" || command === "HELO") say("250 test");
    else if (command === "MAIL") {
      mail = { from: /<(.*?)>/.exec(line)?.[1] ?? "", to: [], data: "" };
      say(isRefusing() ? "451 later" : "250 ok");
    } else if (command === "RCPT") {
      mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
      say("250 ok");
    } else if (command === "DATA") {
      isData = true;
      say("354 go on");
    } else if (command === "QUIT") {
      say("221 bye");
      socket.end();
    } else say("250 ok");
  }

  function takeData(line: string): void {
    if (line !== ".") {
      mail.data += `${line.replace(/^\./, "")}\n`;
      return;
    }
    isData = false;
    keep(mail);
    say("250 taken");
  }
}
