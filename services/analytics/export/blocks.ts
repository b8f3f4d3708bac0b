import { withFileLinks } from "../../../shared/files/link.ts";
import { linkKeys } from "../../../shared/files/linkKeys.ts";
import type { CellStyle } from "../../../shared/questions/question.ts";
import { type DetailRow, detailOf } from "../store/detail.ts";
import { csvText, sessionRow } from "./csv.ts";
import type { Plan } from "./plan.ts";

/** Some sessions' text, which goes into a piece as a whole; only a session that stands alone may be cut. */
export interface Block {
  text: string;
  rows: number;
}

/** As JSON no larger than a piece may be, whatever its characters are. */
const blockLength = 32 * 1024;

export function blocksOf(rows: readonly DetailRow[], plan: Plan | null, style: CellStyle): Promise<Block[]> | Block[] {
  if (plan) return csvBlocks(rows, plan, style);
  return rows.map((row) => ({ text: `${JSON.stringify(detailOf(row))}\n`, rows: 1 }));
}

/** The CSV writer is made for many rows: one for each would cost more than the rows. */
async function csvBlocks(rows: readonly DetailRow[], plan: Plan, style: CellStyle): Promise<Block[]> {
  const blocks: Block[] = [];
  let block: string[][] = [];
  let length = 0;
  const close = async () => {
    if (block.length > 0) blocks.push({ text: await csvText(block), rows: block.length });
    block = [];
    length = 0;
  };
  for (const row of rows) {
    const cells = sessionRow(
      plan,
      withFileLinks(detailOf(row), new Date(), () => linkKeys()[0]),
      style,
    );
    const added = lengthOf(cells);
    if (length + added > blockLength) await close();
    block.push(cells);
    length += added;
  }
  await close();
  return blocks;
}

const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.length + 1, 0);
