import type { Origin } from "../../shared/bus/contract.ts";
import type { Role } from "../../shared/domain/access/capabilities.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { deviceOf } from "./device.ts";
import type { SecurityChange } from "./mail.ts";
import type { AuthService } from "./service.ts";
import { nameOfWorkspace } from "./store/people.ts";

interface Person {
  email: string;
  name: string;
}

/** Emails a person that their sign-in changed, which can't be turned off (teams §20.11). `undo`: a link that undoes it. */
export function tellChange(
  { mail, background }: AuthService,
  to: Person,
  change: SecurityChange,
  origin: Origin | undefined,
  undo?: string,
): void {
  const from = origin && [deviceOf(origin.user_agent), origin.address].filter(Boolean).join(", ");
  const person = { email: to.email, name: to.name };
  background.run("email a person about their sign-in", async () =>
    mail?.sendSecurity(person, change, from ?? null, undo),
  );
}

/** Emails several people, so that one mailbox that refuses harms only its own letter (teams §20.11). */
export async function tellEach<T>(people: readonly T[], send: (to: T) => Promise<unknown>, log: Log): Promise<void> {
  for (const to of people)
    await send(to).catch((error: Error) => log.warn(`Failed to email one of several people: ${error.message}`));
}

export const tellRecoveryCode = (service: AuthService, to: Person, origin: Origin | undefined): void =>
  tellChange(service, to, "recovery_code_used", origin);

/** Emails a person whom single sign-on added to a workspace (teams §20.11). */
export function tellAdded(
  { mail, background, database }: AuthService,
  to: Person,
  accountId: string,
  added: { by: string; role: Role },
): void {
  const person = { email: to.email, name: to.name };
  background.run("email a person about a workspace", async () => {
    const workspace = mail && (await nameOfWorkspace(database.pool, accountId));
    if (workspace) await mail.sendAdded(person, { ...added, workspace });
  });
}
