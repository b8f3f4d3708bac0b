import { type ReactNode, useId, useState } from "react";
import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { asTable, hideTable } from "../../strings/en/dashboard/plots.ts";
import { cardClass } from "../../ui/card.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { ChartTable } from "../../ui/plots/chart.tsx";
import { Columns } from "../../ui/plots/columns.tsx";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { BucketTable, Choices, ChoicesTable } from "./choices.tsx";
import { distributionOf, matrixOf } from "./distributions.ts";
import { axisOf, columnsOf, npsTone } from "./histograms.ts";
import type { LatestAnswer } from "./latestAnswers.ts";
import { MatrixTable } from "./matrixTable.tsx";
import styles from "./questions.module.css";
import { QuestionTitle } from "./questionTitle.tsx";

interface Props {
  question: QuestionInsight;
  /** Undefined until it is loaded. */
  node: GraphNode | undefined;
  /** Answers without a distribution. Undefined until they are loaded. */
  latest: readonly LatestAnswer[] | undefined;
  /** the list of responses; undefined, as the others, if the user may not read them */
  href: string | undefined;
  /** the responses with this answer */
  hrefOf: (value: string) => string | undefined;
  responseHref: (id: string) => string | undefined;
  onOpen: (() => void) | undefined;
}

/** The answers to one question, in the form that suits its type. */
export function QuestionCard(props: Props) {
  const { question, node, onOpen } = props;
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  const title = question.title || words.noTitle;
  const matrix = question.distribution ? matrixOf(question.distribution, node) : null;
  const table = matrix ? null : tableOf(question, title);
  const hasAnswers = question.answers > 0;
  const actions: MenuAction[] = [
    ...(table
      ? [{ id: "table", label: isOpen ? hideTable : asTable, icon: "sheet" as const, onAction: () => setOpen(!isOpen) }]
      : []),
    ...(onOpen ? [{ id: "responses", label: words.openResponses, icon: "list" as const, onAction: onOpen }] : []),
  ];
  return (
    <li className={`${cardClass} ${styles.card}`} aria-labelledby={heading} data-wide={matrix ? true : undefined}>
      <div className={styles.head}>
        <QuestionIcon type={question.question_type} />
        <div className={styles.names}>
          <h3 id={heading} className={styles.title} dir="auto" title={title}>
            <QuestionTitle title={question.title} node={node} />
          </h3>
          <p className={styles.summary}>{summaryOf(question)}</p>
        </div>
        {hasAnswers && actions.length > 0 && <ActionMenu label={words.questionMenu(title)} actions={actions} />}
      </div>
      {hasAnswers &&
        (matrix ? <MatrixTable title={title} matrix={matrix} hrefOf={props.hrefOf} /> : <Answers {...props} />)}
      {question.fields && <Fields fields={question.fields} />}
      {isOpen && table && <ChartTable>{table}</ChartTable>}
    </li>
  );
}

/** The fields of records, each with its figures on one line. */
const Fields = ({ fields }: { fields: NonNullable<QuestionInsight["fields"]> }) => (
  <dl className={styles.fields}>
    {fields.map(({ key, title, answers, statistics, distribution = [] }) => (
      <div key={key}>
        <dt dir="auto">{title}</dt>
        <dd dir="auto">
          {[
            words.rows(answers),
            ...(typeof statistics?.mean === "number" ? [words.mean(statistics.mean)] : []),
            ...distribution.map(({ label, count }) => `${label} ${count}`),
          ].join(" · ")}
        </dd>
      </div>
    ))}
  </dl>
);

/** "186 answers · mean 8.2 · NPS +42" */
function summaryOf({ answers, rows, statistics, nps }: QuestionInsight): string {
  if (answers === 0) return words.noAnswers;
  const parts = [words.answers(answers)];
  if (rows !== undefined) parts.push(words.rows(rows));
  if (typeof statistics?.mean === "number") parts.push(words.mean(statistics.mean));
  if (typeof nps?.score === "number") parts.push(words.npsOf(nps.score));
  return parts.join(" · ");
}

function Answers({ question, latest, href, hrefOf, responseHref }: Props) {
  const { title: given, histogram, nps, answers, rows } = question;
  // the list of responses can't be filtered by a number of rows
  const isFilter = rows === undefined;
  const title = given || words.noTitle;
  const distribution = distributionOf(question);
  if (histogram) {
    return (
      <Columns
        label={words.distributionLabel(title)}
        columns={columnsOf(histogram, {
          textOf: words.columnText,
          ...(isFilter && { hrefOf }),
          ...(nps && { toneOf: npsTone }),
        })}
        axis={axisOf(histogram)}
      />
    );
  }
  if (distribution) {
    const { question_type: type } = question;
    return <Choices title={title} type={type} answers={answers} distribution={distribution} hrefOf={hrefOf} />;
  }
  return <Latest title={title} answers={answers} latest={latest} href={href} responseHref={responseHref} />;
}

function tableOf(question: QuestionInsight, title: string): ReactNode {
  const { histogram, statistics, answers } = question;
  const distribution = distributionOf(question);
  const caption = words.distributionLabel(title);
  if (distribution) return <ChoicesTable caption={caption} answers={answers} distribution={distribution} />;
  return histogram && <BucketTable caption={caption} histogram={histogram} statistics={statistics} />;
}

interface LatestProps extends Pick<Props, "latest" | "href" | "responseHref"> {
  title: string;
  answers: number;
}

function Latest({ title, answers, latest = [], href, responseHref }: LatestProps) {
  if (href === undefined) return null;
  return (
    <>
      {latest.length > 0 && (
        <ul className={styles.latest} aria-label={words.latest(title)}>
          {latest.map(({ id, text }) => (
            <li key={id}>
              <FollowedLink href={responseHref(id)} label={words.openResponse(text)}>
                <span className={styles.text} dir="auto">
                  {text}
                </span>
              </FollowedLink>
            </li>
          ))}
        </ul>
      )}
      <FollowedLink className={styles.all} href={href} label={`${words.readAll(answers)}${words.ofQuestion(title)}`}>
        {words.readAll(answers)}
      </FollowedLink>
    </>
  );
}
