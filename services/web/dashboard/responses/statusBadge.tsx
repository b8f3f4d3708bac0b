import type { SessionStatus } from "../../../../shared/domain/shapes/sessions.ts";
import { Badge } from "../../parts/badge.tsx";
import * as words from "../../strings/en/dashboard/responses.ts";

const kinds = { completed: "good", in_progress: "plain", abandoned: "warning" } as const;

export const StatusBadge = ({ status }: { status: SessionStatus }) => (
  <Badge kind={kinds[status]}>{words.statuses[status]}</Badge>
);
