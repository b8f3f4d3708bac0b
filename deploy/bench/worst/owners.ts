import type { Hunt, Input } from "./hunt.ts";
export async function owners(_: Hunt): Promise<Input[]> {
  return [];
}
