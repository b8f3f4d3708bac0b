import type { Operand } from "../../../../shared/domain/graph/types.ts";
import { conditionLeafLimit } from "../../../../shared/domain/limits.ts";
import { compared, presence } from "./comparison.ts";
import { fixed, type Machine, scalarOf, target, two } from "./machine.ts";
import { checkOptions, chosen } from "./options.ts";
import type { Scope } from "./scope.ts";
import { searched } from "./searches.ts";
import { namesOf, oneOf, type Target } from "./targets.ts";
import { type Term, Unmapped } from "./terms.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { type Case, cases, isEmptyText, only, type Value } from "./values.ts";

/** Tests of choices and lists. */

const itemsOf = (value: Value): Value[] => (value.kind === "list" ? value.items : [value]);

export function contained(value: Value, part: Value, scope: Scope): Truth {
  const target = value.kind === "target" ? value.target : null;
  if (isNothing(value, part, scope) || (scope.dialect.comparesLoosely && isEmptyText(value))) return false;
  const choice = part.kind === "target" ? part.target : null;
  if (target?.family === "many" && choice?.family === "one" && !choice.isOpen) return hasChosen(target, choice, scope);
  if (target?.family === "many") return all(itemsOf(part).map((item) => chosen(target, scalarOf(item), scope)));
  if (value.kind === "list") return any(value.items.map((item) => compared("=", only(part), only(item), scope)));
  return searched("contains", value, part, scope);
}

/** Whether a text or list lacks a part. In SurveyJS, only an answer that isn't given lacks 0 or false. */
export function lacking(value: Value, part: Value, scope: Scope): Truth {
  if (!isNothing(value, part, scope)) return not(contained(value, part, scope));
  if (isEmptyText(part)) return false;
  return (value.kind === "constant" && value.value === false) || not(presence(value, scope));
}

/** In SurveyJS, no text contains an empty text, 0 and false. */
const isNothing = (value: Value, part: Value, { dialect }: Scope): boolean =>
  dialect.comparesLoosely &&
  !(value.kind === "target" && value.target.family === "many") &&
  part.kind === "constant" &&
  !part.value;

export function anyOf(value: Value, part: Value, scope: Scope): Truth {
  const target = value.kind === "target" ? value.target : null;
  const isChoice = target?.family === "many" || target?.family === "one";
  // `anyof 'abc'` asks whether the text has the name of the choice in it
  if (part.kind === "constant" && target?.family === "one" && scope.dialect.comparesLoosely)
    return named(target, String(part.value).toLowerCase());
  if (part.kind !== "list" && !isChoice) throw new Unmapped("it compares with something other than a list");
  // SurveyJS finds an answer that isn't given in a list with another one
  if (scope.dialect.comparesLoosely && itemsOf(part).some(({ kind }) => kind === "target"))
    throw new Unmapped("its list has answers");
  return any(
    itemsOf(part).map((item) =>
      target && isChoice ? chosen(target, scalarOf(item), scope) : compared("=", only(value), only(item), scope),
    ),
  );
}

function named(target: Target, text: string): Truth {
  checkOptions(target);
  if (target.isOpen) throw new Unmapped("it searches for an answer that isn't fixed");
  return oneOf(
    target,
    [...namesOf(target)].flatMap(([name, ours]) => (text.includes(name.toLowerCase()) ? ours : [])),
  );
}

export function allOf(value: Value, part: Value, scope: Scope): Truth {
  const target = value.kind === "target" ? value.target : null;
  if (target?.family !== "many" && itemsOf(part).length > 1) throw new Unmapped("it compares one answer with several");
  return contained(value, part.kind === "list" && target?.family !== "many" ? (part.items[0] ?? part) : part, scope);
}

/** `selected(x, 'a')`: a choice, or a word of anything else. */
export function selected(value: Value, name: Value, scope: Scope): Truth {
  if (name.kind === "target" && value.kind === "target") return bothChosen(value.target, name.target, scope);
  // a list of words has the word that is chosen in a question
  if (name.kind === "target" && value.kind === "constant" && name.target.family === "one")
    return any(
      String(value.value)
        .split(" ")
        .map((word) => chosen(name.target, word, scope)),
    );
  const wanted = String(scalarOf(name)).trim();
  if (value.kind === "constant") return String(value.value).split(" ").includes(wanted);
  if (value.kind !== "target") return word(value, wanted, scope);
  checkOptions(value.target);
  const { left, family } = value.target;
  if (wanted === "") return { left, op: "not_answered" };
  if (family === "text") return wordOfText(left, wanted);
  return family === "one" || family === "many" ? chosen(value.target, wanted, scope) : word(value, wanted, scope);
}

/** A number or a date is one word. */
function word(value: Value, wanted: string, scope: Scope): Truth {
  if (value.kind === "target" && value.target.family === "num" && String(Number(wanted)) !== wanted) return false;
  return compared("=", only(value), only({ kind: "constant", value: wanted }), scope);
}

/** A text has a word between spaces, or at an end. */
function wordOfText(left: Operand, wanted: string): Truth {
  if (wanted.includes(" ")) return false;
  return any([
    { left, op: "eq", right: wanted },
    { left, op: "starts_with", right: `${wanted} ` },
    { left, op: "ends_with", right: ` ${wanted}` },
    { left, op: "contains", right: ` ${wanted} ` },
  ]);
}

/** Whether several choices include the option that is chosen in another question. */
function hasChosen(list: Target, choice: Target, scope: Scope): Truth {
  const names = [...namesOf(choice).keys()];
  if (names.length > conditionLeafLimit) throw new Unmapped(`it needs more than ${conditionLeafLimit} comparisons`);
  return any(names.map((name) => all([chosen(choice, name, scope), chosen(list, name, scope)])));
}

/** The same in XPath. */
function bothChosen(list: Target, choice: Target, scope: Scope): Truth {
  if (choice.family !== "one" || choice.isOpen) throw new Unmapped("`selected` needs a fixed choice");
  // no choice is the empty text, which is selected in an empty list
  return any([
    hasChosen(list, choice, scope),
    all([list, choice].map(({ left }): Truth => ({ left, op: "not_answered" }))),
  ]);
}

/** The first of several choices, in the order of the options. */
export function selectedAt(args: readonly Term[], machine: Machine): Case[] {
  const [list, index] = two(args);
  const from = target(list, machine);
  checkOptions(from);
  if (Number(fixed(index, machine)) !== 0) throw new Unmapped("only the first choice can be read");
  if (from.family === "one") return machine.cases(list);
  if (from.family !== "many") throw new Unmapped("it needs a question with choices");
  const names = [...from.values.keys()];
  const none: Case = { when: { left: from.left, op: "not_answered" }, value: { kind: "constant", value: "" } };
  const first = names.map((name, at): Case => {
    const before = names.slice(0, at).map((earlier) => not(chosen(from, earlier, machine.scope)));
    return { when: all([chosen(from, name, machine.scope), ...before]), value: { kind: "constant", value: name } };
  });
  return cases([...first, none]);
}
