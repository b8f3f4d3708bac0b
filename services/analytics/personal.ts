import { readsPersonal } from "../../shared/api/access/allows.ts";
import type { Caller, FormReference } from "../../shared/bus/contract.ts";
import { checkRights } from "../../shared/platform/access.ts";
import { personalNodes } from "./store/personal.ts";
import type { Readable } from "./store/read.ts";

/** Guards of personal data in reads of responses (wants §21.5). */

/** Nodes whose answers a read leaves out. Null if it leaves out nothing. */
export type Omitted = ReadonlySet<string> | null;

type Form = Pick<FormReference, "form_id">;

/** Returns what to leave out, because the request asks for it or the caller may not read it. */
export async function omittedFor(
  reader: Readable,
  caller: Caller,
  form: Form,
  personal: "omit" | undefined,
): Promise<Omitted> {
  if (personal !== "omit" && readsPersonal(caller, form)) return null;
  return new Set(await personalNodes(reader, form.form_id));
}

interface Asked {
  search?: string | null | undefined;
  reference?: string | undefined;
  answer?: Readonly<Record<string, string>> | undefined;
}

/** Throws 403 for filters that would tell a caller which responses have personal data that they may not read. */
export async function checkFilters(
  reader: Readable,
  caller: Caller,
  form: Form,
  { search, reference, answer = {} }: Asked,
): Promise<void> {
  if (readsPersonal(caller, form)) return;
  const personal = new Set(await personalNodes(reader, form.form_id));
  const isAnonymous = !search && reference === undefined && Object.keys(answer).every((id) => !personal.has(id));
  if (!isAnonymous) checkRights({ ...caller, needs: ["responses:read"] }, form);
}
