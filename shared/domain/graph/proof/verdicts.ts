import { compileSound } from "../calculations/sound.ts";
import type { OutlineEdge, OutlineGuard, OutlineNode } from "../outline.ts";
import type { Example } from "../types.ts";
import type { Leaving } from "./arrivals.ts";
import { askedBy, decidingAt, isDerived, keyOf } from "./asked.ts";
import { Budget, unlessGivenUp } from "./budget.ts";
import { calculationRanges } from "./calculationRanges.ts";
import { inOrder, type ProofContext } from "./context.ts";
import { exampleOf, type Tried } from "./example.ts";
import {
  type Arrivals,
  arrivalsOfAll,
  arrivalsOfKeys,
  canHold,
  describe,
  type EdgeFindings,
  findByArrivals,
  findByOwnAnswer,
  findIndependently,
} from "./exhaustive.ts";
import { scoreRanges } from "./scoreRange.ts";

/** Result of the proof about a node's edges. */
export interface Verdict {
  /** given up: the budget ran out */
  kind: "proven" | "missed" | "given up";
  /** Description of a state that may match no edge. Certain if there is an example. */
  missed: string | null;
  example: Example | null;
  /** edges whose condition can never be true, with an example if one was found */
  never: ReadonlyMap<OutlineEdge, Example | null>;
  /** edges that never match first */
  shadowed: ReadonlySet<OutlineEdge>;
}

/**
 * Steps for errors, warnings and examples, in total and per node. Together they take less than a second (decisions §4.4: 1,000
 * nodes and 5,000 edges).
 */
const steps = { errors: 4_000_000, warnings: 3_000_000, examples: 2_000_000 };
const nodeSteps = { errors: 400_000, warnings: 60_000, examples: 40_000 };

export class Prover {
  private readonly context: ProofContext;
  private readonly errors = new Budget(steps.errors);
  private readonly warnings = new Budget(steps.warnings);
  private readonly examples = new Budget(steps.examples);
  private readonly byKeys = new Map<string, Arrivals | null>();

  constructor(context: Omit<ProofContext, "order" | "scores" | "calculation" | "calculations">) {
    const { outline, reachability } = context;
    const order = reachability.cycles.length === 0 ? inOrder(outline, reachability) : null;
    const scores = scoreRanges(outline, order);
    const calculation = calculationRanges({ outline, reachability, order, scores });
    this.context = { ...context, order, scores, calculation, calculations: compileSound(outline) };
  }

  /** Returns the verdicts of these nodes. Possible errors come first, so that warnings don't use up their budget. */
  verdicts(nodes: readonly OutlineNode[]): ReadonlyMap<OutlineNode, Verdict> {
    const { fallback } = this.context.outline;
    const atStake = new Set(nodes.filter((node) => !fallback && !node.unconditional));
    const findings = new Map<OutlineNode, EdgeFindings | null>();
    for (const node of atStake) findings.set(node, this.exhaustive(node));
    for (const node of nodes) findings.set(node, this.refined(node, findings.get(node)));
    return new Map(nodes.map((node) => [node, this.verdict(node, findings.get(node) ?? null, atStake.has(node))]));
  }

  /** Returns whether it is proven that a condition of a node is never true. */
  isNeverTrue(guard: OutlineGuard, node: OutlineNode): boolean {
    const budget = this.warnings.part(nodeSteps.warnings);
    return unlessGivenUp(() => canHold(guard, node, this.context, budget)) === false;
  }

  /** Returns the reachable nodes in topological order, or null for a graph with cycles. */
  get order(): readonly OutlineNode[] | null {
    return this.context.order;
  }

  /** Returns answers that lead to a node, or null if none were found. */
  exampleTo(node: OutlineNode): Example | null {
    return this.example(
      node,
      ({ leaving }) => leaving.get(node) ?? [],
      () => true,
    );
  }

  /** Returns null if the budget ran out. */
  private exhaustive(node: OutlineNode): EdgeFindings | null {
    const budget = this.errors.part(nodeSteps.errors);
    const part = nodeSteps.errors / 2;
    const alone =
      unlessGivenUp(() => findIndependently(node, this.context, budget.part(part))) ??
      unlessGivenUp(() => findByOwnAnswer(node, this.context, budget));
    if (alone && (alone.missed.length === 0 || !readsEarlier(node))) return alone;
    // first the variables that the node's edges read, which other nodes share, then all variables on paths to the node
    const same = this.overSame(node);
    const overSame = same && unlessGivenUp(() => findByArrivals(node, same, this.context, budget));
    if (overSame?.missed.length === 0) return overSame;
    return this.overAll(node, budget) ?? overSame ?? alone;
  }

  private overSame(node: OutlineNode): Arrivals | null {
    const keys = [
      ...new Set(
        decidingAt(node)
          .filter(this.context.isSound)
          .flatMap(askedBy)
          .map(({ key }) => key),
      ),
    ].sort();
    const name = keys.join("\n");
    const budget = this.errors.part(nodeSteps.errors);
    const known = this.byKeys.get(name);
    const arrivals = known === undefined ? unlessGivenUp(() => arrivalsOfKeys(keys, this.context, budget)) : known;
    this.byKeys.set(name, arrivals);
    return arrivals;
  }

  private overAll(node: OutlineNode, budget: Budget): EdgeFindings | null {
    return unlessGivenUp(() => {
      const all = arrivalsOfAll(node, this.context, budget);
      return all && findByArrivals(node, all, this.context, budget);
    });
  }

  /** Refines findings with all variables on paths to the node, if that can rule out an edge. */
  private refined(node: OutlineNode, known: EdgeFindings | null | undefined): EdgeFindings | null {
    const budget = this.warnings.part(nodeSteps.warnings);
    const findings = known === undefined ? unlessGivenUp(() => findIndependently(node, this.context, budget)) : known;
    const isOpen = node.edges.some((edge) => edge.condition && (findings?.taken.has(edge) ?? true));
    if (!isOpen || !readsEarlier(node)) return findings;
    const all = this.overAll(node, budget);
    // no state arrives, so the edges can't be judged
    if (!all || (all.possible.size === 0 && all.missed.length === 0)) return findings;
    return { ...all, missed: findings?.missed.length === 0 ? [] : all.missed };
  }

  private verdict(node: OutlineNode, findings: EdgeFindings | null, isAtStake: boolean): Verdict {
    if (!findings) return { kind: "given up", missed: null, example: null, never: new Map(), shadowed: new Set() };
    const sound = node.edges.filter(this.context.isSound);
    const never = sound.filter((edge) => !findings.possible.has(edge));
    const [missed] = findings.missed;
    return {
      kind: missed ? "missed" : "proven",
      missed: missed ? describe(missed.state, findings.variables, node, this.context.outline) : null,
      example: isAtStake && missed ? this.exampleOfMissed(node) : null,
      never: new Map(never.map((edge) => [edge, this.exampleOfRefused(node, edge)])),
      shadowed: new Set(sound.filter((edge) => findings.possible.has(edge) && !findings.taken.has(edge))),
    };
  }

  private exampleOfMissed(node: OutlineNode): Example | null {
    const isMissed = (tried: Tried) => tried.every(({ matches }) => !matches);
    return this.example(node, (_, findings) => findings.missed, isMissed);
  }

  /** Returns answers with which an edge is evaluated and doesn't match. */
  private exampleOfRefused(node: OutlineNode, refused: OutlineEdge): Example | null {
    const isRefused = (tried: Tried) => tried.some(({ edge, matches }) => edge === refused && !matches);
    return this.example(node, (_, findings) => findings.refused.get(refused) ?? [], isRefused);
  }

  private example(
    node: OutlineNode,
    pick: (arrivals: Arrivals, findings: EdgeFindings) => readonly Leaving[],
    isAsSaid: (tried: Tried) => boolean,
  ): Example | null {
    return unlessGivenUp(() => {
      const { context } = this;
      const budget = this.examples.part(nodeSteps.examples);
      const arrivals = unlessGivenUp(() => arrivalsOfAll(node, context, budget.part(nodeSteps.examples / 2)));
      const all = arrivals ?? arrivalsOfKeys([keyOf({ type: "answer", node_id: node.id })], context, budget);
      const findings = all && findByArrivals(node, all, context, budget);
      if (!all || !findings) return null;
      for (const leaving of pick(all, findings).slice(0, 4)) {
        const example = exampleOf({ node, leaving, variables: findings.variables }, context, budget, isAsSaid);
        if (example) return example;
      }
      return null;
    });
  }
}

const readsEarlier = (node: OutlineNode): boolean =>
  decidingAt(node)
    .flatMap(askedBy)
    .some(({ key }) => !isDerived(key) && key !== keyOf({ type: "answer", node_id: node.id }));
