import { routes } from "../../services/gateway/routes/routes.ts";
import { type AuditAction, auditActions } from "../../shared/api/audit/actions.ts";
import { group } from "../../shared/api/endpoints/endpoint.ts";

/** Left by operators' commands, and by refused requests. */
const besides: readonly AuditAction[] = ["member.added", "access.denied"];

test("each action of the audit log is an endpoint's", () => {
  const named = routes.flatMap(({ audit }) => (audit && !("none" in audit) ? audit : []));
  expect(auditActions.filter((action) => !named.includes(action) && !besides.includes(action))).toEqual([]);
});

test("requests that change something name their entry, or why they leave none", () => {
  const isSilent = ({ auth, method, audit }: (typeof routes)[number]) =>
    auth !== "public" && method !== "GET" && audit === null;
  expect(routes.filter(isSilent).map(({ id }) => id)).toEqual([]);
});

test("a row without its entry doesn't compile", () => {
  const rows = group(
    { tag: "Forms", auth: "caller" },
    {
      "/api/v2/form/{slug}/none/": {
        // @ts-expect-error audit is missing
        POST: { id: "none", title: "None", of: "form", load: "write", needs: ["forms:write"] },
      },
      "/api/v2/form/{slug}/one/": {
        GET: { id: "read", title: "Read", of: "form", load: "read", needs: ["forms:read"] },
        POST: { id: "one", title: "One", of: "form", load: "write", needs: ["forms:write"], audit: ["form.changed"] },
      },
    },
  );
  expect(Object.keys(rows)).toHaveLength(2);
});
