import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { cardClass } from "../../../ui/card.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { Section } from "../../../ui/section.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { versionsQuery } from "../../api/queries/forms.ts";
import { Differences } from "./differences.tsx";
import styles from "./versions.module.css";

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
      <div className={cardClass}>
        <Differences slug={slug} from={from} to={to} onCompared={onCompared} />
      </div>
    </Section>
  );
}
