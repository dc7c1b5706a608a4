/** The year of the build. */
declare const __BUILD_YEAR__: number;

/** PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY: a static site posts there. */
declare const __HOSTED_PROJECT__: { origin: string; key: string } | null;

/** RETENTION_DAYS, for the privacy page; null: leads are kept. */
declare const __RETENTION_DAYS__: number | null;
