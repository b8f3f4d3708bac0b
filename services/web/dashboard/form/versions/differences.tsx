import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Loaded, Skeleton } from "../../../ui/loaded.tsx";
import { versionQuery } from "../../api/queries/forms.ts";
import { draftQuery } from "../../api/queries/versions.ts";

/** Loaded on demand: comparing needs the code of every question type, and the list of versions doesn't wait for it. */
const loadChanges = () => import("./changes.tsx");
const Changes = lazy(loadChanges);

/** Returns true if a version in the URL doesn’t exist. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

interface Props {
  slug: string;
  from: number;
  to: number | "draft";
  /** Called when the changes are known, or can't be. */
  onCompared?(isCompared: boolean): void;
}

/** The changes from one version to another, or to the draft. */
export function Differences({ slug, from, to, onCompared }: Props) {
  // loads at the same time as the graphs; a failure shows where the changes would
  useEffect(() => void loadChanges().catch(() => undefined), []);
  const older = useQuery(versionQuery(slug, from));
  const draft = useQuery({ ...draftQuery(slug), enabled: to === "draft" });
  const version = useQuery({ ...versionQuery(slug, to === "draft" ? from : to), enabled: to !== "draft" });
  const isFailed = older.isError || draft.isError || version.isError;
  useEffect(() => {
    if (isFailed) onCompared?.(true);
  }, [isFailed, onCompared]);
  const missing = isMissing(older.error) ? from : isMissing(version.error) ? to : null;
  if (typeof missing === "number") return <MissingVersion number={missing} />;
  const show = (newer: { graph: unknown }) => (
    <Loaded query={older}>
      {({ graph }) => (
        <>
          <Changes older={graph as Graph} newer={newer.graph as Graph} />
          <Shown onShown={onCompared} />
        </>
      )}
    </Loaded>
  );
  return (
    <Suspense fallback={<Skeleton />}>
      {to === "draft" ? <Loaded query={draft}>{show}</Loaded> : <Loaded query={version}>{show}</Loaded>}
    </Suspense>
  );
}

/** Says that what stands before it is drawn. */
function Shown({ onShown }: { onShown: Props["onCompared"] }) {
  useEffect(() => onShown?.(true), [onShown]);
  return null;
}

const MissingVersion = ({ number }: { number: number }) => (
  <EmptyState icon="history" title={words.missingTitle(number)} text={words.missingText}>
    <Link from="/forms/$slug/versions" to="." search={({ page }) => ({ page })}>
      {words.compareCurrent}
    </Link>
  </EmptyState>
);
