import { parseSync } from "@swc/core";

export interface Module {
  path: string;
  source: string;
}

/** A pattern that reads a message. */
export interface Reading {
  path: string;
  line: number;
  pattern: string;
}

/** Modules that read messages, and whose. Reasons travel as keys (shared/domain/reason.ts), and texts are only shown. */
const readers: Readonly<Record<string, string>> = {
  "deploy/commands/questionTypes.ts": "descriptions of the OpenAPI document, which have no other form",
  "services/forms/importing/fhir/conditions.ts": "the language of a FHIR expression",
  "services/gateway/openapi/describe.ts": "limits of shapes, which become descriptions",
  "services/integrations/types/hubspot.ts": "HubSpot's",
  "services/integrations/types/outcome.ts": "stored ones of earlier deliveries, which quote the receiver",
  "services/web/ui/failed.tsx": "those of browsers",
  "services/web/ui/sentence.ts": "errors of the API, which become sentences here",
  "shared/domain/fieldError.ts": "errors of the API, whose form is fixed (decisions §1)",
  "shared/platform/database/unavailable.ts": "those of pg and Citus",
  "shared/platform/ops/redact.ts": "PostgreSQL's",
};

/**
 * Returns patterns that read Pathform's own messages: regular expressions and arguments of `startsWith` and the like with words of a
 * message in these modules, or with the colon between a field and its error.
 */
export function messageReadings(modules: readonly Module[]): Reading[] {
  const messages: string[] = [];
  const patterns: Pattern[] = [];
  for (const module of modules) collect(module, messages, patterns);
  const text = messages.join("\n").toLowerCase();
  return patterns
    .filter(({ path, literals }) => !(path in readers) && literals.some((literal) => isOfMessage(literal, text)))
    .map(({ path, line, pattern }) => ({ path, line, pattern }));
}

interface Pattern extends Reading {
  /** the parts that match only themselves */
  literals: string[];
}

function isOfMessage(literal: string, messages: string): boolean {
  const words = literal.trim().toLowerCase();
  // errors of a field begin with "must"
  return words === "must" || literal.includes(": ") || (/\p{L} \p{L}/u.test(words) && messages.includes(words));
}

function collect({ path, source }: Module, messages: string[], patterns: Pattern[]): void {
  const bytes = Buffer.from(source);
  const add = (pattern: string, literals: string[], start: number) =>
    patterns.push({ path, line: bytes.subarray(0, start).toString().split("\n").length, pattern, literals });
  visit(parseSync(source, { syntax: "typescript", tsx: path.endsWith("x") }), (node) => {
    const { type, span, pattern, callee, arguments: given } = node;
    if (type === "RegExpLiteral" && pattern !== undefined) add(`/${pattern}/`, literalsOf(pattern), span?.start ?? 0);
    const text = given?.[0]?.expression;
    if (type === "CallExpression" && methods.has(callee?.property?.value ?? "") && text?.type === "StringLiteral") {
      add(String(text.value), [String(text.value)], span?.start ?? 0);
      return false;
    }
    if (type === "StringLiteral" || type === "JSXText") messages.push(String(node.value));
    if (type === "TemplateElement") messages.push(node.cooked ?? "");
    return true;
  });
}

const methods: ReadonlySet<string> = new Set(["startsWith", "endsWith", "includes", "indexOf", "split"]);

/** Classes, groups, repetitions and anchors of a regular expression. */
const special =
  /\[(?:\\.|[^\]])*\]|\\[pP]\{[^}]*\}|\\u\{?[\da-fA-F]+\}?|\\[a-zA-Z\d]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d*,?\d*\}|[()^$.*+?|]/g;

const literalsOf = (pattern: string): string[] =>
  pattern
    .replaceAll(special, "\0")
    .replaceAll(/\\(.)/g, "$1")
    .split("\0")
    .filter((literal) => literal !== "");

interface Node {
  type?: string;
  span?: { start: number };
  value?: unknown;
  cooked?: string;
  pattern?: string;
  callee?: { property?: { value?: string } };
  arguments?: { expression?: Node }[];
}

/** Calls `see` for each node, and for its parts if it returns true. */
function visit(node: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  if ((node as Node).type === "TsLiteralType" || !see(node as Node)) return;
  for (const child of Object.values(node)) visit(child, see);
}
