import { texts } from "../../texts.ts";
import { Change, Diff } from "./diff.ts";

/** Texts of the API about the properties of diff.ts. */
export const diffTexts = [
  texts(Change, {
    subject: "Kind of the changed thing, such as a node or an edge.",
    node_id: "The node, or the edge's `from` node. Null for the form.",
    edge_index: "The edge's index in `to`. For a removed edge, in `from`.",
    change: "Whether it was added, removed or changed.",
    field:
      "A dotted path such as `data.config.options.b.label`: options, rows and columns by value or key. Null if the whole node or edge was added or removed.",
    before: "Null if it was added.",
    after: "Null if it was removed.",
    impact: "`breaking`: answers or totals of the two versions can't be compared.",
    why: "Consequence of a breaking change, for the owner.",
  }),
  texts(Diff, {
    from: "Number of the older version.",
    to: "Number of the newer version, or `draft`.",
    is_breaking: "True if any change is breaking.",
    changes: "Differences, in the order of the graph.",
  }),
];
