import type { Hunt, Input } from "./hunt.ts";
export async function drafts(_: Hunt): Promise<Input[]> {
  return [];
}
