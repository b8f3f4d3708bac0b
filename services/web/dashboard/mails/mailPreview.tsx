import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import type { Mail } from "../../../../shared/api/shapes/mails.ts";
import { recallsOf } from "../../../../shared/domain/graph/recallKinds.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { copyFrame, ownersFrame, viewResponse, viewResponses } from "../../../../shared/domain/mail/frames.ts";
import { htmlOf, type Letter, type Part } from "../../../../shared/domain/mail/letter.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { meQuery } from "../api/queries/account.ts";
import { formQuery } from "../api/queries/forms.ts";
import { nameOfNode } from "../builder/types/names.ts";
import { LetterCard, PreviewPane } from "./letter/letterPreview.tsx";
import type { Texts } from "./letter/texts.ts";
import { useSettled } from "./letter/useSettled.ts";
import { type MailKind, mailInserts, questionsIn } from "./mailInserts.ts";

interface Props {
  slug: string;
  graph: Graph | null;
  kind: MailKind;
  texts: Texts;
  /** null for the form's own */
  language: string | null;
  choices: Pick<Mail, "include_answers" | "personal">;
}

/** The email with names of what it inserts, in the frame that it is sent in. */
export function MailPreview({ slug, graph, kind, language, choices, ...written }: Props) {
  const texts = useSettled(written.texts);
  const { data: form } = useQuery(formQuery(slug));
  const { data: me } = useQuery(meQuery(true));
  const tag = language ?? form?.language ?? "en";
  const names = useMemo(
    () => new Map(mailInserts(graph, kind).map(({ recall, label }) => [recall, label])),
    [graph, kind],
  );
  if (!form) return <PreviewPane>{null}</PreviewPane>;
  const context = { form, address: me?.email ?? "", names, kind };
  const letter = {
    paragraphs: texts.text.trim() === "" ? [] : filled(texts.text, context),
    groups: choices.include_answers && graph ? [{ heading: [], lines: sampleLines(graph, choices.personal) }] : [],
    isCut: false,
    ...(kind.isCopy ? copyFrame(form.title, tag, form.theme) : ownersFrame(frameOf(context))),
  } satisfies Letter;
  const subject = filled(texts.subject, context);
  return (
    <PreviewPane>
      <LetterCard
        title={words.preview}
        subject={subject.map((part) => ("text" in part ? part.text : part.url)).join("")}
        language={kind.isCopy ? tag : "en"}
        html={htmlOf(letter)}
      />
    </PreviewPane>
  );
}

interface Context {
  form: FormDetail;
  address: string;
  /** labels of inserts by recall */
  names: ReadonlyMap<string, string>;
  kind: MailKind;
}

/** The link to unsubscribe works in sent emails alone. */
const noStop = "#";

const frameOf = ({ form, address, kind }: Context) => ({
  title: form.title,
  address,
  button: { url: linkTo(form, kind), label: kind.isDaily ? viewResponses : viewResponse },
  server: location.origin,
  stopUrl: noStop,
});

const linkTo = ({ slug }: FormDetail, { isDaily }: MailKind): string =>
  `${location.origin}/forms/${slug}/responses${isDaily ? "" : "/…"}`;

const recalls = recallsOf(["answer", "hidden", "calculation", "band", "form", "response"]);

/** Fills a template: names stand for what only a response has. */
function filled(template: string, { form, names, kind }: Context): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: recall, index } of template.matchAll(recalls)) {
    const name = recall.slice(2, -2);
    const url = linkTo(form, kind);
    const label = names.get(name);
    parts.push({ text: template.slice(end, index) });
    if (name === "form:title") parts.push({ text: form.title });
    else if (name === "response:url") parts.push({ url, label: url });
    // an unknown one is blank, as in the sent email
    else if (label !== undefined) parts.push({ text: `[${label}]` });
    end = index + recall.length;
  }
  return [...parts, { text: template.slice(end) }];
}

/** Questions of a preview. More would only make it long. */
const sampleQuestions = 4;

const sampleLines = (graph: Graph, personal: Mail["personal"]) =>
  questionsIn(graph)
    .filter(({ data }) => personal === "include" || data.is_personal !== true)
    .slice(0, sampleQuestions)
    .map((node) => ({ title: [nameOfNode(node)], values: [{ text: words.sampleAnswer }] }));
