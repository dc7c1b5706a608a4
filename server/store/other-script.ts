/**
 * The same name in the other script: "Азиза" for "aziza", and the reverse. People write Uzbek in both, and Cyrillic also
 * with Russian letters alone, so that there may be several. Texts are folded (search-text.ts): ё is е.
 */
type Letters = Record<string, string>;

const toLatin: Letters = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'j', з: 'z', и: 'i', й: 'y', к: 'k', л: 'l' },
  ...{ м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'x', ц: 'ts', ч: 'ch' },
  ...{ ш: 'sh', щ: 'sh', ъ: "'", ы: 'i', ь: '', э: 'e', ю: 'yu', я: 'ya', дж: 'j' },
  ...{ ў: "o'", қ: 'q', ғ: "g'", ҳ: 'h' },
};
/** As Uzbek has it. */
const toCyrillic: Letters = {
  ...{ a: 'а', b: 'б', d: 'д', e: 'е', f: 'ф', g: 'г', h: 'ҳ', i: 'и' },
  ...{ j: 'ж', k: 'к', l: 'л', m: 'м', n: 'н', o: 'о', p: 'п', q: 'қ' },
  ...{ r: 'р', s: 'с', t: 'т', u: 'у', v: 'в', w: 'в', x: 'х', y: 'й', z: 'з' },
  ...{ sh: 'ш', ch: 'ч', ts: 'ц', yo: 'е', ye: 'е', yu: 'ю', ya: 'я', "o'": 'ў', "g'": 'ғ', "'": 'ъ' },
};
/** What a keyboard without Uzbek letters writes instead. */
const russian: Letters = { ҳ: 'х', қ: 'к', ў: 'у', ғ: 'г', ъ: '' };

/** What is shorter has no piece of three, and would keep the index from being asked. */
const isLongEnough = (form: string) => [...form].length >= 3;

export function otherScript(word: string): string[] {
  if (!isLongEnough(word)) return [];
  const forms = /^[а-яўқғҳ'-]+$/.test(word)
    ? latinForms(word)
    : /^[a-z'-]+$/.test(word)
      ? cyrillicForms(word)
      : [];
  return [...new Set(forms)].filter(isLongEnough).slice(0, mostForms);
}

/** Each of them costs; a name has one or two letters that are written in several ways. */
const mostForms = 16;

function latinForms(word: string): string[] {
  // A form for each way to write what has several: х for ҳ, к for қ, у for ў, г for ғ, and the first sound of е and ё.
  const ways = [
    // First: the vowel before it is still Cyrillic.
    [/(?<=^|[аеиоуўэюя])е/g, ['e', 'ye', 'yo']],
    [/х/g, ['x', 'h']],
    [/к/g, ['k', 'q']],
    [/у/g, ['u', "o'"]],
    [/г/g, ['g', "g'"]],
  ] as const;
  const chosen = ways.reduce<string[]>(
    (forms, [letter, choices]) => [
      ...new Set(forms.flatMap((form) => choices.map((choice) => form.replace(letter, choice)))),
    ],
    [word],
  );
  const forms = chosen.map((form) => written(form, toLatin, /дж|[а-яўқғҳ]/g));
  return [...forms, ...forms.map((form) => form.replaceAll("'", ''))];
}

function cyrillicForms(word: string): string[] {
  const uzbek = written(word, toCyrillic, /sh|ch|ts|y[aeou]|[og]'|[a-z']/g);
  return [uzbek, uzbek.replace(/^е/, 'э'), uzbek.replace(/[ҳқўғъ]/g, (letter) => russian[letter] ?? letter)];
}

const written = (word: string, letters: Letters, pattern: RegExp) =>
  word.replace(pattern, (letter) => letters[letter] ?? letter);
