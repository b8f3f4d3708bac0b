import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/assistants.ts";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { keysQuery } from "../api/queries/developers.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import type { Permits } from "./assistant.ts";
import { Recent } from "./assistantRecent.tsx";
import { AssistantSetUp, type Choice } from "./assistantSetUp.tsx";
import styles from "./assistants.module.css";
import { AssistantTools } from "./assistantToolsCard.tsx";
import { isWithin, presets, scopesOf } from "./permissions.ts";

/** Until a key is used, and for what it did since. */
const lookAgainMs = 5000;

/** `/developers/assistants` */
export function AssistantsPage() {
  const can = useCan();
  const canList = can("account:read");
  const { data: user } = useQuery(currentUser);
  const offered = [
    ...(["build", "read"] as const).filter((name) => isWithin(presets[name], can)),
    ...(canList ? (["existing"] as const) : []),
  ];
  const [choice = offered[0] ?? "build", setChoice] = useState<Choice>();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [existing, setExisting] = useState<string | null>(null);
  const { data } = useQuery({
    ...keysQuery({ search: "", status: "active", page: 1 }),
    enabled: canList,
    refetchInterval: lookAgainMs,
  });
  const keys = data?.results ?? [];
  const chosen = choice === "existing" ? (existing ?? keys[0]?.id) : created?.id;
  const key: ApiKey | null = keys.find(({ id }) => id === chosen) ?? (choice === "existing" ? null : created);
  const permits = key ?? permitsOf(choice);
  return (
    <Page title={words.title} guide="assistants">
      <p className={introClass}>{words.intro(user?.workspace?.name ?? "")}</p>
      <div className={styles.columns}>
        <AssistantSetUp
          offered={offered}
          choice={choice}
          created={created}
          current={key}
          keys={keys}
          onChoice={setChoice}
          onCreated={setCreated}
          onKey={setExisting}
        />
        <div className={styles.side}>
          <AssistantTools permits={permits} />
          {key && can("audit:read") && <Recent keyId={key.id} lookAgainMs={lookAgainMs} />}
          <p className={styles.strangers}>
            {words.strangers.start}
            <strong>{words.strangers.strong}</strong>
            {words.strangersEnd}
          </p>
        </div>
      </div>
    </Page>
  );
}

const permitsOf = (choice: Choice): Permits => ({
  scopes: choice === "existing" ? [] : scopesOf(presets[choice], false),
  form_ids: null,
});
