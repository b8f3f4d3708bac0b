/** Parses the XPath of XLSForms (https://docs.getodk.org/form-operators-functions/) to terms. */
import {
  call,
  type Infix,
  nameTerm,
  negative,
  parseInfix,
  parseWhole,
  type Term,
  type Tokens,
  Unmapped,
  valueTerm,
} from "../expressions/terms.ts";

const pattern = new RegExp(
  [
    String.raw`\$\{\s*(?<name>[^}]{1,200}?)\s*\}`,
    "(?<text>\"[^\"]*\"|'[^']*'|[“”][^“”]*[“”]|[‘’][^‘’]*[‘’])",
    String.raw`(?<number>\d+(?:\.\d+)?|\.\d+)`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_.:-]*)`,
    String.raw`(?<symbol><=|>=|!=|\.\.|[=<>+*(),/|.@\[\]-])`,
  ].join("|"),
  "u",
);

const infixes: ReadonlyMap<string, Infix> = new Map(
  [["or"], ["and"], ["=", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "div", "mod"]].flatMap((names, power) =>
    names.map((name) => [name, { name: name === "div" ? "/" : name, power }] as const),
  ),
);

/** Parses an expression. A bare name in a choice filter is the call `column`. Throws `Unmapped`. */
export function parseXpath(source: string): Term {
  return parseWhole(source, pattern, parse);
}

const parse = (tokens: Tokens): Term => parseInfix(tokens, infixes, () => parseOperand(tokens));

function parseOperand(tokens: Tokens): Term {
  if (tokens.accept("-")) return negative(tokens.nested(() => parseOperand(tokens)));
  if (tokens.accept("(")) return tokens.parenthesized(() => parse(tokens));
  const { kind, text } = tokens.take();
  if (kind === "text") return valueTerm(text.slice(1, -1));
  if (kind === "number") return valueTerm(Number(text));
  if (kind === "name") return withSteps(tokens, nameTerm(text));
  if (kind === "word" && tokens.next?.text === "(" && text !== "current" && text !== "instance") {
    tokens.expect("(");
    return functionOf(
      text,
      tokens.listUntil(")", () => parse(tokens)),
    );
  }
  return pathOf(tokens, kind, text);
}

/** Steps after a question, such as in `${x}/..`, lead to groups and repeats. */
function withSteps(tokens: Tokens, term: Term): Term {
  if (tokens.next?.text === "/" || tokens.next?.text === "[") throw new Unmapped("paths into repeats aren't supported");
  return term;
}

/** The last step of a path such as `/data/group/x`, `../x` or `current()/../x` names the question. */
function pathOf(tokens: Tokens, kind: string, first: string): Term {
  let last = first;
  let isPath = first === "/" || first === ".." || first === "current";
  if (first === "instance") throw new Unmapped("lists in other files aren't supported");
  if (first === "current") {
    tokens.expect("(");
    tokens.expect(")");
  }
  if (first === "/") last = stepOf(tokens);
  else if (kind !== "word" && first !== "." && first !== "..") throw new Unmapped(`\`${first}\` isn't supported here`);
  while (tokens.accept("/")) {
    isPath = true;
    last = stepOf(tokens);
  }
  if (tokens.next?.text === "[") throw new Unmapped("paths with conditions aren't supported");
  if (last === ".") return nameTerm(".");
  if (last === ".." || last === "current") return nameTerm("..");
  if (!isPath && last in bareValues)
    return call("bare", valueTerm(bareValues[last] as string | boolean), valueTerm(last));
  return isPath ? nameTerm(last) : call("column", valueTerm(last));
}

/** Values that authors write without brackets. There, they name questions that the form doesn't have. */
const bareValues: Readonly<Record<string, string | boolean>> = { false: false, true: true, null: "" };

function stepOf(tokens: Tokens): string {
  const { kind, text } = tokens.take();
  if (kind === "word" || text === "." || text === "..") return text;
  throw new Unmapped(`\`${text}\` isn't supported in a path`);
}

/** Names of functions in other languages. The others have their own name. */
const names: Readonly<Record<string, string>> = {
  if: "iif",
  ceiling: "ceil",
  "starts-with": "startswith",
  "ends-with": "endswith",
  "difference-in-months": "months",
  boolean: "truth",
  now: "today",
  date: "same",
  "date-time": "same",
  "decimal-date-time": "same",
  string: "same",
  once: "same",
  "format-date-time": "format-date",
  "jr:choice-name": "choice-name",
  "normalize-space": "same",
};

function functionOf(name: string, args: Term[]): Term {
  const [first, second] = args;
  if ((name === "true" || name === "false") && !first) return valueTerm(name === "true");
  if (name === "null") return valueTerm("");
  // a question that isn't repeated is the first one
  if (name === "position") return valueTerm(1);
  if (name === "regex" && first && second?.kind === "value")
    return call("matches", first, valueTerm(wholeText(String(second.value))));
  return call(names[name] ?? name, ...args);
}

/** `regex()` matches the whole text, `matches` any part. */
const wholeText = (source: string): string => `^(?:${source.replace(/^\^/, "").replace(/(?<!\\)\$$/, "")})$`;
