import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import type { Api } from "./client.ts";
import type { Form } from "./forms.ts";

/** Webhook receiver of the demo, attached to the sample forms. */
export interface DemoReceiver {
  /** Waits briefly for pending deliveries, disables the attachments and returns a report. */
  finish(expected: number): Promise<string>;
}

interface Arrival {
  title: string;
  answers: number;
  /** time from the session's completion to the delivery */
  delayMs: number;
  is_genuine: boolean;
}

const arrivalTimeoutMs = 10_000;
const shown = 5;

/**
 * Attaches a webhook to each form. Prints a note and returns null if the server can't reach this machine, because it is remote or
 * rejects private addresses. Then the integration stays unattached.
 */
export async function attachReceiver(
  api: Api,
  forms: Form[],
  print: (text: string) => void,
): Promise<DemoReceiver | null> {
  const arrivals: Arrival[] = [];
  let secret = "";
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const arrival = arrivalOf(secret, Buffer.concat(chunks).toString(), request.headers as Record<string, string>);
    if (arrival) arrivals.push(arrival);
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { id } = await api.call<{ id: string }>("POST", "/api/integrations/webhook/", {
    name: "Demo receiver",
    config: { url },
  });
  const path = `/api/integrations/webhook/${id}/`;
  secret = (await api.call<{ secret_key: string }>("PUT", `${path}secret/`)).secret_key;
  const test = await api.call<{ success: boolean; error_message: string | null }>("POST", `${path}test/`);
  if (!test.success) {
    server.close();
    print(refused(test.error_message));
    return null;
  }
  const attachments = await Promise.all(forms.map((form) => attach(api, form, id)));
  return {
    async finish(expected) {
      for (const until = Date.now() + arrivalTimeoutMs; arrivals.length < expected && Date.now() < until; )
        await sleep(50);
      // the receiver stops with the demo
      await Promise.all(attachments.map((attachment) => api.call("PATCH", attachment, { is_enabled: false })));
      server.closeAllConnections();
      server.close();
      return report(arrivals, expected, `${api.url}${path}deliveries/`);
    },
  };
}

const refused = (why: string | null): string =>
  `Deliveries skipped: the server can't reach the demo's webhook receiver (${why}).\n` +
  "To see deliveries, run the server on this machine with ALLOW_PRIVATE_DESTINATIONS=true.";

async function attach(api: Api, { slug }: Form, integrationId: string): Promise<string> {
  const path = `/api/v2/form/${slug}/integrations/`;
  const { id } = await api.call<{ id: string }>("POST", path, {
    integration_id: integrationId,
    events: ["session.completed"],
  });
  return `${path}${id}/`;
}

function arrivalOf(secret: string, body: string, headers: Record<string, string>): Arrival | null {
  const { type, timestamp, data } = JSON.parse(body);
  if (type === "test") return null;
  return {
    title: data.form.title,
    answers: data.session.answers_count,
    delayMs: Date.now() - Date.parse(timestamp),
    is_genuine: isGenuine(secret, body, headers),
  };
}

function isGenuine(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

function report(arrivals: Arrival[], expected: number, log: string): string {
  const genuine = arrivals.filter(({ is_genuine }) => is_genuine).length;
  const lines = arrivals
    .slice(-shown)
    .map(({ title, answers, delayMs }) => `  ${title}: ${answers} answers, ${delayMs} ms after completion`);
  const head = `${arrivals.length} of ${expected} deliveries received, ${genuine} with a valid signature. Latest:`;
  return [head, ...lines, `  log        ${log}`].join("\n");
}
