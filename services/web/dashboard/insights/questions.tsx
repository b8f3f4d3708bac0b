import { useMemo, useState } from "react";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { QuestionInsight } from "../../../../shared/domain/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { cardClass } from "../../ui/card.ts";
import { useFollow } from "../../ui/follow.ts";
import { mutedClass } from "../../ui/muted.ts";
import { Section } from "../../ui/section.tsx";
import { TextField } from "../../ui/textField.tsx";
import { readable } from "../builder/types/names.ts";
import { answerHref, responsesHref, type SessionFilters } from "../form/sessionFilters.ts";
import { Answers } from "./answers.tsx";
import { nodesById } from "./distributions.ts";
import styles from "./insights.module.css";
import { ShowMore } from "./showMore.tsx";

interface Props {
  slug: string;
  filters: SessionFilters;
  questions: readonly QuestionInsight[];
  /** of the version whose questions they are; undefined: not known yet */
  graph: Pick<Graph, "nodes"> | undefined;
}

const pageSize = 20;

export function Questions({ slug, filters, questions, graph }: Props) {
  const [shown, setShown] = useState(pageSize);
  const [typed, setTyped] = useState("");
  const nodes = useMemo(() => nodesById(graph), [graph]);
  const sought = typed.trim().toLocaleLowerCase();
  const found = questions.filter(({ title }) => title.toLocaleLowerCase().includes(sought));
  const find = questions.length > pageSize && (
    <TextField label={words.find} placeholder={words.findHint} type="search" value={typed} onChange={setTyped} />
  );
  if (questions.length === 0) return null;
  return (
    <Section title={words.questions} actions={find}>
      {found.length === 0 && <p role="status">{words.noQuestion}</p>}
      <ul className={styles.questions}>
        {found.slice(0, shown).map((question) => (
          <Question
            key={question.node_id}
            question={question}
            node={nodes.get(question.node_id)}
            href={responsesHref(slug, filters)}
            hrefOf={(value) => answerHref(slug, filters, question.node_id, value)}
          />
        ))}
      </ul>
      <ShowMore shown={shown} all={found.length} step={pageSize} onShow={setShown} />
    </Section>
  );
}

interface QuestionProps {
  question: QuestionInsight;
  node: GraphNode | undefined;
  href: string;
  /** the responses with this answer */
  hrefOf: (value: string) => string;
}

function Question({ question, node, href, hrefOf }: QuestionProps) {
  const follow = useFollow();
  const { title, question_type: type, answers, distribution, statistics } = question;
  const isRead = answers > 0 && !distribution && !statistics;
  return (
    <li className={`${cardClass} ${styles.question}`}>
      <div>
        <h3 className={styles.questionTitle} dir="auto">
          {title || words.noTitle}
        </h3>
        <p className={mutedClass}>
          {readable(type)} · {answers === 0 ? words.noAnswers : words.answers(answers)}
        </p>
      </div>
      {answers > 0 && <Answers question={question} node={node} hrefOf={hrefOf} />}
      {isRead && (
        <a href={href} onClick={follow}>
          {words.readAnswers}
          <span className="visually-hidden">{words.ofQuestion(title || words.noTitle)}</span>
        </a>
      )}
    </li>
  );
}
