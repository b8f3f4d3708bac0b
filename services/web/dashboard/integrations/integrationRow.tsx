import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Integration } from "../../../../shared/domain/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Badge } from "../../ui/badge.tsx";
import { timeText } from "../../ui/dates.ts";
import { mutedClass } from "../../ui/muted.ts";
import { readable } from "../../ui/readable.ts";
import { rowClass } from "../../ui/rows.tsx";
import { integrationTypesQuery } from "../api/queries/integrations.ts";
import styles from "./integrations.module.css";

export function IntegrationRow({ integration }: { integration: Integration }) {
  const { id, type, name, last_delivery: last } = integration;
  return (
    <li className={rowClass}>
      <div>
        <h2 className={styles.name}>
          <Link to="/integrations/$type/$id" params={{ type, id }}>
            {name}
          </Link>
        </h2>
        <p className={mutedClass}>{[useTypeTitle(type), targetOf(integration)].filter(Boolean).join(" · ")}</p>
      </div>
      <div>
        <StatusBadge status={integration.status} />
      </div>
      <p className={last?.status === "error" ? styles.failed : mutedClass}>
        {last ? words.lastDelivery(last.status === "success", timeText(last.created)) : words.neverDelivered}
      </p>
    </li>
  );
}

/** What people call a type. */
export function useTypeTitle(type: string): string {
  const { data: types = [] } = useQuery(integrationTypesQuery);
  return types.find((one) => one.type === type)?.title ?? readable(type);
}

/** Where it delivers to, as far as the config shows it. */
function targetOf({ config }: Integration): string {
  return typeof config.url === "string" ? config.url : "";
}

const kinds = { connected: "good", not_connected: "warning", disabled: "danger" } as const;

export const StatusBadge = ({ status }: Pick<Integration, "status">) => (
  <Badge kind={kinds[status]}>{words.statuses[status]}</Badge>
);
