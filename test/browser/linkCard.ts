/** `npm run card`: draws the image of links to forms without images of their own (services/web/respondent/linkCard.png). */
import { join } from "node:path";
import { presets } from "../../shared/domain/theme/presets.ts";
import { launchChromium } from "./support/chromium.ts";

const [{ colors }] = presets;
const option = (letter: string, width: number, isSelected: boolean): string =>
  `<div class="option" ${isSelected ? "data-selected" : ""}><b>${letter}</b><i style="width:${width}px"></i></div>`;

const html = `<!doctype html><style>
  * { box-sizing: border-box; margin: 0; }
  body { width: 1200px; height: 630px; padding: 74px 200px; background: ${colors.background}; font: 700 26px Arial; }
  .bar { position: absolute; inset: 0 0 auto; height: 14px; background: #e1defb; }
  .bar::after { display: block; width: 40%; height: 100%; background: ${colors.primary}; content: ""; }
  i { display: block; height: 18px; border-radius: 9px; background: #c9c7d6; }
  .title { width: 560px; height: 30px; border-radius: 15px; background: ${colors.text}; }
  .text { width: 400px; margin-block: 20px 34px; }
  .option { display: flex; gap: 24px; align-items: center; height: 82px; margin-bottom: 16px; padding: 0 22px;
    border: 2px solid #dad6f7; border-radius: 18px; background: #fff; color: ${colors.primary}; }
  .option b { display: grid; place-content: center; width: 44px; height: 44px; border: 2px solid #dad6f7;
    border-radius: 10px; }
  [data-selected] { border-color: ${colors.primary}; background: #eeecfc; }
  [data-selected] b { border-color: ${colors.primary}; background: ${colors.primary}; color: #fff; }
  [data-selected] i { background: #8d84ec; }
  .button { width: 210px; height: 72px; margin-top: 14px; padding: 28px 52px; border-radius: 18px; background: ${colors.primary}; }
  .button i { height: 16px; background: #fff; }
</style><div class="bar"></div><i class="title"></i><i class="text"></i>
${[option("A", 300, true), option("B", 380, false), option("C", 240, false)].join("")}<div class="button"><i></i></div>`;

const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(html);
await page.screenshot({ path: join(import.meta.dirname, "../../services/web/respondent/linkCard.png") });
await browser.close();
