import { capabilities } from "../../../shared/api/access/capabilities.ts";
import type { NewLink } from "../../../shared/api/shapes/links.ts";
import type { Params, Result } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { type Process, type Stage, startSessions } from "./stage.ts";

/** A stage whose forms are found as the forms service finds them. */
export async function startLinks(processes = 1): Promise<Stage> {
  const stage = await startSessions(processes);
  for (const { service } of stage.processes) {
    service.broker.createService({
      name: "forms",
      actions: {
        async locate({ params }: { params: Params<"forms.locate"> }): Promise<Result<"forms.locate">> {
          const { rows } = await stage.database.query(
            "select form_id, slug, title, version_number as current_version from sessions.live_forms where slug = $1",
            [params.slug],
          );
          return rows[0];
        },
      },
    });
    await service.broker.waitForServices("forms");
  }
  return stage;
}

/** Stands for integrations, which ends emails of links. */
export interface LinkMails {
  /** the ids of the links */
  ended: string[];
  isDown: boolean;
}

export function startLinkMails({ processes }: Stage): LinkMails {
  const mails: LinkMails = { ended: [], isDown: false };
  processes[0]?.service.broker.createService({
    name: "integrations",
    actions: {
      cancelMailsOfLinks({ params }: { params: Params<"integrations.cancelMailsOfLinks"> }): null {
        mails.ended.push(...params.link_ids);
        if (mails.isDown) throw new Error("down");
        return null;
      },
    },
  } as never);
  return mails;
}

export const owner: Caller = {
  account_id: "00000000-0000-4000-8000-000000000001",
  user_id: "00000000-0000-4000-8000-000000000002",
  key_id: null,
  role: "owner",
  capabilities: [...capabilities],
  forms: null,
};

/** A color, then the end. The welcome text recalls one hidden field, a rule reads another, and nothing reads the third. */
export const invitation = () =>
  ({
    ...graphOf(
      [
        { ...node("welcome", "welcome_screen"), data: { title: "Hi {{hidden:name}}", config: {} } },
        node("color", "multiple_choice", {
          options: [
            { value: "red", label: "Red" },
            { value: "blue", label: "Blue" },
          ],
        }),
        node("age", "number", { min: 0 }),
        end(),
      ],
      [
        edge("welcome", "color"),
        edge("color", "age", { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" } as never),
        edge("color", "end"),
        edge("age", "end"),
      ],
      { hidden_fields: ["name", "plan", "crm"] },
    ),
  }) as unknown as Graph;

const baseUrl = "https://forms.example.com";

export const createLinks = async ({ call }: Pick<Process, "call">, slug: string, links: NewLink[], caller = owner) =>
  (await call("sessions.createLinks", { caller, slug, body: { links }, base_url: baseUrl })).results;

export const tokenOf = ({ url }: { url: string | null }): string => new URL(url ?? "").searchParams.get("link") ?? "";

export const listLinks = (
  { call }: Pick<Process, "call">,
  slug: string,
  { search = null, ordering = "-created", limit = 20, offset = 0, caller = owner, ...query }: Listing = {},
) =>
  call("sessions.listLinks", {
    ...{ caller, slug, query, base_url: baseUrl },
    paging: {
      ...{ limit, offset, search },
      ordering: { field: ordering.replace("-", ""), descending: ordering.startsWith("-") },
    },
  });
type Listing = Partial<Params<"sessions.listLinks">["query"]> & {
  search?: string | null;
  ordering?: string;
  limit?: number;
  offset?: number;
  caller?: Caller;
};

/** Starts by a link. `id`: chosen by the client. */
export const startBy = (
  { call }: Pick<Process, "call">,
  slug: string,
  link: string,
  { id, ...body }: StartFields = {},
) =>
  call("sessions.start", {
    slug,
    session_id: id ?? crypto.randomUUID(),
    body: { ...body, link, ...(id !== undefined && { id }) },
    user_agent: null,
  });
interface StartFields {
  id?: string;
  hidden?: Record<string, string>;
  language?: string;
  if_running?: boolean;
  resume_key?: string;
}
