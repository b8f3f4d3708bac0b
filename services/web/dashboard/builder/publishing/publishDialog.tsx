import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { newUuid } from "../../../respondent/walk/uuid.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { formKey, formsKey } from "../../api/queries/forms.ts";
import { api } from "../../api/service.ts";
import { Changes } from "../changes/changes.tsx";
import { useGraph } from "../editing/useEditor.ts";
import { withEdgeIds } from "../model/ids.ts";
import { type Found, isCut } from "../problems/useProblems.ts";
import type { Saver } from "../saving/saver.ts";
import { ProblemGroups } from "./problemGroups.tsx";

interface Props {
  slug: string;
  saver: Saver;
  found: Found;
  /** the current version's; null: nothing was published yet */
  previous: Graph | null;
  onPublished(version: number): void;
  /** goes to where it is fixed */
  onFix(problem: Problem): void;
  onClose(): void;
}

type State =
  | { kind: "asking" | "publishing" }
  | { kind: "published"; version: number }
  | { kind: "failed"; why: string };

/** What blocks publishing, what should be checked before, and what changes. */
export function PublishDialog({ slug, saver, found, previous, onPublished, onFix, onClose }: Props) {
  const graph = useGraph();
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ kind: "asking" });
  const isLooked = found.graph === graph;
  const errors = found.problems.filter(({ severity }) => severity === "error");
  // a publish whose answer was lost is repeated under its key, so that it makes no second version
  const [attempt, setAttempt] = useState({ graph, key: newUuid(Date.now()) });
  const publish = async () => {
    setState({ kind: "publishing" });
    const isAgain = state.kind === "failed" && attempt.graph === graph;
    const next = isAgain ? attempt : { graph, key: newUuid(Date.now()) };
    setAttempt(next);
    const result = await published(slug, saver, next.key);
    setState(result);
    if (result.kind !== "published") return;
    onPublished(result.version);
    // other pages would still say for seconds that nobody can answer it
    for (const queryKey of [formKey(slug), formsKey, ["versions", slug]])
      void queryClient.invalidateQueries({ queryKey });
  };
  return (
    <Dialog title={words.publishTitle} onClose={onClose} isWide={found.problems.length > 0}>
      {state.kind === "published" ? (
        <>
          <p role="status">{words.published(state.version)}</p>
          <ButtonRow>
            <a className={buttonClass("primary")} href={`/f/${slug}`} target="_blank" rel="noreferrer">
              {words.openForm}
            </a>
            <CopyButton text={`${location.origin}/f/${slug}`} label={words.copyLink} />
          </ButtonRow>
        </>
      ) : (
        <>
          {errors.length > 0 && <p>{words.hasErrors(errors.length, isCut(errors))}</p>}
          <ProblemGroups problems={found.problems} onFix={onFix} />
          {previous ? (
            <Changes
              from={withEdgeIds(previous, graph)}
              to={graph}
              title={words.changes}
              none={words.nothingChanges}
              tellsImpact
            />
          ) : (
            <p>{words.firstVersion}</p>
          )}
          <Button
            look="primary"
            isDisabled={errors.length > 0}
            isPending={state.kind === "publishing" || !isLooked}
            onPress={() => void publish()}
          >
            {state.kind === "publishing" ? words.publishing : isLooked ? words.publishNow : words.looking}
          </Button>
        </>
      )}
      {state.kind === "failed" && <p role="alert">{state.why}</p>}
      <Button onPress={onClose}>{words.close}</Button>
    </Dialog>
  );
}

async function published(slug: string, saver: Saver, idempotencyKey: string): Promise<State> {
  if (!(await saver.settled())) return { kind: "failed", why: words.notSaved };
  try {
    const answer = await api.post("/api/v2/form/{slug}/publish/", { path: { slug }, idempotencyKey });
    if (answer.ok) return { kind: "published", version: answer.data.version_number };
    return { kind: "failed", why: words.notPublished(answer.error.errors?.[0] ?? answer.error.detail) };
  } catch {
    return { kind: "failed", why: words.unreachable };
  }
}
