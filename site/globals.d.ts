/** The year of the build, put in by Vite. */
declare const __BUILD_YEAR__: number;
