import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import type { Condition } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { questionsQuery } from "../api/queries/mails.ts";
import styles from "./mails.module.css";

const ConditionField = lazyPart(() => import("./conditionField.tsx"), "ConditionField");

interface Props {
  slug: string;
  condition: Condition | null;
  onChange(condition: Condition | null): void;
}

/** The condition editor with the form's questions. */
export function LazyCondition({ slug, condition, onChange }: Props) {
  const query = useQuery(questionsQuery(slug));
  return (
    <fieldset className={styles.condition}>
      <legend>{words.condition}</legend>
      <p className={mutedClass}>{condition ? words.conditionText : words.noCondition}</p>
      <Loaded query={query} skeleton={<p>{words.loading}</p>}>
        {(graph) =>
          graph ? (
            <Suspense fallback={<p>{words.loading}</p>}>
              <ConditionField graph={graph} condition={condition} onChange={onChange} />
            </Suspense>
          ) : (
            <p>{words.noQuestions}</p>
          )
        }
      </Loaded>
    </fieldset>
  );
}
