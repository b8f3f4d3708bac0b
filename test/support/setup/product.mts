import { startPostgres } from "../postgres.ts";
import { startProduct, type Way } from "../product.ts";
import { share } from "../run.ts";
import { ensure } from "./once.mts";

export async function startFor(way: Way): Promise<void> {
  await ensure("postgres", startPostgres);
  await ensure(way, async () => {
    const product = await startProduct({ way });
    share(way, product.url);
    return product;
  });
}
