const width = 40;

export interface Progress {
  step(): void;
  /** Ends the line. */
  end(): void;
}

/** Shows a progress bar on a terminal, else a line per 10%. */
export function progress(label: string, total: number, out: NodeJS.WriteStream): Progress {
  let done = 0;
  const bar = () => {
    const filled = Math.floor((done / total) * width);
    out.write(`\r${label} [${"█".repeat(filled)}${"░".repeat(width - filled)}] ${done}/${total}`);
  };
  const line = () => {
    const isNewTenth = Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total);
    if (isNewTenth) out.write(`${label} ${Math.floor((done * 100) / total)}% (${done}/${total})\n`);
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
