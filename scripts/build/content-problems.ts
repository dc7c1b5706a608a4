/** Checks the files of content/ before the build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { company } from '#content/company.ts';
import { type Content, flatten } from '#content/content.ts';
import { deadlines, facts } from '#content/facts.ts';
import { links } from '#content/links.ts';
import { isPrice, type Problem, placeholders, problemsIn as valueProblems } from '#content/problems.ts';
import { type Language, languageCodes } from '#contract/languages.ts';
import { type Legal, legalValues } from '#site/i18n/legal-values.ts';

type AllContent = Content & { legal: Record<Language, Legal> };

const fileOf = (part: 'texts' | 'legal', language: Language) =>
  `content/${part === 'legal' ? 'legal/' : ''}${language}.json`;

/** Throws an error that names the file. For TypeScript files Node does that itself. */
export function readContent(root = join(import.meta.dirname, '../..')): AllContent {
  const read = (file: string) => {
    try {
      // Editors on Windows may add a byte order mark.
      return JSON.parse(readFileSync(join(root, file), 'utf8').replace(/^\ufeff/, ''));
    } catch (error) {
      const hint = 'The usual cause is a missing comma at the end of the previous line.';
      throw new Error(`${file} cannot be read: ${(error as Error).message}. ${hint}`);
    }
  };
  const inEach = (part: 'texts' | 'legal') =>
    Object.fromEntries(languageCodes.map((language) => [language, read(fileOf(part, language))]));
  const texts = inEach('texts') as AllContent['texts'];
  const legal = inEach('legal') as AllContent['legal'];
  return { texts, legal, facts, deadlines, links, company };
}

/** A warning does not stop the build: the page shows the key of a missing text. */
type ContentProblem = { message: string; isWarning?: boolean };

export function contentProblems({ legal, ...content }: AllContent): ContentProblem[] {
  const differences = (['texts', 'legal'] as const).flatMap((part) =>
    compare(
      languageCodes.map((language) => ({
        file: fileOf(part, language),
        value: { legal, ...content }[part][language],
      })),
    ),
  );
  // The other checks need all texts.
  if (differences.some(({ isWarning }) => !isWarning)) return differences;
  const messages = [
    ...valueProblems(content).map(messageOf),
    ...unknownLegalPlaceholders({ legal, ...content }),
  ];
  return [...differences, ...messages.map((message) => ({ message }))];
}

function messageOf(problem: Problem): string {
  const { path, value } = problem;
  const [part = '', ...rest] = path.split('.');
  const files: Record<string, string> = { texts: `${rest[0]}.json`, deadlines: 'facts.ts' };
  const key = (part === 'texts' ? rest.slice(1) : rest).join('.');
  const place = `content/${files[part] ?? `${part}.ts`}: ${key}`;
  switch (problem.kind) {
    case 'empty':
      return `${place} is empty.`;
    case 'apostrophe':
      return `${place} has a wrong apostrophe: after o or g it must be ʻ (U+02BB), elsewhere ʼ (U+02BC).`;
    case 'badge':
      return `${place} needs the word "${problem.example}", which decides the language of the FAQ.`;
    case 'date':
      return `${place} is not a valid date: ${value}.`;
    case 'format':
      return `${place} is "${value}"; it must look like "${problem.example}".`;
    case 'range':
      return `${place} is "${value}"; it must be from ${problem.from} to ${problem.to}.`;
    case 'missing':
      return `${place} needs {${problem.name}}.`;
    case 'placeholder':
      return `${place} uses {${problem.name}}, which is not a known placeholder.`;
    case 'long':
      return `${place} is longer than ${problem.maxLength} characters.`;
  }
}

function unknownLegalPlaceholders(files: AllContent): string[] {
  const legalSettings = { retentionDays: 365, supabaseProject: null };
  const known = Object.keys(legalValues(files, 'en', files.legal.en, legalSettings));
  return languageCodes.flatMap((language) =>
    [...flatten(files.legal[language])].flatMap(([key, text]) =>
      placeholders(text)
        .filter((name) => !known.includes(name))
        .map(
          (name) => `${fileOf('legal', language)}: ${key} uses {${name}}, which is not a known placeholder.`,
        ),
    ),
  );
}

const textKind = 'a text in "quotes"';
/** Lists whose length the layout fixes. */
const fixedLists: Record<string, string> = {
  'hero.stats': 'a list of 3',
  'services.packages': 'a list of 3',
  'process.steps': 'a list of 6',
  'why.advantages': 'a list of 6',
};

function channelType(value: unknown): string {
  if (typeof value === 'string') return value.trim() ? textKind : 'empty';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' && value !== null
    ? 'a group in {braces}'
    : (JSON.stringify(value) ?? 'missing');
}

/** Finds where one language differs from the other two. */
function compare(translations: { file: string; value: unknown }[], key = ''): ContentProblem[] {
  const kinds = translations
    .map(({ value }) => channelType(value))
    .filter((kind) => /^a (text|list of [1-9]|group)/.test(kind));
  const majority = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  const expected = fixedLists[key] ?? majority ?? kinds[0] ?? 'filled in';
  const problems = translations
    .filter(({ value }) => channelType(value) !== expected)
    .map(({ file, value }) => ({
      message: `${file}: ${key || 'the whole file'} is ${channelType(value)}; it must be ${expected}.`,
      isWarning: value === undefined && expected === textKind && pageShowsKey(file, key),
    }));
  const correct = translations.filter(
    ({ value }) => expected !== textKind && channelType(value) === expected,
  );
  const childKeys = new Set(correct.flatMap(({ value }) => Object.keys(value as object)));
  const problemsInside = [...childKeys].flatMap((name) =>
    compare(
      correct.map(({ file, value }) => ({ file, value: (value as Record<string, unknown>)[name] })),
      key ? `${key}.${name}` : name,
    ),
  );
  return [...problems, ...problemsInside];
}

/** In place of a missing text the page can show its key, except in lists, prices and legal texts. */
const pageShowsKey = (file: string, key: string) =>
  !file.includes('/legal/') && !/\.\d+(\.|$)/.test(key) && !isPrice(key);
