/** A run of stars, which can begin and end emphasis by CommonMark's rules. */
export interface Stars {
  kind: "stars";
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** stars that are text */
  left: number;
  /** its matches are final, because the link around it has ended */
  isSettled: boolean;
  /** marks that begin here, innermost first, as numbers of stars: 2 is strong, 1 is emphasis */
  opens: (1 | 2)[];
  /** marks that end here, innermost first */
  closes: (1 | 2)[];
}

/** Returns the run of stars at `from`. A recall beside it counts as a letter, which its text most often begins and ends with. */
export function starsAt(source: string, from: number, end: number, beside: { before: boolean; after: boolean }): Stars {
  const left = beside.before ? letter : classOf(source.charCodeAt(from - 1));
  const right = beside.after ? letter : classOf(source.charCodeAt(end));
  const canOpen = right !== space && (right === letter || left !== letter);
  const canClose = left !== space && (left === letter || right !== letter);
  const length = end - from;
  return { kind: "stars", length, canOpen, canClose, left: length, isSettled: false, opens: [], closes: [] };
}

const [space, mark, letter] = [0, 1, 2];

/** Returns the class of a UTF-16 unit, or of the start or end (NaN). Halves of a pair count as letters, which most of them are. */
function classOf(unit: number): number {
  if (unit > 127) return rareClassOf(unit);
  // digits, capital and small letters
  const isLetter = (unit > 47 && unit < 58) || (unit > 64 && unit < 91) || (unit > 96 && unit < 123);
  return isLetter ? letter : unit > 32 && unit < 127 ? mark : space;
}

const spaces = /\s/;
const marks = /[\p{P}\p{S}]/u;

function rareClassOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (marks.test(character)) return mark;
  return spaces.test(character) ? space : letter;
}

/**
 * Matches runs of stars with each other (CommonMark, "process emphasis"), and settles them. `bottoms` remembers below which height of the stack
 * nothing fits, so that the time is linear.
 */
export function matchStars(runs: readonly Stars[]): void {
  const openers: Stars[] = [];
  // a shorter array would be copied
  let height = 0;
  const bottoms = [0, 0, 0, 0, 0, 0];
  for (const run of runs) {
    run.isSettled = true;
    const key = (run.canOpen ? 3 : 0) + (run.length % 3);
    while (run.canClose && run.left > 0) {
      const bottom = bottoms[key] as number;
      let at = height - 1;
      while (at >= bottom && !fits(openers[at] as Stars, run)) at -= 1;
      if (at < bottom) {
        bottoms[key] = height;
        break;
      }
      const opener = openers[at] as Stars;
      match(opener, run);
      height = opener.left > 0 ? at + 1 : at;
      for (let one = 0; one < 6; one += 1) if ((bottoms[one] as number) > height) bottoms[one] = height;
    }
    if (run.canOpen && run.left > 0) openers[height++] = run;
  }
}

/** Runs that can both open and close match only if their lengths don't add up to a multiple of 3 (CommonMark, rules 9 and 10). */
const fits = (opener: Stars, closer: Stars): boolean =>
  !(opener.canClose || closer.canOpen) || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;

function match(opener: Stars, closer: Stars): void {
  const mark = opener.left > 1 && closer.left > 1 ? 2 : 1;
  opener.left -= mark;
  closer.left -= mark;
  opener.opens.push(mark);
  closer.closes.push(mark);
}
