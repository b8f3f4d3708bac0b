import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { CorrectBody } from "../../../../../shared/api/shapes/corrections.ts";
import type { SessionDetail } from "../../../../../shared/api/shapes/sessions.ts";
import { compileGraph } from "../../../../../shared/domain/graph/compile.ts";
import type { Graph, GraphNode, Json } from "../../../../../shared/domain/graph/types.ts";
import { isEmpty } from "../../../../../shared/domain/questions/index.ts";
import { rowFieldsOf } from "../../../../../shared/domain/questions/rows.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/corrections.ts";
import { numberText } from "../../../strings/en/dashboard/numbers.ts";
import { score } from "../../../strings/en/dashboard/responses.ts";
import { Button } from "../../../ui/button.tsx";
import { AnswerInput } from "../../../ui/fields/answerInput.tsx";
import { FieldGroup } from "../../../ui/fields/labelled.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { sentenceOf } from "../../../ui/sentence.ts";
import { SubmitForm } from "../../../ui/submitForm.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { correctResponse } from "../../api/queries/corrections.ts";
import { LeaveDialog, LeaveGuard } from "../../settings/editing/leaveGuard.tsx";
import { answerText, questionOf } from "../answerContent.ts";
import { isScored, scoresOf, titlesIn } from "../pathSteps.ts";
import styles from "./correction.module.css";
import { type Tried, tryCorrection } from "./tried.ts";

interface Props {
  slug: string;
  session: SessionDetail;
  graph: Graph;
  nodeId: string;
  onClose: () => void;
}

/** Corrects an answer, and shows what follows from it before it is saved (features §18.1). */
export function CorrectionForm({ slug, session, graph, nodeId, onClose }: Props) {
  const queryClient = useQueryClient();
  const compiled = useMemo(() => compileGraph(graph), [graph]);
  const [given, setGiven] = useState<Record<string, Json>>({});
  // of the answers that the form began with: a later one is refused
  const [revision] = useState(session.revision);
  const tried = useMemo(() => tryCorrection(compiled, session, given), [compiled, session, given]);
  const save = useMutation({
    mutationFn: (body: CorrectBody) => correctResponse(queryClient, slug, session.id, body),
    onSuccess() {
      tell(words.saved);
      onClose();
    },
  });
  const set = (id: string, value: unknown) =>
    setGiven((before) => ({ ...before, [id]: isEmpty(value) ? null : (value as Json) }));
  const stored = new Map(session.answers.map(({ node_id, answer }) => [node_id, answer]));
  const answers = session.answers.map((one) => ({ ...one, answer: tried.answers[one.node_id] ?? one.answer }));
  const titleOf = titlesIn({ ...session, answers }, graph);
  const wanted = [...new Set([nodeId, ...Object.keys(tried.answers), ...tried.problems.keys()])];
  const fields = wanted.flatMap((id) => graph.nodes.find((node) => node.id === id) ?? []);
  return (
    <Kept isEdited={Object.keys(tried.answers).length > 0 && !save.isSuccess} onClose={onClose}>
      <SubmitForm
        action={words.save}
        mutation={save}
        isDisabled={!tried.after}
        bodyOf={({ reason }) => ({
          answers: tried.answers,
          ...(reason && { reason }),
          revision,
        })}
        buttons={<Button onPress={onClose}>{cancel}</Button>}
      >
        {fields.map((node) => (
          <Field
            key={node.id}
            node={node}
            title={titleOf(node.id)}
            value={node.id in tried.answers ? tried.answers[node.id] : stored.get(node.id)}
            problem={tried.problems.get(node.id)}
            stored={stored.get(node.id)}
            onChange={(value) => set(node.id, value)}
          />
        ))}
        {tried.after && <Effects before={session} after={tried.after} graph={graph} />}
        <TextField label={words.reason} name="reason" description={words.reasonHint} maxLength={500} />
      </SubmitForm>
    </Kept>
  );
}

interface KeptProps {
  isEdited: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Takes the focus to its first field. Once something was edited, asks before Escape or another page discards it. */
function Kept({ isEdited, onClose, children }: KeptProps) {
  const [isLeaving, setLeaving] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    (find("input:checked") ?? find(":is(input, textarea, select, button):not([tabindex='-1'])"))?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // the drawer stays open
    event.stopPropagation();
    if (isEdited) setLeaving(true);
    else onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any of its fields
    <div ref={place} className={styles.correction} onKeyDown={onKeyDown}>
      <LeaveGuard isEdited={isEdited} />
      {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setLeaving(false)} />}
      {children}
    </div>
  );
}

interface FieldProps {
  node: GraphNode;
  /** with recalls filled in */
  title: string;
  value: Json | undefined;
  problem: string | undefined;
  /** undefined if it has no answer yet */
  stored: Json | undefined;
  onChange(value: unknown): void;
}

function Field({ node, title, value, problem, stored, onChange }: FieldProps) {
  const question = questionOf(node);
  const columns = question?.config.columns;
  const columnLabel = (one: string) =>
    Array.isArray(columns) ? columns.find(({ value: own }) => own === one)?.label : undefined;
  const isNew = stored === undefined;
  const isChanged = !isNew && JSON.stringify(value) !== JSON.stringify(stored);
  const shown = {
    label: title,
    // a title is often a question, which makes no sentence with what is wrong
    problems: problem && (!isNew || value) ? [{ at: [], text: sentenceOf(words.theAnswer, problem) }] : [],
    description: isChanged ? words.was(answerText(stored, node)) : problem && isNew && !value ? words.needed : null,
  };
  const steps = stepsOf(question);
  if (steps)
    return (
      <FieldGroup {...shown}>
        <Segmented
          label={shown.label}
          value={String(value ?? "")}
          options={Object.fromEntries(steps.map((step) => [step, String(step)]))}
          onChange={(step) => onChange(Number(step))}
        />
      </FieldGroup>
    );
  return (
    <AnswerInput
      {...shown}
      domain={question?.domain ?? null}
      fields={question && rowFieldsOf(question)}
      isOptional={!question?.is_required}
      isLong={typeof value === "string" && (value.length > longText || value.includes("\n"))}
      value={value}
      labelOf={(one) => question?.labels.get(one) ?? columnLabel(one) ?? one}
      rowLabelOf={(row) => question?.columns.find(({ suffix }) => suffix === row)?.label ?? row}
      onChange={onChange}
    />
  );
}

/** Returns the steps of a short scale. Null for other questions. */
function stepsOf(question: ReturnType<typeof questionOf>): number[] | null {
  const { domain = null } = question ?? {};
  if (domain?.family !== "num" || domain.min === null || domain.max === null || domain.step !== 1) return null;
  const { min, max } = domain;
  return max - min > 10 ? null : Array.from({ length: max - min + 1 }, (_, at) => min + at);
}

/** In characters. Longer texts get several lines. */
const longText = 80;

interface EffectsProps {
  before: SessionDetail;
  after: NonNullable<Tried["after"]>;
  graph: Graph;
}

/** Differences besides the answers: points, scores and path. */
function Effects({ before, after, graph }: EffectsProps) {
  const [titleBefore, titleAfter] = [titlesIn(before, graph), titlesIn(after, graph)];
  const left = before.traversal_path.filter((id) => !after.traversal_path.includes(id));
  const entered = after.traversal_path.filter((id) => !before.traversal_path.includes(id));
  const scores = new Map(scoresOf(before, graph).map(({ key, text }) => [key, text]));
  const changed = [
    ...(isScored(graph)
      ? [{ name: score, was: numberText(before.total_score), is: numberText(after.total_score) }]
      : []),
    ...scoresOf(after, graph).map(({ key, title, text }) => ({ name: title, was: scores.get(key) ?? "–", is: text })),
  ].filter(({ was, is }) => was !== is);
  if (changed.length + left.length + entered.length === 0) return <p className={styles.same}>{words.samePath}</p>;
  return (
    <dl className={styles.effects} aria-label={words.effects}>
      {changed.map(({ name, was, is }) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd>
            <del>{was}</del> → <ins>{is}</ins>
          </dd>
        </div>
      ))}
      {left.map((id) => (
        <div key={id}>
          <dt dir="auto">
            <del>{titleBefore(id)}</del>
          </dt>
          <dd>{words.leaves(before.answers.some(({ node_id }) => node_id === id))}</dd>
        </div>
      ))}
      {entered.map((id) => (
        <div key={id}>
          <dt dir="auto">
            <ins>{titleAfter(id)}</ins>
          </dt>
          <dd>{words.enters}</dd>
        </div>
      ))}
    </dl>
  );
}
