import { list, type Raw, record, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { asksRows } from "./matrices.ts";
import type { Element, Survey } from "./survey.ts";
import { hasMessage } from "./validators.ts";

/** Members of documents that the converters read. The others that are set are noted, so that none is dropped silently. */

const words = (...groups: string[]): string[] => groups.flatMap((group) => group.split(" "));

const ofDocument = words(
  "title description locale pages elements questions calculatedValues triggers completedHtml completedHtmlOnCondition",
  "navigateToUrl navigateToUrlOnCondition questionsOnPageMode isSinglePage maxTextLength maxOthersLength",
);
const container = words(
  "type name title description elements questions visible visibleIf enableIf",
  "templateElements templateTitle panelCount minPanelCount maxPanelCount allowAddPanel allowRemovePanel",
);
const question = words(
  "type cellType name title description visible visibleIf isRequired readOnly valueName correctAnswer score validators",
  "hasComment showCommentArea commentText defaultValue defaultValueExpression setValueExpression setValueIf resetValueIf",
  "requiredIf enableIf",
);
const limits = "min max step minValueExpression maxValueExpression";
const options =
  "choices choicesByUrl choicesFromQuestion choicesFromQuestionMode choicesMin choicesMax choicesStep choicesOrder choicesVisibleIf choicesEnableIf";
const choice = words(
  options,
  "hasOther showOtherItem allowCustomChoices otherText hasNone showNoneItem noneText showRefuseItem refuseText showDontKnowItem dontKnowText",
);
const choices = [...choice, ...words("minSelectedChoices maxSelectedChoices hasSelectAll showSelectAllItem")];
const longText = words("maxLength placeholder placeHolder");
const scale = words("min max rangeMin rangeMax step sliderType");

const byType: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", words(limits, "inputType maskType maskSettings maxLength placeholder placeHolder")],
  ...["comment", "editor", "richedit", "ckeditor"].map((type) => [type, longText] as const),
  ...["radiogroup", "buttongroup", "dropdown", "select2", "barrating"].map((type) => [type, choice] as const),
  ...["checkbox", "tagbox", "select2-tagbox"].map((type) => [type, choices] as const),
  ["imagepicker", words(options, "multiSelect")],
  ["ranking", words(options, "selectToRankEnabled minSelectedChoices")],
  ["sortablelist", words(options)],
  ["boolean", words("labelTrue labelFalse valueTrue valueFalse")],
  [
    "rating",
    words(
      "rateValues rates rateMin rateStep rateCount rateMax rateType rateDisplayMode minRateDescription maxRateDescription",
    ),
  ],
  ...["slider", "nouislider", "bootstrapslider"].map((type) => [type, scale] as const),
  ...["datepicker", "bootstrapdatepicker"].map((type) => [type, words(limits)] as const),
  ["file", words("acceptedTypes maxSize allowMultiple maxFiles")],
  ["signaturepad", []],
  ["matrix", words("rows columns rowsVisibleIf columnsVisibleIf isAllRowRequired eachRowRequired")],
  ["matrixdropdown", words("rows columns choices")],
  ["matrixdynamic", words("columns choices rowCount minRowCount maxRowCount allowAddRows allowRemoveRows addRowText")],
  ["multipletext", ["items"]],
  ["html", ["html"]],
  ["image", words("imageLink contentMode altText")],
  ["expression", ["expression"]],
]);

/** Whether a type is one of SurveyJS, and no widget or component of its own. */
export const isKnownType = (type: string): boolean =>
  byType.has(type) || type === "matrixdynamic" || type === "paneldynamic";

/** Whether an element has a type of SurveyJS. */
export const isElementType = (type: string): boolean => isKnownType(type) || type === "panel" || type === "flowpanel";

/** Lists whose items aren't questions of their own, with the members of an item that are read. */
const itemMembers: Readonly<Record<string, readonly string[]>> = {
  choices: words("value text visibleIf enableIf imageLink"),
  rateValues: words("value text visibleIf"),
  rates: words("value text visibleIf"),
  rows: words("value name text title"),
  columns: words("value name text title"),
  validators: words("type text allowDigits minLength maxLength minValue maxValue minCount maxCount regex expression"),
};

/** Members that respondents notice. All others are noted once for the form: looks, messages, and members of programs. */
const noticed = new Set(
  words(
    "visibleIf enableIf requiredIf readOnly visible choicesEnableIf maxSelectedChoices minSelectedChoices otherText prefix suffix",
    "selectAllText dataList maxTimeToFinish timeLimit timeLimitPerPage firstPageIsStarted navigationButtonsVisibility triggers",
    "rowsVisibleIf columnsVisibleIf totalText totalType minRowCount maxRowCount cellType isUnique keyName detailElements imageLink",
    "isRequired templateVisibleIf templateDescription eachRowUnique cells maxOthersLength choicesLazyLoadEnabled choiceValuesFromQuestion bindings",
    "hasOther showOtherItem hasNone showNoneItem hasComment showCommentArea defaultValue defaultValueExpression setValueExpression",
    "validators html expression correctAnswer score maskSettings popupDescription",
    "minValueExpression maxValueExpression min max step maxLength sourceType useGlobalValue completedBeforeHtml loadingHtml",
  ),
);

/** Notes the members of a question that aren't imported. */
export function noteQuestion(survey: Survey, { raw, item }: Element): void {
  const type = text(raw.type);
  const own = byType.get(type);
  // questions of other types are lost as a whole
  if (!own) return;
  const keys = unread(survey, raw, [...question, ...own]);
  const isOfParts = type.startsWith("matrixd") || type === "multipletext";
  for (const [key, read] of isOfParts || asksRows(raw) ? [] : Object.entries(itemMembers))
    for (const it of list(raw[key])) keys.push(...unread(survey, record(it), read).map((member) => `${key}.${member}`));
  // rules that an expression makes have their own message; others have the message of the question type
  if (
    list(raw.validators)
      .map(record)
      .some((it) => it.type !== "expression" && !hasMessage(it) && isSet(it.text))
  )
    survey.looks.add("validators.text");
  if (keys.length > 0) item.lostPart("setting", messageOf(keys));
}

/** Notes the members of a page or panel that aren't imported. */
export function noteContainer(survey: Survey, raw: Raw, source: string, alsoRead: readonly string[] = []): void {
  noteAt(survey, source, unread(survey, raw, [...container, ...alsoRead]));
  if (survey.takeMedia()) survey.form.note("lost", "media", source, "Images in its title aren't shown.");
  if (isSet(raw.enableIf))
    survey.form.note("changed", "enable_if", source, "It is only shown if it can be answered. There, it is disabled.");
}

/** Notes the members of the document that aren't imported, and then the looks of all its parts. */
export function noteDocument(survey: Survey, document: Raw): void {
  noteAt(survey, "survey", unread(survey, document, ofDocument));
  if (survey.looks.size > 0) survey.form.note("lost", "looks", "survey", messageOf([...survey.looks]));
}

function noteAt({ form }: Survey, source: string, keys: string[]): void {
  if (keys.length > 0) form.note("lost", "setting", source, messageOf(keys));
}

/** Returns the members that are set but not read, without those that are noted for the form. */
function unread({ looks: found }: Survey, raw: Raw, read: readonly string[]): string[] {
  const keys = Object.keys(raw).filter((key) => isSet(raw[key]) && !read.includes(key));
  for (const key of keys) if (!noticed.has(key)) found.add(key);
  return keys.filter((key) => noticed.has(key));
}

const isSet = (value: unknown): boolean => ![undefined, null, "", false].includes(value as null) && !isEmptyList(value);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function messageOf(keys: readonly string[]): string {
  const names = [...new Set(keys)].map((key) => `\`${fitted(key, 60)}\``);
  return `Not imported: ${names.slice(0, 20).join(", ")}${names.length > 20 ? " and others" : ""}.`;
}
