/** Files of an Excel workbook around its sheets (ECMA-376 Part 1 §12, Part 2). Pure. */
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

interface Sheet {
  name: string;
  file: string;
}

export const responsesFile = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;
export const questionsFile = "xl/worksheets/questions.xml";

/** Returns the sheets in their order. There are several of responses if one is full. */
const sheetsOf = (count: number): Sheet[] => [
  ...Array.from({ length: count }, (_, at) => ({
    name: at === 0 ? "Responses" : `Responses ${at + 1}`,
    file: responsesFile(at + 1),
  })),
  { name: "Questions", file: questionsFile },
];

/** Returns the files that name the sheets, which come last because the number of sheets is known then. */
export function frameFiles(responseSheets: number): { file: string; text: string }[] {
  const sheets = sheetsOf(responseSheets);
  return [
    { file: "xl/styles.xml", text: styles },
    { file: "xl/workbook.xml", text: workbook(sheets) },
    { file: "xl/_rels/workbook.xml.rels", text: workbookRelations(sheets) },
    { file: "_rels/.rels", text: rootRelations },
    { file: "[Content_Types].xml", text: contentTypes(sheets) },
  ];
}

/** Formats of cells: default, date, date and time, quoted text, header (sheet.ts). */
const plain = 'fillId="0" borderId="0"'; // words: ok
const cellFormat = (numFmt: number, font: number, more = ""): string =>
  `<xf numFmtId="${numFmt}" fontId="${font}" ${plain} xfId="0"${more}/>`; // words: ok

const styles = [
  `${xml}<styleSheet xmlns="${main}">`,
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>', // words: ok
  '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>', // words: ok
  '<fills count="2"><fill><patternFill patternType="none"/></fill>', // words: ok
  '<fill><patternFill patternType="gray125"/></fill></fills>', // words: ok
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>', // words: ok
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" ${plain}/></cellStyleXfs><cellXfs count="5">`, // words: ok
  cellFormat(0, 0),
  cellFormat(14, 0, ' applyNumberFormat="1"'),
  cellFormat(164, 0, ' applyNumberFormat="1"'),
  cellFormat(49, 0, ' quotePrefix="1" applyNumberFormat="1"'), // words: ok
  cellFormat(0, 1, ' quotePrefix="1" applyFont="1"'), // words: ok
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>', // words: ok
].join("");

const workbook = (sheets: readonly Sheet[]): string =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
    .map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join("")}</sheets></workbook>`;

const workbookRelations = (sheets: readonly Sheet[]): string =>
  `${xml}<Relationships xmlns="${relations}">${sheets // words: ok
    .map(({ file }, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="${file.slice(3)}"/>`) // words: ok
    .join("")}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`; // words: ok

const rootRelations = `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`; // words: ok

const contentTypes = (sheets: readonly Sheet[]): string =>
  `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets
    .map(({ file }) => `<Override PartName="/${file}" ContentType="${types}.worksheet+xml"/>`)
    .join("")}</Types>`;
