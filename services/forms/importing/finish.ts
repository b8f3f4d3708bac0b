import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Edge, Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import {
  calculationLimit,
  draftBytesLimit,
  edgeLimit,
  graphBytesLimit,
  hiddenFieldLimit,
  nodeLimit,
} from "../../../shared/domain/limits.ts";
import { cutTexts } from "./cutTexts.ts";
import { type ImportedForm, ownerKey } from "./importedForm.ts";
import { withoutCycles } from "./jumps.ts";
import { markedUp, unmarked } from "./marks.ts";
import { pagesOf } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import { Removals } from "./removals.ts";
import { repair } from "./repair.ts";
import { noteSourceCodes } from "./sourceCodes.ts";
import { type CheckedTexts, raiseLimits } from "./unlimited.ts";

/**
 * Makes the graph of an imported form (features §14): linear, jumps before the edge to the next node, and a default end screen.
 * Removes and notes parts with errors until the graph can be published.
 */
export function finish(form: ImportedForm): Graph {
  if (form.nodes.filter((node) => !isEnd(node)).length > nodeLimit) throw tooManyQuestions();
  cutTexts(form);
  noteSourceCodes(form);
  const texts = raiseLimits(form);
  const graph = linearGraph(form);
  makeRoom(graph, form);
  publishable(graph, form, texts);
  texts.note(form);
  const room = translatedLimit - Buffer.byteLength(JSON.stringify(graph));
  const translated = form.translations.into(graph, form, room);
  form.title = unmarked(form.title);
  return markedUp(translated);
}

const limitText = `${nodeLimit.toLocaleString("en")} questions and screens`;
const tooManyNodes = `a form has up to ${limitText}, including its start and end screens`;
const tooManyQuestions = () => new Refusal(`file: has more than ${limitText}; split it into several forms`);

/** Removes the last questions if the start and end screens make too many nodes. Notes each. */
function makeRoom(graph: Graph, form: ImportedForm): void {
  const surplus = graph.nodes.length - nodeLimit;
  if (surplus <= 0) return;
  const removals = new Removals(graph, form);
  const removable = graph.nodes.filter((node) => !isEnd(node) && form.owners.has(node.id));
  for (const { id } of removable.slice(-surplus))
    removals.node(id, "too_many_nodes", { text: tooManyNodes, reason: null });
  removals.apply();
  if (graph.nodes.length > nodeLimit) throw tooManyQuestions();
}

/**
 * Removes parts with errors. Each round removes at least one, and a removal can cause new errors. Refuses a large graph before:
 * its conditions take minutes to check, and more comparisons than a form can have don't fit. Shortens `texts` before it removes what
 * is too expensive for them.
 */
export function publishable(graph: Graph, form: ImportedForm, texts?: CheckedTexts): void {
  refuseLarge(graph);
  const budget = { conditions: 1 };
  for (let errors = errorsOf(graph); errors.length > 0; errors = errorsOf(graph)) {
    if (!texts?.lower(errors) && !repair(graph, errors, form, budget))
      throw new Refusal("file: the form can't be converted to a form that works");
  }
}

/** As much as PUT draft takes, without and with translations. The rest is for other keys of the body. */
const graphLimit = graphBytesLimit - 4_096;
const translatedLimit = draftBytesLimit - 4_096;

/** Throws for a graph that is larger than a draft can be. */
export function refuseLarge({ translations: _, ...graph }: Graph): void {
  if (Buffer.byteLength(JSON.stringify(graph)) > graphLimit)
    throw new Refusal("file: the form is larger than 1 MiB; split it into several forms");
}

const errorsOf = (graph: Graph) => analyze(graph).filter(({ severity }) => severity === "error");

function linearGraph(form: ImportedForm): Graph {
  const ends = form.nodes.filter(isEnd);
  const screens = withEntry(
    form.nodes.filter((node) => !isEnd(node)),
    form,
  );
  const fallback = ends[0] ?? { id: form.freeId("end"), question_type: "end_screen", data: { config: {} } };
  const nodes = [...screens, ...(ends.length > 0 ? ends : [fallback])];
  const pages = pagesOf(form, screens);
  return {
    schema_version: "2.0",
    entry_node_id: screens[0]?.id ?? fallback.id,
    fallback_end_node_id: fallback.id,
    nodes,
    edges: edgesOf(form, screens, fallback),
    hidden_fields: hiddenFieldsOf(form),
    ...(form.calculations.length > 0 && { calculations: calculationsOf(form) }),
    ...(pages.length > 0 && { pages }),
  };
}

const isEnd = ({ question_type }: GraphNode): boolean => question_type === "end_screen";

/** Adds a welcome screen if the first node can be passed over, or if there are no questions. */
function withEntry(nodes: GraphNode[], form: ImportedForm): GraphNode[] {
  const [first] = nodes;
  const needsScreen = !first || (first.data.show_if ?? null) !== null;
  if (!needsScreen) return nodes;
  const data = { title: form.title.slice(0, titleLimit), config: {} };
  const id = form.freeId("start");
  form.translations.place(id, form.translations.of(""));
  return [{ id, question_type: "welcome_screen", data }, ...nodes];
}

const titleLimit = 500;

/** Returns the edges by node, jumps first, in their order. */
function edgesOf(form: ImportedForm, screens: readonly GraphNode[], fallback: GraphNode): Edge[] {
  const kept = withoutCycles(
    form.jumps,
    [...screens, ...form.nodes.filter(isEnd), fallback].map(({ id }) => id),
  );
  for (const { from, to, source } of form.jumps.filter((jump) => !kept.has(jump)))
    form.owners
      .get(from)
      ?.lostPart(
        "backward_jump",
        `A jump isn't imported: it leads back to “${to}”.`,
        source ?? form.owners.get(from)?.source,
      );
  const jumps = Map.groupBy(
    form.jumps.filter((jump) => kept.has(jump)).map(({ source: _, ...edge }): Edge => edge),
    ({ from }) => from,
  );
  let room = edgeLimit - screens.length;
  return screens.flatMap(({ id }, at) => {
    const own = (jumps.get(id) ?? []).slice(0, Math.max(0, room));
    for (const _ of (jumps.get(id) ?? []).slice(own.length))
      form.owners.get(id)?.lostPart("too_many_edges", `Jumps beyond ${edgeLimit} edges aren't imported.`);
    room -= own.length;
    const isAlways = own.some(({ condition }) => condition === null);
    const next = screens[at + 1] ?? fallback;
    return isAlways ? own : [...own, { from: id, to: next.id, condition: null }];
  });
}

function hiddenFieldsOf(form: ImportedForm): string[] {
  const keys = [...new Set(form.hiddenFields)];
  for (const key of keys.slice(hiddenFieldLimit))
    form.note("lost", "too_many_hidden_fields", key, `Hidden fields beyond ${hiddenFieldLimit} aren't imported.`);
  return keys.slice(0, hiddenFieldLimit);
}

function calculationsOf({ calculations, owners }: ImportedForm) {
  for (const { key } of calculations.slice(calculationLimit))
    owners
      .get(ownerKey(key))
      ?.lost("too_many_calculations", `Calculations beyond ${calculationLimit} aren't imported.`);
  return calculations.slice(0, calculationLimit);
}
