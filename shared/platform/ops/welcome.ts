import type { ServiceBroker } from "moleculer";
import type { EntryOptions } from "../../api/shapes/auth.ts";
import { env } from "../env.ts";

/** Prints the URL and how to get a first API key (decisions §8). */
export async function welcome(broker: ServiceBroker): Promise<void> {
  const gateway = broker.getLocalService("gateway") as { context?: { baseUrl: string } } | undefined;
  const isWhole = broker.getLocalService("auth") !== undefined;
  if (!gateway?.context || !isWhole || env().DATABASE_URL) return;
  const { baseUrl } = gateway.context;
  const { signup_open, setup_required } = await broker.call<EntryOptions>("auth.options");
  process.stdout.write(`
Pathform is ready at ${baseUrl}

${setup_required ? "Create the first account with the setup link above." : signup_open ? firstSteps(baseUrl) : `Sign in at ${baseUrl}/sign-in`}

Press Ctrl+C to stop it.
`);
}

const firstSteps = (baseUrl: string): string =>
  /* words: ok */ `Open ${baseUrl} to create your account. The guides are at ${baseUrl}/docs.

The same by the API (the file pathform.cookie keeps the session):
  curl -c pathform.cookie ${baseUrl}/api/auth/register/ -H 'Content-Type: application/json' \\
    -d '{"email": "you@example.com", "password": "a long password", "name": "You"}'
  curl -b pathform.cookie ${baseUrl}/api/account/api-keys/ -H 'Content-Type: application/json' \\
    -d '{"name": "first"}'`;
