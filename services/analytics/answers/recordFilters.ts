import type { ResponsesQuery } from "../../../shared/api/shapes/sessions.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import type { Labels } from "./labels.ts";

/** 400 for filters by answers to records, which have no single value to compare (features §18.2). */
export async function refuseRecordFilters(
  labels: Labels,
  { form_id, current_version }: Pick<FormReference, "form_id" | "current_version">,
  { answer = {}, version = current_version ?? undefined }: Pick<ResponsesQuery, "answer" | "version">,
): Promise<void> {
  const nodeIds = Object.keys(answer);
  if (nodeIds.length === 0 || version === undefined) return;
  const questionOf = await labels.get(form_id, version);
  const refused = nodeIds.filter((nodeId) => questionOf(nodeId)?.fields);
  if (refused.length > 0) throw invalid(refused.map((nodeId) => `answer.${nodeId}: can't be a records question`));
}
