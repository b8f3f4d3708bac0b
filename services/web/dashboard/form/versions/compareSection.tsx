import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { cardClass } from "../../../ui/card.ts";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { Loaded, Skeleton } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Section } from "../../../ui/section.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { versionQuery, versionsQuery } from "../../api/queries/forms.ts";
import { draftQuery } from "../../api/queries/versions.ts";
import styles from "./versions.module.css";

/** Loaded on demand: comparing needs the code of every question type, and the list of versions doesn't wait for it. */
const loadChanges = () => import("./changes.tsx");
const Changes = lazy(loadChanges);

/** Returns true if a version in the URL doesn’t exist. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Option keys with a prefix: JavaScript sorts keys of digits only. */
const optionOf = (number: number): string => `v${number}`;
const numberOf = (option: string): number => Number(option.slice(1));

interface Props {
  form: FormDetail;
  current: number;
  /** Called when the changes are known, or can't be. */
  onCompared(isCompared: boolean): void;
}

/** The changes between two versions of a form, or a version and the draft. */
export function CompareSection({ form: { slug }, current, onCompared }: Props) {
  const search = useSearch({ from: "/layout/forms/$slug/versions" });
  const navigate = useNavigate({ from: "/forms/$slug/versions" });
  const { from = current, to = "draft" } = search;
  const { data } = useQuery(versionsQuery(slug));
  const numbers = new Set([...(data?.results ?? []).map(({ version_number: number }) => number), from]);
  if (to !== "draft") numbers.add(to);
  const options = Object.fromEntries(
    [...numbers].sort((a, b) => b - a).map((number) => [optionOf(number), words.version(number)]),
  );
  const change = (picked: { from?: number; to?: number | "draft" }) =>
    navigate({ search: { ...search, ...picked }, replace: true });
  return (
    <Section title={words.compare}>
      <div className={styles.pair}>
        <SelectField
          label={words.from}
          value={optionOf(from)}
          options={options}
          onChange={(option) => change({ from: numberOf(option) })}
        />
        <SelectField
          label={words.to}
          value={to === "draft" ? to : optionOf(to)}
          options={{ draft: words.draft, ...options }}
          onChange={(option) => change({ to: option === "draft" ? option : numberOf(option) })}
        />
      </div>
      {data && data.count > data.results.length && <p className={mutedClass}>{words.older(data.results.length)}</p>}
      <Differences slug={slug} from={from} to={to} onCompared={onCompared} />
    </Section>
  );
}

interface DifferencesProps extends Pick<Props, "onCompared"> {
  slug: string;
  from: number;
  to: number | "draft";
}

function Differences({ slug, from, to, onCompared }: DifferencesProps) {
  // loads at the same time as the graphs; a failure shows where the changes would
  useEffect(() => void loadChanges().catch(() => undefined), []);
  const older = useQuery(versionQuery(slug, from));
  const draft = useQuery({ ...draftQuery(slug), enabled: to === "draft" });
  const version = useQuery({ ...versionQuery(slug, to === "draft" ? from : to), enabled: to !== "draft" });
  const isFailed = older.isError || draft.isError || version.isError;
  useEffect(() => {
    if (isFailed) onCompared(true);
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
    <div className={cardClass}>
      <Suspense fallback={<Skeleton />}>
        {to === "draft" ? <Loaded query={draft}>{show}</Loaded> : <Loaded query={version}>{show}</Loaded>}
      </Suspense>
    </div>
  );
}

/** Says that what stands before it is drawn. */
function Shown({ onShown }: { onShown: Props["onCompared"] }) {
  useEffect(() => onShown(true), [onShown]);
  return null;
}

const MissingVersion = ({ number }: { number: number }) => (
  <EmptyState title={words.missingTitle(number)} text={words.missingText}>
    <Link from="/forms/$slug/versions" to="." search={({ page }) => ({ page })}>
      {words.compareCurrent}
    </Link>
  </EmptyState>
);
