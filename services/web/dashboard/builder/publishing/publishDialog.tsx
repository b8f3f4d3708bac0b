import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { newUuid } from "../../../respondent/walk/uuid.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { dateText } from "../../../ui/dates.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { publishForm } from "../../api/publishForm.ts";
import { formKey, formsKey } from "../../api/queries/forms.ts";
import { renamedQuery } from "../../api/queries/renamed.ts";
import { api } from "../../api/service.ts";
import { outlineOf } from "../../templates/outline.ts";
import { type ChangeLine, changeLines } from "../changes/changeText.ts";
import { useGraph } from "../editing/useEditor.ts";
import { withEdgeIds } from "../model/ids.ts";
import type { PublishedVersion } from "../openForm.ts";
import type { DryRun } from "../problems/dryRun.ts";
import { ProblemGroups } from "../problems/problemGroups.tsx";
import { type Found, isCut } from "../problems/useProblems.ts";
import type { Saver } from "../saving/saver.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { OtherChanges } from "./otherChanges.tsx";
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
  /** opens the preview with the answers that cause a problem, where the page has one */
  onPlay?(run: DryRun): void;
  onClose(): void;
}

type State =
  | { kind: "asking" | "publishing" }
  | { kind: "published"; version: number; date: string }
  | { kind: "failed"; why: string };

/** Publishes the draft. Shows what blocks it, what to check and what changes, and afterwards the link. */
export function PublishDialog(props: Props) {
  const { slug, previous, onClose } = props;
  const body = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  const keepHeight = () => setHeight(body.current?.offsetHeight);
  const [state, publish] = usePublishing(props, keepHeight);
  const isPublished = state.kind === "published";
  const lines = useChangeLines(slug, previous, useGraph());
  const title = previous && lines?.length === 0 ? words.upToDate : words.publishTitle;
  // one dialog for both, so that the focus and its size stay
  return (
    <Dialog
      title={isPublished ? words.live(state.version) : title(previous?.version ?? 0)}
      guide="publish"
      onClose={onClose}
      isWide
      actions={<Button look="plain" icon="x" aria-label={words.close} onPress={onClose} />}
    >
      <div ref={body} className={styles.body} style={{ minBlockSize: isPublished ? height : undefined }}>
        {isPublished ? <Live slug={slug} version={state.version} /> : <Review {...props} state={state} lines={lines} />}
      </div>
      {isPublished ? (
        <LiveFooter slug={slug} onClose={onClose} />
      ) : (
        <ReviewFooter {...props} state={state} lines={lines} onPublish={() => void publish()} />
      )}
    </Dialog>
  );
}

interface ReviewProps extends Props {
  state: Exclude<State, { kind: "published" }>;
  /** changes since the current version; null until they are known */
  lines: readonly ChangeLine[] | null;
}

const errorsOf = ({ problems }: Found) => problems.filter(({ severity }) => severity === "error");

function Review({ slug, found, previous, onFix, onPlay, state, lines }: ReviewProps) {
  const errors = errorsOf(found);
  const since = previous && (lines ? words.changesSince(lines.length, previous.version) : words.looking);
  const about = since ?? words.firstVersion;
  return (
    <>
      <p className={styles.about}>
        {errors.length > 0 ? words.hasErrors(errors.length, isCut(errors), previous?.version ?? null) : about}
      </p>
      {errors.length === 0 &&
        (previous ? lines?.length === 0 && <FormLink slug={slug} /> : <FirstVersion slug={slug} />)}
      <ProblemGroups problems={found.problems} onFix={onFix} {...(onPlay && { onPlay })} />
      {lines && <OtherChanges lines={lines} />}
      {state.kind === "failed" && <p role="alert">{state.why}</p>}
    </>
  );
}

/** Counts of the form, how long it takes, and its link. */
function FirstVersion({ slug }: { slug: string }) {
  const { groups, ends, minutes } = outlineOf(useGraph());
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <>
      <ul className={styles.facts}>
        {[words.questions(count), words.ends(ends.length), words.minutes(minutes)].map((fact) => (
          <li key={fact}>
            <Icon name="circle-check" size={16} />
            {fact}
          </li>
        ))}
      </ul>
      <FormLink slug={slug} />
    </>
  );
}

function ReviewFooter({
  slug,
  found,
  previous,
  onClose,
  state,
  lines,
  onPublish,
}: ReviewProps & { onPublish(): void }) {
  const isChecked = found.graph === useGraph() && lines !== null;
  const hasErrors = errorsOf(found).length > 0;
  const isUpToDate = previous !== null && lines?.length === 0;
  const isPublishing = state.kind === "publishing";
  const last = previous && (
    <Link className={styles.version} to="/forms/$slug/versions" params={{ slug }}>
      <Icon name="history" size={16} />
      {words.lastPublished(previous.version, dateText(previous.date))}
    </Link>
  );
  return (
    <DialogFooter aside={last}>
      <Button onPress={onClose}>{hasErrors || isUpToDate ? words.close : words.cancel}</Button>
      <Button
        look="primary"
        icon="rocket"
        isDisabled={hasErrors || isUpToDate}
        isPending={isPublishing || !isChecked}
        onPress={onPublish}
      >
        {isPublishing ? words.publishing : isChecked ? words.publishNow : words.looking}
      </Button>
    </DialogFooter>
  );
}

/** Returns the state of publishing, and a function that publishes. `onEnding`: called before the outcome is shown. */
function usePublishing({ slug, saver, onPublished }: Props, onEnding: () => void): [State, () => Promise<void>] {
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
    onEnding();
    setState(result);
    if (result.kind !== "published") return;
    onPublished({ graph, version: result.version, date: result.date });
    // other pages would call the form unpublished until they read it again
    for (const queryKey of [formKey(slug), formsKey, ["versions", slug]])
      void queryClient.invalidateQueries({ queryKey });
  };
  return [state, publish];
}

const linkOf = (slug: string): string => `${location.origin}/f/${slug}`;

const Live = ({ slug, version }: { slug: string; version: number }) => (
  <div className={styles.live}>
    <span className={styles.check}>
      <Icon name="circle-check" size={28} />
    </span>
    <p role="status">
      <span className="visually-hidden">{words.liveSpoken(version)} </span>
      {words.liveText}
    </p>
    <FormLink slug={slug} />
  </div>
);

const FormLink = ({ slug }: { slug: string }) => (
  <div className={`${styles.link} labels-hidden`}>
    <TextField
      label={words.link}
      value={linkOf(slug)}
      isReadOnly
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
    />
    <CopyButton icon="copy" text={linkOf(slug)} label={words.copyLink} />
  </div>
);

/** Gives the link the focus of the button that is gone. */
const focus = (link: HTMLElement | null): void => link?.focus();

const LiveFooter = ({ slug, onClose }: { slug: string; onClose(): void }) => (
  <DialogFooter>
    <Button onPress={onClose}>{words.close}</Button>
    <Link className={buttonClass("quiet")} to="/forms/$slug/share" params={{ slug }}>
      {words.share}
    </Link>
    <a ref={focus} className={buttonClass("primary")} href={`/f/${slug}`} target="_blank" rel="noreferrer">
      {words.openForm}
    </a>
  </DialogFooter>
);

/** Returns the changes since the current version. Null until it is read whether the form was renamed. */
function useChangeLines(slug: string, previous: PublishedVersion | null, graph: Graph): ChangeLine[] | null {
  const table = useQuestionTable();
  const renamed = useQuery({ ...renamedQuery(slug, previous?.version ?? 0), enabled: previous !== null });
  if (!previous) return [];
  if (renamed.isPending) return null;
  const older = withEdgeIds(previous.graph, graph);
  const changes = [...(renamed.data ?? []), ...diff({ graph: older }, { graph })];
  return changeLines(changes, { older, newer: graph, table });
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
