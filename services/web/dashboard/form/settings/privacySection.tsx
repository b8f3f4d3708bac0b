import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readsAll } from "../../../../../shared/api/access/capabilities.ts";
import { gives } from "../../../../../shared/api/access/roles.ts";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Member } from "../../../../../shared/api/shapes/members.ts";
import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/privacy.ts";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import { RecallTitle } from "../../../ui/recallTitle.tsx";
import { Rows, rowClass } from "../../../ui/rows.tsx";
import { Panel } from "../../../ui/section.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { recallNamesIn, titleText } from "../../../ui/titleText.ts";
import { isComing } from "../../api/isComing.ts";
import { attachmentsQuery } from "../../api/queries/attachments.ts";
import { mailsQuery, questionsQuery } from "../../api/queries/mails.ts";
import { allMembersQuery } from "../../api/queries/members.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useCan } from "../../api/rights.ts";
import { usePersonalMarks } from "./personalMarks.ts";
import styles from "./privacy.module.css";
import { type PrivacyFacts, privacyNotice } from "./privacyNotice.ts";

interface Props {
  form: FormDetail;
  /** below it, when its height is known */
  children: ReactNode;
}

/** The personal data of a form, its retention and its readers (wants §21.5), in words that can be copied. */
export function PrivacySection({ form, children }: Props) {
  const published = useQuery(questionsQuery(form.slug));
  const marks = usePersonalMarks(form.slug, form.draft_saved_at !== null);
  const { workspace, readers, ...members } = useReaders();
  const { receivers, ...destinations } = useReceivers(form.slug);
  const isGrowing = isComing(published) || marks.isComing || members.isComing || destinations.isComing;
  const graph = published.data;
  const questions = questionsIn(graph);
  const personal = questions.filter(({ data }) => data.is_personal);
  const facts: PrivacyFacts = {
    workspace,
    personal: personal.map(namesIn(questions)),
    others: questions.length - personal.length,
    hiddenFields: graph?.hidden_fields ?? [],
    days: form.retention_days,
    personalDays: form.personal_retention_days,
    readers,
    receivers,
  };
  return (
    <>
      <Panel id="privacy" title={words.title} guide="privacy">
        <div className={styles.privacy}>
          <p className={mutedClass}>{words.text}</p>
          {form.published_version === null && <p className={mutedClass}>{words.unpublished}</p>}
          <Questions form={form} published={questions} marks={marks} />
          <h3>{words.readers}</h3>
          {readers && <p>{words.reading(readers.all, readers.anonymous)}</p>}
          <h3>{words.receivers}</h3>
          <Receivers receivers={receivers} isPersonal={personal.length > 0} />
          <h3>{words.notice}</h3>
          <p className={mutedClass}>{words.noticeHint}</p>
          <p className={styles.notice}>{privacyNotice(facts)}</p>
          <CopyButton icon="copy" label={words.copy} text={privacyNotice(facts)} />
        </div>
      </Panel>
      {!isGrowing && children}
    </>
  );
}

/** Names questions by their titles, in which inserted answers have the titles of theirs. */
const namesIn = (nodes: readonly GraphNode[]) => {
  const recalled = recallNamesIn(nodes);
  return ({ id, data }: GraphNode): string => titleText(data.title ?? "", recalled) || id;
};

const questionsIn = (graph: Graph | null | undefined): GraphNode[] =>
  (graph?.nodes ?? []).filter(({ question_type }) => !question_type.endsWith("_screen"));

interface QuestionsProps {
  form: FormDetail;
  published: readonly GraphNode[];
  marks: ReturnType<typeof usePersonalMarks>;
}

/** The draft's questions with a switch each. A mark holds from the next publication on. */
function Questions({ form, published, marks: { draft, mark, marking } }: QuestionsProps) {
  const questions = questionsIn(draft);
  if (questions.length === 0) return <p>{words.noQuestions}</p>;
  const nameOf = namesIn(questions);
  const recalled = recallNamesIn(questions);
  const before = new Map(published.map(({ id, data }) => [id, data.is_personal === true]));
  return (
    <Rows label={words.questions}>
      {questions.map((node) => {
        const isPersonal = marking?.id === node.id ? marking.isPersonal : node.data.is_personal === true;
        const isWaiting = form.published_version !== null && (before.get(node.id) ?? false) !== isPersonal;
        return (
          <li key={node.id} className={`${rowClass} ${styles.line}`}>
            <span className={styles.question}>
              <QuestionIcon type={node.question_type} />
              <span dir="auto">
                {node.data.title ? <RecallTitle title={node.data.title} nameOf={recalled} /> : node.id}
              </span>
            </span>
            <span className={styles.mark}>
              {isWaiting && <span className={mutedClass}>{words.publishToApply}</span>}
              <span>{isPersonal ? words.personal : words.notPersonal}</span>
              <Switch
                isBare
                label={words.isPersonal(nameOf(node))}
                isOn={isPersonal}
                isDisabled={marking !== null}
                onChange={(isOn) => mark({ id: node.id, isPersonal: isOn })}
              />
            </span>
          </li>
        );
      })}
    </Rows>
  );
}

/** `isPersonal`: the form asks for something that they can leave out. */
function Receivers({ receivers, isPersonal }: Pick<PrivacyFacts, "receivers"> & { isPersonal: boolean }) {
  if (receivers.length === 0) return <p>{words.noReceivers}</p>;
  return (
    <ul className={styles.receivers}>
      {receivers.map(({ name, isOmitted }) => (
        <li key={name}>
          {name}{" "}
          {isPersonal && <span className={mutedClass}>{isOmitted ? words.withoutPersonal : words.withPersonal}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Counts the members who read responses of the whole workspace. Null until they are known. */
function useReaders(): { workspace: string; readers: PrivacyFacts["readers"]; isComing: boolean } {
  const { data: user } = useQuery(currentUser);
  const { id = "", name = "" } = user?.workspace ?? {};
  const members = useQuery({ ...allMembersQuery(id), enabled: useCan()("members:read") && id !== "" });
  const readers = members.data ? readersAmong(members.data.results) : null;
  return { workspace: name, readers, isComing: isComing(members) };
}

const readersAmong = (members: readonly Member[]) => ({
  all: members.filter(({ role, responses }) => readsAll(responses) || gives(role, "responses:read")).length,
  anonymous: members.filter(({ responses }) => responses === "read_anonymous").length,
});

function useReceivers(slug: string): Pick<PrivacyFacts, "receivers"> & { isComing: boolean } {
  const attachments = useQuery(attachmentsQuery(slug));
  const mails = useQuery(mailsQuery(slug));
  const receivers = [
    ...(attachments.data?.results ?? []).map(({ integration_name: name, personal }) => ({ name, personal })),
    ...(mails.data?.results ?? []).map(({ name, personal }) => ({ name, personal })),
  ].map(({ name, personal }) => ({ name, isOmitted: personal === "omit" }));
  return { receivers, isComing: isComing(attachments) || isComing(mails) };
}
