/**
 * What people call the browser that sent this User-Agent. One of a few names of ours, whatever it says: a stranger's
 * words must not come into the provider's group. In the order of looking: many of them call themselves Chrome and Safari too.
 */
const browsers: [mark: string, name: string][] = [
  ['Telegram', 'Telegram'],
  ['Instagram', 'Instagram'],
  ['YaBrowser/', 'Yandex'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['OPR/', 'Opera'],
  ['Edg', 'Edge'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const systems: [mark: string, name: string][] = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
];

/** "Chrome, Android"; empty when neither is known. */
export function browserName(userAgent = ''): string {
  const find = (names: typeof browsers) => names.find(([mark]) => userAgent.includes(mark))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(', ');
}
