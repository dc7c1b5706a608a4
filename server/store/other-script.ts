/**
 * The same name in the other script: "Азиза" for "aziza", and the reverse. People write Uzbek in both, and Cyrillic also
 * with Russian letters alone, so that there may be several, "Хакимов" for "Ҳакимов" among them. Texts are folded (search-text.ts): ё is е.
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
    ? formsOfCyrillic(word)
    : /^[a-z'-]+$/.test(word)
      ? formsOfLatin(word)
      : [];
  return [...new Set(forms)].filter(isLongEnough).slice(0, mostForms);
}

/** Each of them costs; a name has one or two letters that are written in several ways. */
const mostForms = 24;

/** Of a Cyrillic word: in Cyrillic with the other keyboard's letters, and in Latin. */
function formsOfCyrillic(word: string): string[] {
  // A form for each letter that may stand for one that a Russian keyboard lacks.
  const spelt = Object.entries(russian).reduce<string[]>(
    (forms, [uzbek, letter]) =>
      letter ? forms.flatMap((form) => [form, form.replaceAll(letter, uzbek)]) : forms,
    [word, inRussian(word)],
  );
  // And for the first sound of е and ё; the vowel before it is Cyrillic.
  const sounded = ['e', 'ye', 'yo'].map(
    (sound) => (form: string) => form.replace(/(?<=^|[аеиоуўэюя])е/g, sound),
  );
  const latin = spelt.flatMap((form) => sounded.map((as) => written(as(form), toLatin, /дж|[а-яўқғҳ]/g)));
  return [...spelt, ...latin, ...latin.map((form) => form.replaceAll("'", ''))];
}

function formsOfLatin(word: string): string[] {
  const uzbek = written(word, toCyrillic, /sh|ch|ts|y[aeou]|[og]'|[a-z']/g);
  return [uzbek, uzbek.replace(/^е/, 'э'), inRussian(uzbek)];
}

const inRussian = (word: string) => written(word, russian, /[ҳқўғъ]/g);

const written = (word: string, letters: Letters, pattern: RegExp) =>
  word.replace(pattern, (letter) => letters[letter] ?? letter);
