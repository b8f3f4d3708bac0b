import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { newUuid } from "../../../respondent/walk/uuid.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { dateText } from "../../../ui/dates.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { publishForm } from "../../api/publishForm.ts";
import { formKey, formsKey } from "../../api/queries/forms.ts";
import { api } from "../../api/service.ts";
import { changeLines } from "../changes/changeText.ts";
import { useGraph } from "../editing/useEditor.ts";
import { withEdgeIds } from "../model/ids.ts";
import type { PublishedVersion } from "../openForm.ts";
import { type Found, isCut } from "../problems/useProblems.ts";
import type { Saver } from "../saving/saver.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { OtherChanges } from "./otherChanges.tsx";
import { ProblemGroups } from "./problemGroups.tsx";
import styles from "./publishing.module.css";

interface Props {
  slug: string;
  saver: Saver;
  found: Found;
  /** the current version; null before the first one */
  previous: PublishedVersion | null;
  onPublished(version: PublishedVersion): void;
  /** goes to the place of the problem */
  onFix(problem: Problem): void;
  onClose(): void;
}

type State =
  | { kind: "asking" | "publishing" }
  | { kind: "published"; version: number; date: string }
  | { kind: "failed"; why: string };

/** Publishes the draft. Shows what blocks it, what to check and what changes. */
export function PublishDialog(props: Props) {
  const { slug, previous, onClose } = props;
  const [state, publish] = usePublishing(props);
  const isPublished = state.kind === "published";
  // one dialog for both, so that the focus stays in it
  return (
    <Dialog
      title={words.publishTitle(isPublished ? state.version : (previous?.version ?? 0) + 1)}
      onClose={onClose}
      isWide={!isPublished}
      actions={!isPublished && <Button look="plain" icon="x" aria-label={words.close} onPress={onClose} />}
    >
      {isPublished ? (
        <Published slug={slug} version={state.version} onClose={onClose} />
      ) : (
        <Draft {...props} state={state} onPublish={() => void publish()} />
      )}
    </Dialog>
  );
}

interface DraftProps extends Props {
  state: Exclude<State, { kind: "published" }>;
  onPublish(): void;
}

function Draft({ slug, found, previous, onFix, onClose, state, onPublish }: DraftProps) {
  const graph = useGraph();
  const isChecked = found.graph === graph;
  const errors = found.problems.filter(({ severity }) => severity === "error");
  const lines = useChangeLines(previous?.graph ?? null, graph);
  const isPublishing = state.kind === "publishing";
  return (
    <>
      <p className={styles.about}>
        {errors.length > 0
          ? words.hasErrors(errors.length, isCut(errors), previous?.version ?? null)
          : previous
            ? words.changesSince(lines.length, previous.version)
            : words.firstVersion}
      </p>
      <ProblemGroups problems={found.problems} onFix={onFix} />
      <OtherChanges lines={lines.filter(({ why }) => why === null)} />
      {state.kind === "failed" && <p role="alert">{state.why}</p>}
      <footer className={styles.footer}>
        {previous && (
          <Link className={styles.version} to="/forms/$slug/versions" params={{ slug }}>
            <Icon name="history" size={16} />
            {words.lastPublished(previous.version, dateText(previous.date))}
          </Link>
        )}
        <Button onPress={onClose}>{errors.length > 0 ? words.close : words.cancel}</Button>
        <Button
          look="primary"
          icon="rocket"
          isDisabled={errors.length > 0}
          isPending={isPublishing || !isChecked}
          onPress={onPublish}
        >
          {isPublishing ? words.publishing : isChecked ? words.publishNow : words.looking}
        </Button>
      </footer>
    </>
  );
}

/** Returns the state of publishing, and a function that publishes. */
function usePublishing({ slug, saver, onPublished }: Props): [State, () => Promise<void>] {
  const graph = useGraph();
  const queryClient = useQueryClient();
  const [state, setState] = useState<State>({ kind: "asking" });
  // a publish whose response was lost is repeated with its key, so that it makes no second version
  const [attempt, setAttempt] = useState({ graph, key: newUuid(Date.now()) });
  const publish = async () => {
    setState({ kind: "publishing" });
    const isAgain = state.kind === "failed" && attempt.graph === graph;
    const next = isAgain ? attempt : { graph, key: newUuid(Date.now()) };
    setAttempt(next);
    const result = await published(slug, saver, next.key);
    setState(result);
    if (result.kind !== "published") return;
    onPublished({ graph, version: result.version, date: result.date });
    // other pages would call the form unpublished until they read it again
    for (const queryKey of [formKey(slug), formsKey, ["versions", slug]])
      void queryClient.invalidateQueries({ queryKey });
  };
  return [state, publish];
}

interface PublishedProps {
  slug: string;
  version: number;
  onClose(): void;
}

const Published = ({ slug, version, onClose }: PublishedProps) => (
  <>
    <p role="status">{words.published(version)}</p>
    <footer className={styles.footer}>
      <a className={buttonClass("primary")} href={`/f/${slug}`} target="_blank" rel="noreferrer">
        {words.openForm}
      </a>
      <CopyButton text={`${location.origin}/f/${slug}`} label={words.copyLink} />
      <Button onPress={onClose}>{words.close}</Button>
    </footer>
  </>
);

function useChangeLines(older: Graph | null, graph: Graph) {
  const table = useQuestionTable();
  if (!older) return [];
  const from = withEdgeIds(older, graph);
  return changeLines(diff({ graph: from }, { graph }), { older: from, newer: graph, table });
}

async function published(slug: string, saver: Saver, idempotencyKey: string): Promise<State> {
  if (!(await saver.settled())) return { kind: "failed", why: words.notSaved };
  try {
    const answer = await publishForm(api, slug, idempotencyKey);
    if (answer.ok) {
      const { version_number: version, published_at: date } = answer.data;
      return { kind: "published", version, date };
    }
    return { kind: "failed", why: words.notPublished(answer.error.errors?.[0] ?? answer.error.detail) };
  } catch {
    return { kind: "failed", why: words.unreachable };
  }
}
