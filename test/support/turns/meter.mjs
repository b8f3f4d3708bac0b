/** Measures the CPU time of the main thread's event loop turns, which doesn't depend on other load. */
export function openTurnMeter(onTurn = () => undefined) {
  let before = 0;
  let total = 0;
  let longest = 0;
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  // timers run in each turn, so the time between two calls is one turn or several short ones
  const look = () => {
    const spent = cpuMs() - before;
    longest = Math.max(longest, spent);
    total += spent;
    onTurn(spent);
    before = cpuMs();
  };
  setInterval(look, 1).unref();
  return {
    look,
    begin() {
      longest = 0;
      total = 0;
      before = cpuMs();
    },
    read: () => ({ turnMs: longest, cpuMs: total }),
  };
}
