import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Template, TemplateDetail } from "../../../../shared/api/shapes/templates.ts";
import type { ThemeReference } from "../../../../shared/domain/theme/themes.ts";
import { typeNames } from "../../strings/en/dashboard/builder/typeNames.ts";
import * as words from "../../strings/en/dashboard/templates.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import { readable } from "../../ui/readable.ts";
import { RecallTitle } from "../../ui/recallTitle.tsx";
import { templateQuery } from "../api/queries/templates.ts";
import { type Outline, type OutlineQuestion, outlineOf } from "./outline.ts";
import { TemplatePage } from "./templatePage.tsx";
import styles from "./templates.module.css";

interface Props {
  template: Template;
  theme?: ThemeReference | undefined;
  isUsing?: boolean;
  error?: Error | null;
  onUse: (template: TemplateDetail) => void;
  onBack: () => void;
}

/** The page of a template, and its questions in order, with their length, source and license. */
export function TemplatePreview({ template, theme, isUsing = false, error, onUse, onBack }: Props) {
  const query = useQuery(templateQuery(template.id));
  const region = useRef<HTMLElement>(null);
  // the card that opened the preview is gone
  useEffect(() => region.current?.focus(), []);
  return (
    <>
      <section
        ref={region}
        aria-label={words.previewOf(template.title)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls
        tabIndex={0}
        className={styles.preview}
      >
        <Loaded query={query}>
          {(detail) => (
            <div className={styles.columns}>
              <TemplatePage template={detail} theme={theme} />
              <div className={styles.outline}>
                <p>{template.description}</p>
                <Contents template={template} outline={outlineOf(detail.graph)} />
              </div>
            </div>
          )}
        </Loaded>
      </section>
      {error && <Notice kind="danger">{problemText(error)}</Notice>}
      <DialogFooter
        aside={
          <Button icon="arrow-left" onPress={onBack}>
            {words.back}
          </Button>
        }
      >
        <Button
          look="primary"
          isDisabled={!query.data}
          isPending={isUsing}
          onPress={() => query.data && onUse(query.data)}
        >
          {words.use}
        </Button>
      </DialogFooter>
    </>
  );
}

function Contents({ template, outline }: { template: Template; outline: Outline }) {
  const facts = [
    words.questions(template.question_count),
    ...(outline.pageCount > 0 ? [words.pages(outline.pageCount)] : []),
    words.minutes(outline.minutes),
    ...(outline.isScored ? [words.scored] : []),
  ];
  return (
    <>
      <p className={styles.facts}>{facts.join(" · ")}</p>
      <About template={template} outline={outline} />
      {outline.groups.map(({ id, title, questions }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never change
        <div key={index} className={styles.group}>
          {id !== "" && <h3>{title}</h3>}
          <ol className={styles.questions}>
            {questions.map((question) => (
              <Question key={question.id} question={question} />
            ))}
          </ol>
        </div>
      ))}
      <div className={styles.group}>
        <h3>{words.ends}</h3>
        <ul className={styles.ends}>
          {outline.ends.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

function About({ template: { source, licence }, outline: { scores } }: { template: Template; outline: Outline }) {
  if (!source && scores.length === 0) return null;
  const [, citation = source, url] = source?.match(/^(.*) (https:\S+)$/s) ?? [];
  return (
    <dl className={styles.about}>
      {scores.length > 0 && (
        <div>
          <dt>{words.scores}</dt>
          <dd>{scores.join(", ")}</dd>
        </div>
      )}
      {source && (
        <div>
          <dt>{words.source}</dt>
          <dd>
            {citation}{" "}
            {url && (
              <a href={url} target="_blank" rel="noreferrer">
                {new URL(url).hostname}
              </a>
            )}
          </dd>
        </div>
      )}
      {licence && (
        <div>
          <dt>{words.license}</dt>
          <dd>{licence}</dd>
        </div>
      )}
    </dl>
  );
}

const answersShown = 6;

const Question = ({
  question: { type, title, help, answers, isOptional, isFollowUp },
}: {
  question: OutlineQuestion;
}) => (
  <li className={styles.question}>
    <QuestionIcon type={type} isSmall />
    <div>
      <p className={styles.questionTitle}>
        <RecallTitle title={title} />
      </p>
      {help && <p className={styles.help}>{help}</p>}
      {answers.length > 0 ? (
        <ul className={styles.answers}>
          {answers.slice(0, answersShown).map((answer) => (
            <li key={answer}>{answer}</li>
          ))}
          {answers.length > answersShown && <li>{words.more(answers.length - answersShown)}</li>}
        </ul>
      ) : (
        <p className={styles.help}>{typeNames[type] ?? readable(type)}</p>
      )}
      {(isFollowUp || isOptional) && (
        <p className={styles.marks}>
          {isFollowUp && <Badge kind="info">{words.followUp}</Badge>}
          {isOptional && <Badge>{words.optional}</Badge>}
        </p>
      )}
    </div>
  </li>
);
