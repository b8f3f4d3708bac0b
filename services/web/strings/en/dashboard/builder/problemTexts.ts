/** Problems as the builder shows them. The API's messages name IDs and edges instead. */

const quoted = (name: string) => `“${name}”`;
/** For a rule or a text with inserted answers. */
const other = "Choose an earlier question.";
const rewrite = "Enter it again.";
const wayOut = "Add an “Otherwise” rule or choose a default end screen.";

export const noQuestions = "Add a first question.";
export const entryMissing = "Choose the question or screen that the form starts with.";
export const duplicateId = "Another question has the same ID. Change the ID of one of them.";
export const unknownType = (type: string) => `${quoted(type)} isn’t a question type. Choose another type.`;
export const setting = (label: string, message: string) => `${label}: ${message}.`;
/** `Options`, 2 → `Options 2` */
export const numbered = (list: string, number: number) => `${list} ${number}`;
export const unknownSetting = (key: string) => `${quoted(key)} isn’t a setting of this question type.`;
export const titleMissing = "Enter a title.";
export const ruleToNothing = "This rule goes to a question that doesn’t exist. Choose another one.";
export const ruleFromNothing = "A rule starts at a question that doesn’t exist. Remove the rule.";
export const endHasRules = "Nothing can follow an end screen. Remove this rule.";
export const fallbackGone = "The default end screen doesn’t exist anymore. Choose another one.";
export const fallbackNotEnd = (name: string) => `${quoted(name)} isn’t an end screen. Choose an end screen.`;
/** `Band 2` counts from the top of the list. */
const band = (number: number) => `Band ${number}`;
export const scoreKeyTwice = "Another score has the same key. Change one of them.";
export const scoreDecimals = "Decimals must be a whole number from 0 to 6.";
export const scoreEmpty = "Choose at least one question, or write a formula.";
export const scoreLater = (name: string) => `${quoted(name)} comes after this score. Move it up.`;
export const scoreGone = (key: string) => `The score ${quoted(key)} doesn’t exist. Choose another one.`;
export const scoreLate = (name: string) => `${quoted(name)} can’t be known before this. Choose another score.`;
export const scorePrivate = (name: string) =>
  `Only end screens can show ${quoted(name)}, because it reads points. Remove it from this text.`;
export const scoreTooLarge = (limit: number) => `A formula can have up to ${limit} parts. Remove some.`;
export const scoresTooLarge = (limit: number) =>
  `The scores of a form can have up to ${limit} parts together. Remove some.`;
export const scoreTooDeep = (limit: number) => `Formulas can be nested ${limit} levels deep. Remove some levels.`;
export const scoreInvalid = "The formula isn’t complete. Check its parts.";
export const answerUnfit = (name: string, kind: string) =>
  `The answer of ${quoted(name)} isn’t ${kind}. Choose another question.`;
export const bandReversed = (number: number) => `${band(number)}: “From” must be at most “To”.`;
export const bandKeyTwice = (number: number) => `${band(number)} has the same key as another band. Change one of them.`;
export const bandsOverlap = (number: number, other: string) =>
  `${band(number)} overlaps the band ${quoted(other)}. Change one of them.`;
export const pageIdTwice = "Two pages have the same ID. Ungroup one of them.";
export const languageInvalid = (tag: string) => `${quoted(tag)} isn’t a language. Remove its translations.`;
export const ofTranslations = {
  language_own: (name: string) => `${name} is the form’s own language. Remove its translations.`,
  language_repeated: (name: string) => `${name} is there twice. Remove one of them.`,
  translations_missing: (name: string, count: number) =>
    count === 1 ? `1 text has no ${name} translation.` : `${count} texts have no ${name} translation.`,
  translations_unused: (name: string, count: number) =>
    count === 1
      ? `1 ${name} translation is for a text that was removed.`
      : `${count} ${name} translations are for texts that were removed.`,
};
export const pageEmpty = "This page has no questions. Remove it.";
export const pageEnd = (name: string) => `${quoted(name)} is an end screen. Remove it from the page.`;
export const pageTwice = (name: string) => `${quoted(name)} is on two pages. Remove it from one.`;
export const pageMissing = (id: string) => `${quoted(id)} doesn’t exist. Remove it from the page.`;
export const pageEntry = (name: string, first: string) =>
  `This rule goes to ${quoted(name)}, in the middle of a page. Go to ${quoted(first)}, its first question.`;
export const pageStart = (first: string) =>
  `The form starts in the middle of a page. Start with ${quoted(first)}, its first question.`;
export const cycle = (names: readonly string[]) =>
  `The rules return to this question: ${names.map(quoted).join(" → ")}. Change one of them.`;
export const unreachable = "No respondent can get here. Add a rule that goes here, or delete this.";
export const deadEnd = "Nothing comes after this. Add a rule or choose a default end screen.";
export const noEndReachable = "No end screen can be reached from the start. Add a rule that goes to one.";

export const conditionInvalid = `The condition isn’t complete. ${rewrite}`;
export const conditionTooDeep = (limit: number) => `Groups can be nested ${limit} levels deep. Remove some levels.`;
export const tooManyConditions = (limit: number) => `A rule can have up to ${limit} conditions. Remove some.`;
export const valueMissing = "Enter a value.";
export const valuesMissing = "Enter at least one value.";
export const boundsMissing = "Enter both values.";
export const patternInvalid = "Enter a regular expression in RE2 syntax, up to 1,000 characters.";
export const patternsTooLarge = "The regular expressions of this form are too large together. Shorten or remove some.";
export const tooSlow = "The text conditions up to this rule take too long. Shorten patterns or remove some conditions.";
export const optionsTooSlow =
  "The conditions of options up to this question take too long together. Shorten patterns or remove some conditions.";
export const pathTooSlow = (count: number) =>
  `The ${count} questions up to this one take too long together. Shorten patterns or remove some conditions.`;
export const passedTooSlow =
  "An answer here checks too many conditions of questions that aren’t shown. Remove some conditions.";
export const scoreTooSlow =
  "The text conditions of scores take too long together. Shorten patterns or remove some conditions.";
export const patternTooSlow = "The pattern takes too long. Shorten it or lower the maximum length.";
export const partMissing = "Choose a row or an option to compare.";
export const noParts = (name: string) => `${quoted(name)} has no rows or ranked options to compare.`;
export const partGone = (name: string, part: string) => `${quoted(name)} has no ${quoted(part)}. Choose another one.`;
export const operatorUnfit = (operator: string, field: string) =>
  `The operator ${quoted(operator)} doesn’t work with ${field}. Choose another operator.`;
export const ignoreCaseUnfit = "“Ignore case” only works with text.";
export const countInvalid = "Enter a whole number of 0 or more.";
export const optionGone = (value: string) => `${quoted(value)} isn’t an option. Choose another value.`;
export const valueUnfit = (value: string, kind: string) => `${quoted(value)} isn’t ${kind}. Enter another value.`;
export const referenceGone = `The question that this reads doesn’t exist. ${other}`;
export const referenceScreen = (name: string) => `${quoted(name)} is a screen without an answer. ${other}`;
export const referenceLate = (name: string) => `${quoted(name)} can’t be answered before this. ${other}`;
export const hiddenGone = (key: string) =>
  `The hidden field ${quoted(key)} doesn’t exist. Add it under Hidden fields in the builder.`;
export const hiddenReserved = (key: string) =>
  `The form’s page uses ${quoted(key)} in its address itself. Choose another name for this hidden field.`;

export const notCovered = (cases: readonly string[]) =>
  cases.length === 0
    ? `No rule matches some answers. ${wayOut}`
    : `No rule matches if ${cases.join(" and ")}. ${wayOut}`;
export const maybeNotCovered = `Some answers may match no rule. ${wayOut}`;
export const notCheckable = "The rules can’t be checked until the other errors of this question are fixed.";
export const answerIs = (name: string, answer: string | null) =>
  answer === null ? `${quoted(name)} isn’t answered` : `${quoted(name)} is ${answer}`;
export const hiddenIs = (key: string, value: string) =>
  value === "" ? `the hidden field ${quoted(key)} is empty` : `the hidden field ${quoted(key)} is ${value}`;
export const afterAlways = "A rule above always matches, so this one is never used.";
export const afterMatching = "Whenever this rule matches, a rule above it matches first.";
export const neverTrue = {
  edge: "No answer can match this rule.",
  show_if: "This is never shown, because no answers match its condition.",
  config: "An option is never shown, because no answers match its condition.",
  valid_if: "No answer passes a check. Change its condition.",
} as const;
export const startShown = "The start is always shown. Remove its condition.";
export const endShown = "End screens are always shown. Remove the condition.";
export const screenUnchecked = "Screens have no answer to check. Remove the checks.";
export const fieldMissing = "Choose the field of each condition.";
export const conditionMissing = "A check has no condition. Add one, or remove the check.";
export const messageMissing = "Enter a message for each check.";
export const tooManyGuards = (limit: string) =>
  `Questions, options and checks can have up to ${limit} conditions together. Remove some.`;
export const breaking = (change: string, why: string) => `${change}. ${why}`;
export const field = {
  score: "the score",
  hidden: (key: string) => `the hidden field ${quoted(key)}`,
  answer: (name: string) => quoted(name),
} as const;
