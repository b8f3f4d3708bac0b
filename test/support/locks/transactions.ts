import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "@swc/core";

/**
 * Reads the transactions of a service from its code: the functions that each one calls, in the order in which they stand, and the
 * SQL of those. A branch counts as if it were always taken.
 */
export interface Transaction {
  /** File and line, such as `services/auth/actions/joining.ts:147`. */
  at: string;
  /** texts of its statements, in their order */
  statements: string[];
}

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree
type Node = any;

interface Module {
  file: string;
  text: string;
  /** where the parser counts this module's bytes from */
  start: number;
  body: Node[];
  imports: Map<string, { file: string; name: string | "*" }>;
  functions: Map<string, Node>;
}

const root = join(import.meta.dirname, "../../..");
const modules = new Map<string, Module>();

function moduleAt(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const text = readFileSync(join(root, file), "utf8");
  const { body, span } = parseSync(text, { syntax: "typescript" }) as Node;
  const module: Module = { file, text, start: span.start, body, imports: new Map(), functions: new Map() };
  modules.set(file, module);
  for (const item of body) read(module, item);
  return module;
}

function read(module: Module, item: Node): void {
  if (item.type === "ImportDeclaration") {
    const file = relative(root, join(root, dirname(module.file), item.source.value));
    if (!item.source.value.startsWith(".") || !existsSync(join(root, file))) return;
    for (const one of item.specifiers)
      module.imports.set(one.local.value, {
        file,
        name: one.type === "ImportNamespaceSpecifier" ? "*" : (one.imported?.value ?? one.local.value),
      });
    return;
  }
  const declared = item.type === "ExportDeclaration" ? item.declaration : item;
  if (declared.type === "FunctionDeclaration") module.functions.set(declared.identifier.value, declared);
  if (declared.type !== "VariableDeclaration") return;
  for (const { id, init } of declared.declarations) if (init && id.value) module.functions.set(id.value, init);
}

/** Returns the function or text that a name or `module.name` stands for. */
function found(module: Module, node: Node): { module: Module; node: Node } | null {
  if (node.type === "Identifier") {
    const imported = module.imports.get(node.value);
    const from = imported ? moduleAt(imported.file) : module;
    const own = from.functions.get(imported?.name ?? node.value);
    return own ? { module: from, node: own } : null;
  }
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return null;
  const imported = module.imports.get(node.object.value);
  if (imported?.name !== "*") return null;
  const from = moduleAt(imported.file);
  const own = from.functions.get(node.property.value);
  return own ? { module: from, node: own } : null;
}

const sql = /^\s*(?:select|insert into|update|delete from|with|lock table)\s/i;

/** Visits a node's calls and texts in the order of the source. */
function statementsIn(module: Module, node: Node, open: ReadonlySet<Node>): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => statementsIn(module, one, open));
  if (typeof node !== "object" || node === null) return [];
  if (node.type === "StringLiteral") return sql.test(node.value) ? [node.value] : [];
  if (node.type === "TemplateLiteral") {
    const text = textOf(module, node);
    return [...(sql.test(text) ? [text] : []), ...statementsIn(module, node.expressions, open)];
  }
  const inner = Object.values(node).flatMap((one) => statementsIn(module, one, open));
  if (node.type !== "CallExpression") return inner;
  if (node.callee.property?.value in ormStatements) return [...inner, ormStatement(node)];
  const called = found(module, node.callee);
  if (!called || open.has(called.node)) return inner;
  return [...inner, ...statementsIn(called.module, called.node, new Set([...open, called.node]))];
}

/** Calls of the ORM that lock rows. Their first argument is the entity. */
const ormStatements: Readonly<Record<string, string>> = {
  create: "insert into",
  nativeUpdate: "update",
  nativeDelete: "delete from",
};
const tables: Readonly<Record<string, string>> = {
  User: "auth.users",
  Account: "auth.accounts",
  ApiKey: "auth.api_keys",
};
const ormStatement = ({ callee, arguments: [entity] }: Node): string =>
  `${ormStatements[callee.property.value]} ${tables[entity?.expression.value]} `;

/** Fills in the texts that a template names. */
function textOf(module: Module, { quasis, expressions }: Node): string {
  const parts = expressions.map((one: Node) => {
    const value = found(module, one);
    if (value?.node.type === "TemplateLiteral") return textOf(value.module, value.node);
    return value?.node.type === "StringLiteral" ? value.node.value : "x";
  });
  return quasis.map(({ cooked }: Node, at: number) => `${cooked ?? ""}${parts[at] ?? ""}`).join("");
}

/** Returns the call if it opens a transaction. */
function isTransaction(node: Node): boolean {
  if (node.type !== "CallExpression") return false;
  const { callee } = node;
  if (callee.type === "Identifier") return callee.value === "inTransaction";
  return callee.type === "MemberExpression" && callee.property.value === "write" && ofDatabase(callee.object);
}

const ofDatabase = (node: Node): boolean => node.value === "database" || node.property?.value === "database";

function transactionsIn(module: Module, node: Node): Transaction[] {
  if (Array.isArray(node)) return node.flatMap((one) => transactionsIn(module, one));
  if (typeof node !== "object" || node === null) return [];
  if (!isTransaction(node)) return Object.values(node).flatMap((one) => transactionsIn(module, one));
  const work = node.arguments.map(({ expression }: Node) => expression);
  const statements = work.flatMap((one: Node) => {
    const named = one.type === "Identifier" ? found(module, one) : null;
    return named ? statementsIn(named.module, named.node, new Set()) : statementsIn(module, one, new Set());
  });
  const before = Buffer.from(module.text).subarray(0, node.span.start - module.start);
  return [{ at: `${module.file}:${before.toString().split("\n").length}`, statements }];
}

export const transactionsOf = (service: string): Transaction[] =>
  globSync(`services/${service}/**/*.ts`, { cwd: root, exclude: ["**/migrations/**"] })
    .sort()
    .flatMap((file) => transactionsIn(moduleAt(file), moduleAt(file).body));
