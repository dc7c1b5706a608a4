declare const __BUILD_YEAR__: number;

/** A static site posts its form to this project (PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_KEY). Null: it has its own server. */
declare const __SUPABASE_PROJECT__: { origin: string; key: string } | null;

/** RETENTION_DAYS, for the privacy page. Null means that leads are kept. */
declare const __RETENTION_DAYS__: number | null;
