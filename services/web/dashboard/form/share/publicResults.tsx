import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { FormDetail, VersionDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { PutResultsBody, Results } from "../../../../../shared/api/shapes/results.ts";
import { isTabulated } from "../../../../../shared/domain/questions/tabulated.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { ButtonRow, spreadRowClass } from "../../../ui/buttonRow.tsx";
import { cardClass } from "../../../ui/card.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { DateField } from "../../../ui/dateField.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { FieldGroup } from "../../../ui/fields/labelled.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { lookOfType } from "../../../ui/questionLook.ts";
import { RecallTitle } from "../../../ui/recallTitle.tsx";
import { SubmitForm } from "../../../ui/submitForm.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { recallNamesIn } from "../../../ui/titleText.ts";
import { tell } from "../../../ui/toasts.tsx";
import { putResults, removeResults, resultsKey, resultsQuery } from "../../api/queries/results.ts";
import { readable } from "../../builder/types/names.ts";
import { dayOf, endOf } from "./resultDays.ts";
import styles from "./share.module.css";

interface Props {
  form: FormDetail;
  nodes: VersionDetail["graph"]["nodes"];
}

/** The page of public results (wants §24): its link, questions, heading and end. */
export function PublicResults({ form, nodes }: Props) {
  return (
    <Loaded query={useQuery(resultsQuery(form.slug))}>
      {(results) => (
        <div className={styles.results}>
          <div className={styles.cards}>
            <section className={cardClass}>
              <div className={spreadRowClass}>
                <h2 className={styles.title}>{words.resultsPage}</h2>
                <Badge kind={results ? "good" : "plain"}>{results ? words.resultsOn : words.resultsOff}</Badge>
              </div>
              <p className={mutedClass}>{words.resultsText}</p>
              {results && <ResultsLink url={results.url} />}
            </section>
            <section className={cardClass}>
              <Editor key={results?.url} form={form} nodes={nodes} results={results} />
            </section>
            {results && <Removal slug={form.slug} />}
          </div>
          {results && (
            <iframe
              // saved changes show in a new frame
              key={`${results.title} ${results.node_ids} ${results.expires_at}`}
              className={styles.resultsPage}
              src={new URL(results.url).pathname}
              title={words.resultsPreview}
              loading="lazy"
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

function ResultsLink({ url }: Pick<Results, "url">) {
  return (
    <div className={`${styles.link} labels-hidden`}>
      <TextField label={words.resultsLink} value={url} isReadOnly />
      <CopyButton size="large" icon="copy" text={url} label={words.copyResultsLink} />
      <a className={buttonClass("quiet")} data-size="large" href={url} target="_blank" rel="noreferrer">
        <Icon name="external-link" />
        {words.openResults}
      </a>
    </div>
  );
}

/** Asks in its place. A dialog's code would be one that all pages share, also those that show none. */
function Removal({ slug }: { slug: string }) {
  const [isAsking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeResults(slug),
    onSuccess: () => {
      queryClient.setQueryData(resultsKey(slug), null);
      tell(words.resultsRemoved);
    },
    onError: (error) => tell(problemText(error)),
  });
  if (!isAsking) {
    return (
      <ButtonRow>
        <Button look="danger" onPress={() => setAsking(true)}>
          {words.removeResults}
        </Button>
      </ButtonRow>
    );
  }
  return (
    <Notice kind="warning">
      <p>{words.removeResultsText}</p>
      <ButtonRow>
        <Button autoFocus onPress={() => setAsking(false)}>
          {cancel}
        </Button>
        <Button look="danger" isPending={isPending} onPress={() => mutate()}>
          {words.confirmRemoval}
        </Button>
      </ButtonRow>
    </Notice>
  );
}

type Node = Props["nodes"][number];

/** Returns why results never show a question, or null. */
function whyHidden({ question_type: type, data }: Node): string | null {
  if (data.is_personal) return words.personalHidden;
  return isTabulated(type) ? null : words.typeHidden(readable(type));
}

/** `title`: with the titles of inserted answers */
const Question = ({ type, title, why }: { type: string; title: ReactNode; why: string | null }) => (
  <span className={styles.question}>
    <QuestionIcon type={type} />
    <span className={styles.name} dir="auto">
      {title}
    </span>
    {why !== null && <span className={`${styles.why} ${mutedClass}`}>{why}</span>}
  </span>
);

function Editor({ form, nodes, results }: Props & { results: Results | null }) {
  const queryClient = useQueryClient();
  const questions = nodes.filter(({ question_type }) => lookOfType(question_type).hue !== "screen");
  const shown = questions.filter((node) => whyHidden(node) === null);
  const nameOf = recallNamesIn(nodes);
  const titleOf = ({ id, data: { title } }: Node) => (title ? <RecallTitle title={title} nameOf={nameOf} /> : id);
  const [chosen, setChosen] = useState<readonly string[] | null>(results?.node_ids ?? null);
  const [day, setDay] = useState(dayOf(results?.expires_at ?? null));
  const mutation = useMutation({
    mutationFn: (body: PutResultsBody) => putResults(form.slug, body),
    onSuccess: (stored) => {
      queryClient.setQueryData(resultsKey(form.slug), stored);
      tell(words.resultsSaved);
    },
  });
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => {
      const others = (before ?? shown.map((node) => node.id)).filter((one) => one !== id);
      return isChosen ? [...others, id] : others;
    });
  if (shown.length === 0) return <p className={mutedClass}>{words.noneToShow}</p>;
  // a later version may lack a question that was chosen
  const known = chosen?.filter((id) => shown.some((node) => node.id === id)) ?? null;
  return (
    <SubmitForm
      action={results ? words.saveResults : words.publishResults}
      isDisabled={known?.length === 0}
      mutation={mutation}
      bodyOf={({ title = "" }) => ({ title, node_ids: known && [...known], expires_at: endOf(day) })}
    >
      <TextField
        name="title"
        label={words.resultsTitle}
        defaultValue={results?.title ?? words.resultsOf(form.title).slice(0, 200)}
        maxLength={200}
        isRequired
      />
      <FieldGroup label={words.resultsQuestions}>
        <Checkbox
          label={words.allQuestions}
          isChecked={known === null}
          onChange={(isAll) => setChosen(isAll ? null : shown.map(({ id }) => id))}
        />
        {questions.map((node) => {
          const why = whyHidden(node);
          return (
            <Checkbox
              key={node.id}
              label={<Question type={node.question_type} title={titleOf(node)} why={why} />}
              isChecked={why === null && (known === null || known.includes(node.id))}
              isDisabled={why !== null}
              onChange={(isChosen) => choose(node.id, isChosen)}
            />
          );
        })}
      </FieldGroup>
      <DateField label={words.resultsEnd} value={day} min={dayOf(new Date().toISOString())} onChange={setDay} />
    </SubmitForm>
  );
}
