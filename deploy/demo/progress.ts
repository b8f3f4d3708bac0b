const width = 40;

export interface Progress {
  step(): void;
  /** Leaves the line, whether all was done or not. */
  end(): void;
}

/** Counts to `total`: one line that is rewritten on a terminal, else a line for every tenth. */
export function progress(label: string, total: number, out: NodeJS.WriteStream): Progress {
  let done = 0;
  const bar = () => {
    const filled = Math.floor((done / total) * width);
    out.write(`\r${label} [${"█".repeat(filled)}${"░".repeat(width - filled)}] ${done}/${total}`);
  };
  const line = () => {
    const isNewTenth = Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total);
    if (isNewTenth) out.write(`${label} ${Math.floor((done * 100) / total)} % (${done}/${total})\n`);
  };
  return {
    step: () => {
      done++;
      if (out.isTTY) bar();
      else line();
    },
    end: () => {
      if (out.isTTY && done > 0) out.write("\n");
    },
  };
}
