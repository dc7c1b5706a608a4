declare const __BUILD_YEAR__: number;

/** PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY: the project that a static site posts to. */
declare const __HOSTED_PROJECT__: { origin: string; key: string } | null;

/** RETENTION_DAYS, for the privacy page. Null means that leads are kept. */
declare const __RETENTION_DAYS__: number | null;
