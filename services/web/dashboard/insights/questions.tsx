import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { SearchField } from "../../ui/searchField.tsx";
import { Section } from "../../ui/section.tsx";
import { latestResponsesQuery } from "../api/queries/responses.ts";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { nodesById } from "./distributions.ts";
import { latestAnswers } from "./latestAnswers.ts";
import { useLinks } from "./links.ts";
import { QuestionCard } from "./questionCard.tsx";
import styles from "./questions.module.css";
import { ShowMore } from "./showMore.tsx";

interface Props {
  slug: string;
  filters: SessionFilters;
  questions: readonly QuestionInsight[];
  /** of the version whose questions they are; undefined: not loaded yet */
  graph: Pick<Graph, "nodes"> | undefined;
  /** a card before those of the questions */
  before: ReactNode;
}

const pageSize = 21;

/** A card for each question, found by its title where there are many. */
export function Questions({ slug, filters, questions, graph, before }: Props) {
  const [shown, setShown] = useState(pageSize);
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const nodes = useMemo(() => nodesById(graph), [graph]);
  const hasTexts = questions.some(
    ({ answers, distribution, statistics }) => answers > 0 && !distribution && !statistics,
  );
  const { responsesHref, responseHref, answerHref } = useLinks();
  const href = responsesHref(slug, filters);
  const { data: latest } = useQuery({
    ...latestResponsesQuery(slug, filters),
    enabled: hasTexts && href !== undefined,
  });
  const sought = typed.trim().toLocaleLowerCase();
  const found = questions.filter(({ title }) => title.toLocaleLowerCase().includes(sought));
  const find = questions.length > pageSize && (
    <SearchField label={words.find} hasShortcut={false} search={typed} onSearch={setTyped} />
  );
  if (questions.length === 0) return null;
  return (
    <Section title={words.questions} actions={find}>
      {found.length === 0 && <p role="status">{words.noQuestion}</p>}
      <ul className={styles.cards}>
        {sought === "" && before}
        {found.slice(0, shown).map((question) => (
          <QuestionCard
            key={question.node_id}
            question={question}
            node={nodes.get(question.node_id)}
            latest={latest && latestAnswers(latest.results, question)}
            href={href}
            hrefOf={(value) => answerHref(slug, filters, question.node_id, value)}
            responseHref={(id) => responseHref(slug, id, filters)}
            onOpen={href === undefined ? undefined : () => void navigate({ href })}
          />
        ))}
      </ul>
      <ShowMore shown={shown} all={found.length} step={pageSize} onShow={setShown} />
    </Section>
  );
}
