import { createRequire } from "node:module";
import type { ModernFakeTimers } from "@jest/fake-timers";
import type { Config } from "@jest/types";
import { ModuleMocker } from "jest-mock";

const require = createRequire(import.meta.url);

/**
 * The parts of Jest's `jest` object that tests use, on the process's own globals. A reset module is loaded again at its next
 * import. `restore` undoes changes of the file.
 */
export function jestObject(config: Config.ProjectConfig, resetModules: () => void) {
  const mocker = new ModuleMocker(globalThis);
  let made: ModernFakeTimers | undefined;
  const timers = (): ModernFakeTimers => {
    const fakeTimers: typeof import("@jest/fake-timers") = require("@jest/fake-timers");
    made ??= new fakeTimers.ModernFakeTimers({ config, global: globalThis });
    return made;
  };
  const jest = {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    resetModules,
    useFakeTimers: (options?: Config.FakeTimersConfig) => timers().useFakeTimers(options),
    useRealTimers: () => timers().useRealTimers(),
    setSystemTime: (now?: number | Date) => timers().setSystemTime(now),
    advanceTimersByTime: (ms: number) => timers().advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms: number) => timers().advanceTimersByTimeAsync(ms),
  };
  const restore = () => {
    made?.useRealTimers();
    mocker.restoreAllMocks();
  };
  return { jest, restore };
}
