import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey, CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/assistants.ts";
import { Loaded } from "../../ui/loaded.tsx";
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
  const canList = useCan()("account:read");
  const { data: user } = useQuery(currentUser);
  const query = useQuery({
    ...keysQuery({ search: "", status: "active", page: 1 }),
    enabled: canList,
    refetchInterval: lookAgainMs,
  });
  return (
    <Page title={words.title} guide="assistants">
      <p className={introClass}>{words.intro(user?.workspace?.name ?? "")}</p>
      {canList ? (
        <Loaded query={query}>{({ results }) => <Columns keys={results} offersExisting />}</Loaded>
      ) : (
        <Columns keys={[]} />
      )}
    </Page>
  );
}

interface ColumnsProps {
  /** active ones */
  keys: readonly ApiKey[];
  offersExisting?: boolean;
}

function Columns({ keys, offersExisting = false }: ColumnsProps) {
  const can = useCan();
  const offered = [
    ...(["build", "read"] as const).filter((name) => isWithin(presets[name], can)),
    ...(offersExisting ? (["existing"] as const) : []),
  ];
  const [choice = offered[0] ?? "build", setChoice] = useState<Choice>();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [existing, setExisting] = useState<string | null>(null);
  const chosen = choice === "existing" ? (existing ?? keys[0]?.id) : created?.id;
  const key: ApiKey | null = keys.find(({ id }) => id === chosen) ?? (choice === "existing" ? null : created);
  return (
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
        <AssistantTools permits={key ?? permitsOf(choice)} />
        {key && can("audit:read") && <Recent keyId={key.id} lookAgainMs={lookAgainMs} />}
        <p className={styles.strangers}>
          {words.strangers.start}
          <strong>{words.strangers.strong}</strong>
          {words.strangers.end}
        </p>
      </div>
    </div>
  );
}

const permitsOf = (choice: Choice): Permits => ({
  scopes: choice === "existing" ? [] : scopesOf(presets[choice], false),
  form_ids: null,
});
