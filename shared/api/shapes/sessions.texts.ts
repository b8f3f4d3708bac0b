import { calculationResults } from "../../domain/graph/shapes/calculation.texts.ts";
import { moreTexts, texts } from "../../domain/texts.ts";
import { after, period, search } from "./filters.texts.ts";
import { shownSettingTexts } from "./formSettings.ts";
import * as sessions from "./sessions.ts";

const switched = "Language that the respondent switched to, one of `form.languages`.";

const { from, to } = period("Sessions started");

export const annotationFilters = {
  tag: "Only sessions with this tag, exactly as it is written. Sent several times: with all of them.",
  is_flagged: "Only sessions that are flagged, or with `false` the others.",
};

const personal =
  "`omit` leaves out answers to questions that are personal data, hidden fields, the reference and the user agent. Callers who may only read without personal data always get this.";

/** Texts of the filters of responses, in lists and figures. */
export const responseFilters = {
  status: "Only sessions in this state.",
  version: "Only sessions of this version.",
  language: "Only sessions in this language. Its case doesn't matter.",
  reference: "Only sessions that the personal link with this reference started. Its case doesn't matter.",
  source: "Only responses of respondents, or only imported ones.",
  started_at_from: from,
  started_at_to: to,
  answer:
    "Only sessions with this answer: `answer.<node_id>=<value>`. Send up to 10. All must match. The value is an option's `value`, a number, the option ranked first, `row.column` of a matrix, or a whole text.",
};

/** Texts of the API about the properties of sessions.ts. */
export const sessionsTexts = [
  texts(sessions.PersonalQuery, { personal }),
  texts(sessions.ListedAnswer, {
    value: "The answer as the respondent gave it.",
    text: "The answer as a text, with labels of options.",
  }),
  texts([sessions.SessionListItem, sessions.SessionDetail, sessions.ResponseDetail], {
    id: "ID of the session.",
    status: "State of the session.",
    source: "`import` for a response from a file, which has no respondent here.",
    version_number: "Version that the respondent walked.",
    total_score: "Sum of the points of all answers on the path.",
    answers_count: "Number of answers on the path.",
    duration_seconds: "Seconds from start to completion. Null if it isn't completed.",
    started_at: "Time when the session started.",
    completed_at: "Time when the session was completed. Null if it isn't.",
    revision: "1 until the answers were corrected, then the number of the newest revision.",
    edited_at: "Time of the newest correction. Null without one.",
    reference: "Person of the personal link that started the session. Null without one, or once it was deleted.",
    answers: "Answers on the path, in its order. In lists only with `include=answers`.",
    language: "Language that the session was last in. Null for a form without translations.",
    score_breakdown: "Points by node ID, of scored questions on the path.",
    traversal_path: "IDs of the nodes on the path.",
    order:
      "By page ID, the order in which the questions of each shuffled page were shown. Null if the session met none.",
    hidden: "Values of hidden fields by key.",
    metadata: [
      "Facts about the request that started the session.",
      { user_agent: "The browser's User-Agent header. Null if it sent none." },
    ],
    calculations: calculationResults,
    annotations: "Tags, note and flag, which respondents and receivers of events never see.",
  }),
  texts(sessions.Answer, {
    id: "ID of the answer. Changing the answer keeps it.",
    node_id: "Node that was answered.",
    question_type: "Type of the question.",
    answer: "The value. Its form depends on the question type.",
    score_awarded: "Points for the answer. Null if the question isn't scored.",
    time_spent_seconds: "Seconds from showing the question to its answer.",
    shown_at: "Time when the question was shown.",
    answered_at: "Time when the answer arrived.",
  }),
  texts(sessions.ResponseListQuery, {
    ...responseFilters,
    ...annotationFilters,
    personal,
    include: "`answers` adds the answers on each session's path.",
    after,
  }),
  moreTexts(sessions.ExportQuery, {
    ...responseFilters,
    ...annotationFilters,
    personal,
    format: "`xlsx` exports an Excel workbook. `json` exports newline-delimited JSON with one session detail per line.",
    values: "`raw` exports option values instead of labels. NDJSON is always raw.",
    bom: "Starts the file with a byte order mark for Excel. CSV only.",
    records: "`rows`: a row for each row of the records question `node_id`, instead of one for each response.",
    node_id: "The records question of `records=rows`.",
    annotations: "Adds the columns `tags`, `note` and `is_flagged` at the end. NDJSON always has them.",
    scores: "Adds a column `score [<node_id>]` for each scored question. NDJSON always has scores.",
    search,
    export_after:
      "Continues an export that was cut, after the session with this ID and without a header row. Send the same parameters again. Requires `export_version`. CSV and NDJSON only.",
    export_version: "The `Export-Version` header of the export that `export_after` continues.",
  }),
  texts(sessions.StartBody, {
    id: "The session's ID, created by the client: a UUID of version 4 or 7. Repeating it returns the first response and starts no second session.",
    language: "One of `form.languages`. Defaults to the form's own if it has translations.",
    hidden: "Values of hidden fields by key, such as from the link's query.",
    link: "The token of a personal link, which decides on the form.",
    if_running: "With a link: continue its session that isn't completed, and start no other. 409 if there is none.",
    challenge: "Solution of the form's challenge, as ALTCHA encodes it.",
    resume_key:
      "Made by the client. Only requests with this `Resume-Key` can then ask for a link to finish later, and repeat this device's answers.",
    edit_key:
      "Made by the client. Only requests with this `Edit-Key` can then change the answers after completion. The first start decides.",
  }),
  texts(sessions.Challenge, {
    algorithm: "Hash function of the challenge.",
    challenge: "Hash of the salt and the number to find, in hexadecimal.",
    salt: "Text before the number. It names the form, the session and the end of its validity.",
    maxnumber: "Largest number to try.",
    signature: "Signature of the challenge. Send it with the number.",
  }),
  texts(sessions.NextBody, {
    node_id: "The session's current node, or with `back` any node on its path.",
    value: "The answer. Null or absent skips an optional question.",
    back: "Returns to `node_id` instead of answering it.",
    language: switched,
  }),
  texts(sessions.CompleteBody, { language: switched }),
  texts(sessions.NodeAnswer, {
    node_id: "Node that is answered.",
    value: "The answer. Null skips an optional question.",
  }),
  texts(sessions.AnswersBody, {
    answers: "Answers in the order of the path.",
    back: "Changes answers of passed nodes. Applies to each answer.",
    language: switched,
  }),
  texts(sessions.Started, {
    id: "ID of the new session. Keep it: it is the respondent's only key.",
    current_node_id: "Node to show first.",
    traversal_path: "IDs of the nodes on the path, the current one last.",
    status: "State of the session.",
    started_at: "Time when the session started.",
    version_number: "Version that the session walks until its end.",
    hidden: "Only by a personal link: the hidden fields that the form's graph reads.",
  }),
  texts(sessions.AnswersQuery, { complete: "Completes the session if the last answer leads to an end screen." }),
  texts([sessions.Next, sessions.AnswersTaken], {
    next_node_id: "Node to show next. Null if the path is complete.",
    is_complete: "True if an end screen is reached.",
    traversal_path: "IDs of the nodes on the path.",
    completed: "The completed session, if the request asked to complete it.",
  }),
  texts(sessions.Completed, {
    id: "ID of the session.",
    status: "State of the session: completed.",
    completed_at: "Time when the session was completed.",
    end_node_id: "End screen that was reached.",
    total_score: "Sum of all points. Null unless the end screen shows the score.",
    max_score:
      "The points of the best answers to the questions of this path. Null if one has no maximum or none is scored. Only with `show_score`.",
    calculations: "Calculations that the end screen lists or inserts into its texts. Omitted if there are none.",
  }),
  texts([sessions.Resumed, sessions.ResumedWithAnswers], {
    id: "ID of the session.",
    status: "State of the session.",
    current_node_id: "Node to continue at.",
    traversal_path: "IDs of the nodes on the path.",
    version_number: "Version that the session walks.",
    form: ["The session's form.", { slug: "Slug for `GET /api/v2/r/{slug}/`." }],
    answers: "Answers on the path by node. Skipped questions are left out.",
    hidden: "Hidden fields of the session.",
    language: "Language of the session. Null without translations.",
    files: [
      "Names and sizes of uploaded files by URL. Absent if there are none.",
      { name: "Name of the file on the device that uploaded it.", size: "Size in bytes." },
    ],
  }),
  texts(sessions.AskResumeBody, {
    email: "Address that gets the link.",
    language: "Language of the email. Default: that of the session.",
  }),
  texts(sessions.OpenResumeBody, {
    token: "From the link in the email.",
    key: "Made by the client. The same token and key get the same response for 10 minutes, and the key can ask for another link.",
  }),
  texts(sessions.PublicFormQuery, {
    lang: "Language of the texts, one of `form.languages`. Others get the form's own.",
  }),
  texts(sessions.PublicForm, {
    form: [
      "The form that respondents answer.",
      {
        id: "ID of the form.",
        slug: "The form's part of its URLs.",
        title: "Title of the form.",
        language: "Language tag of the texts.",
        languages: "Languages that the form offers, its own first. Omitted if it has no translations.",
        untranslated:
          "Keys of texts that are in the form's own language, because `language` lacks them. Omitted if there are none.",
        ...shownSettingTexts,
      },
    ],
    graph: "The current version's graph, without points, correct answers and private conditions.",
    theme: "Colors, font and layout of the page.",
    version_number: "Number of the current version.",
    is_open: "False if the form accepts no new sessions.",
    opens_at: "Time when the form opens, if it isn't open yet.",
    closed_message: "The owner's text while the form is closed.",
    ...shownSettingTexts,
  }),
];
