import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Condition } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { questionsQuery } from "../api/queries/mails.ts";

const ConditionField = lazy(async () => ({ default: (await import("./conditionField.tsx")).ConditionField }));

interface Props {
  slug: string;
  condition: Condition | null;
  onChange(condition: Condition | null): void;
}

/** The condition editor with the form's questions. */
export function LazyCondition({ slug, condition, onChange }: Props) {
  const query = useQuery(questionsQuery(slug));
  return (
    <fieldset>
      <legend>{words.condition}</legend>
      <p>{condition ? words.conditionText : words.noCondition}</p>
      <Loaded query={query}>
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
