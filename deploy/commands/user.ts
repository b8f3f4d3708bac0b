import { parseArgs } from "node:util";
import { type EntityManager, UniqueConstraintViolationException } from "@mikro-orm/postgresql";
import { auditAs, firstWorkspace, memberTarget } from "../../services/auth/audit.ts";
import { resetPassword } from "../../services/auth/changePassword.ts";
import { newToken } from "../../services/auth/credentials.ts";
import { authSchema } from "../../services/auth/database.ts";
import { emailSecurityChange, post } from "../../services/auth/letters/post.ts";
import { hashPassword, newPassword } from "../../services/auth/passwords.ts";
import { deletePerson, leavesNoOwner, makeOwner, nameOfWorkspace, placesOf } from "../../services/auth/store/people.ts";
import { deleteSecondFactor } from "../../services/auth/store/secondFactors.ts";
import { insertSignInLink } from "../../services/auth/store/signInLinks.ts";
import { endSignIns } from "../../services/auth/store/signIns.ts";
import { recordUserEvent } from "../../services/auth/store/userEvents.ts";
import { insertAccount, lockFirstAccount } from "../../services/auth/store/users.ts";
import { forgetAuthor } from "../../services/forms/store/accountTables.ts";
import { highestRole } from "../../shared/api/access/roles.ts";
import { changesBetween, operator } from "../../shared/api/audit/entry.ts";
import { RegisterBody } from "../../shared/api/shapes/auth.ts";
import { checker, uuidPattern } from "../../shared/domain/schema.ts";
import { type Database, openDatabase } from "../../shared/platform/database/open.ts";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { env } from "../../shared/platform/env.ts";
import { isProblem } from "../../shared/platform/errors.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import { eraseAccount, schemas, withDatabases } from "./accountData.ts";
import { operatorLog, print, runCommand, say } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/**
 * `npm run user` (decisions §2, §8, teams §20.14): `-- reset` and `-- create` print a generated password, `-- owner` makes a user an
 * owner of a workspace, `-- delete` deletes a user with the workspaces that only they are in, `-- link` prints a link that signs a
 * user in, `-- sign-out` ends their sign-ins, and `-- reset-second-factor` turns their two-step sign-in off.
 */
const usage =
  "Usage: npm run user -- create <email> [--name <name>] | owner <email> <workspace id> | reset|link|sign-out|reset-second-factor|delete <email>";

const checkBody = checker(RegisterBody);

const commands: Record<string, (given: Given) => Promise<void>> = {
  async create({ email, name }) {
    const password = await withAuth((database) => create(database, email, name ?? nameIn(email)));
    say(`Password of the new account ${email}. Change it after signing in.`);
    print(password);
  },
  async reset({ email }) {
    const password = await withAuth((database) => reset(database, email));
    say(`New password for ${email}. The user is signed out on all devices.`);
    print(password);
  },
  async owner({ email, workspace }) {
    await withAuth((database) => promote(database, email, workspace ?? ""));
    print(`${email} is an owner of ${workspace}.`);
  },
  async link({ email }) {
    const link = await withAuth((database) => signInLink(database, email));
    say(`This link signs ${email} in once, within 10 minutes.`);
    print(link);
  },
  async "sign-out"({ email }) {
    await withAuth((database) => signOut(database, email));
    print(`${email} is signed out on all devices.`);
  },
  async "reset-second-factor"({ email }) {
    await withAuth((database) => resetSecondFactor(database, email));
    print(`Two-step sign-in of ${email} is off.`);
  },
  async delete({ email }) {
    await withPostgres(
      Object.values(schemas).map(({ schema }) => schema),
      () => remove(email),
    );
    print(`Deleted user ${email}.`);
  },
};

interface Given {
  email: string;
  name: string | undefined;
  workspace: string | undefined;
}

await runCommand(async () => {
  const { verb, ...given } = read();
  await commands[verb]?.(given);
});

function read(): Given & { verb: string } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { name: { type: "string" } } });
    const [verb = "", email, workspace, ...surplus] = positionals;
    const isKnown = Object.hasOwn(commands, verb) && (verb === "create" || values.name === undefined);
    const isWhole = (commands[verb] === commands.owner) === (workspace !== undefined) && surplus.length === 0;
    if (isKnown && isWhole && email) return { verb, email, workspace, name: values.name };
  } catch {
    // an unknown option
  }
  throw new Error(usage);
}

function withAuth<T>(work: (database: Database) => Promise<T>): Promise<T> {
  return withPostgres([authSchema.schema], async () => {
    const database = await openDatabase(authSchema, operatorLog);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  });
}

/** Returns the part before the @, as a name until the user changes it. */
function nameIn(email: string): string {
  return email.slice(0, email.lastIndexOf("@")).slice(0, 100);
}

async function reset(database: Database, email: string): Promise<string> {
  try {
    return await resetPassword(database, email);
  } catch (error) {
    throw isProblem(error, "NOT_FOUND") ? unknown(email) : error;
  }
}

async function create(database: Database, email: string, name: string): Promise<string> {
  const password = newPassword();
  const errors = checkBody({ email, password, name });
  if (errors.length > 0) throw new Error(`${errors.join(". ")}.`);
  const passwordHash = await hashPassword(password);
  try {
    await database.write(withoutDeadline, async (em) => {
      // a registration with SIGNUP=first doesn't see this account yet
      await lockFirstAccount(em);
      const user = await insertAccount(em, { email, name, password_hash: passwordHash });
      await auditAs(em, { account_id: user.account_id, actor: operator }, firstWorkspace(user));
    });
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? new Error(`${email} is already registered.`) : error;
  }
  return password;
}

/** The way in without a password, or while single sign-on is down (teams §20.14). */
async function signInLink(database: Database, email: string): Promise<string> {
  const person = await personOf(database, email);
  const token = newToken();
  await database.write(withoutDeadline, (em) => insertSignInLink(em, person.user_id, token));
  const { BASE_URL, HOST, PORT } = env();
  return `${(BASE_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, "")}/sign-in?link=${token}`;
}

async function signOut(database: Database, email: string): Promise<void> {
  const person = await personOf(database, email);
  await database.write(withoutDeadline, async (em) => {
    await endSignIns(em, person.user_id, null);
    await recordUserEvent(em, person.user_id, "signed_out", undefined);
  });
}

/** For a person without their phone and recovery codes. They get an email, in case that it isn't them who asked. */
async function resetSecondFactor(database: Database, email: string): Promise<void> {
  const person = await personOf(database, email);
  const wasOn = await database.write(withoutDeadline, async (em) => {
    const isOff = await deleteSecondFactor(em, person.user_id);
    if (isOff) {
      await recordUserEvent(em, person.user_id, "second_factor_off", undefined);
      await emailSecurityChange(em, { id: person.user_id, email, name: "" }, "second_factor_off", undefined);
    }
    return isOff;
  });
  if (!wasOn) throw new Error(`${email} has no two-step sign-in.`);
}

/** For a workspace whose owners are all gone. */
async function promote(database: Database, email: string, workspace: string): Promise<void> {
  const { user_id, name, places } = await personOf(database, email);
  const accountId = workspace.toLowerCase();
  const role = places.find((place) => place.account_id === accountId)?.role ?? null;
  const isDone =
    uuidPattern.test(workspace) &&
    (await database.write(withoutDeadline, async (em) => {
      const isKnown = await makeOwner(em, user_id, accountId);
      const changes = changesBetween({ role }, { role: highestRole });
      const action = role === null ? "member.added" : "member.role_changed";
      const entry = { action, targets: [memberTarget({ user_id, name })], changes } as const;
      if (isKnown && changes.length > 0) {
        await auditAs(em, { account_id: accountId, actor: operator }, entry);
        await mailOwner(em, { id: user_id, email, name }, accountId, role === null);
      }
      return isKnown;
    }));
  if (!isDone) throw new Error(`No workspace with ID ${workspace}.`);
}

/** Emails a person that they are an owner now. Auth sends it. */
async function mailOwner(
  em: EntityManager,
  to: { id: string; email: string; name: string },
  accountId: string,
  isNew: boolean,
): Promise<void> {
  const workspace = (await nameOfWorkspace(em, accountId)) ?? "";
  const about = { by: "An administrator", workspace, role: highestRole } as const;
  await post(em, isNew ? "added" : "roleChange", to, about, { account_id: accountId });
}

async function remove(email: string): Promise<void> {
  await withDatabases(operatorLog, async (databases) => {
    const { user_id, name, places } = await personOf(databases.auth, email);
    const stuck = places.filter(leavesNoOwner);
    if (stuck.length > 0) {
      const names = stuck.map(({ name, account_id }) => `${name} (${account_id})`).join(", ");
      throw new Error(`${email} is the only owner of ${names}. Make another member an owner first.`);
    }
    const files = await openFileStore();
    for (const { account_id } of places.filter(({ others }) => others.length === 0))
      await eraseAccount(databases, files, account_id);
    await forgetAuthor(databases.forms.pool, user_id);
    await databases.auth.write(withoutDeadline, async (em) => {
      for (const { account_id, others } of places)
        if (others.length > 0)
          await auditAs(
            em,
            { account_id, actor: operator },
            { action: "member.removed", targets: [memberTarget({ user_id, name })] },
          );
      await deletePerson(em, user_id);
    });
  });
}

async function personOf({ pool }: Database, email: string) {
  const person = await placesOf(pool, email);
  if (!person) throw unknown(email);
  return person;
}

function unknown(email: string): Error {
  return new Error(`No user with email ${email}.`);
}
