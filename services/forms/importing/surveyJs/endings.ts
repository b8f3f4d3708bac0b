import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { isWebAddress } from "../../../../shared/domain/webAddress.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import type { Item } from "../importedForm.ts";
import { type Raw, record, records, text } from "../values.ts";
import { fitted, noteTexts } from "../wording.ts";
import { parseExpression } from "./expressions.ts";
import type { Survey } from "./survey.ts";

/** Adds the completed page, and those that a condition selects. The last question's edges go to these. */
export function addEndings(survey: Survey, document: Raw, insertAnswers: InsertAnswers): void {
  const { form } = survey;
  const last = form.nodes.at(-1);
  const hasScreen = isSet(document.completedHtml) || isSet(document.navigateToUrl);
  if (hasScreen) {
    const item = form.item(isSet(document.completedHtml) ? "completedHtml" : "navigateToUrl");
    const end = addEnd(survey, item, document.completedHtml, survey.text(document.navigateToUrl));
    insertAnswers(item, end);
  } else if (
    records(document.completedHtmlOnCondition).length + records(document.navigateToUrlOnCondition).length >
    0
  ) {
    form.nodes.push({ id: form.freeId("end"), question_type: "end_screen", data: { config: {} } });
  }
  for (const key of ["completedHtmlOnCondition", "navigateToUrlOnCondition"]) {
    for (const [index, raw] of records(document[key]).map(record).entries()) {
      const item = form.item(`${key}[${index}]`);
      const condition =
        last &&
        attempt(
          () => survey.scope.at(last, () => conditionOf(parseExpression(text(raw.expression)), survey.scope), true),
          ({ message, reason, cause }) =>
            item.lost(
              "condition",
              fitted(`Couldn't convert \`${fitted(text(raw.expression), 200)}\`: ${message}.`),
              undefined,
              reason,
              cause,
            ),
        );
      if (condition === false) {
        item.changed("never_shown", "Its condition can never be true, so it was left out.");
        continue;
      }
      if (!condition) {
        if (!item.isLost) item.lost("condition", "The survey has no questions that its condition could read.");
        continue;
      }
      const end = addEnd(survey, item, raw.html, survey.text(raw.url));
      insertAnswers(item, end);
      form.jumps.push({ from: last.id, to: end.id, condition: condition === true ? null : condition });
    }
  }
}

/** Replaces names in a screen's texts. */
type InsertAnswers = (item: Item, node: GraphNode) => void;

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

function addEnd(survey: Survey, item: Item, html: unknown, url: string) {
  const { text: note, isLossy } = survey.plain(html);
  const isAddress = isWebAddress(url, ["https:"]) && url.length <= 2048;
  const texts = note === "" ? { title: "Thank you" } : noteTexts(item, note);
  const data = { ...texts, config: isAddress ? { redirect_url: url } : {} };
  const end = survey.form.add(item, { id: "end", question_type: "end_screen", data });
  if (isLossy) item.lostPart("html", "Links, images and other HTML aren't supported. Its text was imported.");
  if (url !== "" && !isAddress) item.lostPart("redirect", "Redirects need an https URL.");
  return end;
}
