import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import { versionQuery, versionsQuery } from "../../../api/queries/forms.ts";
import { draftQuery } from "../../../api/queries/versions.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { SelectField } from "../../../parts/selectField.tsx";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { ChangeList } from "../../builder/publishing/changeList.tsx";
import styles from "./versions.module.css";

/** as many as there is room for; a page that compares shows more than a dialog */
const changesShown = 500;

/** Names of digits alone would be sorted by JavaScript: oldest first. */
const optionOf = (number: number): string => `v${number}`;
const numberOf = (option: string): number => Number(option.slice(1));

/** What is different between any two of a form's versions, or one and the draft. */
export function CompareSection({ form: { slug }, current }: { form: FormDetail; current: number }) {
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
      {data && data.count > data.results.length && <p className={styles.muted}>{words.older(data.results.length)}</p>}
      <Differences slug={slug} from={from} to={to} />
    </Section>
  );
}

function Differences({ slug, from, to }: { slug: string; from: number; to: number | "draft" }) {
  const older = useQuery(versionQuery(slug, from));
  const draft = useQuery({ ...draftQuery(slug), enabled: to === "draft" });
  const version = useQuery({ ...versionQuery(slug, to === "draft" ? from : to), enabled: to !== "draft" });
  const show = (newer: { graph: unknown }) => (
    <Loaded query={older}>{({ graph }) => <Changes older={graph as Graph} newer={newer.graph as Graph} />}</Loaded>
  );
  return (
    <div className={styles.changes}>
      {to === "draft" ? <Loaded query={draft}>{show}</Loaded> : <Loaded query={version}>{show}</Loaded>}
    </div>
  );
}

function Changes({ older, newer }: { older: Graph; newer: Graph }) {
  const changes = diff({ graph: older }, { graph: newer });
  return (
    <>
      <p role="status" className={styles.count}>
        {changes.length === 0 ? words.same : words.changes(changes.length)}
      </p>
      {changes.length > 0 && (
        <ChangeList changes={changes} older={older} newer={newer} limit={changesShown} tellsImpact />
      )}
    </>
  );
}
