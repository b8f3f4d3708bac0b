import { lazyRouteComponent } from "@tanstack/react-router";

/** Whether the service answers: the browser's own word of its network comes late, and knows nothing of the service. */
const isAnswered = (): Promise<boolean> =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/**
 * A page whose program is loaded when it is opened. The router loads everything anew where that fails, which helps after a new
 * build; without a network nothing at all would be left, so that it is an error then, which can be tried again.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isAnswered()) ? error : new TypeError("offline", { cause: error });
      }),
    name,
  );
