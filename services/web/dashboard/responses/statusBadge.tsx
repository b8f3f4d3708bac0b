import type { SessionStatus } from "../../../../shared/api/shapes/sessions.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Badge } from "../../ui/badge.tsx";

const kinds = { completed: "good", in_progress: "plain", abandoned: "warning" } as const;

export const StatusBadge = ({ status }: { status: SessionStatus }) => (
  <Badge kind={kinds[status]}>{words.statuses[status]}</Badge>
);
