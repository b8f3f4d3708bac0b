import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parametersOf } from "../../../../../shared/api/parameters.ts";
import type { AuditFilters } from "../../../../../shared/api/shapes/audit.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const auditPageSize = 50;

export type AuditView = AuditFilters & { page: number };

export const auditQuery = (workspace: string, view: AuditView) =>
  queryOptions({
    queryKey: ["audit", workspace, view],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/workspaces/{id}/audit/", {
          path: { id: workspace },
          query: { ...view, limit: auditPageSize },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Returns the path of a download with the entries of all pages. */
export function auditExportPath(workspace: string, { page: _, ...filters }: AuditView, format: "csv" | "json"): string {
  return `/api/workspaces/${workspace}/audit/export/?${new URLSearchParams(parametersOf({ ...filters, format }))}`;
}
