/** The Supabase project a static site posts to. Its key is in the page, where everyone can read it. */
export function supabaseProject({ PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_KEY: key }: NodeJS.ProcessEnv) {
  if (!url && !key) return null;
  if (!url || !key)
    throw new Error('PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY go together: one of them is missing.');
  if (!URL.canParse(url)) throw new Error('PUBLIC_SUPABASE_URL must be like https://project.supabase.co.');
  if (!isPublishable(key))
    throw new Error(
      'PUBLIC_SUPABASE_KEY must be the publishable key (sb_publishable_…) or the anon key of the project. ' +
        'A secret key opens the whole database: if it was ever in a page or a repository, replace it.',
    );
  return { origin: new URL(url).origin, key };
}

function isPublishable(key: string): boolean {
  if (key.startsWith('sb_publishable_')) return true;
  const [, claims = ''] = key.split('.');
  try {
    return JSON.parse(Buffer.from(claims, 'base64url').toString()).role === 'anon';
  } catch {
    return false;
  }
}
