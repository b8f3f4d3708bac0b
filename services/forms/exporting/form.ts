import { type Outline, outlineOf } from "../../../shared/domain/graph/outline.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { Losses } from "./losses.ts";
import { type Order, orderOf } from "./order.ts";
import { Reach } from "./reach.ts";
import { Texts } from "./texts.ts";

/** A draft or version to take elsewhere. */
export interface Source {
  title: string;
  language: string;
  graph: Graph;
  /** settings, theme and emails, which only Pathform's own format has */
  more?: object | null;
}

/** A node that is asked or shown, in the order of the walk. */
export interface Placed {
  node: GraphNode;
  question: CompiledQuestion;
  at: number;
}

/** A form that is being taken to another format, with all that the formats have in common. */
export class Form {
  readonly title: string;
  readonly language: string;
  readonly graph: Graph;
  readonly outline: Outline;
  readonly order: Order;
  readonly reach: Reach;
  readonly texts: Texts;
  readonly losses = new Losses();
  /** questions and screens, without end screens */
  readonly nodes: readonly Placed[];
  readonly ends: readonly Placed[];

  constructor({ title, language, graph }: Source) {
    this.title = title;
    this.language = language;
    this.graph = graph;
    this.outline = outlineOf(graph);
    this.order = orderOf(graph, this.outline, this.losses);
    this.reach = new Reach(this.order);
    this.texts = new Texts(this.graph, language);
    const placed = this.order.nodes.flatMap(({ source, id }, at): Placed[] => {
      const question = this.outline.questions.get(id);
      if (!question) this.losses.add(id, "It isn't valid yet, so it is left out.");
      return question ? [{ node: { ...source, data: source.data ?? {} }, question, at }] : [];
    });
    this.nodes = placed.filter(({ question }) => !question.is_end);
    this.ends = placed.filter(({ question }) => question.is_end);
  }

  /** Returns the place of a question, or -1 for one that isn't asked. */
  placeOf(id: string): number {
    const at = this.order.at.get(id);
    return at !== undefined && this.outline.questions.has(id) ? at : -1;
  }

  question(id: string): CompiledQuestion | undefined {
    return this.outline.questions.get(id);
  }

  node(id: string): GraphNode {
    return this.outline.byId.get(id)?.source as GraphNode;
  }
}
