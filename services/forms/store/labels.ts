import type { EntityManager } from "@mikro-orm/postgresql";
import { visibleForms } from "../../../shared/api/access/allows.ts";
import { type Label, labelListLimit } from "../../../shared/api/shapes/forms.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { labelKey } from "../../../shared/domain/labels.ts";
import { rows } from "../../../shared/platform/database/rows.ts";

/** Returns the labels of the active forms that the caller can see, by name. Spellings count apart (wants §21.3). */
export async function labelsOf(em: EntityManager, caller: Caller): Promise<Label[]> {
  const found = await rows<Label>(
    em,
    `select label, count(*)::integer as forms_count from forms.forms f, unnest(f.labels) as label
      where f.account_id = $1 and f.is_active and ($2::uuid[] is null or f.id = any($2))
      group by label order by label limit $3`,
    [caller.account_id, visibleForms(caller, "forms:read"), labelListLimit],
  );
  return found.toSorted((a, b) => compare(labelKey(a.label), labelKey(b.label)) || compare(a.label, b.label));
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
