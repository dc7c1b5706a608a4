/** The year of the build, put in by Vite. */
declare const __BUILD_YEAR__: number;

/** PUBLIC_SUPABASE_URL and PUBLIC_SUPABASE_KEY at build time: where a site without a server of its own posts to. */
declare const __HOSTED_PROJECT__: { origin: string; key: string } | null;
