import { lazyRouteComponent } from "@tanstack/react-router";

/** True if the service responds. The browser's own online state is late, and only about the network. */
const isAnswered = (): Promise<boolean> =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/**
 * A page whose code is loaded when opened. If that fails, the router reloads the page, which helps after a new build.
 * Without a network it would lose everything, so this throws an error that can be retried.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        throw (await isAnswered()) ? error : new TypeError("offline", { cause: error });
      }),
    name,
  );
