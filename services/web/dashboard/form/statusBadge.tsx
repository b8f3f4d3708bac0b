import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import * as words from "../../strings/en/dashboard/form.ts";
import { Badge, type BadgeKind } from "../../ui/badge.tsx";
import { availabilityOf } from "./availability.ts";

/** Whether people can answer the form now, and whether its draft is ahead of what they see. */
export function StatusBadge({ form }: { form: FormDetail }) {
  const availability = availabilityOf(form, Date.now());
  if (availability === "open" && form.has_unpublished_changes) {
    return <Badge kind="warning">{words.unpublishedChanges}</Badge>;
  }
  const kind: BadgeKind = availability === "open" ? "good" : availability === "early" ? "warning" : "plain";
  return <Badge kind={kind}>{words.availability[availability]}</Badge>;
}
